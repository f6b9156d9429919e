//! Expressions: what they need of the machine, and which constants they are, scalar by scalar.

use super::value::{self, Parts, Value, Values};
use super::walk::{MOST_NODES, Walk};
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::each_child;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;
use smallvec::smallvec;

/// The most scalars of a value that is made of others.
const MOST_MADE: usize = 256;

impl Walk<'_> {
    /// The constant that an expression is, without a report.
    pub(super) fn constant(&mut self, e: &Expression) -> Option<Value> {
        let values = self.copy();
        let was_trial = std::mem::replace(&mut self.is_trial, true);
        let value = self.scalar(e);
        self.is_trial = was_trial;
        self.values = values;
        value
    }

    /// The constant that an expression is where these values are known.
    pub(super) fn constant_in(&mut self, e: &Expression, inside: &Values) -> Option<Value> {
        self.nodes += inside.len();
        let values = std::mem::replace(&mut self.values, inside.clone());
        let value = self.constant(e);
        self.values = values;
        value
    }

    /// Visits a scalar expression; its value, if it is a constant.
    pub(super) fn scalar(&mut self, e: &Expression) -> Option<Value> {
        self.expression(e).first().copied().flatten()
    }

    fn count(&self, ty: Type) -> usize {
        self.module.types.count(ty) as usize
    }

    /// Visits an expression; the constants that its scalars are.
    pub(super) fn expression(&mut self, e: &Expression) -> Parts {
        use ExpressionKind::*;
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Parts::new();
        }
        match &e.kind {
            Integer(x) => smallvec![Some(Value::Number(*x as f64))],
            Real(_, x) => smallvec![Some(Value::Number(*x))],
            Read(place) => self.read(place),
            Convert(inner) => {
                let mut parts = self.expression(inner);
                let to = e.ty.scalar().unwrap_or(Scalar::Float);
                let each = parts.iter_mut().flatten();
                each.for_each(|x| *x = value::converted(*x, to));
                parts
            }
            Truth(inner) | OneNan(inner) | Reinterpret(inner) => self.expression(inner),
            Smear(inner) => {
                let part = self.scalar(inner);
                smallvec![part; self.count(e.ty).min(MOST_MADE)]
            }
            Swizzle(inner, swizzle) => {
                let parts = self.expression(inner);
                let components = swizzle.components().iter();
                components
                    .map(|c| parts.get(usize::from(*c)).copied().flatten())
                    .collect()
            }
            Member(inner, from) => {
                let parts = self.expression(inner);
                let n = self.count(e.ty).min(MOST_MADE);
                let rest = parts.into_iter().skip(*from as usize);
                rest.take(n).collect()
            }
            Element {
                of, index, scalars, ..
            } => self.element(of, index, *scalars),
            Compose(all) => {
                let mut parts = Parts::new();
                for e in all {
                    let from = self.expression(e);
                    let n = self.count(e.ty).min(MOST_MADE);
                    if parts.len() < MOST_MADE {
                        let given = from.into_iter().chain(std::iter::repeat(None));
                        parts.extend(given.take(n));
                    }
                }
                parts
            }
            Unary(op, inner) => self.unary(*op, inner, e.span),
            Binary(op, a, b) => self.binary(*op, a, b, e.span),
            Shift(_, a, b) => {
                let (x, y) = (self.expression(a), self.expression(b));
                let both = zipped(x, y, |_, _| Value::Some);
                if !is_constant(&both) {
                    self.bits(a, e.span);
                }
                both
            }
            Conditional(parts) => {
                let chosen = self.scalar(&parts[0]);
                let (yes, no) = (self.expression(&parts[1]), self.expression(&parts[2]));
                match chosen {
                    Some(Value::Number(x)) if x != 0.0 => yes,
                    Some(Value::Number(_)) => no,
                    Some(Value::Some) => zipped(yes, no, |_, _| Value::Some),
                    None => Parts::new(),
                }
            }
            Assign(both) => {
                let parts = self.expression(&both.1);
                self.write(&both.0, &parts);
                parts
            }
            Update(u) => {
                let old = self.read(&u.place);
                let outer = std::mem::replace(&mut self.old, old.clone());
                let new = self.expression(&u.value);
                self.old = outer;
                self.write(&u.place, &new);
                if u.gives_old { old } else { new }
            }
            Old => self.old.clone(),
            Sequence(all) => {
                let mut last = Parts::new();
                for e in all {
                    last = self.expression(e);
                }
                last
            }
            Call(id, arguments) => self.call(*id, arguments),
            _ => {
                let mut is_known = true;
                each_child(e, &mut |child| {
                    let parts = self.expression(child);
                    is_known &= is_constant(&parts);
                });
                let is_pure = matches!(e.kind, Math(..) | Select(_) | Choose(_) | Operation(..));
                if is_known && is_pure {
                    smallvec![Some(Value::Some); self.count(e.ty).min(MOST_MADE)]
                } else {
                    Parts::new()
                }
            }
        }
    }

    /// An element of a value that is no place.
    fn element(&mut self, of: &Expression, index: &Expression, scalars: u32) -> Parts {
        let parts = self.expression(of);
        match self.scalar(index) {
            Some(Value::Number(i)) => {
                let from = (i as usize).saturating_mul(scalars as usize);
                let rest = parts.into_iter().skip(from);
                rest.take(scalars as usize).collect()
            }
            Some(Value::Some) => Parts::new(),
            None => {
                let is_vector = matches!(of.ty, Type::Vector(..));
                if !is_vector && let Some(capability) = self.index_needs(false, false) {
                    self.need(capability, self.statement);
                }
                Parts::new()
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, inner: &Expression, span: Span) -> Parts {
        let mut parts = self.expression(inner);
        if op == UnaryOp::Not && !is_constant(&parts) {
            self.bits(inner, span);
        }
        for part in parts.iter_mut().flatten() {
            *part = match (op, *part) {
                (UnaryOp::Negate, Value::Number(x)) => Value::Number(-x),
                _ => Value::Some,
            };
        }
        parts
    }

    fn binary(&mut self, op: BinaryOp, a: &Expression, b: &Expression, span: Span) -> Parts {
        let (x, y) = (self.expression(a), self.expression(b));
        let is_real = a.ty.scalar().is_some_and(Scalar::is_real);
        let is_logic = a.ty.scalar() == Some(Scalar::Bool);
        if op.is_logic() && !is_logic && (!is_constant(&x) || !is_constant(&y)) {
            self.bits(a, span);
        }
        // One operand of a logical operator may decide.
        let deciding = Value::Number(f64::from(u8::from(op == BinaryOp::Or)));
        let decides = |p: &Parts| p.first() == Some(&Some(deciding)) && p.len() == 1;
        if op.is_logic() && is_logic && (decides(&x) || decides(&y)) {
            return smallvec![Some(deciding)];
        }
        zipped(x, y, |x, y| value::binary(op, x, y, is_real))
    }

    /// An operator on bits; those of `bool` are logic.
    fn bits(&mut self, operand: &Expression, span: Span) {
        let is_logic = operand.ty.scalar() == Some(Scalar::Bool);
        if !is_logic && !self.profile.can.bit_operators {
            let place = if self.in_return { self.statement } else { span };
            self.need(Capability::Bits, place);
        }
    }

    /// A function of the library, of constants.
    pub(super) fn library(&mut self, function: &Function, arguments: &[Parts]) -> Parts {
        if arguments.is_empty() || !arguments.iter().all(is_constant) {
            return Parts::new();
        }
        let n = self.count(function.ty).min(MOST_MADE);
        let one = |i: usize| {
            let number = |p: &Parts| match p.get(if p.len() == 1 { 0 } else { i }) {
                Some(Some(Value::Number(x))) => Some(*x),
                _ => None,
            };
            let numbers: Option<Vec<f64>> = arguments.iter().map(number).collect();
            let result = numbers.and_then(|n| value::library(&function.name, &n));
            Some(result.map_or(Value::Some, Value::Number))
        };
        (0..n).map(one).collect()
    }
}

/// Whether all scalars are constants.
pub(super) fn is_constant(parts: &Parts) -> bool {
    !parts.is_empty() && parts.iter().all(Option::is_some)
}

/// An operator on constants, scalar by scalar.
fn zipped(a: Parts, b: Parts, f: impl Fn(Value, Value) -> Value) -> Parts {
    let both = a.into_iter().zip(b);
    both.map(|(a, b)| Some(f(a?, b?))).collect()
}
