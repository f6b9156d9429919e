//! Which numbers are read, and how often. Of loops and branches, only what is read of it counts: a number that a loop carries for
//! nothing, or a result that nothing takes, is left out.

use super::flatten::Flat;
use super::numbers::{Graph, Kind, NodeId};
use super::regions::{Branch, Loop};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is read of a graph.
pub(in crate::codegen) struct Demand {
    /// How often each number is read.
    pub(in crate::codegen) uses: Vec<u32>,
    /// What loops carry and branches give, by rising numbers.
    parts: FxHashMap<NodeId, Vec<u32>>,
    /// The numbers of loops.
    loops: FxHashMap<u32, NodeId>,
}

/// What is left to walk over.
struct Walk<'g> {
    graph: &'g Graph,
    demand: Demand,
    wanted: FxHashSet<(NodeId, u32)>,
    stack: Vec<NodeId>,
}

/// What the results of a program read.
pub(in crate::codegen) fn demand(flat: &Flat) -> Demand {
    let graph = &flat.graph;
    let loops = graph.nodes.iter().enumerate();
    let loops = loops.filter_map(|(i, node)| match node.kind {
        Kind::Loop(id) => Some((id, NodeId(i as u32))),
        _ => None,
    });
    let mut walk = Walk {
        graph,
        demand: Demand {
            uses: vec![0; graph.nodes.len()],
            parts: FxHashMap::default(),
            loops: loops.collect(),
        },
        wanted: FxHashSet::default(),
        stack: flat.roots(),
    };
    while let Some(n) = walk.stack.pop() {
        walk.number(n);
    }
    let mut demand = walk.demand;
    demand.parts.values_mut().for_each(|p| p.sort_unstable());
    demand
}

impl Walk<'_> {
    fn number(&mut self, n: NodeId) {
        let graph = self.graph;
        let count = &mut self.demand.uses[n.0 as usize];
        *count += 1;
        if *count > 1 {
            return;
        }
        let args = graph.args(n);
        match graph.kind(n) {
            Kind::After(k) => {
                self.stack.push(args[0]);
                self.part(args[0], k);
            }
            Kind::Carried(id, k) => {
                if let Some(node) = self.demand.loops.get(&id).copied() {
                    self.part(node, k);
                }
            }
            Kind::Counted(_, _, id) => self.stack.extend(self.demand.loops.get(&id)),
            Kind::Loop(id) => {
                let carried = graph.loops[id as usize].carried;
                self.stack.extend_from_slice(&args[2 * carried..]);
            }
            Kind::Branch(id) => {
                let split = graph.branches[id as usize].split(args);
                self.stack.extend_from_slice(split.test);
                let kills = split.kills.into_iter().flatten();
                self.stack.extend(kills);
            }
            _ => self.stack.extend_from_slice(args),
        }
    }

    /// One of the numbers that a loop carries, or a result of a branch.
    fn part(&mut self, node: NodeId, k: u32) {
        if !self.wanted.insert((node, k)) {
            return;
        }
        self.demand.parts.entry(node).or_default().push(k);
        let args = self.graph.args(node);
        let at = k as usize;
        match self.graph.kind(node) {
            Kind::Loop(id) => {
                let carried = self.graph.loops[id as usize].carried;
                self.stack.extend([args[at], args[carried + at]]);
            }
            Kind::Branch(id) => {
                let split = self.graph.branches[id as usize].split(args);
                self.stack.extend(split.results.map(|side| side[at]));
            }
            _ => {}
        }
    }
}

impl Demand {
    /// The new number of a part of a loop or branch.
    pub(in crate::codegen) fn part(&self, node: NodeId, k: u32) -> u32 {
        let parts = self.parts.get(&node);
        let at = parts.and_then(|p| p.binary_search(&k).ok());
        at.unwrap_or(0) as u32
    }

    /// The same of a number that a loop carries.
    pub(in crate::codegen) fn carried(&self, id: u32, k: u32) -> u32 {
        self.loops.get(&id).map_or(0, |node| self.part(*node, k))
    }

    /// A loop with the carried numbers that are read, and the arguments of its number.
    pub(in crate::codegen) fn of_loop(
        &self,
        node: NodeId,
        old: &Loop,
        args: &[NodeId],
    ) -> (Loop, Vec<NodeId>) {
        let parts = self.parts.get(&node).map_or(&[][..], Vec::as_slice);
        let of = |first: usize| parts.iter().map(move |k| args[first + *k as usize]);
        let mut kept: Vec<NodeId> = of(0).chain(of(old.carried)).collect();
        kept.extend_from_slice(&args[2 * old.carried..]);
        let new = Loop {
            carried: parts.len(),
            lanes: dense(&old.lanes, parts),
            ..old.clone()
        };
        (new, kept)
    }

    /// A branch with the results that are read, and the arguments of its number.
    pub(in crate::codegen) fn of_branch(
        &self,
        node: NodeId,
        old: &Branch,
        args: &[NodeId],
    ) -> (Branch, Vec<NodeId>) {
        let parts = self.parts.get(&node).map_or(&[][..], Vec::as_slice);
        let split = old.split(args);
        let mut kept = split.test.to_vec();
        for side in split.results {
            kept.extend(parts.iter().map(|k| side[*k as usize]));
        }
        kept.extend(split.kills.into_iter().flatten());
        let new = Branch {
            results: parts.len(),
            lanes: dense(&old.lanes, parts),
            ..old.clone()
        };
        (new, kept)
    }
}

/// The vectors and lanes of some parts. Vectors follow each other without gaps.
fn dense(lanes: &[(u32, u8)], parts: &[u32]) -> Vec<(u32, u8)> {
    let mut made: Vec<(u32, u8)> = Vec::with_capacity(parts.len());
    let mut last: Option<u32> = None;
    for k in parts {
        let Some((vector, lane)) = lanes.get(*k as usize).copied() else {
            continue;
        };
        let number = match (made.last(), last) {
            (Some((number, _)), Some(known)) if known == vector => *number,
            (Some((number, _)), _) => number + 1,
            (None, _) => 0,
        };
        made.push((number, lane));
        last = Some(vector);
    }
    made
}
