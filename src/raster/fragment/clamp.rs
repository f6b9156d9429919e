//! Clamping, as IR.
#![forbid(unsafe_code)]

use crate::ir::{Builder, Op, ValueId};

/// x in [0, 1]; NaN gives 0.
pub(crate) fn clamp01(b: &mut Builder, x: ValueId) -> ValueId {
    let x = at_most_1(b, x);
    let zero = b.f32(0.0);
    b.emit1(Op::FMax, &[x, zero])
}

/// x, but at most 1; NaN stays.
pub(crate) fn at_most_1(b: &mut Builder, x: ValueId) -> ValueId {
    let one = b.f32(1.0);
    b.emit1(Op::FMin, &[one, x])
}
