//! Checks expressions: names, literals, assignments; members and elements are in `part`. Operators are each language's own.

mod chain;
mod part;

use crate::frontend::c_like::check::checker::Entity;
use crate::frontend::c_like::check::convert::{constant_int, read, unknown};
use crate::frontend::c_like::check::dialect::{Declared, Sign, Use};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::check::place::cast_place::has_cast;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, ExprKind, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// Checks an expression and returns it with its type; errors are reported.
    pub(in crate::frontend::c_like) fn expression(&mut self, e: &'a Expr<'a>) -> Expression {
        let Some(lines) = self.c.lines().filter(|_| self.id().is_some()) else {
            return self.expression_here(e);
        };
        let outer = (self.line, self.operator_line);
        self.line = lines.comma(e.span).or(self.line);
        self.operator_line = lines.get(e.span).or(self.operator_line);
        let checked = self.expression_here(e);
        self.keep_line(checked.span);
        (self.line, self.operator_line) = outer;
        checked
    }

    /// Records where errors of an operator are reported.
    fn keep_line(&mut self, operator: Span) {
        if let Some(line) = self.operator_line {
            let operators = &mut self.c.tree_lines.operators;
            operators.entry(operator).or_insert(line);
        }
    }

    /// Where the reference reports an argument of a constructor.
    pub(in crate::frontend::c_like) fn argument_place(&self, e: Span) -> Span {
        self.c.lines().and_then(|lines| lines.comma(e)).unwrap_or(e)
    }

    /// What follows is reported at this statement, if its language does so.
    pub(in crate::frontend::c_like::check) fn begin_line(&mut self, statement: Span) {
        self.line = self.c.lines().map(|_| statement);
        self.operator_line = self.line;
    }

    fn expression_here(&mut self, e: &'a Expr<'a>) -> Expression {
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
                None => self.name(name, span),
            },
            ExprKind::Plus(operand) => self.sign(Sign::Plus, operand, span),
            ExprKind::Negate(operand) => self.sign(Sign::Negate, operand, span),
            ExprKind::Not(operand) => self.sign(Sign::Not, operand, span),
            ExprKind::LogicalNot(operand) => self.sign(Sign::LogicalNot, operand, span),
            ExprKind::Before(operator, operand) => self.step(*operator, operand, false, span),
            ExprKind::After(operator, operand) => self.step(*operator, operand, true, span),
            ExprKind::Chain(first, rest) => self.chain(first, rest, span),
            ExprKind::Conditional(parts) => self.conditional(parts, span),
            ExprKind::Assign(None, left, right) => {
                let Some((place, value)) = self.assignment(left, right) else {
                    return unknown(span);
                };
                self.assigned(place, value, span)
            }
            ExprKind::Assign(Some(operator), left, right) => {
                self.compound(*operator, left, right, span)
            }
            ExprKind::Comma(all) => {
                let all: Vec<Expression> = all.iter().map(|e| self.expression(e)).collect();
                let ty = all.last().map_or(Type::Void, |e| e.ty);
                let kind = ExpressionKind::Sequence(all);
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
                let sizes = self.sizes(word.sizes);
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

    /// The value that a name means.
    fn name(&mut self, name: &'a str, span: Span) -> Expression {
        let place = match self.scopes.find(name) {
            Some(local) => self.local(local, name, span),
            // A function alone has no value; what wants one says so.
            None if self.is_function_outside(name) => {
                return Expression {
                    kind: ExpressionKind::Unknown,
                    ty: Type::Void,
                    span,
                };
            }
            None if self.c.find(name).is_none()
                && let Some(ty) = self.c.dialect.object_word(name) =>
            {
                let kind = ExpressionKind::Unknown;
                return Expression { kind, ty, span };
            }
            None => self.variable_outside(name, span),
        };
        match place {
            Some(place) => self.read_place(place, span),
            None => unknown(span),
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
    pub(in crate::frontend::c_like::check) fn is_function(&self, name: &str) -> bool {
        self.scopes.find(name).is_none() && self.is_function_outside(name)
    }

    fn is_function_outside(&self, name: &str) -> bool {
        if !self.c.rules.in_order {
            return false;
        }
        match self.c.find(name) {
            Some(entity) => matches!(entity, Entity::Function(_)),
            None => self.c.rules.by_reach && self.c.library_family(name).is_some(),
        }
    }

    /// The place and the new value of `left = right`.
    pub(in crate::frontend::c_like::check) fn assignment(
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
                (self.hold(id, &value, left)?, value)
            }
            None => {
                let place = self.place_of(left, true);
                let value = self.expression(right);
                (self.hold_part(place?, &value, left)?, value)
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
        if is_step && ty.scalar().is_none() && self.c.rules.drops_unread {
            // Such a step does nothing.
            return read(&place, span);
        }
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
        let outer = std::mem::replace(&mut self.is_late, true);
        let value = declared.unwrap_or_else(|| dialect.compound(self, operator, old, value, span));
        let value = self.implicit(value, ty, Use::Assign);
        self.is_late = outer;
        // The place has been read before; now it is written.
        self.moves(&value, &place);
        self.writes(place.variable);
        self.changes.in_expressions = true;
        let kind = ExpressionKind::Update(Box::new(Update {
            place,
            value,
            gives_old,
        }));
        Expression { kind, ty, span }
    }

    pub(in crate::frontend::c_like::check) fn cast_type(
        &mut self,
        cast: &'a crate::frontend::c_like::syntax::Cast<'a>,
    ) -> Type {
        let element = self.local_type_named(&cast.head.ty);
        let sizes = self.sizes(cast.sizes);
        let name = cast.head.ty.name;
        self.c.check_head(&cast.head, element, name, Declared::Cast);
        self.c.array_of(element, &sizes, name.span)
    }

    /// Checks an expression used as a statement.
    pub(in crate::frontend::c_like::check) fn effect(&mut self, e: &'a Expr<'a>) -> Expression {
        let effect = self.expression(e);
        let has_effect = matches!(
            effect.kind,
            ExpressionKind::Call(..) | ExpressionKind::Operation(..) | ExpressionKind::Unknown
        );
        if self.c.rules.needs_effect && !has_effect {
            // The last operator is the outermost.
            let outermost = match &e.kind {
                ExprKind::Chain(_, rest) => rest.last().map(|(operator, _)| operator.text),
                _ => None,
            };
            let (what, advice) = match outermost {
                Some("==") => ("==", "\"=\" assigns"),
                Some(text) => (text, "assign it to a variable"),
                None => ("expression", "assign it to a variable"),
            };
            self.c.out.rule(Rule::NoEffect(what, advice), e.span);
        }
        effect
    }
}

/// What is cast, inside of all casts.
pub(in crate::frontend::c_like::check) fn without_casts<'a, 'b>(
    mut e: &'b Expr<'a>,
) -> &'b Expr<'a> {
    while let ExprKind::Cast(cast) = &e.kind {
        e = &cast.value;
    }
    e
}

/// Whether an expression names a variable or a part of one.
pub(in crate::frontend::c_like::check) fn is_place(e: &Expr<'_>) -> bool {
    match &e.kind {
        ExprKind::Name(_) => true,
        ExprKind::Dot(inner, _) | ExprKind::Index(inner, _) => is_place(inner),
        _ => false,
    }
}
