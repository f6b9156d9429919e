//! Assembly languages → IR. Each language is an opcode table and a grammar over one cursor.

pub mod arb;
mod cursor;
mod operand;
