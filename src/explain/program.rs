//! The report of a program that was run alone, with inputs of the reader's choice.

use super::names::{fragment_result_name, value, varying_name};
use super::{Fact, Listing, Report, Section, Source, Tone, vector};
use crate::ir::interface::{fragment_output, varying};
use crate::ir::signature::{Parameter, Scalar, Signature};
use crate::ir::{Op, Program};
use crate::kernel::trace::{Trace, Value};

/// A run of a program.
pub struct ProgramRun<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What kind of program it is.
    pub kind: ProgramKind<'a>,
    /// Inputs and parameters that were given.
    pub given: Vec<Fact>,
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

/// What a program computes.
#[derive(Debug, Clone, Copy)]
pub enum ProgramKind<'a> {
    /// A vertex.
    Vertex,
    /// A fragment.
    Fragment,
    /// An element of arrays.
    Kernel(&'a Signature),
}

impl ProgramRun<'_> {
    /// The report.
    pub fn report(&self) -> Report {
        let what = match self.kind {
            ProgramKind::Vertex => "Vertex program",
            ProgramKind::Fragment => "Fragment program",
            ProgramKind::Kernel(_) => "Kernel",
        };
        let source = Source::Text(self.text.into());
        let killer = self.trace.killer().is_some();
        let mut listing = Listing::new(what, self.trace, Some(&source));
        if killer {
            listing.remark = Some("The fragment is discarded here.".into());
        }
        let mut sections = vec![
            Section {
                heading: "Inputs".into(),
                facts: self.given.clone(),
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
            title: format!("{what} {}", self.name),
            lead: self.remarks.clone(),
            swatch: None,
            sections,
        }
    }

    /// The results that the program writes.
    fn results(&self) -> Vec<Fact> {
        let n = match self.kind {
            ProgramKind::Vertex => varying::COUNT,
            ProgramKind::Fragment => fragment_output::COUNT,
            ProgramKind::Kernel(signature) => return self.written_by_kernel(signature),
        };
        let is_vertex = matches!(self.kind, ProgramKind::Vertex);
        let written = (0..n).filter(|n| is_written(self.program, *n));
        let fact = |n: u32| {
            let value = std::array::from_fn(|c| {
                let slot = 4 * n as usize + c;
                self.outputs.get(slot).copied().unwrap_or_default()
            });
            match is_vertex {
                true => Fact::new(varying_name(n), vector(&value)),
                false if n == fragment_output::DEPTH => {
                    Fact::new(fragment_result_name(n), vector(&value[2..3]))
                }
                false => Fact::color(fragment_result_name(n), value),
            }
        };
        written.map(fact).collect()
    }

    /// What the kernel gave back.
    fn written_by_kernel(&self, signature: &Signature) -> Vec<Fact> {
        let parameters = signature.parameters.iter();
        let written = parameters.filter_map(|p| Some((p, p.direction.output()? as usize)));
        let fact = |(p, first): (&Parameter, usize)| {
            let words = &self.outputs[first..first + p.words() as usize];
            let numbers = words.chunks_exact(p.scalar.words() as usize);
            let numbers: Vec<String> = numbers.map(|words| scalar(p.scalar, words)).collect();
            Fact::new(&p.name, numbers.join("  "))
        };
        written.map(fact).collect()
    }
}

/// A number of a kernel's, by its words.
fn scalar(kind: Scalar, words: &[f32]) -> String {
    let low = words[0].to_bits();
    let both = words.get(1).map_or(0, |high| u64::from(high.to_bits())) << 32 | u64::from(low);
    value(match kind {
        Scalar::F32 => Value::F32(words[0]),
        Scalar::I32 => Value::I32(low as i32),
        Scalar::F64 => Value::F64(f64::from_bits(both)),
        Scalar::I64 => Value::I64(both as i64),
    })
}

/// Whether a program stores to a vec4 of its outputs.
pub(super) fn is_written(program: &Program, vec4: u32) -> bool {
    let mut insts = program.insts();
    insts.any(|i| i.op == Op::StoreOutput && i.imm[0] / 4 == vec4)
}
