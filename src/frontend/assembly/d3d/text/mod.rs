//! Texts: how a shader is read from one and written as one.

mod declaration;
mod directives;
mod lexer;
mod mnemonic;
mod number;
mod operand;
mod parse;
mod print;

pub use parse::parse;
pub use print::{disassemble, disassemble_after};
