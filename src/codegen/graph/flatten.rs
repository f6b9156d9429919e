//! Walks a program from its beginning to its end and makes its graph. A branch whose condition is no constant is walked both
//! ways to where they meet, and selections take over from there; so loops with constant rounds are unrolled, but for those that
//! are kept ([`super::keep`]).

use super::branch::{Join, Sides};
use super::merge::Side;
use super::numbers::{Graph, Kind, NodeId};
use super::postdominators::joins;
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Target;
use crate::frontend::c_like::tree::Wish;
use crate::ir::{Edge, Inst, Span, Terminator, ValueId};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Instructions of the IR that are walked at most, each round of a loop again.
const MOST_STEPS: usize = 1 << 17;

/// The graph of a program, and the numbers that leave it.
#[derive(Debug, Default)]
pub(in crate::codegen) struct Flat {
    pub(in crate::codegen) graph: Graph,
    /// By slots.
    pub(in crate::codegen) outputs: BTreeMap<u32, NodeId>,
    /// Numbers that end a fragment where they are below 0.
    pub(in crate::codegen) kills: Vec<NodeId>,
    /// Loops that end fragments.
    pub(in crate::codegen) killing: Vec<NodeId>,
}

impl Flat {
    /// All numbers that leave the program.
    pub(in crate::codegen) fn roots(&self) -> Vec<NodeId> {
        let all = self.outputs.values().chain(&self.kills);
        all.chain(&self.killing).copied().collect()
    }
}

/// What a program has written at a point.
#[derive(Clone, Default)]
pub(in crate::codegen) struct State {
    pub(in crate::codegen) outputs: BTreeMap<u32, NodeId>,
    pub(in crate::codegen) slots: BTreeMap<u32, NodeId>,
}

/// A walk through a program.
pub(in crate::codegen) struct Walk<'t> {
    pub(in crate::codegen) target: &'t Target<'t>,
    pub(in crate::codegen) graph: Graph,
    pub(in crate::codegen) values: Vec<Option<NodeId>>,
    /// The values that were set on the way, and what they were before, in the order of the walk.
    pub(in crate::codegen) overwritten: Vec<(usize, Option<NodeId>)>,
    pub(in crate::codegen) state: State,
    /// How many comparisons there are in conditions that join others.
    pub(in crate::codegen) compound: FxHashMap<NodeId, u32>,
    /// Under which condition the walk is where it is, since the loop around it.
    pub(in crate::codegen) path: NodeId,
    pub(in crate::codegen) kills: Vec<NodeId>,
    pub(in crate::codegen) span: Span,
    pub(in crate::codegen) joins: Vec<Option<usize>>,
    /// The blocks of each loop, and which loops stay loops, by the first block.
    pub(in crate::codegen) loops: BTreeMap<usize, Vec<bool>>,
    pub(in crate::codegen) kept: BTreeSet<usize>,
    pub(in crate::codegen) killing: Vec<NodeId>,
    /// The loops around the walk that stay loops.
    pub(in crate::codegen) n_around: usize,
    /// How often each block was walked.
    pub(super) visits: Vec<u32>,
    /// How many branches inside each other are walked at most, and whether there were more.
    pub(super) most_depth: usize,
    pub(super) is_too_deep: bool,
    /// Whether an instruction stands alone, and is no component of a vector.
    pub(super) is_alone: bool,
    /// Whether an instruction is a component of a vector of products, others of which have literals.
    pub(super) is_scaled: bool,
    /// The operations of vectors so far, and where the one begins and ends in which the walk is.
    pub(super) n_runs: u32,
    pub(super) run: Range<usize>,
    /// Whether each block has computed something that loops stay for ([`super::costly`]).
    pub(super) costly: Vec<bool>,
    /// The loops of these that stay because they cost much.
    pub(super) chosen: BTreeSet<usize>,
    /// The loop that could not be kept.
    pub(super) rejected: Option<usize>,
    steps: usize,
    /// Of each value of the program whether something reads it, once it is asked for.
    pub(super) read: OnceCell<Vec<bool>>,
}

/// How a walk came to where it stopped: the arguments for the block, or the end of the program.
pub(super) type Arrival = Option<Vec<NodeId>>;

