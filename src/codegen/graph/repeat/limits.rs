//! What a loop of the machine cannot do.

use super::Round;
use crate::codegen::graph::flatten::Walk;
use crate::codegen::graph::numbers::{Kind, NodeId};
use crate::codegen::graph::regions::Item;
use crate::codegen::refusal::Refusal;
use crate::frontend::assembly::d3d::model::{Comparison, Opcode};

/// The rounds of a loop, and the look whether there is one more.
const MOST_ROUNDS: usize = 256;

impl Walk<'_> {
    /// Refuses loops that certainly have more rounds than the machine has: those of a counter with constants.
    pub(super) fn check_rounds(
        &mut self,
        round: &Round,
        nexts: &[NodeId],
        leaves: NodeId,
    ) -> Result<(), Refusal> {
        let mut late = Vec::new();
        if self.graph.kind(leaves) != Kind::Truth(false) {
            self.comparisons(leaves, false, &mut late);
        }
        let early = round.items.iter().filter_map(|(item, a)| match item {
            Item::Break(comparison) => Some((*comparison, a[0], a[1])),
            _ => None,
        });
        let all: Vec<(Comparison, NodeId, NodeId)> = early.chain(late).collect();
        let ends = |c: &(Comparison, NodeId, NodeId)| self.ends(round, nexts, *c);
        let known: Vec<Option<bool>> = all.iter().map(ends).collect();
        // One that depends on more than a counter may end the loop, and so does one that holds in time.
        match known.iter().all(|k| *k == Some(false)) {
            true => Err(Refusal::Loop { span: self.span }),
            false => Ok(()),
        }
    }

    /// Whether a comparison of a counter with a constant holds in one of the rounds; `None` of other comparisons.
    fn ends(
        &self,
        round: &Round,
        nexts: &[NodeId],
        comparison: (Comparison, NodeId, NodeId),
    ) -> Option<bool> {
        let rounds = self.rounds_of(round, nexts, comparison)?;
        Some((rounds as usize) < MOST_ROUNDS)
    }

    /// In which round a comparison of a counter with a constant holds first, from 0 on; as many as there may be, if in none.
    pub(super) fn rounds_of(
        &self,
        round: &Round,
        nexts: &[NodeId],
        (comparison, a, b): (Comparison, NodeId, NodeId),
    ) -> Option<u32> {
        let g = &self.graph;
        let counter = |n: NodeId| -> Option<(usize, f32)> {
            let k = |n: NodeId| round.carried.iter().position(|c| *c == n);
            match (k(n), g.kind(n)) {
                (Some(k), _) => Some((k, 0.0)),
                (None, Kind::Add) => Some((k(g.args(n)[0])?, g.value(g.args(n)[1])?)),
                _ => None,
            }
        };
        let (k, offset, limit, is_turned) = match (counter(a), counter(b), g.value(a), g.value(b)) {
            (Some((k, offset)), _, _, Some(limit)) => (k, offset, limit, false),
            (_, Some((k, offset)), Some(limit), _) => (k, offset, limit, true),
            _ => return None,
        };
        let (_, step) = counter(nexts[k]).filter(|(own, _)| *own == k)?;
        let mut value = g.value(round.begin[k])?;
        for n in 0..MOST_ROUNDS {
            let number = value + offset;
            let (x, y) = if is_turned {
                (limit, number)
            } else {
                (number, limit)
            };
            let holds = match comparison {
                Comparison::Gt => x > y,
                Comparison::Eq => x == y,
                Comparison::Ge => x >= y,
                Comparison::Lt => x < y,
                Comparison::Ne => x != y,
                Comparison::Le => x <= y,
            };
            if holds {
                return Some(n as u32);
            }
            value += step;
        }
        Some(MOST_ROUNDS as u32)
    }

    /// Refuses rounds that compare neighbours, of which each may have another number of rounds.
    pub(super) fn check_neighbours(&self, round: &Round, nexts: &[NodeId]) -> Result<(), Refusal> {
        let rounds = self.graph.rounds();
        let mut seen = vec![false; rounds.len()];
        let items = round.items.iter().flat_map(|(_, a)| a);
        let mut stack: Vec<NodeId> = nexts.iter().chain(items).copied().collect();
        while let Some(n) = stack.pop() {
            if !rounds[n.0 as usize].contains(&round.id)
                || std::mem::replace(&mut seen[n.0 as usize], true)
            {
                continue;
            }
            let kind = self.graph.kind(n);
            if matches!(
                kind,
                Kind::Ddx | Kind::Ddy | Kind::Sample(Opcode::TexLd | Opcode::TexLdB, _)
            ) {
                return Err(Refusal::Loop { span: self.span });
            }
            stack.extend_from_slice(self.graph.args(n));
        }
        Ok(())
    }
}
