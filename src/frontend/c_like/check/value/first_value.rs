//! The sizes and the first values of variables.

use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::syntax::{Expr, ExprKind};
use crate::frontend::c_like::tree::Expression;
use crate::frontend::c_like::types::Type;

impl<'a> FunctionChecker<'a, '_> {
    /// The sizes of an array; `None` for one that its value gives.
    pub(in crate::frontend::c_like::check) fn sizes(
        &mut self,
        sizes: &'a [Option<Expr<'a>>],
    ) -> Vec<Option<u32>> {
        let size = |e: &'a Option<Expr<'a>>| {
            let e = e.as_ref()?;
            let size = self.expression(e);
            let dialect = self.c.dialect;
            dialect.array_size(self, size).or(Some(1))
        };
        sizes.iter().map(size).collect()
    }

    /// The first value of a variable of the type, and the type with its size.
    pub(in crate::frontend::c_like::check) fn first_value(
        &mut self,
        ty: Type,
        e: &'a Expr<'a>,
    ) -> (Type, Expression) {
        if let Some(value) = self.object_value(ty, e) {
            return (ty, value);
        }
        if let ExprKind::List(items) = &e.kind {
            return self.list(ty, items, e.span);
        }
        let value = self.expression(e);
        let value = self.implicit(value, ty, Use::Init);
        // An array without a size takes that of its value.
        let ty = if self.c.is_open(ty) && value.ty != Type::Unknown {
            value.ty
        } else {
            ty
        };
        (ty, value)
    }

    /// Converts a value where the language does so by itself.
    pub(in crate::frontend::c_like) fn implicit(
        &mut self,
        e: Expression,
        to: Type,
        by: Use<'_>,
    ) -> Expression {
        let dialect = self.c.dialect;
        dialect.implicit(self, e, to, by)
    }
}
