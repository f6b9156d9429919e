//! Assembly languages → IR. Each language is an opcode table and a grammar over one cursor.

pub mod arb;
pub mod ati;
mod cursor;
mod operand;

pub use arb::{Language, Stage};
