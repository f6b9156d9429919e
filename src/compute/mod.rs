//! Programs as functions over arrays, without any GL: what include/trilobite.h and `trilobite kernel` offer.
//!
//! A [`Function`] is a program with an [`crate::ir::signature::Signature`]. [`Function::run`] calls it for each of `n`
//! elements of strided arrays, on all cores.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod aliasing;
mod budget;
mod check;
mod function;
mod language;
mod module;
mod shares;
mod specialize;

#[cfg(test)]
mod array_tests;
#[cfg(test)]
mod tests;

pub use function::{Function, RunError, RunOptions};
pub use language::{LANGUAGES, Language, LanguageInfo, Loaded};
pub use module::{Module, compile};
