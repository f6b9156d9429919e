//! Finds the counts of open blocks that are known at run time only.

use crate::frontend::assembly::arb::limits::{MAX_CALL_DEPTH, MAX_IF_DEPTH};
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::{Instruction, Parsed};

/// The blocks that may be open around a subroutine that is called.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Dynamic {
    /// Whether IF blocks may nest to the limit.
    pub(super) ifs: bool,
    /// Whether LOOP and REP blocks may.
    pub(super) loops: bool,
}

impl Dynamic {
    pub(crate) fn of(parsed: &Parsed) -> Dynamic {
        let most = |opcode: Opcode, depth: fn(&Instruction) -> u32| {
            let all = parsed.instructions.iter().filter(|i| i.opcode == opcode);
            all.map(depth).max()
        };
        let called = most(Opcode::Cal, |i| i.nest.ifs).unwrap_or(0);
        let deepest = most(Opcode::If, |i| i.nest.ifs + 1).unwrap_or(0);
        Dynamic {
            ifs: called > 0 && MAX_CALL_DEPTH * called + deepest > MAX_IF_DEPTH,
            loops: most(Opcode::Cal, |i| i.nest.loops).is_some_and(|n| n > 0),
        }
    }
}
