//! Resolves names and types, and reports what is wrong in a text: [`super::syntax`] becomes [`super::tree`], for every
//! language.
//!
//! A [`dialect::Dialect`] has what sets a language apart: its words, conversions, operators, constructors, builtin
//! functions. Everything else is here, once:
//!
//! - `module` takes a text's declarations in order: `declare` (variables and heads of functions), `structure`.
//! - `function` has the state of one body; `statement`, `expression`, `place`, `value` check its parts.
//! - `constant` computes constants, and says which expressions are some.
//! - `call` chooses a function by its arguments. `generic` makes the functions that only calls ask for: with types in the
//!   place of interfaces and of arrays without a size, and those of the library.
//! - `reach` finds what the entry calls: where a language says so, unknown names in other functions are no errors.
//! - `entry` finds the entry, and what its parameters may not have.
//! - `persist` makes static variables of functions that keep their values from call to call.
//! - `usage` follows variables through a body, `place::pattern` bits through a whole text.
//!
//! Errors come in phases where a language says so ([`checker::Phase`]): a later phase reports only if all before have none.

mod call;
pub(super) mod checker;
pub(super) mod constant;
pub(super) mod convert;
mod declare;
pub(super) mod dialect;
pub(super) mod effect;
mod entry;
mod expression;
pub(super) mod function;
pub(super) mod generic;
mod module;
mod persist;
pub(super) mod place;
mod reach;
mod statement;
mod structure;
mod usage;
mod value;

pub(super) use checker::Options;
pub(super) use module::check;
