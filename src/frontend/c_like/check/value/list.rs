//! Checks lists of values in braces, the first values of variables.

use crate::frontend::c_like::check::constant::constancy::end_of;
use crate::frontend::c_like::check::convert::{constant_int, unknown};
use crate::frontend::c_like::check::dialect::{Lists, Use};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Oddity;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::rule::shading_oddity::ShadingOddity;
use crate::frontend::c_like::syntax::{Expr, ExprKind};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Array, Type};
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// A list as a value of the type; an array without a size takes the list's.
    pub(in crate::frontend::c_like::check) fn list(
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
        // Braces inside a list for a row of numbers mean nothing.
        let mut items: Vec<&'a Expr<'a>> = items.iter().collect();
        if self.is_row(ty) {
            items = without_braces(items);
        }
        if ty == Type::Unknown {
            items.into_iter().for_each(|e| drop(self.item(ty, e)));
            return (ty, unknown(span));
        }
        // The items are checked first, also those of a list of another length, which is refused.
        let types = self.item_types(ty, &items, span);
        let (needed, found) = (types.len(), items.len());
        let excess = items.get(needed).map(|e| e.span);
        let rest = std::iter::repeat(Type::Unknown);
        let mut parts: Vec<Expression> = items
            .into_iter()
            .zip(types.into_iter().chain(rest))
            .map(|(e, ty)| self.item(ty, e))
            .collect();
        let is_matrix = matches!(ty, Type::Matrix(_, rows, columns)
            if found < usize::from(rows) * usize::from(columns));
        let drops_excess = self.drops_excess && is_matrix && found > needed;
        if found != needed && !drops_excess {
            let rule = Shading::ListLength { needed, found };
            let place = excess.unwrap_or(end_of(span));
            self.c.out.rule(Rule::Shading(rule), place);
            return (ty, unknown(span));
        }
        parts.truncate(needed);
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
    fn item_types(&mut self, ty: Type, items: &[&'a Expr<'a>], span: Span) -> Vec<Type> {
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

    /// Whether a type is a vector or an array of scalars.
    fn is_row(&self, ty: Type) -> bool {
        match ty {
            Type::Vector(..) => true,
            Type::Array(id) => matches!(self.c.types.array_of(id).0, Type::Scalar(_)),
            _ => false,
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
    fn flat(&self, ty: Type, items: &[&Expr<'_>]) -> Option<Vec<Type>> {
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

/// The items of a list and of all lists in it.
fn without_braces<'a>(items: Vec<&'a Expr<'a>>) -> Vec<&'a Expr<'a>> {
    let mut flat = Vec::with_capacity(items.len());
    for e in items {
        match &e.kind {
            ExprKind::List(inner) => flat.extend(without_braces(inner.iter().collect())),
            _ => flat.push(e),
        }
    }
    flat
}
