//! The intermediate representation: scalar SSA over lanes.
//!
//! A [`Program`] is a list of basic blocks with parameters. Every value is one scalar per lane; a vec4 of a source
//! language is four values. The exact result of each opcode, for NaN, ±0, denormals and overflow too, is in
//! [`semantics`]; engines of every width must give the same bits.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod builder;
mod builder_wide;
pub mod dominators;
mod inst;
pub mod interface;
mod intrinsic;
pub mod link;
mod note;
pub mod parse;
pub mod print;
mod program;
pub mod semantics;
pub mod signature;
pub mod stats;
mod types;
pub mod verify;

pub use builder::Builder;
pub use inst::{Inst, Op, OpInfo, OpKind};
pub use intrinsic::Intrinsic;
pub use note::{Note, Noted};
pub use program::{Block, Edge, Program, ProgramId, Terminator};
pub use types::{BlockId, Span, Type, ValueId};
