//! Parts of values: swizzles, members, elements, lengths.

use super::is_place;
use crate::frontend::c_like::check::convert::{constant_int, swizzled, unknown};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, ExprKind, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// A swizzle, a member, or the length of an array.
    pub(super) fn dot(
        &mut self,
        e: &'a Expr<'a>,
        inner: &'a Expr<'a>,
        name: Name<'a>,
    ) -> Expression {
        let is_function = matches!(inner.kind, ExprKind::Name(n) if self.is_function(n));
        if !is_place(inner) || is_function {
            let inner = self.value_of_parts(inner);
            return self.dot_value(inner, name, e.span);
        }
        let Some(place) = self.place_of(inner, false) else {
            return unknown(e.span);
        };
        if let Some(length) = self.length(place.ty, name) {
            return length;
        }
        if self.interface_lacks(inner, name) {
            return unknown(e.span);
        }
        match self.dot_place(place, name, false) {
            Some(place) => self.read_place(place, e.span),
            None => unknown(e.span),
        }
    }

    /// A value of which parts are read alone. The rows of a matrix that is made for that are not reported.
    fn value_of_parts(&mut self, e: &'a Expr<'a>) -> Expression {
        let n = self.delayed.len();
        let value = self.expression(e);
        let is_rows =
            |kind: &ErrorKind| matches!(kind, ErrorKind::CLike(Rule::Shading(Shading::Rows(_))));
        let new = self.delayed.split_off(n);
        let kept = new.into_iter().filter(|(_, kind, _)| !is_rows(kind));
        self.delayed.extend(kept);
        value
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
    pub(super) fn indexed(
        &mut self,
        e: &'a Expr<'a>,
        inner: &'a Expr<'a>,
        index: &'a Expr<'a>,
    ) -> Expression {
        let span = e.span;
        if is_place(inner) {
            let place = self.place_of(inner, false);
            let index = self.expression(index);
            let Some(place) = place else {
                return unknown(span);
            };
            if place.swizzle.is_none() {
                return match self.element(place, index, span) {
                    Some(place) => {
                        let place = self.held_part(place);
                        self.read_place(place, span)
                    }
                    None => unknown(span),
                };
            }
            let of = self.read_place(place, inner.span);
            return self.element_of(of, index, span);
        }
        let of = self.value_of_parts(inner);
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
}
