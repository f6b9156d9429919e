//! The report of a program that was run alone, with inputs of the reader's choice.

use super::fragment::depth_range;
use super::{Fact, Listing, Names, Report, Section, Source, Tone, vector};
use crate::ir::interface::fragment_output;
use crate::ir::{Op, Program};
use crate::kernel::trace::Trace;

/// What a program is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Vertices.
    Vertex,
    /// Program parameters.
    VertexState,
    /// Fragments.
    Fragment,
}

/// A run of a program.
pub struct ProgramRun<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What it is for.
    pub stage: Stage,
    /// What its language calls its slots.
    pub names: &'a Names,
    /// Inputs and parameters that were given.
    pub given: &'a [(String, [f32; 4])],
    /// Its code.
    pub program: &'a Program,
    /// Its text.
    pub text: &'a [u8],
    /// What it did.
    pub trace: &'a Trace,
    /// What it wrote, by slot.
    pub outputs: &'a [f32],
    /// What there is to say besides.
    pub remarks: Vec<String>,
}

impl ProgramRun<'_> {
    /// The report.
    pub fn report(&self) -> Report {
        let stage = match self.stage {
            Stage::Vertex => "Vertex",
            Stage::VertexState => "Vertex state",
            Stage::Fragment => "Fragment",
        };
        let given = self.given.iter();
        let given = given.map(|(name, value)| Fact::new(name, vector(value)));
        let source = Source::Text(self.text.into());
        let killer = self.trace.killer();
        let is_discarded = killer.is_some();
        let mut listing = Listing::new(format!("{stage} program"), self.trace, Some(&source));
        if is_discarded {
            listing.remark = Some("The fragment is discarded here.".into());
        }
        let mut sections = vec![
            Section {
                heading: "Inputs".into(),
                facts: given.collect(),
                ..Section::default()
            },
            Section {
                heading: "Run".into(),
                listings: vec![listing],
                ..Section::default()
            },
            Section {
                heading: "Results".into(),
                outcome: killer.map_or(String::new(), |statement| {
                    format!("discarded{}", depth_range(statement).unwrap_or_default())
                }),
                tone: match is_discarded {
                    true => Tone::Bad,
                    false => Tone::Good,
                },
                facts: match is_discarded {
                    true => Vec::new(),
                    false => self.results(),
                },
                ..Section::default()
            },
        ];
        sections.retain(|s| s.heading != "Inputs" || !s.facts.is_empty());
        Report {
            title: format!("{stage} program {}", self.name),
            lead: self.remarks.clone(),
            swatch: None,
            sections,
        }
    }

    /// The results that the program writes.
    fn results(&self) -> Vec<Fact> {
        let n = self.program.n_outputs.div_ceil(4);
        let written = (0..n).filter(|n| is_written(self.program, *n));
        let fact = |n: u32| {
            let value = std::array::from_fn(|c| {
                let slot = 4 * n as usize + c;
                self.outputs.get(slot).copied().unwrap_or_default()
            });
            match self.stage {
                Stage::Fragment if n == fragment_output::DEPTH => {
                    Fact::new(self.names.fragment_result(n), vector(&value[2..3]))
                }
                Stage::Fragment => Fact::color(self.names.fragment_result(n), value),
                Stage::Vertex | Stage::VertexState => {
                    Fact::new(self.names.varying(n), vector(&value))
                }
            }
        };
        written.map(fact).collect()
    }
}

/// Whether a program stores to a vec4 of its outputs.
pub(super) fn is_written(program: &Program, vec4: u32) -> bool {
    let mut insts = program.insts();
    insts.any(|i| i.op == Op::StoreOutput && i.imm[0] / 4 == vec4)
}
