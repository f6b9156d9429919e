//! Checks a parsed program: what needs the whole text.
//!
//! - [`count`]: instructions, registers and indirections against the limits of the target.
//! - [`flow_graph`]: blocks, and which registers live across them. [`flow_counts`] counts labels and branches for tools.
//! - [`recover`]: several errors of one text, for the log.
//! - [`warnings`]: what loads and is probably not meant.

pub(crate) mod count;
pub(crate) mod flow_counts;
pub(crate) mod flow_graph;
pub(crate) mod recover;
pub(crate) mod warnings;
