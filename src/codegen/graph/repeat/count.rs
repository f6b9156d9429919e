//! Rounds that the machine counts: a loop that a counter leaves at the beginning of a round has no branch for that.

use super::Round;
use crate::codegen::graph::flatten::Walk;
use crate::codegen::graph::numbers::{Kind, NodeId};
use crate::codegen::graph::regions::{Item, Rounds};
use crate::codegen::machine::Counts;
use crate::frontend::assembly::d3d::model::{Comparison, File};

/// The most rounds that the machine counts.
pub(super) const MOST: u32 = 255;

/// How many rounds a loop has, and the carried number that counts them, with its begin and its step.
pub(super) type Count = (Rounds, Option<(u32, [u32; 2])>);

impl Walk<'_> {
    /// Takes the branch by which a counter leaves the loop out of the round.
    pub(super) fn take_count(&self, round: &mut Round, nexts: &[NodeId]) -> Count {
        let Some((Item::Break(comparison), args)) = round.items.first() else {
            return (Rounds::Most, None);
        };
        if self.target.machine.counts == Counts::None {
            return (Rounds::Most, None);
        }
        let (comparison, [a, b]) = (*comparison, [args[0], args[1]]);
        let Some(count) = self.count(round, nexts, comparison, a, b) else {
            return (Rounds::Most, None);
        };
        round.items.remove(0);
        count
    }

    fn count(
        &self,
        round: &Round,
        nexts: &[NodeId],
        comparison: Comparison,
        a: NodeId,
        b: NodeId,
    ) -> Option<Count> {
        let rounds = self.rounds_of(round, nexts, (comparison, a, b));
        let position = |n: NodeId| round.carried.iter().position(|c| *c == n);
        let (k, limit, leaves_from) = match (position(a), position(b)) {
            (Some(k), None) => (Some(k), b, comparison == Comparison::Ge),
            (None, Some(k)) => (Some(k), a, comparison == Comparison::Le),
            _ => (None, b, false),
        };
        let counter = k.and_then(|k| self.counter(round, nexts, k));
        if let Some(rounds) = rounds {
            let is_counted = rounds > 0 && rounds <= MOST;
            return is_counted.then_some((Rounds::Known(rounds), counter));
        }
        let Kind::Register(File::Const, register, 0) = self.graph.kind(limit) else {
            return None;
        };
        let is_scalar = self.target.scalar(register) == Some(File::ConstInt);
        let is_plain = matches!(counter, Some((_, [0, 1])));
        let counts = leaves_from && is_plain && is_scalar;
        counts.then_some((Rounds::Scalar(register), counter))
    }

    /// A carried number with a begin and a step that the machine's own counter can have.
    fn counter(&self, round: &Round, nexts: &[NodeId], k: usize) -> Option<(u32, [u32; 2])> {
        let g = &self.graph;
        let is_step = g.kind(nexts[k]) == Kind::Add && g.args(nexts[k])[0] == round.carried[k];
        let step = g.value(*g.args(nexts[k]).get(1)?).filter(|_| is_step)?;
        let begin = g.value(round.begin[k])?;
        let is_natural = |x: f32| (0.0..=255.0).contains(&x) && x.fract() == 0.0;
        let is_counter = is_natural(begin) && is_natural(step);
        is_counter.then_some((k as u32, [begin as u32, step as u32]))
    }
}
