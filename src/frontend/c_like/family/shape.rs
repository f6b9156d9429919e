//! Numbers of one shape in another shape.

use crate::frontend::c_like::check::convert::{smeared, swizzled};
use crate::frontend::c_like::tree::{Expression, ExpressionKind};
use crate::frontend::c_like::types::Type;

/// How numbers of one shape become another shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) enum Reshape {
    Same,
    /// A scalar in all components.
    Smear,
    /// Some of the numbers; a warning where no cast asks for it.
    Select,
    /// The same numbers in another shape.
    Rearrange,
    /// Refused with this number; a cast with the second one.
    Refused(u16, u16),
}

/// The numbers in the shape of `to`, of their own kind.
pub(in crate::frontend::c_like) fn reshaped(e: Expression, to: Type, how: Reshape) -> Expression {
    let Some(scalar) = e.ty.scalar() else {
        return e;
    };
    let ty = to.with_scalar(scalar);
    // Each row is one way to the shape: repeat one number, select some, or take all in another arrangement.
    match (how, e.ty, to) {
        (Reshape::Smear, Type::Matrix(..), _) => {
            smeared(swizzled(e, &[0], Type::Scalar(scalar)), ty)
        }
        (Reshape::Smear, ..) => smeared(e, ty),
        (Reshape::Select, _, Type::Scalar(_)) => swizzled(e, &[0], ty),
        (Reshape::Select, _, Type::Vector(_, n)) => {
            swizzled(e, &[0, 1, 2, 3][..usize::from(n)], ty)
        }
        (Reshape::Select, Type::Matrix(_, _, width), Type::Matrix(_, rows, columns)) => {
            let row = |r: u8| (0..columns).map(move |c| r * width + c);
            let components: Vec<u8> = (0..rows).flat_map(row).collect();
            swizzled(e, &components, ty)
        }
        (Reshape::Rearrange, ..) => Expression {
            span: e.span,
            ty,
            kind: ExpressionKind::Reinterpret(Box::new(e)),
        },
        _ => e,
    }
}
