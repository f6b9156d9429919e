//! Checks lists of values in braces, the first values of variables.

use super::convert::{constant_int, unknown};
use super::dialect::{Lists, Use};
use super::function::FunctionChecker;
use crate::frontend::c_like::rule::Oddity;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::{Shading, ShadingOddity};
use crate::frontend::c_like::syntax::{Expr, ExprKind};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Array, Type};
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// A list as a value of the type; an array without a size takes the list's.
    pub(super) fn list(
        &mut self,
        ty: Type,
        items: &'a [Expr<'a>],
        span: Span,
    ) -> (Type, Expression) {
        if self.c.rules.lists == Lists::Flat {
            return self.flat_list(ty, items, span);
        }
        // An array without a size has as many elements as the list has items.
        let ty = match ty {
            Type::Array(id) if self.c.types.arrays[id.0 as usize].count.is_none() => {
                let array = self.c.types.arrays[id.0 as usize];
                let count = Some(items.len() as u32);
                self.c.types.array_type(Array { count, ..array })
            }
            other => other,
        };
        if ty == Type::Unknown {
            items.iter().for_each(|e| drop(self.item(Type::Unknown, e)));
            return (ty, unknown(span));
        }
        let types = self.item_types(ty, items, span);
        // A list of another length is refused, and its items are checked all the same.
        if items.len() != types.len() {
            items.iter().for_each(|e| drop(self.item(Type::Unknown, e)));
            let (needed, found) = (types.len(), items.len());
            let rule = Shading::ListLength { needed, found };
            self.c.out.rule(Rule::Shading(rule), span);
            return (ty, unknown(span));
        }
        let parts: Vec<Expression> = items
            .iter()
            .zip(types)
            .map(|(e, ty)| self.item(ty, e))
            .collect();
        if parts.iter().any(|e| e.ty == Type::Unknown) {
            return (ty, unknown(span));
        }
        // A list of one item may stand for a value that has no parts.
        if !matches!(
            ty,
            Type::Vector(..) | Type::Matrix(..) | Type::Struct(_) | Type::Array(_)
        ) {
            let one = parts.into_iter().next();
            return (ty, one.unwrap_or_else(|| constant_int(0, ty, span)));
        }
        let kind = ExpressionKind::Compose(parts);
        (ty, Expression { kind, ty, span })
    }

    /// The types that the items of a list for the type have. Matrices take rows or numbers, arrays elements or all their numbers.
    fn item_types(&mut self, ty: Type, items: &'a [Expr<'a>], span: Span) -> Vec<Type> {
        // Each row gives one type for each item that the list needs. A flat list for an array is a warning.
        match ty {
            Type::Vector(s, n) => vec![Type::Scalar(s); n.into()],
            Type::Matrix(s, rows, columns) => {
                let flat = usize::from(rows) * usize::from(columns);
                if items.len() == flat {
                    vec![Type::Scalar(s); flat]
                } else {
                    vec![Type::Vector(s, columns); rows.into()]
                }
            }
            Type::Struct(id) => {
                let members = &self.c.types.structure(id).members;
                members.iter().map(|m| m.ty).collect()
            }
            Type::Array(_) => match self.flat(ty, items) {
                Some(types) => {
                    self.c
                        .out
                        .odd(Oddity::Shading(ShadingOddity::FlatList), span);
                    types
                }
                None => {
                    let (element, n) = match ty {
                        Type::Array(id) => self.c.types.array_of(id),
                        _ => (ty, 1),
                    };
                    vec![element; n as usize]
                }
            },
            other => vec![other],
        }
    }

    fn item(&mut self, ty: Type, e: &'a Expr<'a>) -> Expression {
        if let ExprKind::List(items) = &e.kind {
            return self.list(ty, items, e.span).1;
        }
        let value = self.expression(e);
        self.implicit(value, ty, Use::Init)
    }

    /// The types of all numbers of an array of arrays or vectors, if the list has exactly as many numbers.
    fn flat(&self, ty: Type, items: &[Expr<'_>]) -> Option<Vec<Type>> {
        let Type::Array(id) = ty else {
            return None;
        };
        let (mut inner, _) = self.c.types.array_of(id);
        if matches!(inner, Type::Scalar(_)) || items.len() != self.c.types.count(ty) as usize {
            return None;
        }
        while let Type::Array(id) = inner {
            inner = self.c.types.array_of(id).0;
        }
        let scalar = inner.scalar()?;
        let (_, n) = self.c.types.array_of(id);
        let is_flat =
            items.len() != n as usize && items.iter().all(|e| !matches!(e.kind, ExprKind::List(_)));
        is_flat.then(|| vec![Type::Scalar(scalar); items.len()])
    }
}
