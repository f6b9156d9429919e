//! Checks expressions: names, literals, members and elements, assignments. Operators are each language's own.

use super::cast_place::has_cast;
use super::checker::Entity;
use super::convert::{constant_int, swizzled, unknown};
use super::dialect::{Sign, Use};
use super::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, ExprKind, Name, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// Checks an expression and returns it with its type; errors are reported.
    pub(in crate::frontend::c_like) fn expression(&mut self, e: &'a Expr<'a>) -> Expression {
        let dialect = self.c.dialect;
        let span = e.span;
        // One row for each kind. What takes more than a few lines has a function of its own.
        match &e.kind {
            ExprKind::Number(text) => match dialect.number(text) {
                Ok((kind, scalar)) => {
                    let ty = Type::Scalar(scalar);
                    Expression { kind, ty, span }
                }
                Err(kind) => {
                    self.c.out.error(kind, span);
                    unknown(span)
                }
            },
            ExprKind::String(_) => Expression {
                kind: ExpressionKind::Unknown,
                ty: Type::String,
                span,
            },
            ExprKind::Bool(b) => constant_int(i64::from(*b), Type::Scalar(Scalar::Bool), span),
            ExprKind::Name(name) => match self.size_constant(name, span) {
                Some(size) => size,
                // A function alone has no value; what wants one says so.
                None if self.is_function(name) => Expression {
                    kind: ExpressionKind::Unknown,
                    ty: Type::Void,
                    span,
                },
                None => self.read(e),
            },
            ExprKind::Plus(operand) => self.sign(Sign::Plus, operand, span),
            ExprKind::Negate(operand) => self.sign(Sign::Negate, operand, span),
            ExprKind::Not(operand) => self.sign(Sign::Not, operand, span),
            ExprKind::LogicalNot(operand) => self.sign(Sign::LogicalNot, operand, span),
            ExprKind::Before(operator, operand) => self.step(*operator, operand, false, span),
            ExprKind::After(operator, operand) => self.step(*operator, operand, true, span),
            ExprKind::Binary(operator, a, b) => {
                let (a, b) = (self.expression(a), self.expression(b));
                if a.ty == Type::Unknown || b.ty == Type::Unknown {
                    return unknown(span);
                }
                let declared = self.declared_operator(operator.text, &[&a, &b], span);
                declared.unwrap_or_else(|| dialect.binary(self, *operator, a, b, span))
            }
            ExprKind::Conditional(parts) => self.conditional(parts, span),
            ExprKind::Assign(None, left, right) => {
                let Some((place, value)) = self.assignment(left, right) else {
                    return unknown(span);
                };
                let ty = place.ty;
                let kind = ExpressionKind::Assign(Box::new((place, value)));
                Expression { kind, ty, span }
            }
            ExprKind::Assign(Some(operator), left, right) => {
                self.compound(*operator, left, right, span)
            }
            ExprKind::Comma(a, b) => {
                let (a, b) = (self.expression(a), self.expression(b));
                let ty = b.ty;
                let kind = ExpressionKind::Sequence(vec![a, b]);
                Expression { kind, ty, span }
            }
            ExprKind::Dot(inner, name) => self.dot(e, inner, *name),
            ExprKind::Index(inner, index) => self.indexed(e, inner, index),
            ExprKind::Call(name, arguments) => self.call(*name, arguments, span),
            ExprKind::Method(object, name, arguments) => {
                self.method(object, *name, arguments, span)
            }
            ExprKind::Construct(word, arguments) => {
                let element = self.c.named_type(word);
                let sizes = self.sizes(&word.sizes);
                let ty = self.c.array_of(element, &sizes, word.name.span);
                self.constructor(word.name, ty, arguments, span)
            }
            ExprKind::Cast(cast) => {
                let ty = self.cast_type(cast);
                let value = self.expression(&cast.value);
                if value.ty == Type::Unknown || ty == Type::Unknown {
                    return unknown(span);
                }
                dialect.cast(self, value, ty, span)
            }
            ExprKind::List(items) => {
                self.refuse(Shading::ListHere, span);
                self.list(Type::Unknown, items, span).1
            }
        }
    }

    fn sign(&mut self, sign: Sign, operand: &'a Expr<'a>, span: Span) -> Expression {
        let operand = self.expression(operand);
        if operand.ty == Type::Unknown {
            return unknown(span);
        }
        let dialect = self.c.dialect;
        let declared = self.declared_operator(sign.text(), &[&operand], span);
        declared.unwrap_or_else(|| dialect.unary(self, sign, operand, span))
    }

    /// Whether a name means a function here.
    pub(super) fn is_function(&self, name: &str) -> bool {
        self.c.rules.in_order
            && self.scopes.find(name).is_none()
            && matches!(self.c.find(name), Some(Entity::Function(_)))
    }

    /// The place and the new value of `left = right`.
    pub(super) fn assignment(
        &mut self,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
    ) -> Option<(Place, Expression)> {
        if self.c.rules.casts_are_places && has_cast(left) {
            return self.assignment_to_cast(left, right);
        }
        let (place, value) = match self.open_variable(left) {
            Some(id) => {
                let value = self.expression(right);
                (self.hold(id, &value, left.span), value)
            }
            None => {
                let place = self.place_of(left, true);
                let value = self.expression(right);
                (place?, value)
            }
        };
        let value = self.implicit(value, place.ty, Use::Assign);
        self.moves(&value, &place);
        self.writes(place.variable);
        Some((place, value))
    }

    /// `a += b`
    fn compound(
        &mut self,
        operator: Operator,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        span: Span,
    ) -> Expression {
        let place = self.place_of(left, true);
        let value = self.expression(right);
        let Some(place) = place else {
            return unknown(span);
        };
        self.update(operator, place, value, false, span)
    }

    /// `++a`, `a++`
    fn step(
        &mut self,
        operator: Operator,
        operand: &'a Expr<'a>,
        gives_old: bool,
        span: Span,
    ) -> Expression {
        if !is_place(operand) {
            self.expression(operand);
            self.refuse(Shading::StepOfValue(operator.text), span);
            return unknown(span);
        }
        let Some(place) = self.place_of(operand, true) else {
            return unknown(span);
        };
        let one = constant_int(1, Type::Scalar(Scalar::LiteralInt), span);
        self.update(operator, place, one, gives_old, span)
    }

    fn update(
        &mut self,
        operator: Operator,
        place: Place,
        value: Expression,
        gives_old: bool,
        span: Span,
    ) -> Expression {
        self.reads(place.variable, span);
        if value.ty == Type::Unknown || place.ty == Type::Unknown {
            return unknown(span);
        }
        let ty = place.ty;
        // A step of a truth value or a structure is refused here. Other operators are the dialect's to refuse.
        let is_step = matches!(operator.text, "++" | "--");
        if is_step && ty.scalar().is_none_or(|s| s == Scalar::Bool) {
            let operator = operator.text;
            let found = self.c.type_name(ty);
            self.refuse(Shading::StepOf { operator, found }, span);
            return unknown(span);
        }
        // The place's old value stands in the operation as an operand of its own, so that indices are evaluated once.
        let old = Expression {
            kind: ExpressionKind::Old,
            ty,
            span,
        };
        let dialect = self.c.dialect;
        let declared = self.declared_operator(operator.text, &[&old, &value], span);
        let value = declared.unwrap_or_else(|| dialect.compound(self, operator, old, value, span));
        let value = self.implicit(value, ty, Use::Assign);
        // The place has been read before; now it is written.
        self.moves(&value, &place);
        self.writes(place.variable);
        let kind = ExpressionKind::Update(Box::new(Update {
            place,
            value,
            gives_old,
        }));
        Expression { kind, ty, span }
    }

    /// A swizzle, a member, or the length of an array.
    fn dot(&mut self, e: &'a Expr<'a>, inner: &'a Expr<'a>, name: Name<'a>) -> Expression {
        let is_function = matches!(inner.kind, ExprKind::Name(n) if self.is_function(n));
        if !is_place(inner) || is_function {
            let inner = self.expression(inner);
            return self.dot_value(inner, name, e.span);
        }
        let Some(place) = self.place_of(inner, false) else {
            return unknown(e.span);
        };
        if let Some(length) = self.length(place.ty, name) {
            return length;
        }
        match self.dot_place(place, name, false) {
            Some(place) => self.read_place(place, e.span),
            None => unknown(e.span),
        }
    }

    /// `.length`
    fn length(&self, ty: Type, name: Name<'_>) -> Option<Expression> {
        if name.text != "length" || !self.c.rules.has_length {
            return None;
        }
        let n = match ty {
            Type::Array(id) => self.c.types.arrays[id.0 as usize].count.unwrap_or(1),
            Type::Vector(_, n) => n.into(),
            Type::Matrix(_, rows, _) => rows.into(),
            _ => return None,
        };
        Some(constant_int(n.into(), Type::Scalar(Scalar::Int), name.span))
    }

    fn dot_value(&mut self, inner: Expression, name: Name<'a>, span: Span) -> Expression {
        if let Some(length) = self.length(inner.ty, name) {
            return length;
        }
        match inner.ty {
            Type::Unknown => unknown(span),
            Type::Struct(id) => {
                let Some((offset, ty)) = self.member(id, name) else {
                    return unknown(span);
                };
                let kind = ExpressionKind::Member(Box::new(inner), offset);
                Expression { kind, ty, span }
            }
            ty => {
                let dialect = self.c.dialect;
                match dialect.swizzle(self, ty, name) {
                    Some((swizzle, ty)) => Expression {
                        span,
                        ..swizzled(inner, swizzle.components(), ty)
                    },
                    None => unknown(span),
                }
            }
        }
    }

    /// An element.
    fn indexed(&mut self, e: &'a Expr<'a>, inner: &'a Expr<'a>, index: &'a Expr<'a>) -> Expression {
        let span = e.span;
        if is_place(inner) {
            let place = self.place_of(inner, false);
            let index = self.expression(index);
            let Some(place) = place else {
                return unknown(span);
            };
            if place.swizzle.is_none() {
                return match self.element(place, index, span) {
                    Some(place) => self.read_place(place, span),
                    None => unknown(span),
                };
            }
            let of = self.read_place(place, inner.span);
            return self.element_of(of, index, span);
        }
        let of = self.expression(inner);
        let index = self.expression(index);
        if of.ty == Type::Unknown {
            return unknown(span);
        }
        self.element_of(of, index, span)
    }

    /// An element of a value.
    fn element_of(&mut self, of: Expression, index: Expression, span: Span) -> Expression {
        let Some((ty, count)) = self.element_type(of.ty, span) else {
            return unknown(span);
        };
        let Some(index) = self.index_of(index) else {
            return unknown(span);
        };
        let scalars = self.c.types.count(ty);
        let dialect = self.c.dialect;
        if let Some(i) = dialect.constant_index(self, &index) {
            if !(0..i64::from(count)).contains(&i) {
                dialect.index_out_of_range(self, i, count, index.span);
                return unknown(span);
            }
            let kind = ExpressionKind::Member(Box::new(of), i as u32 * scalars);
            return Expression { kind, ty, span };
        }
        let kind = ExpressionKind::Element {
            of: Box::new(of),
            index: Box::new(index),
            scalars,
            count,
        };
        Expression { kind, ty, span }
    }

    pub(super) fn cast_type(
        &mut self,
        cast: &'a crate::frontend::c_like::syntax::Cast<'a>,
    ) -> Type {
        let element = self.local_type_named(&cast.head.ty);
        let sizes = self.sizes(&cast.sizes);
        self.c.array_of(element, &sizes, cast.head.ty.name.span)
    }

    /// Checks an expression used as a statement.
    pub(super) fn effect(&mut self, e: &'a Expr<'a>) -> Expression {
        let effect = self.expression(e);
        let has_effect = matches!(
            effect.kind,
            ExpressionKind::Call(..) | ExpressionKind::Operation(..) | ExpressionKind::Unknown
        );
        if self.c.rules.needs_effect && !has_effect {
            let (what, advice) = match &e.kind {
                ExprKind::Binary(operator, ..) if operator.text == "==" => ("==", "\"=\" assigns"),
                ExprKind::Binary(operator, ..) => (operator.text, "assign it to a variable"),
                _ => ("expression", "assign it to a variable"),
            };
            self.c.out.rule(Rule::NoEffect(what, advice), e.span);
        }
        effect
    }
}

/// What is cast, inside of all casts.
pub(super) fn without_casts<'a, 'b>(mut e: &'b Expr<'a>) -> &'b Expr<'a> {
    while let ExprKind::Cast(cast) = &e.kind {
        e = &cast.value;
    }
    e
}

/// Whether an expression names a variable or a part of one.
pub(super) fn is_place(e: &Expr<'_>) -> bool {
    match &e.kind {
        ExprKind::Name(_) => true,
        ExprKind::Dot(inner, _) | ExprKind::Index(inner, _) => is_place(inner),
        _ => false,
    }
}
