//! Which variables outside functions a program reads and writes: those of the functions that `main` reaches.

use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::{each_call, each_child, each_expression, writes};

/// By the numbers of the variables.
pub(super) struct Touched {
    pub(super) read: Vec<bool>,
    pub(super) written: Vec<bool>,
}

impl Touched {
    /// What the functions of a module touch that a function reaches.
    pub(super) fn by(module: &Module, main: FunctionId) -> Touched {
        let mut is_reached = vec![false; module.functions.len()];
        let mut waiting = vec![main];
        let n = module.globals.len();
        let (mut read, mut written) = (vec![false; n], vec![false; n]);
        while let Some(id) = waiting.pop() {
            if std::mem::replace(&mut is_reached[id.0 as usize], true) {
                continue;
            }
            let body = &module.functions[id.0 as usize].body;
            each_call(body, &mut |callee| waiting.push(callee));
            each_expression(body, &mut |e| reads(e, &mut read));
            writes(body, &mut |place| {
                if let VariableRef::Global(id) = place.variable {
                    written[id.0 as usize] = true;
                }
            });
        }
        // The first values of the program's own variables may read others.
        for global in &module.globals {
            if global.storage == Storage::Static
                && let Some(value) = &global.value
            {
                reads(value, &mut read);
            }
        }
        Touched { read, written }
    }
}

/// Marks the variables that an expression reads.
fn reads(e: &Expression, read: &mut [bool]) {
    let place = match &e.kind {
        ExpressionKind::Read(place) => Some(place),
        ExpressionKind::Update(update) => Some(&update.place),
        _ => None,
    };
    if let Some(Place {
        variable: VariableRef::Global(id),
        ..
    }) = place
    {
        read[id.0 as usize] = true;
    }
    each_child(e, &mut |child| reads(child, read));
}
