//! Which scalars of an entry's results it writes. A register that nothing is written to need not exist.

use super::usage::Used;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::{each_statement, writes};
use crate::frontend::c_like::types::Types;

/// The scalars of a variable that the function writes.
pub(super) fn of_variable(types: &Types, function: &Function, variable: VariableId) -> Vec<Used> {
    let mut found = Vec::new();
    writes(&function.body, &mut |place| {
        if place.variable == VariableRef::Local(variable) {
            found.extend(range(types, function, place));
        }
    });
    found
}

/// The scalars of the function's value that are written: those of the variables that it returns, or all.
pub(super) fn of_value(types: &Types, function: &Function) -> Vec<Used> {
    let mut found = Vec::new();
    each_statement(&function.body, &mut |s| {
        let StatementKind::Return(Some(e)) = &s.kind else {
            return;
        };
        match &e.kind {
            ExpressionKind::Read(Place {
                variable: VariableRef::Local(id),
                steps,
                swizzle: None,
                ..
            }) if steps.is_empty() && id.0 as usize >= function.parameters.len() => {
                found.extend(of_variable(types, function, *id));
            }
            _ => found.push((0, u32::MAX, e.span)),
        }
    });
    found
}

/// The scalars that a place is.
fn range(types: &Types, function: &Function, place: &Place) -> Vec<Used> {
    let span = function.span;
    let mut first = 0;
    for step in &place.steps {
        match step {
            Step::Offset(n) => first += n,
            Step::Index { .. } => return vec![(0, u32::MAX, span)],
        }
    }
    match &place.swizzle {
        Some(swizzle) => {
            let all = swizzle.components().iter().map(|c| first + u32::from(*c));
            all.map(|c| (c, c + 1, span)).collect()
        }
        None => vec![(first, first + types.count(place.ty), span)],
    }
}
