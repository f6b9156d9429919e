//! Chains of operators: `a * b + c - d`. One that is long is computed in groups, so that the tree stays flat:
//!
//! ```text
//! a + b + c + d + e   →   (t = a + b + c, t + d + e)
//! ```

use crate::frontend::c_like::chain::GROUP;
use crate::frontend::c_like::check::convert::{read, unknown};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{Expr, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// Applies the operators from left to right.
    pub(super) fn chain(
        &mut self,
        first: &'a Expr<'a>,
        rest: &'a [(Operator, Expr<'a>)],
        span: Span,
    ) -> Expression {
        let mut groups = Vec::new();
        let mut left = self.expression(first);
        for (i, (operator, right)) in rest.iter().enumerate() {
            if i > 0 && i % GROUP == 0 {
                left = self.end_group(left, &mut groups);
            }
            let is_last = i + 1 == rest.len();
            let span = if is_last {
                span
            } else {
                first.span.to(right.span)
            };
            let right = self.expression(right);
            left = self.apply(*operator, left, right, span);
            self.keep_line(span);
        }
        if groups.is_empty() || left.ty == Type::Unknown {
            return left;
        }
        let ty = left.ty;
        groups.push(left);
        let kind = ExpressionKind::Sequence(groups);
        Expression { kind, ty, span }
    }

    fn apply(
        &mut self,
        operator: Operator,
        a: Expression,
        b: Expression,
        span: Span,
    ) -> Expression {
        if a.ty == Type::Unknown || b.ty == Type::Unknown {
            return unknown(span);
        }
        let declared = self.declared_operator(operator.text, &[&a, &b], span);
        let dialect = self.c.dialect;
        declared.unwrap_or_else(|| dialect.binary(self, operator, a, b, span))
    }

    /// Writes the value of a group to a variable, and returns what the next group reads. Literals, which no variable
    /// holds, become one literal.
    fn end_group(&mut self, value: Expression, groups: &mut Vec<Expression>) -> Expression {
        let (ty, span) = (value.ty, value.span);
        let literal = |kind| Expression { kind, ty, span };
        match (ty, self.number(&value)) {
            (Type::Unknown, _) => return value,
            (Type::Scalar(Scalar::LiteralInt), Some(x)) => {
                return literal(ExpressionKind::Integer(x as i64));
            }
            (Type::Scalar(Scalar::LiteralReal), Some(x)) => {
                return literal(ExpressionKind::Real(x as f32, x));
            }
            _ => {}
        }
        // Outside functions there are no variables for it.
        if self.id().is_none() {
            self.c.out.rule(Rule::Chain(GROUP as u32), span);
            return unknown(span);
        }
        let place = self.temporary(ty, span);
        self.moves(&value, &place);
        groups.push(self.assigned(place.clone(), value, span));
        read(&place, span)
    }
}
