//! Makes the report of a program that ran alone, with inputs that the user chose.

use super::fragment::depth_range;
use super::names::value;
use super::{Fact, Listing, Names, Report, Section, Source, Tone, vector};
use crate::ir::interface::fragment_output;
use crate::ir::signature::{Parameter, Scalar, Signature};
use crate::ir::{Op, Program};
use crate::kernel::trace::{Trace, Value};

/// The kind of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage<'a> {
    /// It computes vertices.
    Vertex,
    /// It computes program parameters (NV_vertex_program).
    VertexState,
    /// It computes fragments.
    Fragment,
    /// It computes elements of arrays.
    Kernel(&'a Signature),
}

/// A run of a program on one set of inputs, with the names and the text that its listing shows.
pub struct ProgramRun<'a> {
    /// The name of the program.
    pub name: &'a str,
    /// The kind of the program.
    pub stage: Stage<'a>,
    /// The names that its language has for inputs and results.
    pub names: &'a Names,
    /// The inputs and parameters that the user gave.
    pub given: Vec<Fact>,
    /// The IR of the program.
    pub program: &'a Program,
    /// The source text.
    pub source: Source,
    /// What the program did.
    pub trace: &'a Trace,
    /// The outputs, by slot.
    pub outputs: &'a [f32],
    /// Remarks for the summary.
    pub remarks: Vec<String>,
}

impl ProgramRun<'_> {
    /// Makes the report: inputs, the run line by line, results.
    pub fn report(&self) -> Report {
        let what = match self.stage {
            Stage::Vertex => "Vertex program",
            Stage::VertexState => "Vertex state program",
            Stage::Fragment => "Fragment program",
            Stage::Kernel(_) => "Kernel",
        };
        // A program that discards the fragment has no results.
        let killer = self.trace.killer();
        let is_discarded = killer.is_some();
        let mut listing = Listing::new(what, self.trace, Some(&self.source));
        if is_discarded {
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
                outcome: killer.map_or(String::new(), |statement| {
                    format!("discarded{}", depth_range(statement).unwrap_or_default())
                }),
                tone: if is_discarded { Tone::Bad } else { Tone::Good },
                facts: if is_discarded {
                    Vec::new()
                } else {
                    self.results()
                },
                ..Section::default()
            },
        ];
        // Without inputs, their section is left out.
        sections.retain(|s| s.heading != "Inputs" || !s.facts.is_empty());
        Report {
            title: format!("{what} {}", self.name),
            lead: self.remarks.clone(),
            swatch: None,
            sections,
        }
    }

    /// Returns the results that the program stores.
    fn results(&self) -> Vec<Fact> {
        if let Stage::Kernel(signature) = self.stage {
            return self.written_by_kernel(signature);
        }
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
                Stage::Vertex | Stage::VertexState | Stage::Kernel(_) => {
                    Fact::new(self.names.varying(n), vector(&value))
                }
            }
        };
        written.map(fact).collect()
    }

    /// Returns the results of a kernel over arrays.
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

/// Writes a number of a kernel, given its words.
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

/// Whether a program stores a component of this vec4 of its outputs.
pub(super) fn is_written(program: &Program, vec4: u32) -> bool {
    let mut insts = program.insts();
    insts.any(|i| i.op == Op::StoreOutput && i.imm[0] / 4 == vec4)
}
