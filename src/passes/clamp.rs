//! Drops operations that the ranges of their arguments decide. These are clamps of values that lie between the bounds
//! already (the fragment operations clamp a saturated colour again), comparisons, and absolute values of values without
//! a sign.
//!
//! A minimum or maximum is dropped only where it gives the bits of one argument. The first is the result neither for
//! NaN, nor between −0 and +0. The second is the result wherever the first is never less, or greater.

use super::ranges::{Range, Ranges};
use super::uses::{Replacements, for_each_use};
use crate::ir::{Inst, Op, Program, ValueId};

/// Drops them in one walk over the blocks.
pub fn clamp(program: &mut Program) {
    let mut ranges = Ranges::new(program);
    let mut replaced = Replacements::new(program);
    for block in &mut program.blocks {
        block.insts.retain_mut(|inst| {
            inst.args.iter_mut().for_each(|v| *v = replaced.of(*v));
            if let Some(kept) = kept(inst, &ranges) {
                replaced.replace(inst.first_result, kept);
                return false;
            }
            if let Some(truth) = decided(inst, &ranges) {
                (inst.op, inst.imm) = (Op::ConstMask, [u32::from(truth), 0]);
                inst.args.clear();
            }
            ranges.note(inst);
            true
        });
    }
    // Blocks need not stand in the order in which they run.
    for_each_use(program, |v| *v = replaced.of(*v));
}

/// The argument that always is the result.
fn kept(inst: &Inst, ranges: &Ranges) -> Option<ValueId> {
    if !matches!(inst.op, Op::FMin | Op::FMax | Op::FAbs) {
        return None;
    }
    let (x, bound) = (inst.args[0], inst.args.get(1).copied());
    if is_idle(inst, ranges) {
        return Some(x);
    }
    // The second argument is the result unless the first is less, or greater: also for NaN and for equal ones.
    let (x, y) = (ranges.of(x)?, ranges.of(bound?)?);
    let gives_second = match inst.op {
        Op::FMin => y.high <= x.low,
        _ => y.low >= x.high,
    };
    bound.filter(|_| gives_second)
}

/// Whether the result is the first argument.
fn is_idle(inst: &Inst, ranges: &Ranges) -> bool {
    let Some(x) = ranges.of(inst.args[0]) else {
        return false;
    };
    if inst.op == Op::FAbs {
        // A value that is known to be NaN comes from arithmetic, and its sign does not matter.
        return x.is_positive();
    }
    let Some(bound) = ranges.of(inst.args[1]).filter(|_| !x.nan) else {
        return false;
    };
    // Equal values have equal bits except for the signs of zeros. A NaN bound is the result.
    let same_if_equal = |at: f32| at != 0.0 || !x.negative_zero && !bound.negative_zero;
    !bound.nan
        && match inst.op {
            Op::FMin => x.high < bound.low || x.high == bound.low && same_if_equal(x.high),
            _ => x.low > bound.high || x.low == bound.high && same_if_equal(x.low),
        }
}

/// The result of a comparison that is the same for all values of its arguments.
fn decided(inst: &Inst, ranges: &Ranges) -> Option<bool> {
    if !matches!(inst.op, Op::FLt | Op::FLe | Op::FEq | Op::FNe) {
        return None;
    }
    let (a, b) = (ranges.of(inst.args[0])?, ranges.of(inst.args[1])?);
    let number = !a.nan && !b.nan;
    let apart = |a: Range, b: Range| a.high < b.low || b.high < a.low;
    match inst.op {
        Op::FLt if a.low >= b.high => Some(false),
        Op::FLt if number && a.high < b.low => Some(true),
        Op::FLe if a.low > b.high => Some(false),
        Op::FLe if number && a.high <= b.low => Some(true),
        Op::FEq if apart(a, b) => Some(false),
        Op::FNe if apart(a, b) => Some(true),
        Op::FEq if number && inst.args[0] == inst.args[1] => Some(true),
        Op::FNe if number && inst.args[0] == inst.args[1] => Some(false),
        _ => None,
    }
}
