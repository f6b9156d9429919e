//! Walks a loop that stays a loop: one round, on numbers that the loop carries.
//!
//! ```text
//! rep
//!   break       where a branch leaves the loop with the carried numbers as they are
//!   …           the round; ways that leave it elsewhere are selections
//!   step        carried numbers become those of the next round, or those with which the loop is left
//!   break       where such a way was taken
//! endrep
//! ```

use super::flatten::{State, Walk};
use super::natural::live_after;
use super::numbers::{Kind, NodeId};
use super::regions::{Item, Loop};
use crate::codegen::refusal::Refusal;
use crate::frontend::assembly::d3d::model::{Comparison, Opcode};
use crate::ir::{Op, Terminator, Type, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// The rounds of a loop, and the look whether there is one more.
const MOST_ROUNDS: usize = 256;

/// A loop that is walked.
struct Round {
    id: u32,
    header: usize,
    blocks: Vec<bool>,
    exit: Option<usize>,
    /// Values that are read after it.
    live: Vec<usize>,
    keys: Vec<Key>,
    /// What each key begins with.
    begin: Vec<NodeId>,
    carried: Vec<NodeId>,
    /// Whether branches may leave it before the step.
    leaves_early: bool,
    items: Vec<(Item, Vec<NodeId>)>,
    /// What the exit's arguments and the live values are where it is left early.
    early: Option<Vec<NodeId>>,
}

/// What a loop carries.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Key {
    /// A parameter of the first block; whether it is a truth value.
    Parameter(usize, bool),
    Slot(u32),
    Output(u32),
}

/// What is so where a way ends.
#[derive(Clone, Default)]
struct Way {
    arguments: Vec<NodeId>,
    state: State,
    live: Vec<Option<NodeId>>,
}

/// The ends of a round: under which condition the loop is left, with what, and with what the next round begins.
struct Outcome {
    leaves: NodeId,
    exit: Option<Way>,
    next: Option<Way>,
}

/// Where the walk goes on after a loop, with which arguments.
type Next = Option<(usize, Vec<NodeId>)>;

