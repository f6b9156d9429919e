//! The variables that statements write.

use crate::frontend::c_like::tree::*;

/// The variables from outside that these statements write, in order.
pub(super) fn of(bodies: &[&Vec<Statement>]) -> Vec<VariableId> {
    let (mut all, mut own) = (Vec::new(), Vec::new());
    for body in bodies {
        statements(body, &mut all, &mut own);
    }
    all.sort_unstable();
    all.dedup();
    all.retain(|v| !own.contains(v));
    all
}

fn statements(body: &[Statement], all: &mut Vec<VariableId>, own: &mut Vec<VariableId>) {
    for statement in body {
        match &statement.kind {
            StatementKind::Declare(v) => own.push(*v),
            StatementKind::Expression(e) => expression(e, all),
            StatementKind::Assign(place, e) => {
                write(place, all);
                expression(e, all);
            }
            StatementKind::Block(body) => statements(body, all, own),
            StatementKind::If { condition, yes, no } => {
                expression(condition, all);
                statements(yes, all, own);
                statements(no, all, own);
            }
            StatementKind::Loop(l) => {
                l.before.iter().for_each(|e| expression(e, all));
                statements(&l.body, all, own);
            }
            StatementKind::Return(Some(e)) => expression(e, all),
            _ => {}
        }
    }
}

fn write(place: &Place, all: &mut Vec<VariableId>) {
    if let VariableRef::Local(v) = place.variable {
        all.push(v);
    }
}

fn expression(e: &Expression, all: &mut Vec<VariableId>) {
    match &e.kind {
        ExpressionKind::Call(_, arguments) => {
            for argument in arguments {
                match argument {
                    Argument::In(e) => expression(e, all),
                    Argument::Place(place) => write(place, all),
                }
            }
        }
        ExpressionKind::Unary(_, a)
        | ExpressionKind::Smear(a)
        | ExpressionKind::Convert(a)
        | ExpressionKind::Swizzle(a, _)
        | ExpressionKind::Member(a, _)
        | ExpressionKind::Truth(a)
        | ExpressionKind::OneNan(a) => expression(a, all),
        ExpressionKind::Binary(_, a, b) | ExpressionKind::Shift(_, a, b) => {
            expression(a, all);
            expression(b, all);
        }
        ExpressionKind::Compose(parts)
        | ExpressionKind::Math(_, parts)
        | ExpressionKind::Operation(_, _, parts) => parts.iter().for_each(|e| expression(e, all)),
        ExpressionKind::Choose(parts) => parts.iter().for_each(|e| expression(e, all)),
        _ => {}
    }
}
