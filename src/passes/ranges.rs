//! Range analysis of f32 values: their bounds, and whether they may be −0 or NaN, from the operations that make them.

use crate::ir::{Inst, Op, Program, Type, ValueId};

/// The range of a value. Bounds hold where the value is not NaN.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The least value.
    pub low: f32,
    /// The greatest value.
    pub high: f32,
    /// Whether it may be −0.
    pub negative_zero: bool,
    /// Whether it may be NaN.
    pub nan: bool,
}

/// The ranges of a program's values.
pub struct Ranges {
    /// By value; `None` where nothing is known.
    of: Vec<Option<Range>>,
    /// See [`Program::fraction_units`].
    fraction_units: u32,
}

const ANY: Range = Range {
    low: f32::NEG_INFINITY,
    high: f32::INFINITY,
    negative_zero: true,
    nan: true,
};

const FRACTION: Range = Range {
    low: 0.0,
    high: 1.0,
    negative_zero: false,
    nan: false,
};

impl Range {
    fn is_finite(self) -> bool {
        self.low > f32::NEG_INFINITY && self.high < f32::INFINITY
    }

    /// Whether the sign bit is never set, except perhaps for NaN.
    pub fn is_positive(self) -> bool {
        self.low >= 0.0 && !self.negative_zero
    }

    /// The range from 0 to infinity.
    fn positive(nan: bool) -> Range {
        Range {
            low: 0.0,
            high: f32::INFINITY,
            negative_zero: false,
            nan,
        }
    }
}

impl Ranges {
    /// Starts without any knowledge of a program's values.
    pub fn new(program: &Program) -> Ranges {
        Ranges {
            of: vec![None; program.value_types.len()],
            fraction_units: program.fraction_units,
        }
    }

    /// Finds the ranges in one walk over a program.
    pub fn of_program(program: &Program) -> Ranges {
        let mut ranges = Ranges::new(program);
        program.insts().for_each(|inst| ranges.note_result(inst));
        ranges
    }

    /// Returns the range of a value, if something is known.
    pub fn of(&self, v: ValueId) -> Option<Range> {
        self.of[v.index()]
    }

    /// Notes the range of an instruction's result. Those of its arguments have been noted before.
    pub fn note_result(&mut self, inst: &Inst) {
        let first = inst.first_result.index();
        if inst.op == Op::Sample {
            let is_fraction = (self.fraction_units.checked_shr(inst.imm[0])).unwrap_or(0) & 1 != 0;
            self.of[first..first + 4].fill(is_fraction.then_some(FRACTION));
        } else if inst.op.info().results == [Type::F32] {
            self.of[first] = self.range_of(inst);
        }
    }

    /// Computes the range of an instruction's result from those of its arguments. `known` asks for something known, while
    /// `range` takes any range.
    fn range_of(&self, inst: &Inst) -> Option<Range> {
        let known = |i: usize| self.of(inst.args[i]);
        let range = |i: usize| known(i).unwrap_or(ANY);
        Some(match inst.op {
            Op::ConstF32 => {
                let x = f32::from_bits(inst.imm[0]);
                if x.is_nan() {
                    return None;
                }
                Range {
                    low: x,
                    high: x,
                    negative_zero: x == 0.0 && x.is_sign_negative(),
                    nan: false,
                }
            }
            Op::FMin => minimum(range(0), range(1)),
            Op::FMax => maximum(range(0), range(1)),
            Op::SelectF => either(known(1)?, known(2)?),
            Op::FAbs => magnitude(range(0)),
            Op::FAdd => sum(known(0)?, known(1)?),
            Op::FSub => sum(known(0)?, negated(known(1)?)),
            Op::FNeg => negated(known(0)?),
            Op::FMul => product(range(0), range(1), inst.args[0] == inst.args[1])?,
            Op::FFma => {
                let product = product(range(0), range(1), inst.args[0] == inst.args[1])?;
                fused(product, [range(0), range(1)], range(2))?
            }
            Op::FSqrt if range(0).is_positive() => Range::positive(range(0).nan),
            Op::FDiv if range(0).is_positive() && range(1).is_positive() => Range::positive(true),
            Op::Exp2 | Op::Pow => Range::positive(true),
            Op::I32ToF32 => Range {
                low: -2147483648.0,
                high: 2147483648.0,
                negative_zero: false,
                nan: false,
            },
            // Distances from the tile's corner: at least half a pixel, and less than any target's size.
            Op::LaneX | Op::LaneY => Range {
                low: 0.0,
                high: 65536.0,
                negative_zero: false,
                nan: false,
            },
            _ => return None,
        })
    }
}

