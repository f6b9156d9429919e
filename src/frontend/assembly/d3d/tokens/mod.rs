//! Token streams: what compiled shaders and effects hold. Words are little-endian.
//!
//! ```text
//! version | statement … | 0x0000ffff
//! statement: its own token, then a token for each operand; a computed number of a register adds one from version 2
//!     31 30      28 27..24   23..16   15..0
//!      0 + |  | (p) length   control  opcode
//! operand:
//!     31 30..28    27..24           23..16             13  12..11     10..0
//!      1 file low  shift, modifier  mask or swizzle    [ ] file high  number
//! ```

mod decode;
mod encode;
mod operand;
mod reader;

pub use decode::decode;
pub use encode::{encode, encode_words};

/// The token after the last statement.
const END: u32 = 0x0000_ffff;
/// The low half of a comment's token; the other one counts its words.
const COMMENT: u32 = 0xfffe;
/// The opcodes of declarations and definitions.
const DCL: u32 = 31;
const DEF: u32 = 81;
const DEFI: u32 = 48;
const DEFB: u32 = 47;
