//! Assignments to casts, and to components of casts (HLSL): `(int4) a = b`, `((int4) a).xy = b`.

use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::expression::without_casts;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::syntax::{Expr, ExprKind};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};

/// Whether a cast stands around a place, or around what components are named of.
pub(in crate::frontend::c_like::check) fn has_cast(e: &Expr<'_>) -> bool {
    match &e.kind {
        ExprKind::Cast(_) => true,
        ExprKind::Dot(inner, _) => has_cast(inner),
        _ => false,
    }
}

impl<'a> FunctionChecker<'a, '_> {
    /// The place and the new value: it is converted to the outermost type of the casts, then to the place's.
    pub(in crate::frontend::c_like::check) fn assignment_to_cast(
        &mut self,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
    ) -> Option<(Place, Expression)> {
        let (place, via) = match &left.kind {
            ExprKind::Cast(cast) => {
                let ty = self.cast_type(cast);
                (self.place_of(without_casts(&cast.value), true), Some(ty))
            }
            _ => {
                let (place, kind) = self.place_in_casts(left);
                let ty = place.as_ref().zip(kind).map(|(p, k)| p.ty.with_scalar(k));
                (place, ty)
            }
        };
        let value = self.expression(right);
        let (place, via) = (place?, via?);
        let value = self.implicit(value, via, Use::Assign);
        let value = self.implicit(value, place.ty, Use::Assign);
        self.moves(&value, &place);
        self.writes(place.variable);
        Some((place, value))
    }

    /// The place in casts and components, and the kind of number of the outermost cast.
    fn place_in_casts(&mut self, e: &'a Expr<'a>) -> (Option<Place>, Option<Scalar>) {
        match &e.kind {
            ExprKind::Cast(cast) => {
                let kind = match self.cast_type(cast) {
                    Type::Unknown => None,
                    ty => ty.scalar(),
                };
                (self.place_in_casts(&cast.value).0, kind)
            }
            ExprKind::Dot(inner, name) if has_cast(e) => {
                let (place, kind) = self.place_in_casts(inner);
                (place.and_then(|p| self.dot_place(p, *name, true)), kind)
            }
            _ => (self.place_of(e, true), None),
        }
    }
}
