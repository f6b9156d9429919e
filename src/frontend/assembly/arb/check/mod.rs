//! Checks a parsed program: counts, limits, several errors of one text, warnings; its flow graph.

pub(crate) mod count;
pub(crate) mod flow_counts;
pub(crate) mod flow_graph;
pub(crate) mod recover;
pub(crate) mod warnings;
