//! The intermediate representation: scalar SSA over lanes.
//!
//! A [`Program`] is a list of basic blocks with parameters. Every value is one scalar per lane; a vec4 of a source language is
//! four values. A value has 32 bits (float, integer or mask), or 64.
//!
//! **Invariant:** the IR has only operations whose result IEEE 754 fixes. The exact result of each, for NaN, ±0, denormals and
//! overflow too, is in [`semantics`]. So every engine, width and worker count gives the same bits. The exceptions are the
//! mathematical functions ([`OpKind::Math`]), which [`crate::passes::expand_math`] replaces by such operations, with tested
//! bounds, before an engine sees them.
//!
//! # A program
//! | part | where |
//! |---|---|
//! | blocks, values, terminators | [`Program`], [`Block`], [`Terminator`] |
//! | opcodes: one table row each | [`Op`], [`OpInfo`] |
//! | what each opcode computes, once for all engines | [`semantics`] |
//! | the slots by which stages hand each other attributes and varyings | [`interface`] |
//! | the parameters of a program that is called as a function | [`signature`] |
//! | which values the source text speaks of | [`Note`] |
//!
//! [`Builder`] makes programs, block by block. [`verify`] says whether one is well formed; front ends and passes hand on only
//! programs that it accepts, and engines rely on that without asking again. [`print`](mod@print) and [`parse`] are one text form, which
//! tests are written in.
//!
//! # Control flow
//! A branch takes a mask, and lanes may part at it. Lane slots and calls are what front ends need for languages with
//! registers and subroutines. No lane can loop for ever: a program with loops has a limit of instructions, or is one that a
//! budget interrupts.
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
mod opcode;
pub mod parse;
pub mod print;
mod program;
pub mod semantics;
pub mod signature;
pub mod stats;
mod types;
pub mod verify;

#[cfg(test)]
mod tests;

pub use builder::Builder;
pub use inst::Inst;
pub use intrinsic::Intrinsic;
pub use note::{Note, Noted};
pub use opcode::{Op, OpInfo, OpKind};
pub use program::{Block, Edge, Program, ProgramId, Terminator};
pub use types::{BlockId, Span, Type, ValueId};
