//! Semantics: what the names after a parameter's or a member's colon bind it to, by profile.
//!
//! [`mod@find`] looks a name of a varying up, and says why it is none; `vertex`, `fragment` and `table` have the names.
//! [`uniform`] does so for uniforms. [`Binding`] answers what lowering asks; [`check`] reports what is wrong at an entry.

pub mod binding;
pub mod check;
mod combiner;
pub mod find;
mod fragment;
mod leaf;
mod modifier;
mod outputs;
mod row;
mod table;
#[cfg(test)]
mod tests;
pub mod uniform;
pub mod usage;
mod vertex;
mod written;

pub use binding::Binding;