impl<'t> Walk<'t> {
    pub(super) fn new(
        target: &'t Target<'t>,
        loops: BTreeMap<usize, Vec<bool>>,
        kept: BTreeSet<usize>,
        most_depth: usize,
    ) -> Walk<'t> {
        let program = target.program;
        let mut graph = Graph::default();
        let path = graph.node(Kind::Truth(true), &[]);
        Walk {
            target,
            graph,
            path,
            values: vec![None; program.value_types.len()],
            overwritten: Vec::new(),
            state: State::default(),
            compound: FxHashMap::default(),
            kills: Vec::new(),
            span: Span::NONE,
            joins: joins(program),
            visits: vec![0; program.blocks.len()],
            most_depth,
            is_too_deep: false,
            is_alone: true,
            is_scaled: false,
            n_runs: 0,
            run: 0..0,
            costly: vec![false; program.blocks.len()],
            chosen: BTreeSet::new(),
            rejected: None,
            loops,
            kept,
            killing: Vec::new(),
            n_around: 0,
            steps: 0,
            read: OnceCell::new(),
        }
    }

    pub(super) fn flat(mut self) -> Flat {
        let mut kills = Vec::new();
        for condition in std::mem::take(&mut self.kills) {
            self.below_zero(condition, &mut kills);
        }
        Flat {
            graph: self.graph,
            outputs: self.state.outputs,
            kills,
            killing: self.killing,
        }
    }
}

