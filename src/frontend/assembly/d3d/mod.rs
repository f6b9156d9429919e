//! Direct3D 9 shader assembly: vs_1_1 to vs_3_0 and ps_1_1 to ps_3_0, from texts and from token streams.
//!
//! ```text
//! text ── text::parse ──┐                 ┌── check ── lower ──→ IR
//!                       ├──→ Shader ──────┤
//! bytes ─ tokens::decode ┘                 ├── tokens::encode ──→ bytes
//!                                         └── text::print ─────→ text
//! ```
//! [`D3dProgram::assemble`] and [`D3dProgram::disassemble`] are the two ways in. A shader that `check` accepts has an IR.
#![forbid(unsafe_code)]

mod check;
pub mod ctab;
mod lower;
pub mod model;
mod program;
pub mod text;
pub mod tokens;

pub use check::{MOST_DEPENDENT, Slots, highest_order};
pub use lower::{Constant, Interface, Link};
pub use program::{D3dProgram, is_tokens};

/// The longest text that is parsed.
pub const MAX_TEXT_BYTES: usize = 1 << 20;
/// The longest stream that is read.
pub const MAX_TOKEN_BYTES: usize = 1 << 22;
