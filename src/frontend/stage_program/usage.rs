//! What a program of a stage reads and writes, found in its IR.

use super::ProgramStage;
use crate::ir::interface::{fragment_input, fragment_output, varying};
use crate::ir::{Op, Program};

/// What a program reads and writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Texture coordinate sets that a fragment program reads, by bit.
    pub coords_read: u8,
    /// Output vec4s of which it writes a component, by bit.
    pub outputs: u64,
    /// Whether it may discard fragments.
    pub kills: bool,
}

impl Usage {
    pub(super) fn of(program: &Program, stage: ProgramStage) -> Usage {
        let mut usage = Usage::default();
        for inst in program.insts() {
            let vec4 = inst.imm[0] / 4;
            match inst.op {
                Op::LoadInput if stage == ProgramStage::Fragment => {
                    let set = vec4.checked_sub(fragment_input::TEX_COORD_0);
                    usage.coords_read |= set.filter(|set| *set < 8).map_or(0, |set| 1 << set);
                }
                Op::StoreOutput => usage.outputs |= 1 << vec4.min(63),
                Op::Kill => usage.kills = true,
                _ => {}
            }
        }
        usage
    }

    /// Whether it writes a component of an output vec4.
    pub fn writes(&self, vec4: u32) -> bool {
        self.outputs >> vec4.min(63) & 1 != 0
    }

    /// Whether a fragment program has a colour for each draw buffer.
    pub fn has_several_colors(&self) -> bool {
        let others = fragment_output::COLOR_0 + 1..fragment_output::DEPTH;
        others.into_iter().any(|vec4| self.writes(vec4))
    }

    /// Whether a vertex program writes distances to clip planes.
    pub fn clips(&self) -> bool {
        self.writes(varying::CLIP_0) || self.writes(varying::CLIP_0 + 1)
    }
}
