//! Checks expressions: names, literals, operators, swizzles, members and elements.

use super::convert::{smear, unknown};
use super::function::FunctionChecker;
use super::misspelt;
use super::syntax::{Expr, ExprKind, Meaning, Name, Operator};
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// The expression with its type; where it has an error, that is reported.
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
            ExprKind::Dot(inner, name) => match is_place(inner) {
                true => self.read(e),
                false => {
                    let inner = self.expression(inner);
                    self.dot(inner, *name, e.span)
                }
            },
            ExprKind::Index(..) => self.read(e),
            ExprKind::Call(name, arguments) => self.call(*name, arguments, e.span),
        }
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
            // What is too large for a float is a double.
            let scalar = if single.is_finite() {
                Scalar::Float
            } else {
                Scalar::Double
            };
            let fits = double.is_finite();
            fits.then_some((ExpressionKind::Real(single, double), scalar))
        } else {
            let value = match hex {
                // The bits of an int or of a long.
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

    /// −a; of an integer literal the negative number, so that −2147483648 is an int.
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
        };
        let types = [a.ty, b.ty];
        if op.is_arithmetic() {
            self.warn_mask_arithmetic(&a);
            self.warn_mask_arithmetic(&b);
        }
        let operands = match op.is_logic() {
            true => self.of_one_width(a, b),
            false => self.unified(a, b),
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

    /// What a swizzle or the name of a member takes from a value that is no place.
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

    fn member(
        &mut self,
        id: crate::frontend::c_like::types::StructId,
        name: Name<'a>,
    ) -> Option<(u32, Type)> {
        let structure = self.c.types.structure(id);
        let member = structure.members.iter().find(|m| m.name == name.text);
        let found = member.map(|m| (m.offset, m.ty));
        if found.is_none() {
            let rule = Rule::NoMember(self.c.type_name(Type::Struct(id)), name.text.into());
            self.c.out.rule(rule, name.span);
        }
        found
    }

    /// The components that the letters name, and the type of what they take. The last letter is repeated to fill a vector.
    fn swizzle(&mut self, of: Type, name: Name<'a>) -> Option<(Swizzle, Type)> {
        let Type::Vector(scalar, _) = of else {
            if of != Type::Unknown {
                let rule = Rule::SwizzleOf(self.c.type_name(of));
                self.c.out.rule(rule, name.span);
            }
            return None;
        };
        let component = |c: u8| b"xyzw".iter().position(|x| *x == c).map(|p| p as u8);
        let components: Option<Vec<u8>> = name.text.bytes().map(component).collect();
        let Some(mut components) = components.filter(|c| c.len() <= 4) else {
            let rule = Rule::Swizzle(name.text.into());
            self.c.out.rule(rule, name.span);
            return None;
        };
        if components.len() == 1 {
            return Some((Swizzle::new(&components), Type::Scalar(scalar)));
        }
        components.resize(4, components[components.len() - 1]);
        Some((Swizzle::new(&components), Type::Vector(scalar, 4)))
    }

    /// The value of a place.
    fn read(&mut self, e: &Expr<'a>) -> Expression {
        let Some(place) = self.place_of(e, false) else {
            return unknown(e.span);
        };
        self.reads(place.variable, e.span);
        if place.ty == Type::Unknown {
            return unknown(e.span);
        }
        let ty = place.ty;
        Expression {
            kind: ExpressionKind::Read(place),
            ty,
            span: e.span,
        }
    }

    /// The place that an expression names; `None` after an error. What is read may be a swizzle of a swizzle.
    pub(super) fn place_of(&mut self, e: &Expr<'a>, is_written: bool) -> Option<Place> {
        match &e.kind {
            ExprKind::Name(name) => {
                let place = self.variable(name, e.span)?;
                if is_written && self.is_uniform(place.variable) {
                    let rule = Rule::WritesUniform((*name).into());
                    self.c.out.rule(rule, e.span);
                    return None;
                }
                Some(place)
            }
            ExprKind::Dot(inner, name) => {
                let place = self.place_of(inner, is_written)?;
                self.dot_place(place, *name, is_written)
            }
            ExprKind::Index(inner, index) => {
                let place = self.place_of(inner, is_written);
                let index = self.expression(index);
                self.element(place?, index, e.span)
            }
            _ => {
                self.c.out.rule(Rule::NotWritable, e.span);
                None
            }
        }
    }

    fn variable(&mut self, name: &'a str, span: Span) -> Option<Place> {
        let Some(variable) = self.scopes.find(name) else {
            if self.unknown.insert(name) {
                let kind = match misspelt::advice(name) {
                    Some(advice) => ErrorKind::CLike(Rule::Word(name.into(), advice)),
                    None => ErrorKind::Undeclared(name.into()),
                };
                self.c.out.error(kind, span);
            }
            return None;
        };
        let ty = self.variables[variable.0 as usize].ty;
        Some(Place {
            variable,
            steps: Vec::new(),
            base: ty,
            swizzle: None,
            ty,
        })
    }

    fn dot_place(&mut self, mut place: Place, name: Name<'a>, is_written: bool) -> Option<Place> {
        if let Type::Struct(id) = place.ty {
            let (offset, ty) = self.member(id, name)?;
            place.steps.push(Step::Offset(offset));
            (place.base, place.ty) = (ty, ty);
            return Some(place);
        }
        if is_written && place.swizzle.is_some() {
            self.c.out.rule(Rule::NotWritable, name.span);
            return None;
        }
        let (swizzle, ty) = self.swizzle(place.ty, name)?;
        let swizzle = match place.swizzle {
            Some(first) => {
                let through = |c: &u8| first.components()[usize::from(*c)];
                let components: Vec<u8> = swizzle.components().iter().map(through).collect();
                Swizzle::new(&components)
            }
            None => swizzle,
        };
        place.swizzle = Some(swizzle);
        place.ty = ty;
        Some(place)
    }

    fn element(&mut self, mut place: Place, index: Expression, span: Span) -> Option<Place> {
        let Type::Array(id) = place.ty else {
            if place.ty != Type::Unknown {
                let rule = Rule::NotAnArray(self.c.type_name(place.ty));
                self.c.out.rule(rule, span);
            }
            return None;
        };
        let (ty, count) = self.c.types.array_of(id);
        let index = match index.ty {
            Type::Scalar(Scalar::Int | Scalar::Long) => self.scalar_to(index, Scalar::Int),
            Type::Unknown => return None,
            other => {
                let rule = Rule::IndexType(self.c.type_name(other));
                self.c.out.rule(rule, index.span);
                return None;
            }
        };
        let scalars = self.c.types.count(ty);
        place.steps.push(match index.constant_integer() {
            Some(i) if (0..i64::from(count)).contains(&i) => Step::Offset(i as u32 * scalars),
            Some(i) => {
                self.c.out.rule(Rule::Index(i, count), index.span);
                return None;
            }
            None => Step::Index {
                index: Box::new(index),
                scalars,
                count,
            },
        });
        (place.base, place.ty) = (ty, ty);
        Some(place)
    }

    /// What a statement of an expression alone does: a call.
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

/// Whether the value is a comparison's, perhaps combined.
pub(super) fn is_mask(e: &Expression) -> bool {
    match &e.kind {
        ExpressionKind::Binary(op, a, b) if op.is_logic() => is_mask(a) && is_mask(b),
        ExpressionKind::Binary(op, ..) => op.is_comparison(),
        ExpressionKind::Unary(UnaryOp::Not, e) | ExpressionKind::Smear(e) => is_mask(e),
        _ => false,
    }
}

/// Whether a count is negative in some lane, as far as the text says so.
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
