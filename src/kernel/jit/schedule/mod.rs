//! Orders machine operations, and makes software pipelines.
#![forbid(unsafe_code)]

pub(crate) mod list;
pub(crate) mod software_pipeline;
pub(crate) mod unroll;

#[cfg(test)]
mod tests;
