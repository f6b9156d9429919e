//! Makes the number of a loop of what its round has computed.

use super::count::{Count, MOST};
use super::{Key, Outcome, Round, Way};
use crate::codegen::graph::flatten::Walk;
use crate::codegen::graph::numbers::{Kind, NodeId};
use crate::codegen::graph::regions::{Item, Loop, Rounds};
use crate::codegen::machine::{Counts, Flow};
use crate::codegen::refusal::Refusal;
use crate::frontend::assembly::d3d::model::Comparison;
use std::collections::BTreeMap;

/// What a way leaves of a carried number.
fn end_of(key: Key, way: &Way) -> Option<NodeId> {
    match key {
        Key::Parameter(at, _) => way.arguments.get(at),
        Key::Slot(slot) => way.state.slots.get(&slot),
        Key::Output(slot) => way.state.outputs.get(&slot),
    }
    .copied()
}

/// How many rounds a loop has that stays because it costs much.
const COUNTED: std::ops::RangeInclusive<u32> = 2..=254;

impl Walk<'_> {
    /// The kills so far become items of the loop.
    pub(super) fn drain_kills(&mut self, round: &mut Round) {
        let mut numbers = Vec::new();
        for condition in std::mem::take(&mut self.kills) {
            let condition = self.and(round.path, condition);
            self.below_zero(condition, &mut numbers);
        }
        let items = numbers.into_iter().map(|n| (Item::Kill, vec![n]));
        round.items.extend(items);
    }

    pub(super) fn break_where(&mut self, round: &mut Round, condition: NodeId) {
        let mut all = Vec::new();
        self.comparisons(condition, false, &mut all);
        let items = all
            .into_iter()
            .map(|(c, a, b)| (Item::Break(c), vec![a, b]));
        round.items.extend(items);
    }

    /// The comparisons one of which holds where the condition does, or where it does not.
    pub(in crate::codegen::graph) fn comparisons(
        &mut self,
        condition: NodeId,
        is_not: bool,
        all: &mut Vec<(Comparison, NodeId, NodeId)>,
    ) {
        use Comparison::*;
        let args = self.graph.args(condition).to_vec();
        let comparison = match (self.graph.kind(condition), is_not) {
            (Kind::Not, _) => return self.comparisons(args[0], !is_not, all),
            (Kind::Or, false) | (Kind::And, true) => {
                return args.iter().for_each(|a| self.comparisons(*a, is_not, all));
            }
            (Kind::Lt, false) => Lt,
            (Kind::Lt, true) => Ge,
            (Kind::Le, false) => Le,
            (Kind::Le, true) => Gt,
            (Kind::Eq, false) | (Kind::Ne, true) => Eq,
            (Kind::Ne, false) | (Kind::Eq, true) => Ne,
            _ => {
                let number = self.as_number(condition);
                let half = self.graph.literal(0.5);
                return all.push((if is_not { Lt } else { Gt }, number, half));
            }
        };
        all.push((comparison, args[0], args[1]));
    }

    /// Makes the number of a loop. Returns it, what it carries after it in the order of keys and results, and whether it
    /// ends fragments; `None` where early ways leave it with something else than late ones.
    pub(super) fn finish_loop(
        &mut self,
        mut round: Round,
        outcome: Outcome,
    ) -> Result<Option<(NodeId, Vec<NodeId>, bool)>, Refusal> {
        self.drain_kills(&mut round);
        let kills = round.items.iter().any(|(item, _)| *item == Item::Kill);
        let Some(next) = outcome.next.clone().or(outcome.exit.clone()) else {
            return Err(Refusal::Loop { span: self.span });
        };
        let owns = self.ends_of_round(&round, &outcome, &next);
        // A loop that counts after its rounds has no branch for that either.
        let late = self.late_count(&round, &outcome, &owns);
        let leaves = match late {
            Some(_) => self.truth(false),
            None => outcome.leaves,
        };
        let is_late = self.graph.kind(leaves) != Kind::Truth(false);
        let ends = is_late || late.is_some();
        if !ends && round.items.iter().all(|(item, _)| *item == Item::Kill) {
            return Err(Refusal::Loop { span: self.span });
        }
        // Where a late way was taken, slots and outputs are what it leaves behind.
        let mut nexts = Vec::new();
        for (key, own) in round.keys.iter().zip(owns) {
            let left = outcome.exit.as_ref().and_then(|way| end_of(*key, way));
            let is_parameter = matches!(key, Key::Parameter(..));
            nexts.push(match left.filter(|_| !is_parameter && is_late) {
                Some(left) => self.select(leaves, left, own),
                None => own,
            });
        }
        let Some(results) = self.bind(&mut round, &outcome, &mut nexts) else {
            return Ok(None);
        };
        if late.is_none() && self.target.machine.counts != Counts::None {
            self.check_rounds(&round, &nexts, leaves)?;
        }
        let count = match late {
            Some(rounds) => (Rounds::Known(rounds), None),
            None => self.take_count(&mut round, &nexts),
        };
        if let Rounds::Known(n) = count.0
            && self.chosen.contains(&round.header)
            && !COUNTED.contains(&n)
        {
            return Err(Refusal::Loop { span: self.span });
        }
        let is_break = |(item, _): &(Item, Vec<NodeId>)| matches!(item, Item::Break(_));
        if is_late || round.items.iter().any(is_break) || count.0 == Rounds::Most {
            if self.target.machine.flow != Flow::Numbers {
                return Err(Refusal::Loop { span: self.span });
            }
            if !self.target.machine.compares_in_loops {
                self.check_neighbours(&round, &nexts)?;
            }
        }
        round.items.push((Item::Step, Vec::new()));
        if is_late {
            self.break_where(&mut round, leaves);
        }
        let (loop_node, after) = self.make(&round, nexts, count);
        // What is read after the loop is carried, or it is what it was before.
        let keys = round.carried[..round.keys.len()].iter().copied();
        let all: Vec<NodeId> = keys.chain(results).collect();
        let all = all.into_iter();
        let of = |n: NodeId| match round.carried.iter().position(|c| *c == n) {
            Some(k) => after[k],
            None => n,
        };
        Ok(Some((loop_node, all.map(of).collect(), kills)))
    }

    /// What each carried number is at the end of a round.
    fn ends_of_round(&mut self, round: &Round, outcome: &Outcome, next: &Way) -> Vec<NodeId> {
        let mut owns = Vec::new();
        for (key, carried) in round.keys.iter().zip(&round.carried) {
            let is_parameter = matches!(key, Key::Parameter(..));
            let own = match (is_parameter, &outcome.next) {
                (true, None) => Some(*carried),
                _ => end_of(*key, next),
            };
            owns.push(self.number_of(own.unwrap_or(*carried)));
        }
        owns
    }

    /// How many rounds a loop has that a counter alone leaves, after a round.
    fn late_count(&mut self, round: &Round, outcome: &Outcome, owns: &[NodeId]) -> Option<u32> {
        let exit = outcome.exit.as_ref().filter(|_| outcome.next.is_some())?;
        let has_break = round.items.iter().any(|(i, _)| matches!(i, Item::Break(_)));
        let is_same = { round.keys.iter().zip(owns) }.all(|(key, own)| match key {
            Key::Parameter(..) => true,
            key => end_of(*key, exit).is_none_or(|left| left == *own),
        });
        let mut all = Vec::new();
        self.comparisons(outcome.leaves, false, &mut all);
        let counts = self.target.machine.counts != Counts::None;
        if has_break || !is_same || all.len() != 1 || !counts {
            return None;
        }
        let rounds = self.rounds_of(round, owns, all[0])? + 1;
        (rounds <= MOST).then_some(rounds)
    }

    /// The carried numbers that are the results of the loop. New ones are added for those that no key has.
    pub(super) fn bind(
        &mut self,
        round: &mut Round,
        outcome: &Outcome,
        nexts: &mut Vec<NodeId>,
    ) -> Option<Vec<NodeId>> {
        let late = outcome.exit.as_ref().map(|way| self.results(way));
        let (early, late) = match (round.early.clone(), late) {
            (early, None) => return Some(early.unwrap_or_default()),
            (early, Some(late)) => (early, late),
        };
        let mut bound: BTreeMap<usize, NodeId> = BTreeMap::new();
        let mut results = Vec::new();
        for (j, left) in late.into_iter().enumerate() {
            let wanted = early.as_ref().map(|e| e[j]);
            let at = match wanted {
                Some(wanted) => round.carried.iter().position(|c| *c == wanted),
                None => nexts.iter().position(|n| *n == left),
            };
            match (at, wanted) {
                // An early way leaves this carried number behind, so a late way has to set it.
                (Some(k), Some(_)) => {
                    if *bound.entry(k).or_insert(left) != left {
                        return None;
                    }
                    results.push(round.carried[k]);
                }
                (Some(k), None) if bound.get(&k).is_none_or(|b| *b == left) => {
                    bound.insert(k, left);
                    results.push(round.carried[k]);
                }
                (None, Some(wanted)) if wanted == left => results.push(left),
                (None, Some(_)) => return None,
                _ if !self.graph.is_carried(left, round.id) => results.push(left),
                _ => {
                    let k = round.carried.len();
                    let carried = self.graph.node(Kind::Carried(round.id, k as u32), &[]);
                    round.carried.push(carried);
                    round.begin.push(self.graph.literal(0.0));
                    nexts.push(left);
                    results.push(carried);
                }
            }
        }
        for (k, left) in bound {
            nexts[k] = self.select(outcome.leaves, left, nexts[k]);
        }
        Some(results)
    }

    /// The number of the loop, and what it carries after it.
    pub(super) fn make(
        &mut self,
        round: &Round,
        nexts: Vec<NodeId>,
        (rounds, counter): Count,
    ) -> (NodeId, Vec<NodeId>) {
        let mut args = round.begin.clone();
        args.extend(&nexts);
        let items = round.items.iter();
        args.extend(items.flat_map(|(_, a)| a));
        self.graph.loops[round.id as usize] = Loop {
            carried: round.carried.len(),
            items: round.items.iter().map(|(item, _)| *item).collect(),
            lanes: self.lanes(&nexts),
            rounds,
            counter,
            is_indexed: false,
        };
        let loop_node = self.graph.node(Kind::Loop(round.id), &args);
        let after = (0..round.carried.len() as u32).map(Kind::After);
        let after = after.map(|kind| self.graph.node(kind, &[loop_node]));
        (loop_node, after.collect())
    }

    /// The vectors of carried numbers: up to four that follow each other and are computed alike.
    pub(in crate::codegen::graph) fn lanes(&self, nexts: &[NodeId]) -> Vec<(u32, u8)> {
        let mut lanes: Vec<(u32, u8)> = Vec::new();
        let mut last: Option<Vec<u32>> = None;
        for next in nexts {
            let signature = self.graph.signature(*next, 2);
            let at = match (lanes.last(), &last) {
                (Some((vector, lane)), Some(known)) if *lane < 3 && *known == signature => {
                    (*vector, lane + 1)
                }
                (Some((vector, _)), _) => (vector + 1, 0),
                (None, _) => (0, 0),
            };
            lanes.push(at);
            last = Some(signature);
        }
        lanes
    }
}
