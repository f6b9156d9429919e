//! Selects machine operations for IR.
#![forbid(unsafe_code)]

pub(crate) mod arrays;
pub(crate) mod call;
pub(crate) mod facts;
pub(crate) mod flow;
pub(crate) mod inst;
pub(crate) mod pixels;
pub(crate) mod plan;
pub(crate) mod selector;
mod values;
pub(crate) mod wide;
pub(crate) mod wide_arithmetic;
