//! Checks expressions: names, literals, operators, swizzles, members and elements.

use super::pattern::is_mask;
use crate::frontend::c_like::check::convert::{smear, unknown};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::{Expr, ExprKind, Meaning, Name, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// Checks an expression and returns it with its type; errors are reported.
    pub(super) fn expression(&mut self, e: &Expr<'a>) -> Expression {
        match &e.kind {
            ExprKind::Number(text) => self.number(text, e.span),
            ExprKind::Name(_) => self.read(e),
            ExprKind::Negate(operand) => self.negate(operand, e.span),
            ExprKind::Not(operand) => {
                let operand = self.expression(operand);
                self.unary("~", UnaryOp::Not, operand, e.span)
            }
            ExprKind::Binary(operator, a, b) => self.binary(*operator, a, b, e.span),
            ExprKind::Dot(inner, name) => {
                if is_place(inner) {
                    self.read(e)
                } else {
                    let inner = self.expression(inner);
                    self.dot(inner, *name, e.span)
                }
            }
            ExprKind::Index(..) => self.read(e),
            ExprKind::Call(name, arguments) => self.call(*name, arguments, e.span),
            _ => self.absent(e.span),
        }
    }

    /// An expression that no grammar over this check makes yet.
    fn absent(&mut self, span: Span) -> Expression {
        unknown(span)
    }

    fn number(&mut self, text: &str, span: Span) -> Expression {
        let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        let is_real = hex.is_none() && text.bytes().any(|c| matches!(c, b'.' | b'e' | b'E'));
        let made = if is_real {
            let (single, double) = (text.parse::<f32>(), text.parse::<f64>());
            let (single, double) = (
                single.unwrap_or(f32::INFINITY),
                double.unwrap_or(f64::INFINITY),
            );
            // A number too large for a float is a double.
            let scalar = if single.is_finite() {
                Scalar::Float
            } else {
                Scalar::Double
            };
            let fits = double.is_finite();
            fits.then_some((ExpressionKind::Real(single, double), scalar))
        } else {
            let value = match hex {
                // The bits are those of an int or of a long.
                Some(digits) => {
                    u64::from_str_radix(digits, 16)
                        .ok()
                        .map(|x| match u32::try_from(x) {
                            Ok(x) => (i64::from(x as i32), Scalar::Int),
                            Err(_) => (x as i64, Scalar::Long),
                        })
                }
                None => text.parse::<i64>().ok().map(|x| match i32::try_from(x) {
                    Ok(_) => (x, Scalar::Int),
                    Err(_) => (x, Scalar::Long),
                }),
            };
            value.map(|(x, scalar)| (ExpressionKind::Integer(x), scalar))
        };
        let Some((kind, scalar)) = made else {
            self.c.out.error(ErrorKind::NumberTooLarge, span);
            return unknown(span);
        };
        let ty = Type::Scalar(scalar);
        Expression { kind, ty, span }
    }

    /// Checks −a. An integer literal becomes the negative number, so that −2147483648 is an int.
    fn negate(&mut self, operand: &Expr<'a>, span: Span) -> Expression {
        let operand = self.expression(operand);
        if let (ExpressionKind::Integer(x), Some(Scalar::Long)) =
            (&operand.kind, operand.ty.scalar())
            && *x == -i64::from(i32::MIN)
        {
            return Expression {
                kind: ExpressionKind::Integer(i32::MIN.into()),
                ty: Type::Scalar(Scalar::Int),
                span,
            };
        }
        self.warn_mask_arithmetic(&operand);
        self.unary("-", UnaryOp::Negate, operand, span)
    }

    fn unary(
        &mut self,
        operator: &'static str,
        op: UnaryOp,
        operand: Expression,
        span: Span,
    ) -> Expression {
        if operand.ty == Type::Unknown {
            return unknown(span);
        }
        if operand.ty.scalar().is_none() {
            let rule = Rule::Operand {
                operator,
                operand: self.c.type_name(operand.ty),
                advice: "it takes numbers and vectors",
            };
            self.c.out.rule(rule, span);
            return unknown(span);
        }
        let ty = operand.ty;
        let kind = ExpressionKind::Unary(op, Box::new(operand));
        Expression { kind, ty, span }
    }

    fn warn_mask_arithmetic(&mut self, operand: &Expression) {
        if is_mask(operand) {
            self.c.out.odd(Oddity::MaskArithmetic, operand.span);
        }
    }

    fn binary(&mut self, operator: Operator, a: &Expr<'a>, b: &Expr<'a>, span: Span) -> Expression {
        let (a, b) = (self.expression(a), self.expression(b));
        if a.ty == Type::Unknown || b.ty == Type::Unknown {
            return unknown(span);
        }
        let op = match operator.meaning {
            Meaning::Shift(shift) => return self.shift(operator, shift, a, b, span),
            Meaning::Binary(op) => op,
            Meaning::LogicalAnd | Meaning::LogicalOr => return self.absent(span),
        };
        let types = [a.ty, b.ty];
        if op.is_arithmetic() {
            self.warn_mask_arithmetic(&a);
            self.warn_mask_arithmetic(&b);
        }
        let operands = if op.is_logic() {
            self.of_one_width(a, b)
        } else {
            self.unified(a, b)
        };
        let Some((a, b)) = operands else {
            return self.refuse_operands(operator, types, op.is_logic(), span);
        };
        let ty = a.ty;
        let kind = ExpressionKind::Binary(op, Box::new(a), Box::new(b));
        Expression { kind, ty, span }
    }

    fn refuse_operands(
        &mut self,
        operator: Operator,
        types: [Type; 2],
        is_logic: bool,
        span: Span,
    ) -> Expression {
        let advice = match types.iter().all(|t| t.scalar().is_some()) {
            true if is_logic => "both must have lanes of the same width",
            true => "make them the same kind of number by a constructor, as in vec(a) or float(a)",
            false => "it takes numbers and vectors",
        };
        let [left, right] = types.map(|t| self.c.type_name(t));
        let rule = Rule::Operands {
            operator: operator.text,
            left,
            right,
            advice: advice.into(),
        };
        self.c.out.rule(rule, operator.span);
        unknown(span)
    }

    fn shift(
        &mut self,
        operator: Operator,
        shift: Shift,
        value: Expression,
        count: Expression,
        span: Span,
    ) -> Expression {
        let Some(scalar) = value.ty.scalar() else {
            return self.refuse_operands(operator, [value.ty, count.ty], false, span);
        };
        if !shift.by_lane && scalar.is_wide() {
            let by_lane = match operator.text {
                "<<@" => "<<|@",
                ">>@" => ">>|@",
                "<<<" => "<<<|",
                ">>>" => ">>>|",
                "<<" => "<<|",
                _ => ">>|",
            };
            let rule = Rule::WholeShift(operator.text, by_lane, self.c.type_name(value.ty));
            self.c.out.rule(rule, operator.span);
            return unknown(span);
        }
        let by_vector = shift.by_lane && value.ty.is_vector();
        let count = match count.ty {
            Type::Scalar(Scalar::Int | Scalar::Long) => self.scalar_to(count, Scalar::Int),
            Type::Vector(Scalar::Int, _) if by_vector => count,
            _ => {
                let rule = Rule::ShiftCount(self.c.type_name(count.ty));
                self.c.out.rule(rule, count.span);
                return unknown(span);
            }
        };
        if has_negative(&count) {
            self.c.out.rule(Rule::NegativeShift, count.span);
            return unknown(span);
        }
        let ty = value.ty;
        let kind = ExpressionKind::Shift(shift, Box::new(value), Box::new(count));
        Expression { kind, ty, span }
    }

    /// Checks a swizzle or a member of a value that is no place.
    fn dot(&mut self, inner: Expression, name: Name<'a>, span: Span) -> Expression {
        if let Type::Struct(id) = inner.ty {
            let Some((offset, ty)) = self.member(id, name) else {
                return unknown(span);
            };
            let kind = ExpressionKind::Member(Box::new(inner), offset);
            return Expression { kind, ty, span };
        }
        let Some((swizzle, ty)) = self.swizzle(inner.ty, name) else {
            return unknown(span);
        };
        let kind = ExpressionKind::Swizzle(Box::new(inner), swizzle);
        Expression { kind, ty, span }
    }

    /// Checks an expression used as a statement: a call.
    pub(super) fn effect(&mut self, e: &Expr<'a>) -> Expression {
        let effect = self.expression(e);
        if !matches!(
            effect.kind,
            ExpressionKind::Call(..) | ExpressionKind::Operation(..) | ExpressionKind::Unknown
        ) {
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

/// Whether an expression names a variable or a part of one.
fn is_place(e: &Expr<'_>) -> bool {
    match &e.kind {
        ExprKind::Name(_) => true,
        ExprKind::Dot(inner, _) | ExprKind::Index(inner, _) => is_place(inner),
        _ => false,
    }
}

/// Whether a count is certainly negative in some lane.
fn has_negative(count: &Expression) -> bool {
    match &count.kind {
        ExpressionKind::Compose(parts) => parts.iter().any(has_negative),
        ExpressionKind::Smear(e) => has_negative(e),
        _ => count.constant_integer().is_some_and(|n| n < 0),
    }
}

/// For the shapes of builtin functions' arguments.
pub(super) fn in_shape_of(e: Expression, ty: Type) -> Expression {
    match ty {
        Type::Vector(..) => smear(e),
        _ => e,
    }
}
