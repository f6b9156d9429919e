//! Which numbers an expression can have in a trial, where they end a loop: `i < min(n, 4)`, `i < saturate(x) * 3`.

use super::Trial;
use crate::frontend::c_like::lower::range::{Range, library_range, product};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};

/// The most levels of an expression that are looked into.
const MOST_LEVELS: usize = 32;

impl Trial<'_, '_> {
    /// Whether a comparison certainly holds or certainly does not.
    pub(super) fn compared(&self, op: BinaryOp, operands: &[Expression; 2]) -> Option<bool> {
        let [a, b] = operands.each_ref().map(|e| self.range(e, 0));
        // Each row is whether the comparison holds for all numbers, and whether for none.
        let (always, never) = match op {
            BinaryOp::Less => (a.1 < b.0, a.0 >= b.1),
            BinaryOp::LessEqual => (a.1 <= b.0, a.0 > b.1),
            BinaryOp::Greater => (a.0 > b.1, a.1 <= b.0),
            BinaryOp::GreaterEqual => (a.0 >= b.1, a.1 < b.0),
            _ => return None,
        };
        (always || never).then_some(always)
    }

    /// The least and the greatest number of a scalar.
    fn range(&self, e: &Expression, level: usize) -> Range {
        let of = |e: &Expression| self.range(e, level + 1);
        let scalar = match e.ty {
            Type::Scalar(scalar) if level < MOST_LEVELS => scalar,
            _ => return Range::ALL,
        };
        let range = match &e.kind {
            ExpressionKind::Integer(n) => Range::one(*n as f64),
            ExpressionKind::Real(_, x) => Range::one(*x),
            ExpressionKind::Old => self.old.map_or(Range::ALL, Range::one),
            ExpressionKind::Read(place) => self.range_at(place),
            ExpressionKind::Convert(inner) | ExpressionKind::Smear(inner) => {
                match (of(inner), scalar.is_real()) {
                    (range, true) => range,
                    (Range(least, most), false) => Range(least.trunc(), most.trunc()),
                }
            }
            ExpressionKind::Unary(UnaryOp::Negate, inner) => {
                let Range(least, most) = of(inner);
                Range(-most, -least)
            }
            ExpressionKind::Binary(op, operands) => {
                let [a, b] = operands.each_ref().map(of);
                match op {
                    BinaryOp::Add => Range::sum(a, b),
                    BinaryOp::Subtract => Range::difference(a, b),
                    BinaryOp::Multiply => product([a, b], false),
                    BinaryOp::Divide if scalar.is_real() => Range::quotient(a, b),
                    BinaryOp::Remainder => Range::remainder(a, b),
                    _ => Range::ALL,
                }
            }
            ExpressionKind::Conditional(parts) | ExpressionKind::Select(parts) => {
                Range::union(of(&parts[1]), of(&parts[2]))
            }
            ExpressionKind::Math(math, parts) => {
                let parts: Vec<Range> = parts.iter().map(of).collect();
                math_range(*math, &parts)
            }
            ExpressionKind::Call(id, arguments) => {
                let parts = arguments.iter().map(|a| match a {
                    Argument::In(e) => of(e),
                    Argument::Place(_) => Range::ALL,
                });
                self.range_of_call(*id, &parts.collect::<Vec<Range>>())
            }
            _ => Range::ALL,
        };
        match (scalar, range) {
            (Scalar::Bool, Range(least, most)) if least < 0.0 || most > 1.0 => Range(0.0, 1.0),
            (_, range) => range,
        }
    }

    /// That of a place: a number that is known, or what is known of the value before the loop.
    fn range_at(&self, place: &Place) -> Range {
        let (Type::Scalar(scalar), true) = (place.ty, place.steps.is_empty()) else {
            return Range::ALL;
        };
        let written = match place.variable {
            VariableRef::Local(id) => self.locals.get(&id),
            VariableRef::Global(id) => self.globals.get(&id),
        };
        let cell = match (written, place.variable) {
            (Some(x), _) => return x.map_or(Range::ALL, Range::one),
            (None, VariableRef::Local(_)) if self.depth > 0 => return Range::ALL,
            (None, VariableRef::Local(id)) => {
                self.frame.base + self.frame.layout.first[id.0 as usize]
            }
            (None, VariableRef::Global(id)) => self.l.globals[id.0 as usize],
        };
        self.l.range(self.l.cells.get(cell), scalar)
    }

    /// That of a library function's value.
    fn range_of_call(&self, id: FunctionId, parts: &[Range]) -> Range {
        let function = &self.l.module.functions[id.0 as usize];
        if !function.is_library {
            return Range::ALL;
        }
        match (&*function.name, parts) {
            ("saturate", _) => Range(0.0, 1.0),
            ("min", [a, b]) => math_range(Math::Min, &[*a, *b]),
            ("max", [a, b]) => math_range(Math::Max, &[*a, *b]),
            ("clamp", [x, a, b]) => {
                let above = math_range(Math::Max, &[*x, *a]);
                math_range(Math::Min, &[above, *b])
            }
            (name, _) => library_range(name).unwrap_or(Range::ALL),
        }
    }
}

fn math_range(math: Math, parts: &[Range]) -> Range {
    match (math, parts) {
        (Math::Min, [a, b]) => Range(a.0.min(b.0), a.1.min(b.1)),
        (Math::Max, [a, b]) => Range(a.0.max(b.0), a.1.max(b.1)),
        (Math::Sin | Math::Cos, _) => Range(-1.0, 1.0),
        (Math::Abs, _) => Range::POSITIVE,
        _ => Range::ALL,
    }
}
