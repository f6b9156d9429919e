//! Drops clamps of what lies between the bounds already: a saturated colour is clamped again by the fragment operations.
//!
//! A minimum or maximum goes only where it would give its first argument's bits: not for NaN, and not between −0 and +0.

use super::{Replacements, for_each_use};
use crate::ir::{Inst, Op, Program, ValueId};

/// What is known of a value that is never NaN.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Range {
    low: f32,
    high: f32,
    /// It may be −0.
    negative_zero: bool,
}

/// Drops them in one walk over the blocks.
pub fn clamp(program: &mut Program) {
    let mut ranges: Vec<Option<Range>> = vec![None; program.value_types.len()];
    let mut replaced = Replacements::new(program);
    for block in &mut program.blocks {
        block.insts.retain_mut(|inst| {
            inst.args.iter_mut().for_each(|v| *v = replaced.of(*v));
            if is_idle(inst, &ranges) {
                replaced.replace(inst.first_result, inst.args[0]);
                return false;
            }
            if let Some(range) = range_of(inst, &ranges) {
                ranges[inst.first_result.index()] = Some(range);
            }
            true
        });
    }
    // Blocks need not stand in the order in which they run.
    for_each_use(program, |v| *v = replaced.of(*v));
}

/// Whether a minimum or maximum with a number gives its first argument.
fn is_idle(inst: &Inst, ranges: &[Option<Range>]) -> bool {
    let range = |i: usize| inst.args.get(i).and_then(|v: &ValueId| ranges[v.index()]);
    let (Some(x), Some(bound)) = (range(0), range(1)) else {
        return false;
    };
    // Equal values have equal bits but for the signs of zeros.
    let same_if_equal = |at: f32| at != 0.0 || !x.negative_zero && !bound.negative_zero;
    match inst.op {
        Op::FMin => x.high < bound.low || x.high == bound.low && same_if_equal(x.high),
        Op::FMax => x.low > bound.high || x.low == bound.high && same_if_equal(x.low),
        _ => false,
    }
}

/// What the table of opcodes says of the result.
fn range_of(inst: &Inst, ranges: &[Option<Range>]) -> Option<Range> {
    let range = |i: usize| inst.args.get(i).and_then(|v: &ValueId| ranges[v.index()]);
    let any = Range {
        low: f32::NEG_INFINITY,
        high: f32::INFINITY,
        negative_zero: true,
    };
    match inst.op {
        Op::ConstF32 => {
            let x = f32::from_bits(inst.imm[0]);
            (!x.is_nan()).then_some(Range {
                low: x,
                high: x,
                negative_zero: x == 0.0 && x.is_sign_negative(),
            })
        }
        // A first argument that is NaN gives the second.
        Op::FMin => {
            let (x, bound) = (range(0), range(1)?);
            let low = x.unwrap_or(any).low.min(bound.low);
            Some(Range {
                low,
                high: x.unwrap_or(any).high.min(bound.high),
                negative_zero: low <= 0.0 && x.unwrap_or(any).negative_zero || bound.negative_zero,
            })
        }
        Op::FMax => {
            let (x, bound) = (range(0), range(1)?);
            let low = x.unwrap_or(any).low.max(bound.low);
            // −0 is not greater than +0: only a bound below lets it through.
            let lets_through = bound.low < 0.0 && x.unwrap_or(any).negative_zero;
            Some(Range {
                low,
                high: x.unwrap_or(any).high.max(bound.high),
                negative_zero: lets_through || bound.negative_zero,
            })
        }
        Op::SelectF => {
            let (a, b) = (range(1)?, range(2)?);
            Some(Range {
                low: a.low.min(b.low),
                high: a.high.max(b.high),
                negative_zero: a.negative_zero || b.negative_zero,
            })
        }
        Op::I32ToF32 => Some(Range {
            negative_zero: false,
            ..any
        }),
        _ => None,
    }
}
