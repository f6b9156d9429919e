//! What is known of values of type f32 from the operations that make them: bounds, whether they may be −0 and whether NaN.

use crate::ir::{Inst, Op, Program, Type, ValueId};

/// Bounds of a value where it is a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The least it may be.
    pub low: f32,
    /// The greatest it may be.
    pub high: f32,
    /// It may be −0.
    pub negative_zero: bool,
    /// It may be NaN.
    pub nan: bool,
}

/// The ranges of a program's values.
pub struct Ranges(Vec<Option<Range>>);

const ANY: Range = Range {
    low: f32::NEG_INFINITY,
    high: f32::INFINITY,
    negative_zero: true,
    nan: true,
};

impl Range {
    fn is_finite(self) -> bool {
        self.low > f32::NEG_INFINITY && self.high < f32::INFINITY
    }

    /// No sign bit, but for that of a NaN.
    pub fn is_positive(self) -> bool {
        self.low >= 0.0 && !self.negative_zero
    }

    /// No number without infinities.
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
    /// Nothing is known of `n` values.
    pub fn new(n: usize) -> Ranges {
        Ranges(vec![None; n])
    }

    /// What one walk over a program finds.
    pub fn of_program(program: &Program) -> Ranges {
        let mut ranges = Ranges::new(program.value_types.len());
        program.insts().for_each(|inst| ranges.note(inst));
        ranges
    }

    /// The range of a value.
    pub fn of(&self, v: ValueId) -> Option<Range> {
        self.0[v.index()]
    }

    /// Notes the result of an instruction; those of its arguments have been noted.
    pub fn note(&mut self, inst: &Inst) {
        if inst.op.info().results == [Type::F32] {
            self.0[inst.first_result.index()] = self.range_of(inst);
        }
    }

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
            // A square is +0 or more; NaN only of NaN.
            Op::FMul if inst.args[0] == inst.args[1] => Range::positive(range(0).nan),
            Op::FMul => {
                let (a, b) = (known(0)?, known(1)?);
                let nan = a.nan || b.nan || !a.is_finite() || !b.is_finite();
                (a.is_positive() && b.is_positive()).then_some(Range::positive(nan))?
            }
            Op::FFma => {
                let square = inst.args[0] == inst.args[1];
                let positive = |i: usize| range(i).is_positive();
                if !(square || positive(0) && positive(1)) || !positive(2) {
                    return None;
                }
                Range {
                    low: known(2)?.low,
                    ..Range::positive(true)
                }
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
            // Half a pixel or more from the tile's corner, and less than any target's size.
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

/// A first argument that is NaN gives the second.
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

fn maximum(x: Range, bound: Range) -> Range {
    let high = x.high.max(bound.high);
    Range {
        low: x
            .low
            .max(bound.low)
            .min(if x.nan { bound.low } else { high }),
        high,
        // −0 is not greater than +0: only a bound below lets it through.
        negative_zero: bound.low < 0.0 && x.negative_zero || bound.negative_zero,
        nan: bound.nan,
    }
}

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

/// Rounding keeps order.
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
