//! Vertex shaders of EXT_vertex_shader: commands over typed symbols, recorded one by one, become the same IR as any other
//! vertex program (section 2.14 of the extension).
//!
//! [`recorder`] checks each command against the rows of `opcode` and the limits of `usage`, and appends it to a
//! [`shader::Shader`]. [`lower`] makes the IR: `lower_symbol` loads scalars, vectors and matrices, `evaluate` has the
//! arithmetic. [`mod@print`] formats a shader as text, for dumps and explanations.

mod evaluate;
pub mod lower;
mod lower_symbol;
mod opcode;
pub mod print;
pub mod recorder;
pub mod shader;
#[cfg(test)]
mod tests;
mod usage;

pub use opcode::Opcode;
pub use usage::{
    Counts, MAX_INSTRUCTIONS, MAX_INVARIANTS, MAX_LOCAL_CONSTANTS, MAX_LOCALS, MAX_VARIANTS,
};