impl Walk<'_> {
    /// Makes a loop. Returns where the walk goes on.
    pub(in crate::codegen) fn repeat(
        &mut self,
        header: usize,
        arguments: Vec<NodeId>,
        depth: usize,
    ) -> Result<Next, Refusal> {
        let program = self.target.program;
        let blocks = self.loops[&header].clone();
        let mut exit = self.joins[header];
        while let Some(block) = exit.filter(|b| blocks[*b]) {
            exit = self.joins[block];
        }
        let types = program.blocks[header].params.iter();
        let masks: Vec<bool> = types.map(|p| program.type_of(*p) == Type::Mask).collect();
        let (keys, begin) = self.keys(&blocks, &masks, arguments);
        let live = live_after(program, &blocks, exit);
        // The walk through a round may find that branches cannot leave it where they stand.
        let (state, mark) = (self.state.clone(), self.overwritten.len());
        let kills = std::mem::take(&mut self.kills);
        let mut leaves_early = true;
        loop {
            let id = self.graph.loops.len() as u32;
            self.graph.loops.push(Loop::default());
            let carried = (0..keys.len() as u32).map(|k| Kind::Carried(id, k));
            let carried: Vec<NodeId> = carried.map(|k| self.graph.node(k, &[])).collect();
            let mut round = Round {
                id,
                header,
                blocks: blocks.clone(),
                exit,
                live: live.clone(),
                keys: keys.clone(),
                begin: begin.clone(),
                carried,
                leaves_early,
                items: Vec::new(),
                early: None,
            };
            let arguments = self.begin(&round);
            let outcome = self.round(&mut round, header, arguments, depth, true)?;
            self.take_values(mark);
            let made = self.finish_loop(round, outcome)?;
            self.state = state.clone();
            if let Some((loop_node, results, kills_inside)) = made {
                self.kills = kills;
                if kills_inside {
                    self.killing.push(loop_node);
                }
                return Ok(self.after(exit, &keys, &live, results));
            }
            self.kills.clear();
            leaves_early = false;
        }
    }

    /// What the loop carries, and what that begins with.
    fn keys(
        &mut self,
        blocks: &[bool],
        masks: &[bool],
        arguments: Vec<NodeId>,
    ) -> (Vec<Key>, Vec<NodeId>) {
        let mut keys: Vec<Key> = Vec::new();
        let mut begin = Vec::new();
        for (i, argument) in arguments.into_iter().enumerate() {
            keys.push(Key::Parameter(i, masks[i]));
            begin.push(match masks[i] {
                true => self.as_number(argument),
                false => argument,
            });
        }
        let (mut slots, mut outputs) = (BTreeSet::new(), BTreeSet::new());
        let all = self.target.program.blocks.iter().zip(blocks);
        for inst in all.filter(|(_, b)| **b).flat_map(|(b, _)| &b.insts) {
            match inst.op {
                Op::StoreSlot => slots.insert(inst.imm[0]),
                Op::StoreOutput | Op::StoreOutputI => outputs.insert(inst.imm[0]),
                _ => false,
            };
        }
        let zero = self.graph.literal(0.0);
        for slot in slots {
            keys.push(Key::Slot(slot));
            begin.push(self.state.slots.get(&slot).copied().unwrap_or(zero));
        }
        for output in outputs {
            keys.push(Key::Output(output));
            begin.push(self.state.outputs.get(&output).copied().unwrap_or(zero));
        }
        (keys, begin)
    }

    /// The state at the beginning of a round. Returns the first block's arguments.
    fn begin(&mut self, round: &Round) -> Vec<NodeId> {
        let mut arguments = Vec::new();
        for (key, carried) in round.keys.iter().zip(&round.carried) {
            match *key {
                Key::Parameter(_, is_mask) => arguments.push(self.truth_of(*carried, is_mask)),
                Key::Slot(slot) => drop(self.state.slots.insert(slot, *carried)),
                Key::Output(slot) => drop(self.state.outputs.insert(slot, *carried)),
            }
        }
        arguments
    }

    /// A carried number as the truth value that it stands for, if it does.
    fn truth_of(&mut self, n: NodeId, is_mask: bool) -> NodeId {
        let half = self.graph.literal(0.5);
        match is_mask {
            true => self.compare(Kind::Lt, half, n),
            false => n,
        }
    }

    /// Walks from a block to the ends of the round. `is_top`: no branch of the round is above.
    fn round(
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

    fn way(&self, round: &Round, arguments: Vec<NodeId>) -> Way {
        let live = round.live.iter().map(|v| self.values[*v]);
        Way {
            arguments,
            state: self.state.clone(),
            live: live.collect(),
        }
    }

    /// Walks from a block after the loop to where all ways out of it have met.
    fn leave(
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
    fn early(
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
    fn is_unchanged(&mut self, round: &mut Round, way: &Way) -> bool {
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
    fn results(&mut self, way: &Way) -> Vec<NodeId> {
        let zero = self.graph.literal(0.0);
        let live = way.live.iter().map(|l| l.unwrap_or(zero));
        let all: Vec<NodeId> = way.arguments.iter().copied().chain(live).collect();
        let numbers = all.into_iter();
        numbers.map(|n| self.number_of(n)).collect()
    }

    /// A truth value as a number.
    fn number_of(&mut self, n: NodeId) -> NodeId {
        match self.is_truth(n) {
            true => self.as_number(n),
            false => n,
        }
    }

    /// Walks both ways of a branch to the ends of the round.
    fn split(
        &mut self,
        round: &mut Round,
        (condition, [yes, no]): (NodeId, [(usize, Vec<NodeId>); 2]),
        depth: usize,
    ) -> Result<Outcome, Refusal> {
        if depth > 64 {
            return Err(Refusal::Loop { span: self.span });
        }
        let (before, outer) = (self.state.clone(), self.path);
        let otherwise = self.not(condition);
        let mut outcomes = Vec::new();
        for ((block, arguments), holds) in [(yes, condition), (no, otherwise)] {
            self.state = before.clone();
            self.path = self.and(outer, holds);
            let mark = self.overwritten.len();
            outcomes.push(self.round(round, block, arguments, depth + 1, false)?);
            self.take_values(mark);
        }
        self.path = outer;
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

    fn merge_ways(&mut self, condition: NodeId, a: Option<Way>, b: Option<Way>) -> Option<Way> {
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
        let state = State {
            outputs: self.merge(condition, a.state.outputs, b.state.outputs),
            slots: self.merge(condition, a.state.slots, b.state.slots),
        };
        Some(Way {
            arguments,
            state,
            live,
        })
    }

    /// The kills so far become items of the loop.
    fn drain_kills(&mut self, round: &mut Round) {
        let mut numbers = Vec::new();
        for condition in std::mem::take(&mut self.kills) {
            self.below_zero(condition, &mut numbers);
        }
        let items = numbers.into_iter().map(|n| (Item::Kill, vec![n]));
        round.items.extend(items);
    }

    fn break_where(&mut self, round: &mut Round, condition: NodeId) {
        let mut all = Vec::new();
        self.comparisons(condition, false, &mut all);
        let items = all
            .into_iter()
            .map(|(c, a, b)| (Item::Break(c), vec![a, b]));
        round.items.extend(items);
    }

    /// The comparisons one of which holds where the condition does, or where it does not.
    fn comparisons(
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
    fn finish_loop(
        &mut self,
        mut round: Round,
        outcome: Outcome,
    ) -> Result<Option<(NodeId, Vec<NodeId>, bool)>, Refusal> {
        self.drain_kills(&mut round);
        let kills = round.items.iter().any(|(item, _)| *item == Item::Kill);
        let leaves = outcome.leaves;
        let is_late = self.graph.kind(leaves) != Kind::Truth(false);
        if !is_late && round.items.iter().all(|(item, _)| *item == Item::Kill) {
            return Err(Refusal::Loop { span: self.span });
        }
        let Some(next) = outcome.next.clone().or(outcome.exit.clone()) else {
            return Err(Refusal::Loop { span: self.span });
        };
        // Where a late way was taken, slots and outputs are what it leaves behind.
        let mut nexts = Vec::new();
        for (i, key) in round.keys.iter().enumerate() {
            let of = |way: &Way| match key {
                Key::Parameter(at, _) => way.arguments.get(*at).copied(),
                Key::Slot(slot) => way.state.slots.get(slot).copied(),
                Key::Output(slot) => way.state.outputs.get(slot).copied(),
            };
            let is_parameter = matches!(key, Key::Parameter(..));
            let own = match (is_parameter, &outcome.next) {
                (true, None) => Some(round.carried[i]),
                _ => of(&next),
            };
            let own = self.number_of(own.unwrap_or(round.carried[i]));
            let left = outcome.exit.as_ref().filter(|_| !is_parameter).and_then(of);
            nexts.push(match left {
                Some(left) if is_late => self.select(leaves, left, own),
                _ => own,
            });
        }
        let Some(results) = self.bind(&mut round, &outcome, &mut nexts) else {
            return Ok(None);
        };
        self.check_neighbours(&round, &nexts)?;
        self.check_rounds(&round, &nexts, leaves)?;
        round.items.push((Item::Step, Vec::new()));
        if is_late {
            self.break_where(&mut round, leaves);
        }
        let (loop_node, after) = self.make(&round, nexts);
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

    /// The carried numbers that are the results of the loop. New ones are added for those that no key has.
    fn bind(
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
    fn make(&mut self, round: &Round, nexts: Vec<NodeId>) -> (NodeId, Vec<NodeId>) {
        let mut args = round.begin.clone();
        args.extend(&nexts);
        let items = round.items.iter();
        args.extend(items.flat_map(|(_, a)| a));
        self.graph.loops[round.id as usize] = Loop {
            carried: round.carried.len(),
            items: round.items.iter().map(|(item, _)| *item).collect(),
            lanes: self.lanes(&nexts),
        };
        let loop_node = self.graph.node(Kind::Loop(round.id), &args);
        let after = (0..round.carried.len() as u32).map(Kind::After);
        let after = after.map(|kind| self.graph.node(kind, &[loop_node]));
        (loop_node, after.collect())
    }

    /// The vectors of carried numbers: up to four that follow each other and are computed alike.
    fn lanes(&self, nexts: &[NodeId]) -> Vec<(u32, u8)> {
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

    /// The state after the loop.
    fn after(
        &mut self,
        exit: Option<usize>,
        keys: &[Key],
        live: &[usize],
        results: Vec<NodeId>,
    ) -> Next {
        let (of_keys, others) = results.split_at(keys.len());
        for (key, n) in keys.iter().zip(of_keys) {
            match *key {
                Key::Parameter(..) => {}
                Key::Slot(slot) => drop(self.state.slots.insert(slot, *n)),
                Key::Output(slot) => drop(self.state.outputs.insert(slot, *n)),
            }
        }
        let program = self.target.program;
        let parameters = exit.map_or(&[][..], |e| &program.blocks[e].params[..]);
        let (arguments, values) = others.split_at(parameters.len().min(others.len()));
        let is_mask = |v: ValueId| program.type_of(v) == Type::Mask;
        for (value, n) in live.iter().zip(values) {
            let value = ValueId(*value as u32);
            let n = self.truth_of(*n, is_mask(value));
            self.set_value(value, n);
        }
        let pairs = arguments.iter().zip(parameters);
        let pairs: Vec<(NodeId, bool)> = pairs.map(|(n, p)| (*n, is_mask(*p))).collect();
        let pairs = pairs.into_iter();
        let arguments = pairs.map(|(n, m)| self.truth_of(n, m)).collect();
        exit.map(|exit| (exit, arguments))
    }

    /// Refuses loops that certainly have more rounds than the machine has: those of a counter with constants.
    fn check_rounds(
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
        (comparison, a, b): (Comparison, NodeId, NodeId),
    ) -> Option<bool> {
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
        for _ in 0..MOST_ROUNDS {
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
                return Some(true);
            }
            value += step;
        }
        Some(false)
    }

    /// Refuses rounds that compare neighbours, of which each may have another number of rounds.
    fn check_neighbours(&self, round: &Round, nexts: &[NodeId]) -> Result<(), Refusal> {
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
