//! Look-ups of ps_2_0 that depend on each other.

use super::checker::{Checked, Checker, is_load};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;
use crate::ir::Span;
use std::collections::HashMap;

/// The highest order that a look-up has.
pub const MOST_DEPENDENT: u32 = 3;

/// Checks the orders of all look-ups.
pub(super) fn check(checker: &mut Checker<'_>) -> Checked {
    let (used, span) = highest_order(checker.shader);
    if checker.version != Version::Ps20 || used <= MOST_DEPENDENT {
        return Ok(());
    }
    checker.span = span;
    checker.fail(D3dRule::Limit {
        what: "look-ups depend on each other:",
        used,
        limit: MOST_DEPENDENT,
        version: checker.version.name(),
    })
}

/// The highest order of a shader's look-ups and kills, and where the first one of it stands. One that reads a temporary, or
/// writes one that has been written before, is one above what these temporaries depend on. A register's order never falls.
pub fn highest_order(shader: &Shader) -> (u32, Span) {
    let mut orders: HashMap<u32, u32> = HashMap::new();
    let mut highest = (0, shader.end);
    for (instruction, span) in shader.instructions() {
        let Some(d) = instruction.destination else {
            continue;
        };
        let order = |r: Register| match r.file {
            File::Temp => orders.get(&r.number).copied(),
            _ => None,
        };
        let kills = instruction.opcode == Opcode::TexKill;
        let sources = instruction.sources.iter().map(|s| s.register);
        let own = order(d.register);
        let below = sources.filter_map(order).max().max(own);
        let order = if kills || is_load(instruction.opcode) {
            below.map_or(0, |below| below + 1)
        } else {
            below.unwrap_or(0)
        };
        if order > highest.0 {
            highest = (order, span);
        }
        if d.register.file == File::Temp {
            orders.insert(d.register.number, order);
        }
    }
    highest
}
