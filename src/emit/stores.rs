//! Finds the outputs that every path writes.

use super::graph::{Graph, Node};
use crate::ir::{Op, Program, Terminator};

/// The greatest size of the sets in words; beyond it the analysis costs too much.
const MAX_WORK: usize = 1 << 20;

/// For each output slot, whether all paths from the program's beginning to any of its ends write it.
pub(super) fn always_stored(program: &Program) -> Vec<bool> {
    let graph = Graph::new(program);
    let n_words = (program.n_outputs as usize).div_ceil(64);
    if graph.len() * n_words > MAX_WORK {
        return vec![false; program.n_outputs as usize];
    }
    let stored = settle(&graph, n_words);
    let mut always = vec![u64::MAX; n_words];
    for node in graph.reached() {
        if may_end(&graph, node) {
            // A limit ends the program before the block.
            let block = graph.block(node).map(|b| program.block(b));
            let is_limit =
                block.is_some_and(|b| b.source_count > 0) && program.instruction_limit.is_some();
            let own = if is_limit {
                vec![0; n_words]
            } else {
                own_stores(&graph, node, n_words)
            };
            let before = &stored[node as usize];
            for (always, (own, before)) in always.iter_mut().zip(own.iter().zip(before)) {
                *always &= own | before;
            }
        }
    }
    let slots = 0..program.n_outputs as usize;
    slots.map(|s| always[s / 64] >> (s % 64) & 1 != 0).collect()
}

fn may_end(graph: &Graph<'_>, node: Node) -> bool {
    let Some(block) = graph.block(node) else {
        return true;
    };
    let block = graph.program.block(block);
    let is_limit = block.source_count > 0 && graph.program.instruction_limit.is_some();
    is_limit
        || !matches!(
            block.terminator,
            Terminator::Jump(_) | Terminator::Branch(..)
        )
}

fn own_stores(graph: &Graph<'_>, node: Node, n_words: usize) -> Vec<u64> {
    let mut own = vec![0; n_words];
    if let Some(block) = graph.block(node) {
        for inst in &graph.program.block(block).insts {
            if matches!(inst.op, Op::StoreOutput | Op::StoreOutputI) {
                own[inst.imm[0] as usize / 64] |= 1 << (inst.imm[0] % 64);
            }
        }
    }
    own
}

/// The outputs stored on all paths to each node.
fn settle(graph: &Graph<'_>, n_words: usize) -> Vec<Vec<u64>> {
    // Start with everything stored before every node but the first, and take away what some path does not store.
    let mut before = vec![vec![u64::MAX; n_words]; graph.len()];
    before[0] = vec![0; n_words];
    let mut open: Vec<Node> = vec![0];
    let mut is_open = vec![true; graph.len()];
    let mut seen = vec![false; graph.len()];
    while let Some(node) = open.pop() {
        is_open[node as usize] = false;
        let is_first = !std::mem::replace(&mut seen[node as usize], true);
        // What is stored after the node goes to its successors, as the intersection of all that come in.
        let own = own_stores(graph, node, n_words);
        let after: Vec<u64> = own
            .iter()
            .zip(&before[node as usize])
            .map(|(a, b)| a | b)
            .collect();
        for to in graph.edges(node) {
            let mut changed = false;
            for (known, after) in before[to as usize].iter_mut().zip(&after) {
                changed |= *known & after != *known;
                *known &= after;
            }
            // Each node is looked at once, and again when its set became smaller.
            let is_waiting = is_first && !seen[to as usize];
            if is_waiting || changed && !is_open[to as usize] {
                is_open[to as usize] = true;
                open.push(to);
            }
        }
    }
    before
}
