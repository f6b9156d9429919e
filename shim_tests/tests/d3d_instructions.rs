//! Each instruction of Direct3D's assembly, changed in each of its parts: the verdict, the tokens and the disassembly are those of
//! Microsoft's assembler.
//!
//! `shim_tests/d3d/instructions.tsv` has a row for each instruction of each version: which of its texts assemble (a bit each,
//! four a digit), and hashes of all tokens and of all listings. `shim_tests/d3d/instructions.sh` makes it again by
//! `TRILOBITE_D3D_TEXTS`, the file to which all texts go, and `TRILOBITE_D3D_ANSWERS`, the answers to these, one by one.

use shim_tests::instruction_cases::{Family, VERSIONS, families, plain_texts};
use std::io::Write;
use trilobite::frontend::assembly::d3d::{D3dProgram, text, tokens};

/// What is said of a text.
#[derive(Debug, Clone, PartialEq)]
struct Answer {
    /// The words in hexadecimal without the last one; `None` if it is refused.
    words: Option<String>,
    /// The hash of its disassembly.
    listing: String,
}

/// The reference's listing of `breakp` has modifiers that are nowhere in the tokens.
fn is_listed(text: &str) -> bool {
    !text.contains("breakp")
}

/// The FNV-1a hash of bytes, from a start.
fn hash(bytes: &[u8], from: u32) -> u32 {
    let step = |h: u32, byte: &u8| (h ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(from, step)
}

const START: u32 = 0x811c_9dc5;

fn ours(text: &str) -> Answer {
    let Ok(program) = D3dProgram::assemble(text.as_bytes()) else {
        return Answer {
            words: None,
            listing: "-".to_owned(),
        };
    };
    let words = tokens::encode_words(program.shader());
    let words = &words[..words.len() - 1];
    let listing = text::disassemble(program.shader());
    Answer {
        words: Some(words.iter().map(|w| format!("{w:08x}")).collect()),
        listing: match is_listed(text) {
            true => format!("{:08x}", hash(listing.as_bytes(), START)),
            false => "-".to_owned(),
        },
    }
}

/// All families, and those of declarations and definitions.
fn all_families() -> Vec<Family> {
    let is_known = |text: &str| D3dProgram::assemble(text.as_bytes()).is_ok();
    let mut all: Vec<Family> = families(is_known).collect();
    all.extend(VERSIONS.map(|version| Family {
        version,
        template: "declarations",
        texts: plain_texts(version),
    }));
    all
}

/// The row of a family: which texts assemble, and the hashes of what comes of them.
fn row(family: &Family, answers: &[Answer]) -> String {
    let bit = |n: usize| u32::from(answers.get(n).is_some_and(|a| a.words.is_some()));
    let digits = (0..answers.len()).step_by(4);
    let digits = digits.map(|n| (0..4).fold(0, |d, i| d | bit(n + i) << i));
    let verdicts: String = digits.map(|d| format!("{d:x}")).collect();
    let (mut words, mut listings) = (START, START);
    for answer in answers.iter().filter(|a| a.words.is_some()) {
        words = hash(answer.words.as_deref().unwrap_or("").as_bytes(), words);
        listings = hash(answer.listing.as_bytes(), listings);
    }
    let (version, template) = (family.version, family.template);
    format!("{version}\t{template}\t{words:08x}\t{listings:08x}\t{verdicts}")
}

#[test]
fn instructions_are_those_of_the_reference() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("d3d/instructions.tsv");
    let families = all_families();
    if let Ok(file) = std::env::var("TRILOBITE_D3D_TEXTS") {
        let mut out = std::io::BufWriter::new(std::fs::File::create(file).expect("a file"));
        for text in families.iter().flat_map(|f| &f.texts) {
            out.write_all(text.as_bytes()).expect("written");
            out.write_all(&[0]).expect("written");
        }
        return;
    }
    if let Ok(file) = std::env::var("TRILOBITE_D3D_ANSWERS") {
        return compare(
            &families,
            &std::fs::read_to_string(file).expect("the answers"),
            &path,
        );
    }
    let table = std::fs::read_to_string(&path).expect("the table");
    let mut rows = table.lines().filter(|l| !l.starts_with('#'));
    let mut wrong = Vec::new();
    for family in &families {
        let answers: Vec<Answer> = family.texts.iter().map(|t| ours(t)).collect();
        let (found, expected) = (row(family, &answers), rows.next().unwrap_or_default());
        if found != expected {
            wrong.push(format!("{found}\n  not {expected}\n"));
        }
    }
    let hint = "shim_tests/d3d/instructions.sh says which texts differ";
    assert!(
        wrong.is_empty(),
        "{} families; {hint}:\n{}",
        wrong.len(),
        wrong.concat()
    );
    assert_eq!(rows.next(), None);
}

/// Compares each text with its answer, and writes the table of the answers.
fn compare(families: &[Family], answers: &str, table: &std::path::Path) {
    let mut lines = answers.lines().map(|line| {
        let (words, listing) = line.split_once('\t').expect("an answer");
        Answer {
            words: (words != "refused").then(|| words.to_owned()),
            listing: listing.to_owned(),
        }
    });
    let mut out = String::from(
        "# Version, instruction, hashes of tokens and of listings, and which of its texts assemble.\n",
    );
    let (mut n, mut wrong) = (0, Vec::new());
    for family in families {
        let mut theirs: Vec<Answer> = lines.by_ref().take(family.texts.len()).collect();
        for (text, answer) in family.texts.iter().zip(&mut theirs) {
            if !is_listed(text) {
                answer.listing = "-".to_owned();
            }
        }
        out += &row(family, &theirs);
        out.push('\n');
        for (text, theirs) in family.texts.iter().zip(&theirs) {
            n += 1;
            let ours = ours(text);
            if ours != *theirs {
                let kind = match (&ours.words, &theirs.words) {
                    (None, _) => "refused here",
                    (_, None) => "taken here",
                    (a, b) if a != b => "other tokens",
                    _ => "other listing",
                };
                let (template, text) = (family.template, text.replace('\n', "\\n"));
                wrong.push(format!("{kind}\t{}\t{template}\t{text}\n", family.version));
            }
        }
    }
    assert_eq!(lines.next(), None);
    std::fs::write(table, out).expect("the table is written");
    assert!(
        wrong.is_empty(),
        "{} of {n} texts differ:\n{}",
        wrong.len(),
        wrong.concat()
    );
}
