//! Resolves names and types, and reports what is wrong in a text: [`super::syntax`] becomes [`super::tree`], for every
//! dialect.
//!
//! [`module`] reads structures and the heads of all functions, then their bodies, so that functions may be called
//! before their definition. [`function`] checks the statements of one body. Each of its parts has a file: expressions,
//! places, swizzles, conversions, calls, and the use of variables ([`usage`]). `pattern` follows bits through a whole
//! text.

mod builtin;
mod call;
mod checker;
mod convert;
mod expression;
mod function;
mod module;
mod operation;
mod pattern;
mod place;
mod swizzle;
mod usage;

pub(super) use module::check;
