//! The lines of a loop. What it carries lies in registers of its own; what rounds read from outside is computed before it.

use crate::codegen::graph::numbers::{Kind, Lanes, NodeId};
use crate::codegen::graph::regions::{Item, Loop, Rounds};
use crate::codegen::lines::{Line, Read, Shape, Where};
use crate::codegen::machine::{Counts, Opcode};
use crate::codegen::operands::Form;
use crate::codegen::pack::{Pack, mask_of};
use crate::frontend::assembly::d3d::model::{Comparison, File, Modifier, Register};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The most rounds of a loop.
const ROUNDS: u32 = 255;

/// The homes, gathered vectors and indices that are known.
pub(in crate::codegen) type Outside = (
    Vec<Option<(u32, u8)>>,
    FxHashMap<Lanes, Read>,
    FxHashMap<NodeId, u32>,
);

/// A vector of carried numbers: which ones, and its register.
pub(in crate::codegen) struct Vector {
    pub(in crate::codegen) carried: [Option<usize>; 4],
    register: u32,
}

impl Pack<'_> {
    /// Emits a loop or a branch, once.
    pub(in crate::codegen) fn region(&mut self, node: NodeId) {
        if self.repeated.contains(&node) {
            return;
        }
        self.repeated.push(node);
        match self.graph.kind(node) {
            Kind::Loop(id) => self.repeat(node, id),
            Kind::Branch(id) => self.branch(node, id),
            _ => {}
        }
    }

    /// Emits a loop.
    fn repeat(&mut self, node: NodeId, id: u32) {
        let graph = self.graph;
        let known = &graph.loops[id as usize];
        let (begin, rest) = graph.args(node).split_at(known.carried);
        let (nexts, operands) = rest.split_at(known.carried);
        let open = self.open_loops(id);
        self.compute_before(id, &open, rest);
        let vectors = self.vectors_of(&known.lanes);
        // The registers begin with what is carried into the first round.
        for vector in &vectors {
            let lanes = vector.carried.map(|k| k.map(|k| begin[k]));
            self.begin_vector(vector, lanes);
        }
        let mut reads: SmallVec<[Read; 4]> = self.rounds(known).into_iter().collect();
        if known.is_indexed {
            reads.insert(0, Read::plain(Where::Fixed(Register::new(File::Loop, 0))));
            self.flow(Opcode::Loop, None, reads);
        } else {
            self.flow(Opcode::Rep, None, reads);
        }
        // What the rounds compute is not there after the loop.
        let outside = self.outside();
        self.set_homes(&vectors, |k| (Kind::Carried(id, k), None));
        self.land(Some(id), &open);
        self.items(&known.items, operands, nexts, &vectors);
        let end = match known.is_indexed {
            true => Opcode::EndLoop,
            false => Opcode::EndRep,
        };
        self.flow(end, None, SmallVec::new());
        (self.homes, self.gathered, self.indices) = outside;
        self.set_homes(&vectors, |k| (Kind::After(k), Some(node)));
    }

    /// What is known outside of a block of lines.
    pub(in crate::codegen) fn outside(&self) -> Outside {
        let (homes, gathered) = (self.homes.clone(), self.gathered.clone());
        (homes, gathered, self.indices.clone())
    }

    /// The number of rounds, where the machine counts them.
    fn rounds(&mut self, known: &Loop) -> Option<Read> {
        let [begin, step] = match known.counter {
            Some((_, counter)) if known.is_indexed => counter,
            _ => [0, 0],
        };
        let rounds = match known.rounds {
            Rounds::Most => ROUNDS,
            Rounds::Known(rounds) => rounds,
            Rounds::Scalar(register) => {
                let register = self.tested(File::ConstInt, register);
                return Some(Read::plain(Where::Fixed(register)));
            }
        };
        match self.target.machine.counts {
            Counts::None => None,
            Counts::Integers => {
                let register = self.integer([rounds, begin, step]);
                Some(Read::plain(Where::Fixed(register)))
            }
            Counts::Literals => {
                let bits = (rounds as f32).to_bits();
                let id = self.code.literal([Some(bits), None, None, None]);
                Some(Read {
                    lanes: [0; 4],
                    ..Read::plain(Where::Literals(id))
                })
            }
        }
    }

    /// The register of a scalar of the text beside its float register.
    pub(in crate::codegen) fn tested(&mut self, file: File, register: u32) -> Register {
        let tested = &mut self.code.tested;
        if !tested.contains(&(file, register)) {
            tested.push((file, register));
        }
        // Before the numbers are known, the float register stands for it.
        let scalars = self.target.scalars.iter();
        let known = { scalars }
            .find(|s| s.register == register)
            .and_then(|s| s.number);
        Register::new(file, known.unwrap_or(0))
    }

    pub(in crate::codegen) fn vectors_of(&mut self, lanes: &[(u32, u8)]) -> Vec<Vector> {
        let n = lanes.iter().map(|(v, _)| v + 1).max().unwrap_or(0);
        let mut vectors: Vec<Vector> = (0..n)
            .map(|_| Vector {
                carried: [None; 4],
                register: self.code.new_virtual(false),
            })
            .collect();
        for (k, (vector, lane)) in lanes.iter().enumerate() {
            vectors[*vector as usize].carried[usize::from(*lane)] = Some(k);
        }
        vectors
    }

    pub(in crate::codegen) fn begin_vector(&mut self, vector: &Vector, lanes: Lanes) {
        let lanes_in = lanes.iter().flatten();
        lanes_in.for_each(|n| self.whole(*n));
        { lanes.iter().flatten() }.for_each(|n| self.with_others(*n, &lanes));
        // A number that appears twice is computed once.
        let is_single = |n: NodeId| lanes.iter().flatten().filter(|l| **l == n).count() == 1;
        let is_own = |n: NodeId| self.is_free(n) && self.uses[n.0 as usize] == 1 && is_single(n);
        let own = lanes.map(|l| l.filter(|n| is_own(*n)));
        let mut others = lanes;
        for (other, own) in others.iter_mut().zip(&own) {
            if own.is_some() {
                *other = None;
            }
        }
        self.home_together(others);
        self.fill(Where::Virtual(vector.register), own, others);
    }

    /// Gives numbers of a kind their places in the registers of what is carried.
    pub(in crate::codegen) fn set_homes(
        &mut self,
        vectors: &[Vector],
        of: impl Fn(u32) -> (Kind, Option<NodeId>),
    ) {
        for vector in vectors {
            for (lane, k) in vector.carried.iter().enumerate() {
                let Some(k) = k else { continue };
                let (kind, argument) = of(*k as u32);
                if let Some(n) = self.graph.find(kind, argument.as_slice()) {
                    self.homes[n.0 as usize] = Some((vector.register, lane as u8));
                }
            }
        }
    }

    /// The integer constant of a number of rounds, the counter's begin and its step. Those of the text have the first numbers.
    fn integer(&mut self, words: [u32; 3]) -> Register {
        let known = self.code.integers.iter().position(|w| *w == words);
        let n = known.unwrap_or_else(|| {
            self.code.integers.push(words);
            self.code.integers.len() - 1
        });
        let first = self.target.first_integer();
        Register::new(File::ConstInt, first + n as u32)
    }

    pub(in crate::codegen) fn flow(
        &mut self,
        opcode: Opcode,
        comparison: Option<Comparison>,
        reads: SmallVec<[Read; 4]>,
    ) {
        self.code.lines.push(Line {
            comparison,
            ..Line::new(opcode, None, reads, Shape::One)
        });
    }

    fn items(&mut self, items: &[Item], operands: &[NodeId], nexts: &[NodeId], vectors: &[Vector]) {
        let mut at = 0;
        let mut late = Vec::new();
        let mut is_late = false;
        for item in items {
            let own = &operands[at..at + item.arguments()];
            at += item.arguments();
            match item {
                Item::Break(comparison) if is_late => {
                    late.push((*comparison, [own[0], own[1]]));
                }
                Item::Break(comparison) => {
                    let reads = [own[0], own[1]].map(|n| self.number(n));
                    self.flow(
                        Opcode::BreakC,
                        Some(*comparison),
                        reads.into_iter().collect(),
                    );
                }
                Item::Kill => self.kill(own),
                Item::Step => is_late = true,
            }
        }
        // What decides after the step is computed before it.
        let late: Vec<(Comparison, [Read; 2])> = { late.into_iter() }
            .map(|(c, own)| (c, own.map(|n| self.number_apart(n, vectors))))
            .collect();
        self.step(nexts, vectors);
        for (comparison, reads) in late {
            self.flow(
                Opcode::BreakC,
                Some(comparison),
                reads.into_iter().collect(),
            );
        }
    }

    /// An operand of one number.
    pub(in crate::codegen) fn number(&mut self, n: NodeId) -> Read {
        let read = self.operand([Some(n), None, None, None], Form::Any);
        Read {
            lanes: [read.lanes[0]; 4],
            ..read
        }
    }

    /// The same, outside of the registers of what is carried.
    fn number_apart(&mut self, n: NodeId, vectors: &[Vector]) -> Read {
        let read = self.number(n);
        if !vectors
            .iter()
            .any(|v| read.from == Where::Virtual(v.register))
        {
            return read;
        }
        let register = Where::Virtual(self.code.new_virtual(false));
        self.line(Opcode::Mov, (register, 1), &[read], Shape::Each);
        Read {
            lanes: [0; 4],
            ..Read::plain(register)
        }
    }

    /// Sets what is carried to the numbers of the next round: all are computed first, those of most operations before
    /// others.
    fn step(&mut self, nexts: &[NodeId], vectors: &[Vector]) {
        let lanes_of = |v: &Vector| v.carried.map(|k| k.map(|k| nexts[k]));
        let mut order: Vec<&Vector> = vectors.iter().collect();
        let level = |v: &&Vector| {
            let lanes = lanes_of(v);
            let all = lanes.iter().flatten().map(|n| self.levels[n.0 as usize]);
            std::cmp::Reverse(all.max().unwrap_or(0))
        };
        order.sort_by_key(level);
        let mut reads: Vec<(u32, Lanes, Read)> = Vec::new();
        for vector in order {
            let lanes = lanes_of(vector);
            let read = self.operand(lanes, Form::Any);
            let to = Where::Virtual(vector.register);
            let stays = (0..4).all(|l| lanes[l].is_none() || usize::from(read.lanes[l]) == l);
            if read.from == to && stays && read.modifier == Modifier::None {
                continue;
            }
            reads.push((vector.register, lanes, read));
        }
        // A register that another one is set from is moved away first.
        let set: Vec<Where> = reads.iter().map(|(r, ..)| Where::Virtual(*r)).collect();
        for (to, lanes, read) in &mut reads {
            if set.contains(&read.from) && read.from != Where::Virtual(*to) {
                let register = Where::Virtual(self.code.new_virtual(true));
                self.line(
                    Opcode::Mov,
                    (register, mask_of(lanes)),
                    &[*read],
                    Shape::Each,
                );
                *read = Read::plain(register);
            }
        }
        for (to, lanes, read) in reads {
            let to = (Where::Virtual(to), mask_of(&lanes));
            self.line(Opcode::Mov, to, &[read], Shape::Each);
        }
    }

    /// The other loops that are emitted so far: what depends on an inner loop alone belongs into that one.
    fn open_loops(&self, id: u32) -> Vec<u32> {
        let all = self
            .repeated
            .iter()
            .filter_map(|n| match self.graph.kind(*n) {
                Kind::Loop(i) if i != id => Some(i),
                _ => None,
            });
        all.collect()
    }

    /// Computes what rounds of a loop read and no round changes.
    fn compute_before(&mut self, id: u32, open: &[u32], roots: &[NodeId]) {
        let mut seen = vec![false; self.rounds.len()];
        let mut stack: Vec<NodeId> = roots.to_vec();
        let mut wanted: Vec<NodeId> = Vec::new();
        while let Some(n) = stack.pop() {
            if std::mem::replace(&mut seen[n.0 as usize], true) {
                continue;
            }
            let own = &self.rounds[n.0 as usize];
            let is_outside = own.iter().all(|i| *i != id && open.contains(i));
            let kind = self.graph.kind(n);
            let is_modifier = kind == Kind::Neg || kind == Kind::Abs && self.target.machine.has_abs;
            match kind {
                _ if !is_outside || is_modifier => stack.extend_from_slice(self.graph.args(n)),
                Kind::Relative(..) => stack.extend_from_slice(self.graph.args(n)),
                _ => wanted.push(n),
            }
        }
        self.compute_all(wanted);
    }

    /// Computes numbers, those of one vector together.
    pub(in crate::codegen) fn compute_all(&mut self, mut wanted: Vec<NodeId>) {
        wanted.sort_unstable();
        for n in &wanted {
            self.whole(*n);
            if !self.is_free(*n)
                || matches!(
                    self.graph.kind(*n),
                    Kind::Sample(..) | Kind::Loop(_) | Kind::Branch(_)
                )
            {
                continue;
            }
            let mut lanes: Lanes = [None; 4];
            let vector = self.vectors.of[n.0 as usize];
            if let Some((vector, _)) = vector {
                let is_wanted = |m: &NodeId| wanted.binary_search(m).is_ok() && self.is_free(*m);
                lanes = self.vectors.members[vector as usize].map(|m| m.filter(is_wanted));
            }
            if vector.is_none() {
                lanes[0] = Some(*n);
            }
            self.home_together(lanes);
        }
    }
}
