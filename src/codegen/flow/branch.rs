//! The lines of a branch. Its results lie in registers of their own, which both sides write; what else the sides read is computed
//! before it.

use crate::codegen::graph::numbers::{Kind, NodeId};
use crate::codegen::graph::regions::Test;
use crate::codegen::lines::Read;
use crate::codegen::lines::Where;
use crate::codegen::machine::Opcode;
use crate::codegen::pack::Pack;
use crate::frontend::assembly::d3d::model::File;
use smallvec::{SmallVec, smallvec};

impl Pack<'_> {
    /// Emits a branch.
    pub(in crate::codegen) fn branch(&mut self, node: NodeId, id: u32) {
        let graph = self.graph;
        let known = &graph.branches[id as usize];
        let split = known.split(graph.args(node));
        self.compute_shared(id, split.results, split.kills);
        let vectors = self.vectors_of(&known.lanes);
        match known.test {
            Test::Compare(comparison) => {
                let reads = split.test.iter().map(|n| self.number(*n));
                let reads: SmallVec<[Read; 4]> = reads.collect();
                self.flow(Opcode::IfC, Some(comparison), reads);
            }
            Test::Scalar(register) => {
                let tested = Where::Fixed(self.tested(File::ConstBool, register));
                self.flow(Opcode::If, None, smallvec![Read::plain(tested)]);
            }
        }
        // What a side computes is not there on the other one, nor after the branch.
        for side in [0, 1] {
            let is_empty = split.results[side].is_empty() && split.kills[side].is_empty();
            if side == 1 && is_empty {
                continue;
            }
            if side == 1 {
                self.flow(Opcode::Else, None, SmallVec::new());
            }
            let outside = self.outside();
            self.kill(split.kills[side]);
            for vector in &vectors {
                let lanes = vector.carried.map(|k| k.map(|k| split.results[side][k]));
                self.begin_vector(vector, lanes);
            }
            (self.homes, self.gathered, self.indices) = outside;
        }
        self.flow(Opcode::EndIf, None, SmallVec::new());
        self.set_homes(&vectors, |k| (Kind::After(k), Some(node)));
    }

    /// Computes what the sides read and share with each other, or with what follows.
    fn compute_shared(&mut self, id: u32, results: [&[NodeId]; 2], kills: [&[NodeId]; 2]) {
        let mut seen = vec![false; self.graph.nodes.len()];
        let mut wanted: Vec<NodeId> = Vec::new();
        for side in [0, 1] {
            let mut stack: Vec<NodeId> = results[side].to_vec();
            stack.extend_from_slice(kills[side]);
            while let Some(n) = stack.pop() {
                if std::mem::replace(&mut seen[n.0 as usize], true) {
                    continue;
                }
                let kind = self.graph.kind(n);
                let is_modifier =
                    kind == Kind::Neg || kind == Kind::Abs && self.target.machine.has_abs;
                let is_own = self.sides.is_inside(n, id, side) || is_modifier;
                match kind {
                    Kind::Literal(_) | Kind::Register(..) | Kind::Counted(..) => {}
                    _ if is_own || matches!(kind, Kind::Relative(..)) => {
                        stack.extend_from_slice(self.graph.args(n));
                    }
                    _ => wanted.push(n),
                }
            }
        }
        self.compute_all(wanted);
    }
}
