//! Statements that compute a value which nothing reads, and write nothing. The reference leaves them out before it asks
//! what the machine has, but for the conversions of their operands.

use crate::frontend::c_like::syntax::{Expr, ExprKind};
use crate::frontend::c_like::tree::{Expression, ExpressionKind};

/// The operands of an operation whose result nothing reads.
pub(super) fn operands(e: Expression) -> Option<Expression> {
    let (ty, span) = (e.ty, e.span);
    match e.kind {
        ExpressionKind::Binary(_, operands) => {
            let kind = ExpressionKind::Sequence(<[_]>::into_vec(operands));
            Some(Expression { kind, ty, span })
        }
        ExpressionKind::Unary(_, a) => Some(*a),
        ExpressionKind::Unknown => None,
        kind => Some(Expression { kind, ty, span }),
    }
}

/// Whether an expression is an operation on variables and numbers, which writes nothing.
pub(super) fn is_unread(e: &Expr<'_>) -> bool {
    match &e.kind {
        ExprKind::Plus(a) | ExprKind::Negate(a) | ExprKind::Not(a) | ExprKind::LogicalNot(a) => {
            is_value(a)
        }
        ExprKind::Method(object, _, arguments) => {
            is_value(object) && arguments.iter().all(is_plain)
        }
        ExprKind::Chain(first, rest) => is_value(first) && rest.iter().all(|(_, e)| is_value(e)),
        _ => false,
    }
}

/// Whether an expression has no operators.
fn is_plain(e: &Expr<'_>) -> bool {
    match &e.kind {
        ExprKind::Number(_) | ExprKind::Bool(_) | ExprKind::Name(_) => true,
        ExprKind::Dot(a, _) => is_plain(a),
        ExprKind::Construct(_, parts) => parts.iter().all(is_plain),
        _ => false,
    }
}

fn is_value(e: &Expr<'_>) -> bool {
    match &e.kind {
        ExprKind::Number(_) | ExprKind::Bool(_) | ExprKind::Name(_) => true,
        ExprKind::Dot(a, _) => is_value(a),
        ExprKind::Index(a, b) => is_value(a) && is_value(b),
        _ => is_unread(e),
    }
}
