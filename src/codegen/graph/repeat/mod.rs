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
//!
//! | file | what is in it |
//! |---|---|
//! | `round` | Walks one round to its ends. |
//! | `make` | The number of the loop. |
//! | `count` | Rounds that the machine counts. |
//! | `limits` | What a loop of the machine cannot do. |

mod count;
mod limits;
mod make;
mod round;

use super::flatten::{State, Walk};
use super::natural::live_after;
use super::numbers::{Kind, NodeId};
use super::regions::{Item, Loop};
use crate::codegen::machine::Flow;
use crate::codegen::refusal::Refusal;
use crate::ir::{Op, Type, ValueId};
use std::collections::BTreeSet;

/// Loops inside each other. Where branches test scalars only, there is one.
const MOST_INSIDE: usize = 4;

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
    /// Under which condition the loop is reached.
    path: NodeId,
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
        let is_chosen = self.chosen.contains(&header);
        let most = match self.target.machine.flow {
            // Microsoft's compiler keeps one of vs_2_x only.
            Flow::Numbers if is_chosen && self.target.machine.keeps_one_loop => 1,
            Flow::Numbers => MOST_INSIDE,
            _ => 1,
        };
        if self.n_around >= most {
            self.rejected.get_or_insert(header);
            return Err(Refusal::Loop { span: self.span });
        }
        self.n_around += 1;
        let next = self.repeat_inside(header, arguments, depth);
        self.n_around -= 1;
        if matches!(next, Err(Refusal::Loop { .. })) {
            self.rejected.get_or_insert(header);
        }
        next
    }

    fn repeat_inside(
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
        let (path, always) = (self.path, self.truth(true));
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
                path,
                items: Vec::new(),
                early: None,
            };
            let arguments = self.begin(&round);
            self.path = always;
            let outcome = self.round(&mut round, header, arguments, depth, true)?;
            self.take_values(mark);
            self.path = path;
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
    pub(in crate::codegen) fn truth_of(&mut self, n: NodeId, is_mask: bool) -> NodeId {
        let half = self.graph.literal(0.5);
        match is_mask {
            true => self.compare(Kind::Lt, half, n),
            false => n,
        }
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
}
