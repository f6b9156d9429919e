//! Drops operations whose result follows from the ranges of their arguments.
//!
//! These are comparisons, absolute values of values without a sign, and clamps of values that lie between the bounds already.
//! The fragment operations, for example, clamp a saturated colour again.
//!
//! `fmin(a, b)` is `a < b ? a : b`. So it is a only where a is not NaN and is less than b, or has the same bits. It is b
//! wherever a is never less. `fmax` is alike.

use super::ranges::{Range, Ranges};
use super::uses::{Replacements, for_each_use};
use crate::ir::{Inst, Op, Program, ValueId};

/// Drops these operations in one walk over the blocks.
pub fn clamp(program: &mut Program) {
    let mut ranges = Ranges::new(program);
    let mut replaced = Replacements::new(program);
    for block in &mut program.blocks {
        block.insts.retain_mut(|inst| {
            inst.args.iter_mut().for_each(|v| *v = replaced.of(*v));
            if let Some(same) = argument_that_is_result(inst, &ranges) {
                replaced.replace(inst.first_result, same);
                return false;
            }
            if let Some(truth) = known_comparison(inst, &ranges) {
                (inst.op, inst.imm) = (Op::ConstMask, [u32::from(truth), 0]);
                inst.args.clear();
            }
            ranges.note_result(inst);
            true
        });
    }
    // A block may stand before the one whose values it uses.
    for_each_use(program, |v| *v = replaced.of(*v));
}

/// Returns the argument that is the result for all values, if there is one.
fn argument_that_is_result(inst: &Inst, ranges: &Ranges) -> Option<ValueId> {
    if !matches!(inst.op, Op::FMin | Op::FMax | Op::FAbs) {
        return None;
    }
    let (x, bound) = (inst.args[0], inst.args.get(1).copied());
    if gives_first(inst, ranges) {
        return Some(x);
    }
    // The second argument is the result unless the first is less (or greater): also if one is NaN, or both are equal.
    let (x, y) = (ranges.of(x)?, ranges.of(bound?)?);
    let gives_second = match inst.op {
        Op::FMin => y.high <= x.low,
        _ => y.low >= x.high,
    };
    bound.filter(|_| gives_second)
}

/// Whether the first argument is the result for all values.
fn gives_first(inst: &Inst, ranges: &Ranges) -> bool {
    let Some(x) = ranges.of(inst.args[0]) else {
        return false;
    };
    if inst.op == Op::FAbs {
        // A NaN comes from arithmetic, and its sign does not matter.
        return x.is_positive();
    }
    let Some(bound) = ranges.of(inst.args[1]).filter(|_| !x.nan) else {
        return false;
    };
    // Equal values have equal bits, except for the signs of zeros. If the bound is NaN, it is the result.
    let same_if_equal = |at: f32| at != 0.0 || !x.negative_zero && !bound.negative_zero;
    !bound.nan
        && match inst.op {
            Op::FMin => x.high < bound.low || x.high == bound.low && same_if_equal(x.high),
            _ => x.low > bound.high || x.low == bound.high && same_if_equal(x.low),
        }
}

/// Returns the result of a comparison, if it is the same for all values of its arguments.
fn known_comparison(inst: &Inst, ranges: &Ranges) -> Option<bool> {
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
