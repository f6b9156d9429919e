//! ARB_vertex_program, ARB_fragment_program and NVIDIA's languages: a text becomes an [`ArbProgram`].
//!
//! 1. [`parse`] turns a text into a [`parsed::Parsed`]: instructions, the bindings of its uniform array, labels.
//! 2. [`check`] counts the resources and compares them with the [`Limits`] of its language. The program loads if
//!    neither fails.
//! 3. [`lower`] makes IR of it, one variant for each [`lower::lowering::Variant`] that draws ask for. Straight code is
//!    one block of SSA values. In code with branches, values that live across blocks are in lane slots.
//! 4. [`mod@print`] makes a canonical text that loads as the same program.
//!
//! An instruction is one row of [`opcode_table`] (name, operands, languages, suffixes, components read) and one arm of
//! [`lower::evaluate`]; where a native language computes otherwise, also one of [`lower::evaluate_native`].
//!
//! The rooms, from the top floor to the ground. A room uses rooms below it only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 8 | `signature` | A program as a function over arrays. |
//! | 7 | `program` | A loaded program, and loading. |
//! | 6 | `lower` | A parsed program becomes IR. |
//! | 5 | `check` | Counts, limits, errors, warnings and the flow graph of a parsed program. |
//! | 5 | `print` | A parsed program becomes canonical text. |
//! | 4 | `parse` | Text becomes statements: grammar, bindings, options. |
//! | 3 | `parsed` | A program as parsed: what lowering and counting read. |
//! | 3 | `opcode_table` | The table of instructions. |
//! | 2 | `language` | The languages by their headers, and what sets them apart. |
//! | 1 | `extension` | NVIDIA's options of ARB programs. |
//! | 0 | `limits` | Limits of targets and of every program. |
//! | 0 | `opcode` | Operations and what their rows say. |
//! | 0 | `scalar_set` | A set of register scalars. |

mod check;
mod extension;
mod language;
mod limits;
mod lower;
mod opcode;
mod opcode_table;
mod parse;
mod parsed;
pub(in crate::frontend) mod print;
mod program;
mod scalar_set;
mod signature;
#[cfg(test)]
mod tests;

pub use check::flow_counts::FlowCounts;
pub(crate) use check::warnings::odd_start;
pub(crate) use language::before_header;
pub use language::{Language, Stage};
pub use limits::{
    Counts, Limits, MAX_CALL_DEPTH, MAX_EXEC_INSTRUCTIONS, MAX_IF_DEPTH, MAX_LOOP_COUNT,
    MAX_LOOP_DEPTH, MAX_TEXT_BYTES,
};
pub use parse::state_binding::state_row;
pub(crate) use print::{
    binding as names, native as vertex_names, native_fragment as fragment_names,
};
pub use program::{ArbProgram, errors, load_fragment, load_state, load_vertex};
