//! Moves that lines do which compute other lanes of the register: x + 0, x × 1, x × 0 + y.

use crate::codegen::graph::numbers::{Kind, Lanes, NodeId};
use crate::codegen::lines::{Read, Shape, Where};
use crate::codegen::machine::Opcode;
use crate::codegen::operands::Form;
use crate::codegen::pack::{Pack, mask_of};
use crate::frontend::assembly::d3d::model::{File, Modifier};
use smallvec::SmallVec;

impl Pack<'_> {
    /// Computes sums or products, and moves with them what can be moved so. What was moved is taken out of `others`.
    pub(in crate::codegen) fn complete(
        &mut self,
        opcode: Opcode,
        to: Where,
        group: &Lanes,
        others: &mut Lanes,
    ) {
        let n = if opcode == Opcode::Mad { 3 } else { 2 };
        let mut arguments: SmallVec<[Lanes; 3]> =
            { 0..n }.map(|which| self.arguments(group, which)).collect();
        let mut all = *group;
        let moves = self.target.machine.moves_with_products;
        for lane in (0..4).filter(|_| moves) {
            let Some(moved) = others[lane].filter(|n| self.is_movable(*n)) else {
                continue;
            };
            if let Some(values) = self.idle_arguments(opcode, &arguments, moved) {
                for (argument, value) in arguments.iter_mut().zip(values) {
                    argument[lane] = Some(value);
                }
                all[lane] = others[lane].take();
            }
        }
        self.each_of(opcode, to, &all, &arguments);
    }

    /// Whether a number lies somewhere as it is, and is no constant.
    fn is_movable(&self, n: NodeId) -> bool {
        let is_constant = matches!(
            self.graph.kind(n),
            Kind::Literal(_)
                | Kind::Relative(..)
                | Kind::Counted(..)
                | Kind::Register(File::Const, ..)
        );
        !is_constant && !self.is_free(n)
    }

    /// The arguments with which an operation gives a number as it is, where they lie in the registers that it reads.
    fn idle_arguments(
        &mut self,
        opcode: Opcode,
        arguments: &[Lanes],
        moved: NodeId,
    ) -> Option<SmallVec<[NodeId; 3]>> {
        let literal = |pack: &Self, x: f32| pack.graph.find(Kind::Literal(x.to_bits()), &[]);
        let [zero, one] = [literal(self, 0.0)?, literal(self, 1.0)?];
        let are_literals = |pack: &Self, lanes: &Lanes| {
            { lanes.iter().flatten() }.all(|n| pack.graph.value(*n).is_some())
        };
        let literals: SmallVec<[bool; 3]> = { arguments.iter() }
            .map(|lanes| are_literals(self, lanes))
            .collect();
        let (from, _) = self.place(moved)?;
        let is_there = |pack: &mut Self, lanes: &Lanes| {
            let mut numbers = lanes.iter().flatten();
            numbers.all(|n| {
                !pack.is_free(*n) && pack.place(*n).is_some_and(|(place, _)| place == from)
            })
        };
        match (opcode, &literals[..]) {
            (Opcode::Add, [_, true]) if is_there(self, &arguments[0]) => {
                Some([moved, zero].into_iter().collect())
            }
            (Opcode::Mul, [_, true]) if is_there(self, &arguments[0]) => {
                Some([moved, one].into_iter().collect())
            }
            (Opcode::Mul, [true, _]) if is_there(self, &arguments[1]) => {
                Some([one, moved].into_iter().collect())
            }
            (Opcode::Mad, [_, true, true]) if is_there(self, &arguments[0]) => {
                Some([moved, one, zero].into_iter().collect())
            }
            (Opcode::Mad, [true, _, true]) if is_there(self, &arguments[1]) => {
                Some([one, moved, zero].into_iter().collect())
            }
            // Nothing times the number of the first lane.
            (Opcode::Mad, [.., false]) if is_there(self, &arguments[2]) => {
                let which = usize::from(!literals[0]);
                let other = arguments[1 - which].iter().flatten().next()?;
                let factors = match (which, literals[which]) {
                    (0, true) => [zero, *other],
                    (1, true) => [*other, zero],
                    _ => return None,
                };
                Some(factors.into_iter().chain([moved]).collect())
            }
            _ => None,
        }
    }

    /// Moves components of a register together with literals: each is x × 1 + 0 or x × 0 + y.
    pub(in crate::codegen) fn move_with_literals(&mut self, to: Where, left: &mut Lanes) {
        if !self.target.machine.moves_with_products {
            return;
        }
        let is_literal = |pack: &Self, n: NodeId| pack.graph.value(n).is_some();
        let literals = left.map(|l| l.filter(|n| is_literal(self, *n)));
        let first = { left.iter().flatten() }
            .find(|n| !is_literal(self, **n))
            .copied();
        let (Some(first), true) = (first, literals.iter().any(Option::is_some)) else {
            return;
        };
        let one = self.graph.find(Kind::Literal(1f32.to_bits()), &[]);
        let zero = self.graph.find(Kind::Literal(0), &[]);
        let (Some(one), Some(zero), true) = (one, zero, self.target.machine.swizzles) else {
            return;
        };
        // One register, and its constants, must hold all.
        let mut numbers = *left;
        for (number, literal) in numbers.iter_mut().zip(&literals) {
            if literal.is_some() {
                *number = Some(first);
            }
        }
        let place = match self.is_movable(first) {
            true => self.place(first).map(|(place, _)| place),
            false => None,
        };
        let is_one_place = |pack: &mut Self, n: NodeId| {
            pack.is_movable(n) && pack.place(n).map(|(place, _)| place) == place
        };
        let mut values: Vec<NodeId> = literals
            .iter()
            .flatten()
            .copied()
            .chain([one, zero])
            .collect();
        values.sort_unstable();
        values.dedup();
        let are_one = { numbers.iter().flatten() }.all(|n| is_one_place(self, *n));
        if place.is_none() || !are_one || values.len() > 4 {
            return;
        }
        let of = |literal: NodeId, otherwise: Option<NodeId>| {
            let mut lanes: Lanes = [None; 4];
            for (lane, n) in lanes.iter_mut().zip(left.iter().zip(&literals)) {
                *lane = match n {
                    (None, _) => None,
                    (_, Some(y)) => Some(otherwise.unwrap_or(*y)),
                    (_, None) => Some(literal),
                };
            }
            lanes
        };
        let (factors, addends) = (of(one, Some(zero)), of(zero, None));
        let reads = [numbers, factors, addends].map(|lanes| self.operand(lanes, Form::Any));
        if reads[0].modifier == Modifier::None {
            self.line(Opcode::Mad, (to, mask_of(left)), &reads, Shape::Each);
            *left = [None; 4];
        }
    }

    /// Numbers of which some lie in one register, and nothing has computed the others: these are computed in lanes of it that hold
    /// nothing.
    pub(in crate::codegen) fn extended(&mut self, lanes: &Lanes) -> Option<Read> {
        let mut new: SmallVec<[NodeId; 4]> = SmallVec::new();
        let mut register = None;
        for n in lanes.iter().flatten() {
            if self.is_free(*n) {
                if !new.contains(n) {
                    new.push(*n);
                }
                continue;
            }
            match (self.place(*n), register) {
                (Some((Where::Virtual(r), _)), None) => register = Some(r),
                (Some((Where::Virtual(r), _)), Some(known)) if r == known => {}
                _ => return None,
            }
        }
        let register = register?;
        let held = self.code.held[register as usize];
        if held == 0 || new.is_empty() || new.len() + held.count_ones() as usize > 4 {
            return None;
        }
        // Each takes its own lane, or else the first one that is free.
        let mut own: Lanes = [None; 4];
        for n in &new {
            let is_free = |l: &usize| held >> l & 1 == 0 && own[*l].is_none();
            let wanted = (0..4).filter(|l| lanes[*l] == Some(*n));
            let lane = wanted.chain(0..4).find(is_free)?;
            own[lane] = Some(*n);
            self.homes[n.0 as usize] = Some((register, lane as u8));
        }
        self.code.held[register as usize] |= mask_of(&own);
        self.fill(Where::Virtual(register), own, [None; 4]);
        let mut read = Read::plain(Where::Virtual(register));
        let mut first = None;
        for (lane, n) in lanes.iter().enumerate() {
            let Some(n) = n else { continue };
            let (_, component) = self.homes[n.0 as usize]?;
            read.lanes[lane] = component;
            first.get_or_insert(component);
        }
        for (component, n) in read.lanes.iter_mut().zip(lanes) {
            if n.is_none() {
                *component = first?;
            }
        }
        Some(read)
    }
}
