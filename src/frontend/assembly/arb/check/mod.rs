//! Counts, limits and warnings of a parsed program.

pub(crate) mod count;
pub(crate) mod flow_counts;
pub(crate) mod warnings;
