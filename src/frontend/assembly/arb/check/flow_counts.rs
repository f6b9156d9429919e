//! Counts a program's control flow, for tools.

use crate::frontend::assembly::arb::check::flow_graph::FlowGraph;
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::Parsed;

/// Labels and branches of the text, reached or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FlowCounts {
    pub labels: u32,
    /// BRA instructions.
    pub branches: u32,
    /// CAL instructions.
    pub calls: u32,
    /// RET instructions.
    pub returns: u32,
    /// IF instructions.
    pub ifs: u32,
    /// LOOP and REP instructions.
    pub loops: u32,
    /// Whether reached code may run again, or runs code that stands before it: loops, calls backward.
    pub goes_back: bool,
}

impl FlowCounts {
    pub(crate) fn of(p: &Parsed) -> FlowCounts {
        let count = |opcode: Opcode| {
            let all = p.instructions.iter();
            all.filter(|i| i.opcode == opcode).count() as u32
        };
        FlowCounts {
            labels: p.labels.len() as u32,
            branches: count(Opcode::Bra),
            calls: count(Opcode::Cal),
            returns: count(Opcode::Ret),
            ifs: count(Opcode::If),
            loops: count(Opcode::Loop) + count(Opcode::Rep),
            goes_back: FlowGraph::of(p).has_back_edge(p),
        }
    }
}
