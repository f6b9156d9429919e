//! Checks attributes: what they ask for, and `[unroll(n)]` before a loop. The reference leaves a loop after n rounds, even where more would follow; the loop gets
//! a counter of its own.

use super::switch::compare;
use crate::frontend::c_like::check::convert::{constant_int, read};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::syntax::{Expr, Stmt, StmtKind};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};

const INT: Type = Type::Scalar(Scalar::Int);

impl<'a> FunctionChecker<'a, '_> {
    /// A loop whose rounds are all written out.
    pub(super) fn all_rounds(&mut self, inner: &'a Stmt<'a>, checked: &mut Vec<Statement>) {
        let mut own = Vec::new();
        self.statement(inner, &mut own);
        if let Some(l) = own.last_mut().and_then(loop_in) {
            (l.must_unroll, l.is_bounded) = (true, true);
        }
        checked.append(&mut own);
    }

    /// An `if` or a loop with a wish; other statements have none.
    pub(super) fn wished(&mut self, wish: Wish, inner: &'a Stmt<'a>, checked: &mut Vec<Statement>) {
        let mut own = Vec::new();
        self.statement(inner, &mut own);
        let span = match (wish, own.last_mut()) {
            (Wish::Loop, Some(last)) => loop_in(last).and_then(|l| {
                l.stays = true;
                let conditions = [&l.before, &l.after];
                conditions.into_iter().flatten().next().map(|e| e.span)
            }),
            // The branches of a switch have its place.
            (_, Some(_)) if matches!(inner.kind, StmtKind::Switch(..)) => Some(inner.span),
            (_, Some(last)) => match &last.kind {
                StatementKind::If { condition, .. } => Some(condition.span),
                _ => None,
            },
            (_, None) => None,
        };
        self.c.wishes.extend(span.map(|span| (span, wish)));
        checked.append(&mut own);
    }

    /// A loop of at most `n` rounds; 0 says nothing.
    pub(super) fn at_most(
        &mut self,
        n: &'a Expr<'a>,
        inner: &'a Stmt<'a>,
        checked: &mut Vec<Statement>,
    ) {
        let span = n.span;
        let count = self.expression(n);
        let count = match self.number(&count) {
            Some(x) if x >= 0.0 => x as i64,
            _ => return self.refuse_hlsl(HlslRule::UnrollCount, span),
        };
        let mut own = Vec::new();
        self.statement(inner, &mut own);
        if count > 0
            && let Some(l) = own.last_mut().and_then(loop_in)
        {
            l.is_bounded = true;
            let counter = self.temporary(INT, span);
            let goes_on = compare(BinaryOp::Less, read(&counter, span), count, span);
            let (before, after) = (l.before.take(), l.after.take());
            // `do` asks at the end, where the counter has been stepped.
            let bounded = |e: Expression| both(e, goes_on.clone());
            l.after = after.map(bounded);
            l.before = match (before, &l.after) {
                (Some(e), _) => Some(bounded(e)),
                (None, None) => Some(goes_on),
                (None, Some(_)) => None,
            };
            let one = constant_int(1, INT, span);
            let next = Expression {
                kind: ExpressionKind::Binary(BinaryOp::Add, Box::new([read(&counter, span), one])),
                ty: INT,
                span,
            };
            let kind = StatementKind::Assign(counter.clone(), next);
            l.step.push(Statement { kind, span });
            let kind = StatementKind::Assign(counter, constant_int(0, INT, span));
            checked.push(Statement { kind, span });
        }
        checked.append(&mut own);
    }
}

/// The loop that a statement is, or that it ends with.
fn loop_in(statement: &mut Statement) -> Option<&mut Loop> {
    match &mut statement.kind {
        StatementKind::Loop(l) => Some(l),
        StatementKind::Block(all) => all.last_mut().and_then(loop_in),
        _ => None,
    }
}

/// `a && b`
fn both(a: Expression, b: Expression) -> Expression {
    let span = a.span;
    Expression {
        kind: ExpressionKind::Binary(BinaryOp::And, Box::new([a, b])),
        ty: Type::Scalar(Scalar::Bool),
        span,
    }
}
