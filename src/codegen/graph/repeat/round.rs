//! Walks one round to its ends: the next round, and the ways out of the loop.

use super::{Key, Next, Outcome, Round, Way};
use crate::codegen::graph::branch::Join;
use crate::codegen::graph::flatten::{State, Walk};
use crate::codegen::graph::numbers::{Kind, NodeId};
use crate::codegen::refusal::Refusal;
use crate::ir::Terminator;

impl Walk<'_> {
    /// Walks from a block to the ends of the round. `is_top`: no branch of the round is above.
    pub(super) fn round(
        &mut self,
        round: &mut Round,
        mut block: usize,
        mut arguments: Vec<NodeId>,
        depth: usize,
        is_top: bool,
    ) -> Result<Outcome, Refusal> {
        let mut is_first = is_top;
        loop {
            if block == round.header && !std::mem::take(&mut is_first) {
                return Ok(Outcome {
                    leaves: self.truth(false),
                    exit: None,
                    next: Some(self.way(round, arguments)),
                });
            }
            is_first = false;
            if !round.blocks[block] {
                return self.leave(round, block, arguments, depth);
            }
            if block != round.header && self.kept.contains(&block) {
                match self.repeat(block, arguments, depth + 1)? {
                    Some(next) => (block, arguments) = next,
                    None => return Err(Refusal::Loop { span: self.span }),
                }
                continue;
            }
            self.enter(block, &arguments)?;
            let program = self.target.program;
            (block, arguments) = match &program.blocks[block].terminator {
                Terminator::Jump(edge) => self.along(edge),
                Terminator::Branch(mask, yes, no) => {
                    let condition = self.value(*mask)?;
                    let join = self.joins[block];
                    match self.graph.kind(condition) {
                        Kind::Truth(true) => self.along(yes),
                        Kind::Truth(false) => self.along(no),
                        _ if join.is_some_and(|j| round.blocks[j]) => {
                            match self.both(block, condition, [yes, no], depth)? {
                                Some(next) => next,
                                None => return Err(Refusal::Loop { span: self.span }),
                            }
                        }
                        _ => {
                            let ways = [self.along(yes), self.along(no)];
                            let at = (condition, ways);
                            match self.early(round, &at, depth, is_top)? {
                                Some(next) => next,
                                None => return self.split(round, at, depth),
                            }
                        }
                    }
                }
                _ => return self.leave(round, block, Vec::new(), depth),
            };
        }
    }

    pub(super) fn way(&self, round: &Round, arguments: Vec<NodeId>) -> Way {
        let live = round.live.iter().map(|v| self.values[*v]);
        Way {
            arguments,
            state: self.state.clone(),
            live: live.collect(),
        }
    }

    /// Walks from a block after the loop to where all ways out of it have met.
    pub(super) fn leave(
        &mut self,
        round: &Round,
        block: usize,
        arguments: Vec<NodeId>,
        depth: usize,
    ) -> Result<Outcome, Refusal> {
        let arguments = match round.exit == Some(block) {
            true => arguments,
            false => {
                let arrival = self.run(block, arguments, round.exit, depth + 1)?;
                arrival.unwrap_or_default()
            }
        };
        Ok(Outcome {
            leaves: self.truth(true),
            exit: Some(self.way(round, arguments)),
            next: None,
        })
    }

    /// Leaves the loop by a branch where one of its ways does, if the carried numbers are what they were. Returns the
    /// other way.
    pub(super) fn early(
        &mut self,
        round: &mut Round,
        (condition, ways): &(NodeId, [(usize, Vec<NodeId>); 2]),
        depth: usize,
        is_top: bool,
    ) -> Result<Next, Refusal> {
        let leaving = ways.iter().position(|(block, _)| !round.blocks[*block]);
        let Some(leaving) = leaving.filter(|_| is_top && round.leaves_early) else {
            return Ok(None);
        };
        let (state, mark) = (self.state.clone(), self.overwritten.len());
        let kills = self.kills.len();
        let (block, arguments) = ways[leaving].clone();
        let outcome = self.leave(round, block, arguments, depth)?;
        self.take_values(mark);
        self.state = state;
        let way = outcome.exit.unwrap_or_default();
        if self.kills.len() > kills || !self.is_unchanged(round, &way) {
            self.kills.truncate(kills);
            return Ok(None);
        }
        self.drain_kills(round);
        let condition = match leaving {
            0 => *condition,
            _ => self.not(*condition),
        };
        self.break_where(round, condition);
        Ok(Some(ways[1 - leaving].clone()))
    }

    /// Whether a way leaves the loop with what it carries, and with what other such ways leave it with.
    pub(super) fn is_unchanged(&mut self, round: &mut Round, way: &Way) -> bool {
        for (key, carried) in round.keys.iter().zip(&round.carried) {
            let now = match key {
                Key::Parameter(..) => continue,
                Key::Slot(slot) => way.state.slots.get(slot),
                Key::Output(slot) => way.state.outputs.get(slot),
            };
            if now != Some(carried) {
                return false;
            }
        }
        let results = self.results(way);
        let is_fixed =
            |n: &NodeId| round.carried.contains(n) || !self.graph.is_carried(*n, round.id);
        if !results.iter().all(is_fixed) {
            return false;
        }
        match &round.early {
            Some(known) => *known == results,
            None => {
                round.early = Some(results);
                true
            }
        }
    }

    /// What is read after a loop beside slots and outputs.
    pub(super) fn results(&mut self, way: &Way) -> Vec<NodeId> {
        let zero = self.graph.literal(0.0);
        let live = way.live.iter().map(|l| l.unwrap_or(zero));
        let all: Vec<NodeId> = way.arguments.iter().copied().chain(live).collect();
        let numbers = all.into_iter();
        numbers.map(|n| self.number_of(n)).collect()
    }

    /// A truth value as a number.
    pub(in crate::codegen::graph) fn number_of(&mut self, n: NodeId) -> NodeId {
        match self.is_truth(n) {
            true => self.as_number(n),
            false => n,
        }
    }

    /// Walks both ways of a branch to the ends of the round.
    pub(super) fn split(
        &mut self,
        round: &mut Round,
        (condition, [yes, no]): (NodeId, [(usize, Vec<NodeId>); 2]),
        depth: usize,
    ) -> Result<Outcome, Refusal> {
        if depth > 64 {
            return Err(Refusal::Loop { span: self.span });
        }
        let before = self.state.clone();
        let outer = std::mem::take(&mut self.kills);
        let mut outcomes = Vec::new();
        let mut kills: [Vec<NodeId>; 2] = Default::default();
        let (path, otherwise) = (self.path, self.not(condition));
        let paths = [condition, otherwise].map(|holds| self.and(path, holds));
        for ((own, path), (block, arguments)) in kills.iter_mut().zip(paths).zip([yes, no]) {
            (self.state, self.path) = (before.clone(), path);
            let mark = self.overwritten.len();
            outcomes.push(self.round(round, block, arguments, depth + 1, false)?);
            self.take_values(mark);
            *own = std::mem::take(&mut self.kills);
        }
        (self.kills, self.path) = (outer, path);
        self.kill_where(condition, kills);
        self.state = before;
        // Of what both ways end with, the condition selects.
        let (second, first) = (outcomes.pop(), outcomes.pop());
        let (Some(first), Some(second)) = (first, second) else {
            return Err(Refusal::Internal("a branch without ways".into()));
        };
        Ok(Outcome {
            leaves: self.select(condition, first.leaves, second.leaves),
            exit: self.merge_ways(condition, first.exit, second.exit),
            next: self.merge_ways(condition, first.next, second.next),
        })
    }

    pub(super) fn merge_ways(
        &mut self,
        condition: NodeId,
        a: Option<Way>,
        b: Option<Way>,
    ) -> Option<Way> {
        let (a, b) = match (a, b) {
            (Some(a), Some(b)) => (a, b),
            (one, None) | (None, one) => return one,
        };
        let arguments = a.arguments.into_iter().zip(b.arguments);
        let arguments = arguments.map(|(a, b)| self.select(condition, a, b));
        let arguments = arguments.collect();
        let live = a.live.into_iter().zip(b.live);
        let live = live.map(|(a, b)| match (a, b) {
            (Some(a), Some(b)) => Some(self.select(condition, a, b)),
            (one, None) | (None, one) => one,
        });
        let live = live.collect();
        let selected = Join::Select(condition);
        let state = State {
            outputs: self.merge(&selected, a.state.outputs, b.state.outputs),
            slots: self.merge(&selected, a.state.slots, b.state.slots),
        };
        Some(Way {
            arguments,
            state,
            live,
        })
    }
}
