//! Emits programs as text of other languages. Our own front end reads MUDA back as a kernel with the same results; the
//! other is C99.
//!
//! ```text
//! program → graph → structure (if, while) ─┐
//!         → plan (what becomes of values) ─┼→ writer → text
//! signature → parameters, names ───────────┘    asks: muda | c
//! ```
//!
//! **Invariant:** nothing here runs a program or reads a text. Tests outside compare both (`shim_tests/src/emit`).
//!
//! # The steps
//! - `graph` turns calls into jumps.
//! - `structure` finds `if` and `while` among jumps: components, then dominators among them. Where several blocks may
//!   come next, a variable selects one.
//! - `plan` decides which values stand inside an expression, and `flows` where the bits of a NaN must be preserved.
//! - `parameters` makes the function's parameters.
//! - `writer` writes the same statements twice, the first time to find where each variable is named. It asks a
//!   `Language` for words. Where MUDA has no word of its own, it uses those of `ir::intrinsic`: writer and front end
//!   share one table.
//!
//! docs/MUDA.md has the dialect and the order of parameters. Each text is as long as the program, apart from
//! indentation, which is bounded: [`MAX_BYTES`].
#![forbid(unsafe_code)]

mod assignments;
mod c;
mod c_helpers;
mod comments;
mod components;
mod flows;
mod graph;
mod language;
mod muda;
mod names;
mod parameters;
mod places;
mod plan;
mod region;
mod stores;
mod structure;
mod text;
mod values;
mod writer;

#[cfg(test)]
mod tests;

pub use parameters::Port;

use crate::ir::signature::{Direction, Signature};
use crate::ir::{Intrinsic, Program};
use comments::Comments;
use graph::Graph;
use language::Language;
use names::Names;
use parameters::Parameters;
use places::Places;
use plan::Plan;
use structure::{Structure, structure};
use writer::Writer;

/// The longest text.
pub const MAX_BYTES: usize = 16 << 20;

/// The data about a program beside its code.
#[derive(Debug, Clone, Copy, Default)]
pub struct About<'a> {
    /// The function's name and parameters. Slots that it leaves out become parameters of their own.
    pub signature: Option<&'a Signature>,
    /// The values of uniforms that no parameter of the signature gives; those after its end become parameters.
    pub uniforms: &'a [f32],
    /// The source text, for comments.
    pub source: &'a [u8],
}

#[derive(Debug, Clone)]
pub struct Emitted {
    pub text: String,
    /// The function's name in it.
    pub name: String,
    /// Its parameters in order, by the program's slots.
    pub ports: Vec<Port>,
}

/// The reason why a program has no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EmitError {
    /// The language has no way to say an operation.
    #[error("the language has no way to say \"{0}\"")]
    Unsaid(&'static str),
    /// The text would be too long.
    #[error("the text would have more than {MAX_BYTES} bytes")]
    TooLong,
}

/// The program as MUDA.
pub fn muda(program: &Program, about: &About<'_>) -> Result<Emitted, EmitError> {
    emit(program, about, &muda::Muda)
}

/// The program as a function of C99, for a file that [`c_file`] makes. It must be free of operations of mathematics
/// ([`crate::ir::OpKind::Math`]), which passes replace.
pub fn c(program: &Program, about: &About<'_>) -> Result<Emitted, EmitError> {
    emit(program, about, &c::C)
}

/// A file of functions of C99, with all helpers that they need. Their names must differ.
pub fn c_file(functions: &[Emitted]) -> String {
    let texts: Vec<&str> = functions.iter().map(|f| f.text.as_str()).collect();
    let body = texts.join("\n");
    c_helpers::before(&body) + &body
}

fn uses_draw(program: &Program) -> bool {
    program
        .insts()
        .any(|i| Intrinsic::of(i.op, i.imm).is_some_and(Intrinsic::needs_draw))
}

fn emit(
    program: &Program,
    about: &About<'_>,
    language: &impl Language,
) -> Result<Emitted, EmitError> {
    // Names and parameters come first.
    let mut names = Names::new();
    let wish = about.signature.map_or("main", |s| s.name.as_str());
    let name = match language.function_name(wish) {
        name if name == "main" => name,
        wish => names.give(&wish),
    };
    let n_known = about.uniforms.len();
    let parameters = Parameters::new(program, about.signature, n_known, &mut names);
    // Then the control flow and the uses of values are analysed.
    let graph = Graph::new(program);
    let structure = structure(&graph);
    let plan = Plan::new(program);
    let copy = |port: &Port| match port.parameter.direction {
        Direction::InOut { .. } => {
            let mut copy = port.clone();
            copy.parameter.name = names.give(&format!("{}_before", port.parameter.name));
            Some(copy)
        }
        _ => None,
    };
    let copies = parameters.ports.iter().map(copy).collect();
    let places = Places::new(graph.returns.is_some() || structure.is_flat);
    let mut writer = Writer {
        language,
        program,
        graph: &graph,
        plan: &plan,
        structure: &structure,
        parameters: &parameters,
        uniforms: about.uniforms,
        copies,
        comments: Comments::new(about.source),
        places,
        out: String::new(),
        indent: 0,
        n_temps: 0,
        stored_with_low: None,
        counts: counts(program, &structure),
        error: None,
    };
    // The first pass finds where variables are named; the second one writes the text.
    writer.body();
    writer.again();
    let head = language.head(&name, &parameters.ports, uses_draw(program));
    writer.line(&head);
    writer.body();
    writer.indent = 0;
    writer.line("}");
    match writer.error {
        Some(error) => Err(error),
        None => Ok(Emitted {
            text: writer.out,
            name,
            ports: parameters.ports,
        }),
    }
}

/// Whether a lane might execute more source instructions than its limit.
fn counts(program: &Program, structure: &Structure) -> bool {
    let Some(limit) = program.instruction_limit else {
        return false;
    };
    let all: u64 = program
        .blocks
        .iter()
        .map(|b| u64::from(b.source_count))
        .sum();
    // Limits beyond the ints of the text are no limits: no lane executes that many.
    let is_reachable = limit < i32::MAX as u32 / 2;
    is_reachable && (structure.has_loops || all > u64::from(limit))
}
