//! Comparisons, and selections by them. A vertex shader has numbers 0 and 1 for truth, a pixel shader chooses by signs.

use super::flatten::Walk;
use super::numbers::{Graph, Kind, NodeId};
use crate::codegen::machine::Opcode;
use crate::frontend::assembly::d3d::model::{File, Register};
use crate::frontend::c_like::types::Scalar;

/// Comparisons of one condition.
const MOST_COMPARISONS: u32 = 64;

impl Walk<'_> {
    pub(in crate::codegen) fn truth(&mut self, value: bool) -> NodeId {
        self.graph.node(Kind::Truth(value), &[])
    }

    /// A comparison of numbers.
    pub(in crate::codegen) fn compare(&mut self, kind: Kind, a: NodeId, b: NodeId) -> NodeId {
        let holds = |x: f32, y: f32| match kind {
            Kind::Lt => x < y,
            Kind::Le => x <= y,
            Kind::Eq => x == y,
            _ => x != y,
        };
        match (self.graph.value(a), self.graph.value(b)) {
            (Some(x), Some(y)) => self.truth(holds(x, y)),
            // The machine's comparisons cannot tell a NaN from itself.
            _ if a == b => self.truth(matches!(kind, Kind::Le | Kind::Eq)),
            _ => self.graph.node(kind, &[a, b]),
        }
    }

    pub(in crate::codegen) fn not(&mut self, a: NodeId) -> NodeId {
        match self.graph.kind(a) {
            Kind::Truth(value) => self.truth(!value),
            Kind::Not => self.graph.args(a)[0],
            _ => self.graph.node(Kind::Not, &[a]),
        }
    }

    pub(in crate::codegen) fn and(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.graph.kind(a), self.graph.kind(b)) {
            (Kind::Truth(true), _) => b,
            (_, Kind::Truth(true)) => a,
            (Kind::Truth(false), _) | (_, Kind::Truth(false)) => self.truth(false),
            _ if a == b => a,
            _ => self.joined(Kind::And, [a, b]),
        }
    }

    pub(in crate::codegen) fn or(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.graph.kind(a), self.graph.kind(b)) {
            (Kind::Truth(false), _) => b,
            (_, Kind::Truth(false)) => a,
            (Kind::Truth(true), _) | (_, Kind::Truth(true)) => self.truth(true),
            _ if a == b => a,
            _ => self.joined(Kind::Or, [a, b]),
        }
    }

    /// Both, or one of them. Selections repeat all comparisons of a condition, so those of many become one of a number.
    fn joined(&mut self, kind: Kind, parts: [NodeId; 2]) -> NodeId {
        let count = |walk: &Self, parts: [NodeId; 2]| -> u32 {
            { parts.into_iter() }.map(|n| walk.comparisons_of(n)).sum()
        };
        let parts = match count(self, parts) > MOST_COMPARISONS {
            true => parts.map(|n| match self.comparisons_of(n) {
                1 => n,
                _ => {
                    let number = self.as_number(n);
                    self.truth_of(number, true)
                }
            }),
            false => parts,
        };
        let joined = self.graph.node(kind, &parts);
        self.compound.insert(joined, count(self, parts));
        joined
    }

    /// How many comparisons a condition has, those of shared parts each time.
    fn comparisons_of(&self, condition: NodeId) -> u32 {
        let inner = match self.graph.kind(condition) {
            Kind::Not => self.graph.args(condition)[0],
            _ => condition,
        };
        self.compound.get(&inner).copied().unwrap_or(1)
    }

    pub(in crate::codegen) fn xor(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (not_a, not_b) = (self.not(a), self.not(b));
        let (left, right) = (self.and(a, not_b), self.and(not_a, b));
        self.or(left, right)
    }

    /// condition ? a : b, of numbers or of truth values.
    pub(in crate::codegen) fn select(&mut self, condition: NodeId, a: NodeId, b: NodeId) -> NodeId {
        if a == b {
            return a;
        }
        // Where one way computes on bits, it does so for integers that floats cannot be.
        match (self.graph.kind(a), self.graph.kind(b)) {
            (Kind::Missing(_), _) => return b,
            (_, Kind::Missing(_)) => return a,
            _ => {}
        }
        match self.graph.kind(condition) {
            Kind::Truth(true) => return a,
            Kind::Truth(false) => return b,
            Kind::Not => {
                let inner = self.graph.args(condition)[0];
                return self.select(inner, b, a);
            }
            _ => {}
        }
        if self.is_truth(a) {
            let otherwise = self.not(condition);
            let (left, right) = (self.and(condition, a), self.and(otherwise, b));
            return self.or(left, right);
        }
        if self.target.machine.is_pixel || self.target.machine.chooses_by_condition {
            let is = |n, x| self.graph.value(n) == Some(x);
            let compares = self.target.machine.has(Opcode::Slt);
            if compares && is(a, 1.0) && is(b, 0.0) {
                return self.as_number(condition);
            }
            if compares && is(a, 0.0) && is(b, 1.0) {
                return self.negated(condition);
            }
            // A truth value of the text is 1 or 0 already.
            let is_number = self.graph.value(a) == Some(1.0) && self.graph.value(b) == Some(0.0);
            match self.weighed_by_text(condition, [a, b]) {
                Some((number, [chosen, _])) if is_number && chosen == a => number,
                _ => self.choose(condition, a, b),
            }
        } else {
            self.weigh(condition, a, b)
        }
    }

    pub(in crate::codegen) fn is_truth(&self, a: NodeId) -> bool {
        use Kind::*;
        matches!(
            self.graph.kind(a),
            Truth(_) | Lt | Le | Eq | Ne | And | Or | Not | Facing
        )
    }

    /// Chooses by the sign of a difference.
    fn choose(&mut self, condition: NodeId, a: NodeId, b: NodeId) -> NodeId {
        let args: Vec<NodeId> = self.graph.args(condition).to_vec();
        // Each row gives a number that is at least 0 where the first choice is taken.
        let (sign, a, b) = match self.graph.kind(condition) {
            Kind::Lt => (self.graph.sub(args[0], args[1]), b, a),
            Kind::Le => (self.graph.sub(args[1], args[0]), a, b),
            kind @ (Kind::Eq | Kind::Ne) => {
                let difference = self.graph.sub(args[0], args[1]);
                let distance = match self.is_positive(difference) {
                    true => difference,
                    false => self.graph.abs(difference),
                };
                let sign = self.graph.neg(distance);
                match kind {
                    Kind::Eq => (sign, a, b),
                    _ => (sign, b, a),
                }
            }
            Kind::Facing => {
                let face = Kind::Register(File::Face, 0, 0);
                (self.graph.node(face, &[]), a, b)
            }
            // Where there are numbers for truth, one of them stands for all comparisons.
            Kind::And | Kind::Or if self.target.machine.has(Opcode::Slt) => {
                let number = self.as_number(condition);
                (self.graph.neg(number), b, a)
            }
            Kind::And => {
                let inner = self.select(args[1], a, b);
                return self.select(args[0], inner, b);
            }
            Kind::Or => {
                let inner = self.select(args[1], a, b);
                return self.select(args[0], a, inner);
            }
            _ => return a,
        };
        match self.graph.value(sign) {
            Some(x) if x >= 0.0 => a,
            Some(_) => b,
            None => self.graph.node(Kind::Cmp, &[sign, a, b]),
        }
    }

    /// Whether a number certainly is not below 0.
    fn is_positive(&self, n: NodeId) -> bool {
        match self.graph.kind(n) {
            Kind::Abs | Kind::Saturate | Kind::Fraction | Kind::Exp => true,
            _ => self.is_truth_number(n),
        }
    }

    /// Whether a number is a truth value of the text.
    fn is_truth_number(&self, n: NodeId) -> bool {
        match self.graph.kind(n) {
            Kind::Register(File::Const, number, component) => {
                self.target.bools.contains(&(number, component))
            }
            Kind::Register(file, number, _) => {
                let register = Register::new(file, number);
                self.target.scalar_of_input(register) == Some(Scalar::Bool)
            }
            _ => false,
        }
    }

    /// Sums a and b, the one that is not wanted times 0.
    fn weigh(&mut self, condition: NodeId, a: NodeId, b: NodeId) -> NodeId {
        let [x, y] = [a, b].map(|n| self.graph.value(n));
        if let Some((weight, [a, b])) = self.weighed_by_text(condition, [a, b]) {
            // A truth value of the text has no opposite: b + weight × (a − b), as Microsoft's compiler has it.
            let difference = self.graph.sub(a, b);
            return self.graph.mad(weight, difference, b);
        }
        let otherwise = self.not(condition);
        // A specular light is an instruction of its own.
        if let (Some(0.0), Kind::Pow) = (x, self.graph.kind(b))
            && let Some(light) = self.specular(condition, b)
        {
            return light;
        }
        if x == Some(0.0) {
            let weight = self.as_number(otherwise);
            return self.graph.mul(weight, b);
        }
        let weight = self.as_number(condition);
        let opposite = self.graph.neg(b);
        if a == opposite {
            // b × (1 − 2 weight)
            let (one, minus_two) = (self.graph.literal(1.0), self.graph.literal(-2.0));
            let sign = self.graph.mad(weight, minus_two, one);
            return self.graph.mul(sign, b);
        }
        // A sum of one choice and something is that choice and the weighed something.
        if let Some(part) = self.added_to(a, b) {
            return self.graph.mad(weight, part, b);
        }
        if let Some(part) = self.added_to(b, a) {
            let other_weight = self.as_number(otherwise);
            return self.graph.mad(other_weight, part, a);
        }
        let product = self.graph.mul(weight, a);
        if y == Some(0.0) {
            return product;
        }
        let other_weight = self.as_number(otherwise);
        let other = self.graph.mul(other_weight, b);
        self.graph.mad(weight, a, other)
    }

    /// What a sum adds to a number.
    fn added_to(&self, sum: NodeId, number: NodeId) -> Option<NodeId> {
        match self.graph.args(sum)[..] {
            [a, b] if self.graph.kind(sum) == Kind::Add => match (a == number, b == number) {
                (true, _) => Some(b),
                (_, true) => Some(a),
                _ => None,
            },
            _ => None,
        }
    }

    /// A truth value of the text that a condition is, as a number, and what is chosen where it is 1 and where it is 0.
    fn weighed_by_text(
        &self,
        condition: NodeId,
        [a, b]: [NodeId; 2],
    ) -> Option<(NodeId, [NodeId; 2])> {
        let [number, zero] = self.graph.args(condition)[..] else {
            return None;
        };
        let is_test = self.graph.value(zero) == Some(0.0) && self.is_truth_number(number);
        match self.graph.kind(condition) {
            Kind::Ne if is_test => Some((number, [a, b])),
            Kind::Eq if is_test => Some((number, [b, a])),
            _ => None,
        }
    }

    /// A power of a number that counts where neither it nor another number is below 0: `lit`.
    fn specular(&mut self, condition: NodeId, power: NodeId) -> Option<NodeId> {
        let g = &mut self.graph;
        let below_zero = |g: &Graph, n: NodeId| match g.args(n)[..] {
            [x, zero] if g.kind(n) == Kind::Lt && g.value(zero) == Some(0.0) => Some(x),
            _ => None,
        };
        let [first, second] = g.args(condition)[..] else {
            return None;
        };
        let [light, half] = [below_zero(g, first)?, below_zero(g, second)?];
        let [base, exponent] = g.args(power)[..] else {
            return None;
        };
        let is_it = g.kind(condition) == Kind::Or && g.magnitude(half) == base;
        is_it.then(|| g.node(Kind::Lit, &[light, half, exponent]))
    }

    /// The numbers one of which is below 0 where the condition holds.
    pub(in crate::codegen) fn below_zero(&mut self, condition: NodeId, numbers: &mut Vec<NodeId>) {
        let args: Vec<NodeId> = self.graph.args(condition).to_vec();
        match self.graph.kind(condition) {
            Kind::Truth(false) => {}
            Kind::Truth(true) => numbers.push(self.graph.literal(-1.0)),
            Kind::Or => args.iter().for_each(|a| self.below_zero(*a, numbers)),
            Kind::Lt => numbers.push(self.graph.sub(args[0], args[1])),
            _ => {
                let (minus_one, zero) = (self.graph.literal(-1.0), self.graph.literal(0.0));
                numbers.push(self.select(condition, minus_one, zero));
            }
        }
    }

    /// 1 for true, 0 for false.
    pub(in crate::codegen) fn as_number(&mut self, condition: NodeId) -> NodeId {
        let (one, zero) = (self.graph.literal(1.0), self.graph.literal(0.0));
        if !self.target.machine.has(Opcode::Slt) {
            return self.select(condition, one, zero);
        }
        let args: Vec<NodeId> = self.graph.args(condition).to_vec();
        // A truth value of the text is a number already.
        let is_zero = args
            .get(1)
            .is_some_and(|n| self.graph.value(*n) == Some(0.0));
        let is_ne = self.graph.kind(condition) == Kind::Ne;
        if is_ne && is_zero && self.is_truth_number(args[0]) {
            return args[0];
        }
        // Vertex shaders have slt and sge, of which the other truth values are products and sums.
        match self.graph.kind(condition) {
            Kind::Truth(value) => self.graph.literal(f32::from(u8::from(value))),
            Kind::Lt => self.graph.node(Kind::Slt, &[args[0], args[1]]),
            Kind::Le => self.graph.node(Kind::Sge, &[args[1], args[0]]),
            kind @ (Kind::Eq | Kind::Ne) => {
                let difference = self.graph.sub(args[0], args[1]);
                let distance = match self.is_positive(difference) {
                    true => difference,
                    false => self.graph.abs(difference),
                };
                let minus = self.graph.neg(distance);
                let compares = if kind == Kind::Eq {
                    Kind::Sge
                } else {
                    Kind::Slt
                };
                self.graph.node(compares, &[minus, distance])
            }
            Kind::And => {
                let [a, b] = [args[0], args[1]].map(|n| self.as_number(n));
                self.graph.mul(a, b)
            }
            Kind::Or => {
                let [a, b] = [args[0], args[1]].map(|n| self.as_number(n));
                self.graph.max(a, b)
            }
            Kind::Not => self.negated(args[0]),
            Kind::Facing => self.choose(condition, one, zero),
            _ => zero,
        }
    }

    /// 0 for true, 1 for false.
    fn negated(&mut self, condition: NodeId) -> NodeId {
        let args: Vec<NodeId> = self.graph.args(condition).to_vec();
        match self.graph.kind(condition) {
            Kind::Lt => self.graph.node(Kind::Sge, &[args[0], args[1]]),
            Kind::Le => self.graph.node(Kind::Slt, &[args[1], args[0]]),
            Kind::Eq => {
                let differs = self.graph.node(Kind::Ne, &[args[0], args[1]]);
                self.as_number(differs)
            }
            Kind::Ne => {
                let same = self.graph.node(Kind::Eq, &[args[0], args[1]]);
                self.as_number(same)
            }
            _ => {
                let (one, number) = (self.graph.literal(1.0), self.as_number(condition));
                self.graph.sub(one, number)
            }
        }
    }
}
