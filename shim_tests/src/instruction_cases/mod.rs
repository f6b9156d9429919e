//! Texts of Direct3D's assembly, made by rule: each instruction of each version, with one of its parts changed, and with
//! several changed at random.
//!
//! | file | what is in it |
//! |---|---|
//! | `templates` | The instructions, with operands that fit, and what stands around them. |
//! | `variations` | What an operand, a mnemonic or a whole instruction may be changed to. |
//!
//! Whether a text is right is not known here: `shim_tests/d3d/instructions.tsv` has the answers of Microsoft's assembler.
#![forbid(unsafe_code)]

mod templates;
mod variations;

use crate::random::Random;
use templates::{Setting, TEMPLATES};
pub use templates::{VERSIONS, plain_texts};
use variations::Line;

/// An instruction of a version, and the texts that come of it.
#[derive(Debug)]
pub struct Family {
    /// The version's name.
    pub version: &'static str,
    /// The instruction as it stands in the table of templates.
    pub template: &'static str,
    /// The texts. The first one has the instruction unchanged.
    pub texts: Vec<String>,
}

/// How many texts of a family have several parts changed.
const MIXED: usize = 60;

/// All families, in a fixed order. `is_known` says whether a text assembles: without it a family has its first text only.
pub fn families(is_known: impl Fn(&str) -> bool) -> impl Iterator<Item = Family> {
    let pairs = VERSIONS
        .iter()
        .flat_map(|version| TEMPLATES.iter().map(move |template| (*version, *template)));
    pairs.filter_map(move |(version, template)| {
        let setting = Setting::of(version, template)?;
        let line = Line::parse(&setting.instruction());
        let first = setting.text(&line.to_string());
        let mut texts = vec![first];
        if is_known(&texts[0]) {
            let changes = line.changes().into_iter();
            let mut changed: Vec<Line> = changes.map(|change| line.with(change)).collect();
            changed.extend(mixed(&line, version, template));
            changed.retain(|line| !line.is_fault_of_the_reference(version));
            texts.extend(changed.iter().map(|line| setting.text(&line.to_string())));
        }
        Some(Family {
            version,
            template,
            texts,
        })
    })
}

/// Lines with two or three changes. The seed is the family's, so that no family's texts depend on another one.
fn mixed(line: &Line, version: &str, template: &str) -> Vec<Line> {
    let seed = version.bytes().chain(template.bytes());
    let seed = seed.fold(7u64, |s, b| s.wrapping_mul(131).wrapping_add(u64::from(b)));
    let mut random = Random::new(seed);
    let mut out = Vec::new();
    for n in 0..MIXED {
        let mut line = line.clone();
        for _ in 0..2 + n % 2 {
            let change = random.pick(&line.changes());
            line = line.with(change);
        }
        out.push(line);
    }
    out
}
