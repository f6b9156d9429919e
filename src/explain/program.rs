//! The report of a program that was run alone, with inputs of the reader's choice.

use super::names::{fragment_result_name, varying_name};
use super::{Fact, Listing, Report, Section, Source, Tone, vector};
use crate::ir::interface::{fragment_output, varying};
use crate::ir::{Op, Program};
use crate::kernel::trace::Trace;

/// A run of a program.
pub struct ProgramRun<'a> {
    /// What it is called.
    pub name: &'a str,
    /// A vertex program, not a fragment program.
    pub is_vertex: bool,
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
        let stage = if self.is_vertex { "Vertex" } else { "Fragment" };
        let given = self.given.iter();
        let given = given.map(|(name, value)| Fact::new(name, vector(value)));
        let source = Source::Text(self.text.into());
        let killer = self.trace.killer().is_some();
        let mut listing = Listing::new(format!("{stage} program"), self.trace, Some(&source));
        if killer {
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
                outcome: if killer {
                    "discarded".into()
                } else {
                    String::new()
                },
                tone: if killer { Tone::Bad } else { Tone::Good },
                facts: if killer { Vec::new() } else { self.results() },
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
        let n = match self.is_vertex {
            true => varying::COUNT,
            false => fragment_output::COUNT,
        };
        let written = (0..n).filter(|n| is_written(self.program, *n));
        let fact = |n: u32| {
            let value = std::array::from_fn(|c| {
                let slot = 4 * n as usize + c;
                self.outputs.get(slot).copied().unwrap_or_default()
            });
            match self.is_vertex {
                true => Fact::new(varying_name(n), vector(&value)),
                false if n == fragment_output::DEPTH => {
                    Fact::new(fragment_result_name(n), vector(&value[2..3]))
                }
                false => Fact::color(fragment_result_name(n), value),
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
