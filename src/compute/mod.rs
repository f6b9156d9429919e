//! Programs as functions over arrays, without any GL: what include/trilobite.h and `trilobite kernel` offer.
//!
//! A [`Function`] is a program with a [`Signature`](crate::ir::signature::Signature), which says what the words of its inputs
//! and outputs stand for. [`Function::run`] calls it for each of `n` elements of strided arrays, on all cores. [`compile`] makes
//! a [`Module`] of functions from a text.
//!
//! **Invariant:** no GL, and nothing of a language except its programs and signatures.
//!
//! # A run
//! 1. `check` compares the arrays with the signature: number, types, lengths.
//! 2. `aliasing` finds inputs that an output would overwrite before they are read; they are copied first. Otherwise inputs
//!    may share memory with outputs.
//! 3. Inputs with a stride of 0 become uniforms, in a form of the function made for this (`specialize`). Values that
//!    depend on them alone are then computed once.
//! 4. The elements are split into shares of 10 us or more, which go to the workers (`shares`). Each worker runs a
//!    [`kernel::arrays::ArrayKernel`](crate::kernel::arrays::ArrayKernel) over its share.
//! 5. A budget stops infinite loops (`budget`): engines test a flag.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod aliasing;
mod budget;
mod check;
mod function;
mod module;
mod shares;
mod specialize;
pub mod texels;
pub mod text;
mod textures;

#[cfg(test)]
mod tests;

pub use function::{Function, RunError, RunOptions};
pub use module::{Module, compile, compile_with};
