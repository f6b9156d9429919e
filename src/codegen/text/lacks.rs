//! What some of these languages cannot say.

use super::error::TextError;
use crate::codegen::machine::Opcode;
use crate::codegen::refusal::Refusal;
use crate::codegen::target::{Slot, Target};
use crate::frontend::assembly::d3d::model::File;
use crate::frontend::c_like::entry::live;
use crate::ir::interface::varying;
use crate::ir::{Inst, Op, Span, ValueId};
use rustc_hash::FxHashSet;

/// Refuses programs that take numbers apart by their bits, where machines have no operations on bits or those of whole numbers.
pub(super) fn check_bits(target: &Target<'_>) -> Result<(), TextError> {
    if !target.machine.is_pixel && !target.machine.has(Opcode::BitAnd) {
        return Ok(());
    }
    let program = target.program;
    let bits = program.insts().filter(|i| i.op == Op::BitsOfF32);
    let bits: FxHashSet<ValueId> = bits.flat_map(|i| i.results()).collect();
    let live = live::values(program, |_| false);
    let takes_apart = |i: &&Inst| {
        let is_bits = matches!(i.op, Op::IOr | Op::IXor | Op::IShrS);
        is_bits && target.machine.has(Opcode::BitAnd)
            || matches!(i.op, Op::IAnd | Op::IShl | Op::IShrU)
    };
    let mut all = program.insts().filter(takes_apart);
    let is_bits = |i: &Inst| i.args.iter().any(|a| bits.contains(a));
    let is_read = |i: &Inst| i.results().any(|v| live[v.index()]);
    if !all.any(|i| is_bits(i) && is_read(i)) {
        return Ok(());
    }
    Err(TextError::Refused(Refusal::Lacks {
        what: "the bits of a number".to_owned(),
        version: target.machine.name,
        number: 5000,
        span: Span::NONE,
    }))
}

/// Refuses distances to clip planes, which are results of their own that only some languages have.
pub(super) fn check_distances(target: &Target<'_>) -> Result<(), TextError> {
    let is_distance = |s: &Slot| matches!(s.register.file, File::Output) && is_clip(s.vec4);
    if target.machine.chooses_by_condition || !target.outputs.iter().any(is_distance) {
        return Ok(());
    }
    Err(TextError::Refused(Refusal::Lacks {
        what: "a distance to a clip plane".to_owned(),
        version: target.machine.name,
        number: 5000,
        span: Span::NONE,
    }))
}

/// Whether a vector of output slots has distances to clip planes.
pub(super) fn is_clip(vec4: u32) -> bool {
    (varying::CLIP_0..varying::TEX_COORD_0).contains(&vec4)
}
