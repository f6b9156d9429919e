//! Selects machine operations for IR: the instructions of a program become regions of nodes over virtual registers.
//!
//! - [`plan`] comes first. It says which instruction goes to which region, and which values cross from one to another.
//! - [`selector`] holds the state and walks over the plan; `values` gives crossing values their homes, and reads them.
//! - [`inst`] chooses operations for 32 bits, [`wide`] and [`wide_arithmetic`] for 64, [`pixels`] for planes of the target.
//! - [`call`] and [`flow`] end regions: operands of calls in rows, arguments of edges under masks.
//! - [`arrays`] replaces inputs and outputs by arrays of the application. [`facts`] finds what is known of values, so that
//!   an operation can be left out.
//!
//! Invariants: the nodes compute the bits of [`crate::ir::semantics`]. No virtual register lives beyond its region.
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