/// The range of `x < bound ? x : bound`. If x is NaN, the result is the bound.
fn minimum(x: Range, bound: Range) -> Range {
    let low = x.low.min(bound.low);
    Range {
        low,
        high: x
            .high
            .min(bound.high)
            .max(if x.nan { bound.high } else { low }),
        negative_zero: low <= 0.0 && x.negative_zero || bound.negative_zero,
        nan: bound.nan,
    }
}

/// The range of `x > bound ? x : bound`.
fn maximum(x: Range, bound: Range) -> Range {
    let high = x.high.max(bound.high);
    Range {
        low: x
            .low
            .max(bound.low)
            .min(if x.nan { bound.low } else { high }),
        high,
        // −0 is not greater than +0. So x = −0 is the result only if the bound is below 0.
        negative_zero: bound.low < 0.0 && x.negative_zero || bound.negative_zero,
        nan: bound.nan,
    }
}

fn negated(x: Range) -> Range {
    Range {
        low: -x.high,
        high: -x.low,
        negative_zero: x.low <= 0.0 && x.high >= 0.0,
        nan: x.nan,
    }
}

/// Returns the least and the greatest value of `f` at the ends of two ranges.
fn at_ends(a: Range, b: Range, f: impl Fn(f32, f32) -> f32) -> [f32; 2] {
    let [w, x, y, z] = [
        f(a.low, b.low),
        f(a.low, b.high),
        f(a.high, b.low),
        f(a.high, b.high),
    ];
    [w.min(x).min(y).min(z), w.max(x).max(y).max(z)]
}

/// The range of a product. Rounding preserves order, so the ends of the ranges give its ends. `square`: both factors are the
/// same value.
fn product(a: Range, b: Range, square: bool) -> Option<Range> {
    if !a.is_finite() || !b.is_finite() {
        // A square is at least +0, and NaN only if its factor is. Without bounds, nothing else is known.
        let positive = a.is_positive() && b.is_positive();
        return (square || positive).then_some(Range::positive(!square || a.nan));
    }
    let [low, high] = at_ends(a, b, |a, b| a * b);
    let positive = square || a.is_positive() && b.is_positive();
    Some(Range {
        low: if positive { low.max(0.0) } else { low },
        high,
        negative_zero: !positive && low <= 0.0,
        nan: a.nan || b.nan,
    })
}

/// The range of a × b + c, where `product` is that of a × b.
fn fused(product: Range, [a, b]: [Range; 2], c: Range) -> Option<Range> {
    let positive = product.is_positive() && c.is_positive();
    let finite = [a, b, c].into_iter().all(Range::is_finite);
    if !finite {
        return positive.then_some(Range {
            low: c.low,
            ..Range::positive(true)
        });
    }
    let low = at_ends(a, b, |a, b| a.mul_add(b, c.low))[0];
    let high = at_ends(a, b, |a, b| a.mul_add(b, c.high))[1];
    Some(Range {
        low: if positive { low.max(c.low) } else { low },
        high,
        negative_zero: !positive && low <= 0.0,
        nan: product.nan || c.nan,
    })
}

/// The range of a value that is one of two.
fn either(a: Range, b: Range) -> Range {
    Range {
        low: a.low.min(b.low),
        high: a.high.max(b.high),
        negative_zero: a.negative_zero || b.negative_zero,
        nan: a.nan || b.nan,
    }
}

fn magnitude(x: Range) -> Range {
    Range {
        low: x.low.max(-x.high).max(0.0),
        high: x.high.max(-x.low),
        negative_zero: false,
        nan: x.nan,
    }
}

/// The range of a sum. Rounding preserves order, so the ends of the ranges give its ends.
fn sum(a: Range, b: Range) -> Range {
    let opposed = a.high == f32::INFINITY && b.low == f32::NEG_INFINITY
        || a.low == f32::NEG_INFINITY && b.high == f32::INFINITY;
    let (low, high) = (a.low + b.low, a.high + b.high);
    let bound = |x: f32, or: f32| if x.is_nan() { or } else { x };
    Range {
        low: bound(low, f32::NEG_INFINITY),
        high: bound(high, f32::INFINITY),
        negative_zero: a.negative_zero && b.negative_zero,
        nan: a.nan || b.nan || opposed,
    }
}
