//! What a loop of the machine cannot do.

use super::Round;
use crate::codegen::graph::flatten::Walk;
use crate::codegen::graph::numbers::{Kind, NodeId};
use crate::codegen::graph::regions::Item;
use crate::codegen::machine::Opcode;
use crate::codegen::refusal::Refusal;
use crate::frontend::assembly::d3d::model::Comparison;
use rustc_hash::FxHashMap;

/// The rounds of a loop, and the look whether there is one more.
const MOST_ROUNDS: usize = 256;
/// Numbers that a counter is computed from.
const MOST_COUNTED: usize = 64;

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
        let counters = self.counters(round, nexts, [a, b])?;
        let mut values: FxHashMap<NodeId, f32> = FxHashMap::default();
        for k in &counters {
            values.insert(round.carried[*k], self.graph.value(round.begin[*k])?);
        }
        for n in 0..MOST_ROUNDS {
            let [x, y] = [self.known(a, &values)?, self.known(b, &values)?];
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
            let next = counters.iter().map(|k| {
                let next = self.known(nexts[*k], &values)?;
                Some((round.carried[*k], next))
            });
            values = next.collect::<Option<_>>()?;
        }
        Some(MOST_ROUNDS as u32)
    }

    /// The carried numbers that others depend on, from round to round; `None` of too many numbers.
    fn counters(&self, round: &Round, nexts: &[NodeId], of: [NodeId; 2]) -> Option<Vec<usize>> {
        let (mut counters, mut stack) = (Vec::new(), of.to_vec());
        for _ in 0..MOST_COUNTED {
            let Some(n) = stack.pop() else {
                return Some(counters);
            };
            match round.carried.iter().position(|c| *c == n) {
                Some(k) if counters.contains(&k) => {}
                Some(k) => {
                    counters.push(k);
                    stack.push(nexts[k]);
                }
                None => stack.extend_from_slice(self.graph.args(n)),
            }
        }
        None
    }

    /// The value of a number where those of the counters are known, if it is a sum or product of these.
    fn known(&self, n: NodeId, values: &FxHashMap<NodeId, f32>) -> Option<f32> {
        let of = |i: usize| self.known(self.graph.args(n)[i], values);
        Some(match self.graph.kind(n) {
            Kind::Literal(bits) => f32::from_bits(bits),
            Kind::Carried(..) => *values.get(&n)?,
            Kind::Add => of(0)? + of(1)?,
            Kind::Mul => of(0)? * of(1)?,
            Kind::Mad => of(0)? * of(1)? + of(2)?,
            Kind::Neg => -of(0)?,
            Kind::Abs => of(0)?.abs(),
            _ => return None,
        })
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
                Kind::Ddx
                    | Kind::Ddy
                    | Kind::Sample(Opcode::TexLd | Opcode::TexLdB | Opcode::TexLdP, _)
            ) {
                return Err(Refusal::Loop { span: self.span });
            }
            stack.extend_from_slice(self.graph.args(n));
        }
        Ok(())
    }
}
