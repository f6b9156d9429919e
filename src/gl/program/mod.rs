//! Program objects of the assembly languages: loading, parameters, queries, execution.

pub(crate) mod capabilities;
pub mod commands;
pub mod nv;
pub mod nv_named;
pub mod nv_parameters;
pub mod object;
pub mod parameters;
pub mod query;
pub(crate) mod text_ati;

#[cfg(test)]
pub(crate) mod tests;
