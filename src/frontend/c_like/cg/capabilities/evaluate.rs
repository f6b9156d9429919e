//! Expressions: what they need of the machine, and which constants they are, scalar by scalar.

use super::fold;
use super::value::{Needs, Part, Parts, Value, Values};
use super::walk::{MOST_NODES, Walk};
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::each_child;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

impl Walk<'_> {
    /// The constant that an expression is, without a report.
    pub(super) fn constant(&mut self, e: &Expression) -> Option<Value> {
        let (values, was_trial) = (self.copy(), self.is_trial);
        self.is_trial = true;
        let value = self.scalar(e).value;
        self.is_trial = was_trial;
        self.values = values;
        value
    }

    /// The constant that an expression is where these values are known.
    pub(super) fn constant_in(&mut self, e: &Expression, inside: &Values) -> Option<Value> {
        let values = std::mem::replace(&mut self.values, inside.clone());
        let value = self.constant(e);
        self.values = values;
        value
    }

    /// Visits a scalar expression.
    pub(super) fn scalar(&mut self, e: &Expression) -> Part {
        self.expression(e).get(0)
    }

    fn count(&self, ty: Type) -> usize {
        self.module.types.count(ty) as usize
    }

    /// Visits an expression.
    pub(super) fn expression(&mut self, e: &Expression) -> Parts {
        use ExpressionKind::*;
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Parts::default();
        }
        // Each row gives, for every scalar of the value, what is known of it and what it needs.
        match &e.kind {
            Integer(x) => Parts::one(Value::Number(number_of(*x, e.ty))),
            Real(_, x) => {
                let kind = e.ty.scalar().unwrap_or(Scalar::Float);
                Parts::one(fold::converted(Value::Number(*x), kind))
            }
            Read(place) => self.read(place, e.span),
            Convert(inner) => {
                let to = e.ty.scalar().unwrap_or(Scalar::Float);
                self.expression(inner).map(|x| fold::converted(x, to))
            }
            Truth(inner) | OneNan(inner) | Reinterpret(inner) => self.expression(inner),
            Smear(inner) => {
                let part = self.scalar(inner);
                Parts::repeated(part, self.count(e.ty))
            }
            Swizzle(inner, swizzle) => {
                let parts = self.expression(inner);
                parts.pick(swizzle.components().iter().map(|c| usize::from(*c)))
            }
            Member(inner, from) => {
                let parts = self.expression(inner);
                parts.pick((*from as usize..).take(self.count(e.ty)))
            }
            Element {
                of, index, scalars, ..
            } => self.element(of, index, *scalars as usize, e.span),
            Compose(all) => self.compose(all, e.ty),
            Unary(op, inner) => self.unary(*op, inner, e.span),
            Binary(op, operands) => {
                let [a, b] = &**operands;
                self.binary(*op, a, b, e.span)
            }
            Shift(_, a, b) => {
                let (x, y) = (self.expression(a), self.expression(b));
                let both = x.zip(&y, |x, y| x.value.and(y.value).map(|_| Value::Some));
                let needs = self.bits(a, both.is_constant(), e.span);
                both.needing(needs)
            }
            Conditional(parts) => self.conditional(parts, e.span),
            Assign(both) => {
                let parts = self.expression(&both.1);
                self.write(&both.0, &parts, both.1.span);
                parts
            }
            Update(u) => {
                let old = self.read(&u.place, e.span);
                let outer = std::mem::replace(&mut self.old, old.clone());
                let new = self.expression(&u.value);
                self.old = outer;
                self.write(&u.place, &new, e.span);
                if u.gives_old { old } else { new }
            }
            Old => self.old.clone(),
            Sequence(all) => {
                let mut last = Parts::default();
                for e in all {
                    last = self.expression(e);
                }
                last
            }
            Call(id, arguments) => self.call(*id, arguments, e.span),
            _ => self.other(e),
        }
    }

    /// Visits the parts of a value of this type.
    fn compose(&mut self, all: &[Expression], ty: Type) -> Parts {
        let (mut parts, mut len) = (Parts::default(), 0);
        for e in all {
            let n = self.count(e.ty);
            parts.append(len, &self.expression(e), n);
            len += n;
        }
        // A vector is made at once, with all that its scalars need.
        if matches!(ty, Type::Vector(..) | Type::Matrix(..)) {
            let needs = parts.needs();
            return parts.needing(needs);
        }
        parts
    }

    /// Visits `c ? a : b`, both operands. A number as c chooses one of them; any other c is needed by the result.
    fn conditional(&mut self, parts: &[Expression; 3], span: Span) -> Parts {
        // It becomes an `if` before the result.
        let was_result = std::mem::take(&mut self.in_result);
        let chosen = self.scalar(&parts[0]);
        let (yes, no) = (self.expression(&parts[1]), self.expression(&parts[2]));
        self.in_result = was_result;
        match chosen.value {
            Some(Value::Number(x)) if x != 0.0 => yes,
            Some(Value::Number(_)) => no,
            Some(Value::Some) => yes.joined(&no, true).needing(chosen.needs),
            None => {
                let mut own = self.branch_needs(true, span);
                let is_sampler = matches!(parts[1].ty, Type::Sampler(_));
                if is_sampler && !self.profile.writes_chosen_samplers() {
                    own = own.and(self.pending(Capability::ChosenSampler, span));
                }
                let mut both = yes.joined(&no, false).needing(chosen.needs.and(own));
                both.forget();
                both
            }
        }
    }

    /// Operations that are not computed here.
    fn other(&mut self, e: &Expression) -> Parts {
        use ExpressionKind::*;
        let is_by_component = matches!(e.kind, Math(..) | Select(_) | Choose(_));
        let is_pure = is_by_component || matches!(e.kind, Operation(..));
        let mut all: Option<Parts> = None;
        each_child(e, &mut |child| {
            let parts = self.expression(child);
            all = Some(match all.take() {
                None => parts,
                Some(all) => all.zip(&parts, |a, b| a.value.and(b.value)),
            });
        });
        let Some(all) = all else {
            return Parts::default();
        };
        if is_by_component {
            let is_choice = matches!(e.kind, Select(_));
            let own = self.logic(is_choice, &all, e.span);
            return all.map(|_| Value::Some).needing(own);
        }
        let value = (is_pure && all.is_constant()).then_some(Value::Some);
        let needs = all.needs();
        Parts::repeated(Part::new(value, needs), self.count(e.ty))
    }

    /// An element of a value that is no place.
    fn element(
        &mut self,
        of: &Expression,
        index: &Expression,
        scalars: usize,
        span: Span,
    ) -> Parts {
        let parts = self.expression(of);
        let at = self.scalar(index);
        match at.value {
            Some(Value::Number(i)) => {
                let from = (i as usize).saturating_mul(scalars);
                parts.pick((from..).take(scalars))
            }
            Some(Value::Some) => Parts::unknown(parts.needs().and(at.needs)),
            None => {
                let needs = parts.needs().and(at.needs);
                let is_vector = matches!(of.ty, Type::Vector(..));
                let capability = self.index_needs(false, false).filter(|_| !is_vector);
                let own = capability.map(|c| self.pending(c, last_of(span)));
                Parts::unknown(needs.and(own.unwrap_or_default()))
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, inner: &Expression, span: Span) -> Parts {
        let parts = self.expression(inner);
        let needs = match op {
            UnaryOp::Not => {
                let is_logic = inner.ty.scalar() == Some(Scalar::Bool);
                let own = self.logic(is_logic, &parts, span);
                self.bits(inner, parts.is_constant(), span).and(own)
            }
            UnaryOp::Negate => Needs::default(),
        };
        let parts = parts.map(|x| match (op, x) {
            (UnaryOp::Negate, Value::Number(x)) => Value::Number(-x),
            _ => Value::Some,
        });
        parts.needing(needs)
    }

    fn binary(&mut self, op: BinaryOp, a: &Expression, b: &Expression, span: Span) -> Parts {
        let (x, y) = (self.expression(a), self.expression(b));
        let kind = a.ty.scalar().unwrap_or(Scalar::Int);
        let is_logic = op.is_logic() && a.ty.scalar() == Some(Scalar::Bool);
        // One operand may decide: `false && x`, `0 * x`.
        let deciding = match op {
            BinaryOp::Or if is_logic => Some(Value::Number(1.0)),
            BinaryOp::And if is_logic => Some(Value::Number(0.0)),
            BinaryOp::Multiply => Some(Value::Number(0.0)),
            _ => None,
        };
        let both = x.zip(&y, |x, y| match (x.value, y.value) {
            (Some(x), Some(y)) => Some(fold::binary(op, x, y, kind)),
            (x, y) => deciding.filter(|d| x == Some(*d) || y == Some(*d)),
        });
        if deciding.is_some() && both.is_constant() && !(x.is_constant() && y.is_constant()) {
            return both.without_needs();
        }
        let is_bits = op.is_logic() && !is_logic;
        let needs = if is_bits {
            self.bits(a, both.is_constant(), span)
        } else {
            let is_logic = is_logic || op.is_comparison() && is_vector(a.ty);
            self.logic(is_logic, &both, span)
        };
        both.needing(needs)
    }

    /// An operator of logic on values, unless they are constants.
    fn logic(&mut self, is_logic: bool, values: &Parts, span: Span) -> Needs {
        if !is_logic || self.profile.can.comparisons || values.is_constant() {
            return Needs::default();
        }
        self.pending(Capability::Logic, span)
    }

    /// An operator on bits, unless of constants; those of `bool` are logic.
    fn bits(&mut self, operand: &Expression, is_constant: bool, span: Span) -> Needs {
        let is_logic = operand.ty.scalar() == Some(Scalar::Bool);
        if is_constant || is_logic || self.profile.can.bit_operators {
            return Needs::default();
        }
        self.pending(Capability::Bits, span)
    }

    /// A function of the library.
    pub(super) fn library(
        &mut self,
        function: &Function,
        arguments: &[Parts],
        span: Span,
    ) -> Parts {
        let needs = arguments.iter().map(Parts::needs);
        let mut needs = needs.fold(Needs::default(), Needs::and);
        // This function alone compares, where profiles without comparisons have it.
        let is_sampler = |v: &Variable| matches!(v.ty, Type::Sampler(_));
        let looks_up = function.variables.iter().any(is_sampler);
        if looks_up {
            needs = needs.and(self.sampled(function, arguments, span));
        }
        let is_constant = !looks_up && arguments.iter().all(Parts::is_constant);
        if function.name == "step" && is_vector(function.ty) && !is_constant {
            needs = needs.and(self.logic(true, &Parts::unknown(needs), span));
        }
        if arguments.is_empty() || !is_constant {
            return Parts::unknown(needs);
        }
        let mut result = Parts::default();
        for i in 0..self.count(function.ty) {
            let number = |p: &Parts| match p.get(i).value.or(p.get(0).value) {
                Some(Value::Number(x)) => Some(x),
                _ => None,
            };
            let numbers: Option<Vec<f64>> = arguments.iter().map(number).collect();
            let number = numbers.and_then(|n| fold::library(&function.name, &n));
            let value = Some(number.map_or(Value::Some, Value::Number));
            result.set(i, Part::new(value, needs));
        }
        result
    }
}

/// Whether a type has several numbers.
fn is_vector(ty: Type) -> bool {
    matches!(ty, Type::Vector(_, 2..) | Type::Matrix(..))
}

/// The last character.
pub(super) fn last_of(span: Span) -> Span {
    Span {
        start: span.end.saturating_sub(1).max(span.start),
        end: span.end,
    }
}
