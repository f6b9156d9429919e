//! A program's control flow as a graph in which calls are jumps. A call pushes its return block. `Return` goes to one
//! node, from which all return blocks are reached.

use crate::ir::{BlockId, Program, Terminator};
use smallvec::SmallVec;

/// A block, by its number. One more node stands for all returns from calls.
pub(super) type Node = u32;

pub(super) struct Graph<'p> {
    pub(super) program: &'p Program,
    /// The node of all returns, in programs with calls.
    pub(super) returns: Option<Node>,
    /// The blocks where calls return to.
    resumes: Vec<Node>,
}

impl<'p> Graph<'p> {
    pub(super) fn new(program: &'p Program) -> Graph<'p> {
        let mut resumes: Vec<Node> = Vec::new();
        for block in &program.blocks {
            if let Terminator::Call { resume, .. } = block.terminator {
                resumes.push(resume.0);
            }
        }
        resumes.sort_unstable();
        resumes.dedup();
        let has_calls = !resumes.is_empty() && program.call_depth > 0;
        Graph {
            program,
            returns: has_calls.then_some(program.blocks.len() as Node),
            resumes,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.program.blocks.len() + usize::from(self.returns.is_some())
    }

    /// The block of a node, if it is one.
    pub(super) fn block(&self, node: Node) -> Option<BlockId> {
        (Some(node) != self.returns).then_some(BlockId(node))
    }

    /// The targets of a node's edges, in order.
    pub(super) fn edges(&self, node: Node) -> SmallVec<[Node; 2]> {
        let Some(block) = self.block(node) else {
            return self.resumes.iter().copied().collect();
        };
        match &self.program.block(block).terminator {
            Terminator::Jump(e) => [e.block.0].into_iter().collect(),
            Terminator::Branch(_, a, b) => [a.block.0, b.block.0].into_iter().collect(),
            Terminator::Call { callee, .. } if self.returns.is_some() => {
                [callee.0].into_iter().collect()
            }
            Terminator::Return => self.returns.into_iter().collect(),
            Terminator::Call { .. } | Terminator::End => SmallVec::new(),
        }
    }

    /// The nodes that can be reached, each after a predecessor.
    pub(super) fn reached(&self) -> Vec<Node> {
        let mut seen = vec![false; self.len()];
        let mut order: Vec<Node> = vec![0];
        seen[0] = true;
        let mut at = 0;
        while at < order.len() {
            for next in self.edges(order[at]) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    order.push(next);
                }
            }
            at += 1;
        }
        order
    }
}
