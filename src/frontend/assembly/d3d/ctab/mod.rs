//! The constant table of a compiled shader, which is a comment of its tokens: what each named constant is, and where.
//!
//! ```text
//! "CTAB" | header: size, creator, version, n, constants, flags, target
//! constant: name, set, index, count, type, default      type: class, kind, rows, columns, elements, members
//! ```
//! Names, types and values are offsets from the word after "CTAB". They are untrusted: each is checked before it is used.

mod listing;
mod read;
mod table;
mod write;

pub use read::{is_constant_table, read};
pub use table::{Class, ConstantTable, Entry, Kind, Member, RegisterSet, Type};
pub use write::write;

/// The first word of the comment.
const CTAB: u32 = u32::from_le_bytes(*b"CTAB");
/// Bytes of a header, a constant, a type and a member.
const HEADER: usize = 28;
const CONSTANT: usize = 20;
const TYPE: usize = 16;
const MEMBER: usize = 8;
