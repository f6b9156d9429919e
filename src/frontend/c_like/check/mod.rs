//! Gives names and types their meaning, and says what a text breaks: [`super::syntax`] → [`super::tree`], for every dialect.
//!
//! [`module`] reads structures and the heads of all functions, then their bodies, so that functions may be called before
//! their text. [`function`] checks the statements of one body; its parts stand in a file each: expressions, places,
//! swizzles, conversions, calls, and what is known of variables ([`usage`]). `pattern` follows bits through a whole text.

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