impl Walk<'_> {
    /// Walks from a block to another one, or to the end.
    pub(in crate::codegen) fn run(
        &mut self,
        mut block: usize,
        mut arguments: Vec<NodeId>,
        stop: Option<usize>,
        depth: usize,
    ) -> Result<Arrival, Refusal> {
        let program = self.target.program;
        let mut is_first = true;
        loop {
            // The block where the ways of a branch meet is the caller's. A loop may begin at it, so the first round
            // passes.
            if stop == Some(block) && !std::mem::take(&mut is_first) {
                return Ok(Some(arguments));
            }
            is_first = false;
            if self.kept.contains(&block) {
                match self.repeat(block, arguments, depth)? {
                    Some(next) => (block, arguments) = next,
                    None => return Ok(None),
                }
                continue;
            }
            self.enter(block, &arguments)?;
            let body = &program.blocks[block];
            // A branch by a constant has one way only. That unrolls loops whose rounds are constants.
            let next = match &body.terminator {
                Terminator::Jump(edge) => Some(self.along(edge)),
                Terminator::Branch(mask, yes, no) => {
                    let condition = self.value(*mask)?;
                    match self.graph.kind(condition) {
                        Kind::Truth(true) => Some(self.along(yes)),
                        Kind::Truth(false) => Some(self.along(no)),
                        _ => self.both(block, condition, [yes, no], depth)?,
                    }
                }
                Terminator::End => None,
                Terminator::Call { .. } | Terminator::Return => {
                    return Err(self.lacks("a call of a subroutine", 5000));
                }
            };
            match next {
                Some(next) => (block, arguments) = next,
                None => return Ok(None),
            }
        }
    }

    /// Walks over the instructions of a block.
    pub(in crate::codegen) fn enter(
        &mut self,
        block: usize,
        arguments: &[NodeId],
    ) -> Result<(), Refusal> {
        self.visits[block] += 1;
        let body = &self.target.program.blocks[block];
        for (parameter, value) in body.params.iter().zip(arguments) {
            self.set_value(*parameter, *value);
        }
        self.block(block, &body.insts)?;
        self.span = body.terminator_span;
        self.costly[block] |= self.target.wish(self.span) == Some(Wish::Branch);
        Ok(())
    }

    fn block(&mut self, block: usize, insts: &[Inst]) -> Result<(), Refusal> {
        self.steps += insts.len() + 1;
        for (i, inst) in insts.iter().enumerate() {
            if self.steps > MOST_STEPS {
                return Err(Refusal::Loop { span: inst.span });
            }
            self.span = inst.span;
            self.is_alone = Walk::stands_alone(insts, i);
            self.is_scaled = self.is_among_scaled(insts, i);
            self.instruction(inst)?;
            self.note_run(insts, i);
            self.costly[block] |= self.is_costly(inst);
        }
        if self.steps > MOST_STEPS {
            return Err(Refusal::Loop { span: self.span });
        }
        Ok(())
    }

    pub(in crate::codegen) fn along(&mut self, edge: &Edge) -> (usize, Vec<NodeId>) {
        let arguments = edge.args.iter().map(|a| self.values[a.index()]);
        let zero = self.graph.literal(0.0);
        let arguments = arguments.map(|a| a.unwrap_or(zero)).collect();
        (edge.block.index(), arguments)
    }

    /// Walks both ways of a branch to where they meet, and merges what they have written.
    pub(in crate::codegen) fn both(
        &mut self,
        block: usize,
        condition: NodeId,
        [yes, no]: [&Edge; 2],
        depth: usize,
    ) -> Result<Option<(usize, Vec<NodeId>)>, Refusal> {
        if depth >= self.most_depth {
            self.is_too_deep = true;
            return Err(Refusal::Loop { span: self.span });
        }
        let (span, join) = (self.span, self.joins[block]);
        // Each way begins with the state before the branch.
        let (before, outer, otherwise) = (self.state.clone(), self.path, self.not(condition));
        let paths = [condition, otherwise].map(|holds| self.and(outer, holds));
        let mark = self.graph.nodes.len();
        let kills = std::mem::take(&mut self.kills);
        let mut ways: [Side; 2] = Default::default();
        for ((way, path), edge) in ways.iter_mut().zip(paths).zip([yes, no]) {
            self.path = path;
            let (block, arguments) = self.along(edge);
            self.state = before.clone();
            let overwritten = self.overwritten.len();
            way.arrival = match join == Some(block) {
                true => Some(arguments),
                false => self.run(block, arguments, join, depth + 1)?,
            };
            way.values = self.take_values(overwritten);
            way.kills = std::mem::take(&mut self.kills);
            way.state = std::mem::take(&mut self.state);
        }
        (self.kills, self.path) = (kills, outer);
        let pairs = self.different(&ways);
        let sides = Sides {
            condition,
            pairs: &pairs,
            kills: [&ways[0].kills, &ways[1].kills],
            mark,
            span,
            depth,
        };
        let joined = self.join(&sides)?;
        let [yes, no] = ways;
        if matches!(joined, Join::Select(_)) {
            self.kill_where(condition, [yes.kills, no.kills]);
        }
        self.merge_values(&joined, yes.values, no.values);
        self.state.outputs = self.merge(&joined, yes.state.outputs, no.state.outputs);
        self.state.slots = self.merge(&joined, yes.state.slots, no.state.slots);
        let (Some(join), Some(first), Some(second)) = (join, yes.arrival, no.arrival) else {
            return Ok(None);
        };
        let pairs = first.into_iter().zip(second);
        let merged = pairs.map(|(a, b)| self.joined_number(&joined, a, b));
        Ok(Some((join, merged.collect())))
    }

    /// Sets the number of a value.
    pub(in crate::codegen) fn set_value(&mut self, value: ValueId, number: NodeId) {
        let place = &mut self.values[value.index()];
        self.overwritten.push((value.index(), *place));
        *place = Some(number);
    }

    /// Takes back what was set since a mark. Returns what it was.
    pub(in crate::codegen) fn take_values(&mut self, mark: usize) -> BTreeMap<usize, NodeId> {
        let mut taken = BTreeMap::new();
        for (i, before) in self.overwritten.drain(mark..).rev() {
            if let Some(number) = std::mem::replace(&mut self.values[i], before) {
                taken.entry(i).or_insert(number);
            }
        }
        taken
    }

    /// The number of a value.
    pub(in crate::codegen) fn value(&self, value: ValueId) -> Result<NodeId, Refusal> {
        self.values[value.index()]
            .ok_or_else(|| Refusal::Internal("a value without a number".into()))
    }

    pub(in crate::codegen) fn lacks(&self, what: &str, number: u32) -> Refusal {
        Refusal::Lacks {
            what: what.to_owned(),
            version: self.target.machine.name,
            number,
            span: self.span,
        }
    }
}
