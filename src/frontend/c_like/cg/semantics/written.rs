//! Which scalars of an entry's results it writes. A register that nothing is written to need not exist.

use super::usage::Used;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::{each_statement, writes};
use crate::frontend::c_like::types::Types;
use crate::ir::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// The scalars that a function writes of each of its variables.
pub(super) struct Written<'f> {
    function: &'f Function,
    variables: FxHashMap<VariableId, Vec<Used>>,
}

impl<'f> Written<'f> {
    pub(super) fn by(types: &Types, function: &'f Function) -> Written<'f> {
        let mut variables: FxHashMap<VariableId, Vec<Used>> = FxHashMap::default();
        writes(&function.body, &mut |place| {
            if let VariableRef::Local(id) = place.variable {
                let own = variables.entry(id).or_default();
                own.extend(scalars(types, place, function.span));
            }
        });
        Written {
            function,
            variables,
        }
    }

    /// The scalars of a variable that are written.
    pub(super) fn of_variable(&self, id: VariableId) -> &[Used] {
        self.variables.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The scalars of the function's value that are written: those of the variables that it returns, or all.
    pub(super) fn of_value(&self) -> Vec<Used> {
        let mut found = Vec::new();
        let mut returned = FxHashSet::default();
        each_statement(&self.function.body, &mut |s| {
            let StatementKind::Return(Some(e)) = &s.kind else {
                return;
            };
            match &e.kind {
                ExpressionKind::Read(Place {
                    variable: VariableRef::Local(id),
                    steps,
                    swizzle: None,
                    ..
                }) if steps.is_empty() && id.0 as usize >= self.function.parameters.len() => {
                    if returned.insert(*id) {
                        found.extend_from_slice(self.of_variable(*id));
                    }
                }
                _ => found.push((0, u32::MAX, e.span)),
            }
        });
        found
    }
}

/// The scalars of a variable outside functions that the text writes.
pub(super) fn of_global(module: &Module, id: GlobalId) -> Vec<Used> {
    let mut found = Vec::new();
    for function in &module.functions {
        writes(&function.body, &mut |place| {
            if place.variable == VariableRef::Global(id) {
                found.extend(scalars(&module.types, place, function.span));
            }
        });
    }
    found
}

/// The scalars that a place is.
fn scalars(types: &Types, place: &Place, span: Span) -> Vec<Used> {
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
