//! Products of Direct3D 9: 0 × anything is 0, infinities and NaN too (TRAPS 3). Sums of products are fused in the order of
//! `frontend::vector`.

use crate::frontend::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// Where a product is 0 because a factor is.
fn is_zero(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    let zero = b.f32(0.0);
    let of_x = b.emit1(Op::FEq, &[x, zero]);
    let of_y = b.emit1(Op::FEq, &[y, zero]);
    b.emit1(Op::MOr, &[of_x, of_y])
}

/// x · y. A square needs no care.
pub(super) fn product(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    let product = mul(b, x, y);
    if x == y {
        return product;
    }
    let (zero, is_zero) = (b.f32(0.0), is_zero(b, x, y));
    b.emit1(Op::SelectF, &[is_zero, zero, product])
}

/// x · y + z; z where the product is 0.
pub(super) fn product_sum(b: &mut Builder, x: ValueId, y: ValueId, z: ValueId) -> ValueId {
    let sum = fma(b, x, y, z);
    if x == y {
        return sum;
    }
    let is_zero = is_zero(b, x, y);
    b.emit1(Op::SelectF, &[is_zero, z, sum])
}

/// The sum of the products of the first `n` components.
pub(super) fn dot(b: &mut Builder, x: &[ValueId], y: &[ValueId], n: usize) -> ValueId {
    let mut sum = product(b, x[0], y[0]);
    for i in 1..n {
        sum = product_sum(b, x[i], y[i], sum);
    }
    sum
}

/// The cross product. Each component is a · b − c · d.
pub(super) fn cross(b: &mut Builder, x: &Vec4, y: &Vec4) -> [ValueId; 3] {
    let mut part = |i: usize, j: usize| {
        let less = product(b, x[j], y[i]);
        let less = neg(b, less);
        product_sum(b, x[i], y[j], less)
    };
    [part(1, 2), part(2, 0), part(0, 1)]
}
