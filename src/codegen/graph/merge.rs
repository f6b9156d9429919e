//! What the two ways of a branch have left behind, merged where they meet.

use super::branch::Join;
use super::flatten::{Arrival, State, Walk};
use super::numbers::{Kind, NodeId};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// What one way of a branch has left behind.
#[derive(Default)]
pub(super) struct Side {
    pub(super) arrival: Arrival,
    pub(super) state: State,
    pub(super) values: BTreeMap<usize, NodeId>,
    pub(super) kills: Vec<NodeId>,
}

impl Walk<'_> {
    /// The pairs of different numbers that two ways have left behind.
    pub(super) fn different(&self, [yes, no]: &[Side; 2]) -> Vec<[NodeId; 2]> {
        let mut all: Vec<(NodeId, NodeId)> = Vec::new();
        let of_values = yes.values.iter().chain(&no.values);
        for i in of_values.map(|(i, _)| i) {
            let before = self.values[*i];
            let of = |side: &Side| side.values.get(i).copied().or(before);
            if let (Some(a), Some(b), Some(_)) = (of(yes), of(no), before) {
                all.push((a, b));
            }
        }
        let states = [
            (&yes.state.outputs, &no.state.outputs),
            (&yes.state.slots, &no.state.slots),
        ];
        for (yes, no) in states {
            let both = yes
                .iter()
                .filter_map(|(slot, a)| Some((*a, *no.get(slot)?)));
            all.extend(both);
        }
        if let (Some(first), Some(second)) = (&yes.arrival, &no.arrival) {
            all.extend(first.iter().copied().zip(second.iter().copied()));
        }
        // What one way cannot compute is not read where they have met.
        let is_there = |n: NodeId| !matches!(self.graph.kind(n), Kind::Missing(_));
        let mut seen = FxHashSet::default();
        let differ = all
            .into_iter()
            .filter(|(a, b)| a != b && is_there(*a) && is_there(*b));
        differ
            .map(|(a, b)| [a, b])
            .filter(|pair| seen.insert(*pair))
            .collect()
    }

    /// Kills fragments where a condition holds and one of the first ones does, or it does not and one of the others does.
    pub(in crate::codegen) fn kill_where(&mut self, condition: NodeId, kills: [Vec<NodeId>; 2]) {
        let otherwise = self.not(condition);
        for (holds, kills) in [condition, otherwise].into_iter().zip(kills) {
            for kill in kills {
                let both = self.and(holds, kill);
                self.kills.push(both);
            }
        }
    }

    /// What was written on one way only keeps that value: on the other way it has none.
    pub(super) fn merge(
        &mut self,
        joined: &Join,
        yes: BTreeMap<u32, NodeId>,
        mut no: BTreeMap<u32, NodeId>,
    ) -> BTreeMap<u32, NodeId> {
        let mut merged = BTreeMap::new();
        for (slot, a) in yes {
            let value = match no.remove(&slot) {
                Some(b) => self.joined_number(joined, a, b),
                None => a,
            };
            merged.insert(slot, value);
        }
        merged.extend(no);
        merged
    }

    /// Sets the values that two ways have set. A round of a loop sets anew what the round before has set, and what follows
    /// the loop may read it.
    pub(super) fn merge_values(
        &mut self,
        joined: &Join,
        yes: BTreeMap<usize, NodeId>,
        mut no: BTreeMap<usize, NodeId>,
    ) {
        let only_no = no.keys().filter(|i| !yes.contains_key(i));
        let all: Vec<usize> = yes.keys().chain(only_no).copied().collect();
        for i in all {
            let before = self.values[i];
            let a = yes.get(&i).copied().or(before);
            let b = no.remove(&i).or(before);
            let number = match (a, b, before) {
                (Some(a), Some(b), Some(_)) => self.joined_number(joined, a, b),
                // A value of one block that both ways have walked, or of one way, is not read where they have met.
                (Some(one), ..) | (None, Some(one), _) => one,
                (None, None, _) => continue,
            };
            self.overwritten.push((i, before));
            self.values[i] = Some(number);
        }
    }
}
