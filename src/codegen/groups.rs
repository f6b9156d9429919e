//! The lines of numbers that are computed alike.

use super::graph::numbers::{Kind, Lanes, NodeId};
use super::lines::{Read, Where};
use super::operands::Form;
use super::pack::Pack;
use crate::codegen::machine::Opcode;
use crate::frontend::assembly::d3d::model::Modifier;
use smallvec::{SmallVec, smallvec};

/// What numbers of one line have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    kind: Kind,
    /// What is clamped.
    inner: Option<Kind>,
}

impl Pack<'_> {
    pub(super) fn key(&self, n: NodeId) -> Key {
        let kind = self.graph.kind(n);
        let inner = (kind == Kind::Saturate).then(|| self.clamped(n)).flatten();
        Key { kind, inner }
    }

    /// The kind of what a number clamps, if one line can do both.
    fn clamped(&self, n: NodeId) -> Option<Kind> {
        let inner = self.graph.args(n)[0];
        let kind = self.graph.kind(inner);
        let clamps = matches!(
            kind,
            Kind::Add
                | Kind::Mul
                | Kind::Mad
                | Kind::Min
                | Kind::Max
                | Kind::Cmp
                | Kind::Rcp
                | Kind::Rsq
                | Kind::Exp
                | Kind::Log
                | Kind::Pow
        );
        let alone = self.is_free(inner) && self.uses[inner.0 as usize] == 1;
        (clamps && alone).then_some(kind)
    }

    /// Computes numbers of one key and level in lanes of a register. `others` are to be moved to other lanes of it; those that the
    /// same line can move are taken out.
    pub(super) fn group(&mut self, to: Where, group: Lanes, others: &mut Lanes) {
        let Some(first) = group.iter().flatten().next().copied() else {
            return;
        };
        let key = self.key(first);
        if let (Kind::Saturate, inner) = (key.kind, key.inner) {
            let arguments = self.arguments(&group, 0);
            if inner.is_none() {
                let read = self.operand(arguments, Form::Any);
                self.each(Opcode::Mov, to, &group, &[read]);
                self.saturate_last(1);
                return;
            }
            let before = self.code.lines.len();
            self.plain_group(to, arguments, &mut [None; 4]);
            // The last lines are those that write the lanes.
            let written = self.code.lines[before..].iter();
            let count = written
                .filter(|l| l.to.is_some_and(|(t, _)| t == to))
                .count();
            self.saturate_last(count);
            return;
        }
        self.plain_group(to, group, others);
    }

    fn saturate_last(&mut self, count: usize) {
        let to = self.code.lines.last().and_then(|l| l.to);
        let lines = self.code.lines.iter_mut().rev();
        let of_register = lines.filter(|l| l.to.map(|t| t.0) == to.map(|t| t.0));
        of_register.take(count).for_each(|l| l.saturate = true);
    }

    fn plain_group(&mut self, to: Where, group: Lanes, others: &mut Lanes) {
        let Some(first) = group.iter().flatten().next().copied() else {
            return;
        };
        let kind = self.graph.kind(first);
        // Each row is a kind and how its lanes are computed: all by one instruction, or one lane after the other.
        match kind {
            Kind::Mad | Kind::Mul if self.products(to, &group) => {}
            Kind::Add
                if self.transforms(to, &group)
                    || self.sum(to, &group)
                    || self.products(to, &group) => {}
            Kind::Add => self.complete(Opcode::Add, to, &group, others),
            Kind::Mul => self.complete(Opcode::Mul, to, &group, others),
            Kind::Mad => self.complete(Opcode::Mad, to, &group, others),
            Kind::Min => self.simple(Opcode::Min, to, &group, 2),
            Kind::Max => self.simple(Opcode::Max, to, &group, 2),
            Kind::Slt => self.simple(Opcode::Slt, to, &group, 2),
            Kind::Sge => self.simple(Opcode::Sge, to, &group, 2),
            Kind::Bits(opcode) => self.simple(opcode, to, &group, 2),
            Kind::Cmp => self.simple(Opcode::Cmp, to, &group, 3),
            Kind::Ddx => self.slope(Opcode::Dsx, to, &group),
            Kind::Ddy => self.slope(Opcode::Dsy, to, &group),
            Kind::Fraction => self.fraction(to, &group),
            Kind::Floor => self.simple(Opcode::Floor, to, &group, 1),
            Kind::Neg => {
                let read = self.operand(group, Form::Any);
                self.each(Opcode::Mov, to, &group, &[read]);
            }
            Kind::Abs => self.magnitude(to, &group),
            Kind::Rcp => self.scalars(Opcode::Rcp, to, &group),
            Kind::Rsq => self.scalars(Opcode::Rsq, to, &group),
            Kind::Exp => self.scalars(Opcode::Exp, to, &group),
            Kind::Log => self.scalars(Opcode::Log, to, &group),
            Kind::Sin => self.scalars(Opcode::Sin, to, &group),
            Kind::Cos => self.scalars(Opcode::Cos, to, &group),
            Kind::Pow => self.powers(to, &group),
            _ => self.refuse("a value of this kind", 5000),
        }
    }

    /// The arguments of a group, with those of commutative operations in the order of the first lane.
    pub(super) fn arguments(&self, group: &Lanes, which: usize) -> Lanes {
        let first = group.iter().flatten().next().copied();
        let Some(first) = first else { return *group };
        group.map(|l| {
            l.map(|n| {
                let args = self.graph.args(n);
                let swaps = which < 2 && args.len() >= 2 && self.is_turned(first, n);
                args[if swaps { 1 - which } else { which }]
            })
        })
    }

    /// Whether the first two arguments of a number fit better to another one's in the other order.
    fn is_turned(&self, first: NodeId, n: NodeId) -> bool {
        let turns = matches!(
            self.graph.kind(n),
            Kind::Add | Kind::Mul | Kind::Mad | Kind::Min | Kind::Max
        );
        if !turns || first == n {
            return false;
        }
        let (x, y) = (self.graph.args(first), self.graph.args(n));
        let alike = |i: usize, j: usize| self.origin(x[i]) == self.origin(y[j]);
        !(alike(0, 0) || alike(1, 1)) && (alike(0, 1) || alike(1, 0))
    }

    /// What numbers of one register have in common.
    fn origin(&self, n: NodeId) -> (Option<u32>, Option<Kind>) {
        let kind = self.graph.kind(n);
        match kind {
            Kind::Neg => self.origin(self.graph.args(n)[0]),
            Kind::Literal(_) => (None, None),
            Kind::Register(file, number, _) => (None, Some(Kind::Register(file, number, 0))),
            Kind::Relative(base, _) => (None, Some(Kind::Relative(base, 0))),
            Kind::Counted(base, _, id) => (None, Some(Kind::Counted(base, 0, id))),
            Kind::Texel(_) => (Some(self.graph.args(n)[0].0), None),
            _ => match self.homes[n.0 as usize] {
                Some((register, _)) => (Some(register), Some(Kind::Truth(true))),
                None => (None, Some(kind)),
            },
        }
    }

    fn simple(&mut self, opcode: Opcode, to: Where, group: &Lanes, n: usize) {
        // Which order arguments have depends on what is computed, so all are chosen before one is.
        let arguments: Vec<Lanes> = (0..n).map(|which| self.arguments(group, which)).collect();
        self.each_of(opcode, to, group, &arguments);
    }

    /// Emits a line of these arguments.
    pub(super) fn each_of(
        &mut self,
        opcode: Opcode,
        to: Where,
        group: &Lanes,
        arguments: &[Lanes],
    ) {
        let n = arguments.len();
        // What takes most operations is computed first: the others need no registers meanwhile.
        let level = |lanes: &Lanes| {
            lanes
                .iter()
                .flatten()
                .map(|n| self.levels[n.0 as usize])
                .max()
        };
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|which| std::cmp::Reverse(level(&arguments[*which])));
        let mut reads: SmallVec<[Option<Read>; 3]> = smallvec![None; n];
        for which in order {
            reads[which] = Some(self.operand(arguments[which], Form::Any));
        }
        let reads: Vec<Read> = reads.into_iter().flatten().collect();
        self.each(opcode, to, group, &reads);
    }

    /// Slopes have no modified operands in model 3.
    fn slope(&mut self, opcode: Opcode, to: Where, group: &Lanes) {
        let lanes = self.arguments(group, 0);
        let read = self.unmodified(lanes);
        self.each(opcode, to, group, &[read]);
    }

    /// An operand without modifiers, in a register of its own if it has some.
    pub(super) fn unmodified(&mut self, lanes: Lanes) -> Read {
        let read = self.operand(lanes, Form::Any);
        if read.modifier == Modifier::None {
            return read;
        }
        let register = Where::Virtual(self.code.new_virtual(false));
        self.each(Opcode::Mov, register, &lanes, &[read]);
        let mut plain = Read::plain(register);
        let first = (0..4).find(|l| lanes[*l].is_some()).unwrap_or(0);
        for (component, n) in plain.lanes.iter_mut().zip(&lanes) {
            if n.is_none() {
                *component = first as u8;
            }
        }
        plain
    }

    /// Some machines write y, or x and y.
    fn fraction(&mut self, to: Where, group: &Lanes) {
        if self.target.machine.has_parts {
            return self.scalars(Opcode::Frc, to, group);
        }
        if !self.target.machine.has_two_fractions {
            return self.simple(Opcode::Frc, to, group, 1);
        }
        let mut left = *group;
        // Two lanes at once are fractions of one operand. They lie in place, or are moved to their lanes.
        while let Some(first) = (0..4).find(|l| left[*l].is_some()) {
            let second = (first + 1..4).find(|l| left[*l].is_some());
            let lanes = [Some(first), second];
            let taken = lanes.map(|l| l.and_then(|l| left[l].take()));
            let arguments = taken.map(|l| l.map(|n| self.graph.args(n)[0]));
            let in_place = matches!(to, Where::Virtual(_)) && lanes == [Some(0), Some(1)];
            // One fraction alone has the lane y.
            let only: Lanes = match second {
                Some(_) => [taken[0], taken[1], None, None],
                None => [None, taken[0], None, None],
            };
            let wanted: Lanes = match second {
                Some(_) => [arguments[0], arguments[1], None, None],
                None => [None, arguments[0], None, None],
            };
            let read = self.operand(wanted, Form::Any);
            if in_place {
                self.each(Opcode::Frc, to, &only, &[read]);
                continue;
            }
            let register = Where::Virtual(self.code.new_virtual(true));
            self.each(Opcode::Frc, register, &only, &[read]);
            let mut moved = Read {
                lanes: [1; 4],
                ..Read::plain(register)
            };
            let mut to_lanes: Lanes = [None; 4];
            to_lanes[first] = taken[0];
            if let Some(second) = second {
                moved.lanes = [0; 4];
                moved.lanes[second..].fill(1);
                to_lanes[second] = taken[1];
            }
            self.each(Opcode::Mov, to, &to_lanes, &[moved]);
        }
    }

    /// A fraction alone, which in model 1 has the lane y of a register.
    pub(super) fn fraction_alone(&mut self, n: NodeId) {
        let is_alone = self.vectors.of[n.0 as usize].is_none();
        if !self.target.machine.has_two_fractions || !is_alone {
            return;
        }
        let argument = self.graph.args(n)[0];
        let read = self.operand([None, Some(argument), None, None], Form::Any);
        let register = self.code.new_virtual(true);
        self.homes[n.0 as usize] = Some((register, 1));
        let lanes: Lanes = [None, Some(n), None, None];
        self.each(Opcode::Frc, Where::Virtual(register), &lanes, &[read]);
    }

    fn magnitude(&mut self, to: Where, group: &Lanes) {
        if self.target.machine.has_abs {
            let read = self.operand(*group, Form::Any);
            return self.each(Opcode::Mov, to, group, &[read]);
        }
        if self.target.machine.has(Opcode::Abs) {
            return self.simple(Opcode::Abs, to, group, 1);
        }
        let lanes = self.arguments(group, 0);
        let read = self.operand(lanes, Form::Any);
        let minus = Read {
            modifier: Modifier::Negate,
            ..read
        };
        self.each(Opcode::Max, to, group, &[read, minus]);
    }

    /// Instructions on one number, one after the other.
    fn scalars(&mut self, opcode: Opcode, to: Where, group: &Lanes) {
        for (lane, n) in group.iter().enumerate() {
            if let Some(n) = n {
                let argument = self.graph.args(*n)[0];
                let mut read = self.operand([Some(argument); 4], Form::Any);
                if opcode == Opcode::Rsq && self.target.machine.has_signed_roots {
                    read.modifier = Modifier::Absolute;
                }
                self.one(opcode, to, lane, &[read]);
            }
        }
    }

    /// Powers; in model 1 as 2^(b log2 a).
    fn powers(&mut self, to: Where, group: &Lanes) {
        for (lane, n) in group.iter().enumerate() {
            let Some(n) = n else { continue };
            let [a, b] = [self.graph.args(*n)[0], self.graph.args(*n)[1]];
            let [x, y] = [a, b].map(|n| self.operand([Some(n); 4], Form::Any));
            let register = Where::Virtual(self.code.new_virtual(false));
            // A vertex shader's pow writes temporaries only, so that an output takes another move.
            if self.target.machine.has(Opcode::Pow) {
                let is_slow = self.target.machine.has_slow_powers;
                if is_slow && self.has_several(group) {
                    return self.powers_together(to, group);
                }
                let is_temp = matches!(to, Where::Virtual(_));
                if !is_slow || self.target.machine.is_pixel || is_temp {
                    self.one(Opcode::Pow, to, lane, &[x, y]);
                    continue;
                }
                self.one(Opcode::Pow, register, 0, &[x, y]);
                let read = Read {
                    lanes: [0; 4],
                    ..Read::plain(register)
                };
                self.one(Opcode::Mov, to, lane, &[read]);
                continue;
            }
            // Model 1 has a logarithm and a power of 2 instead.
            let part = self.target.machine.part_of(Opcode::Log).unwrap_or(0);
            self.one(Opcode::Log, register, part, &[x]);
            let log = Read {
                lanes: [part as u8; 4],
                ..Read::plain(register)
            };
            let product = Where::Virtual(self.code.new_virtual(false));
            self.one(Opcode::Mul, product, 0, &[log, y]);
            let exponent = Read {
                lanes: [0; 4],
                ..Read::plain(product)
            };
            self.one(Opcode::Exp, to, lane, &[exponent]);
        }
    }

    fn has_several(&self, group: &Lanes) -> bool {
        group.iter().flatten().count() > 1
    }

    /// Powers as 2^(b log2 a), with one product for all lanes.
    fn powers_together(&mut self, to: Where, group: &Lanes) {
        let logs = Where::Virtual(self.code.new_virtual(false));
        let products = Where::Virtual(self.code.new_virtual(false));
        let of = |pack: &Self, which: usize| group.map(|l| l.map(|n| pack.graph.args(n)[which]));
        let (bases, exponents) = (of(self, 0), of(self, 1));
        for (lane, base) in bases.iter().enumerate() {
            if let Some(base) = base {
                let read = self.operand([Some(*base); 4], Form::Any);
                self.one(Opcode::Log, logs, lane, &[read]);
            }
        }
        let exponents = self.operand(exponents, Form::Any);
        let first = group.iter().position(Option::is_some).unwrap_or(0);
        let own = |at: Where| {
            let mut read = Read::plain(at);
            for (lane, n) in group.iter().enumerate() {
                if n.is_none() {
                    read.lanes[lane] = first as u8;
                }
            }
            read
        };
        self.each(Opcode::Mul, products, group, &[own(logs), exponents]);
        for (lane, n) in group.iter().enumerate() {
            if n.is_some() {
                let read = Read {
                    lanes: [lane as u8; 4],
                    ..Read::plain(products)
                };
                self.one(Opcode::Exp, to, lane, &[read]);
            }
        }
    }
}
