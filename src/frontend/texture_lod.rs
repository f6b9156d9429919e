//! The level of detail of a sample whose derivatives the program gives (NV_fragment_program 3.11.6.3).

use super::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// log2 of the longer derivative in texels (GL 1.5 section 3.8.8). `size` has the texels for each unit of s, t and r, as
/// [`SceneValue::TextureLod`](super::binding::SceneValue::TextureLod) gives them.
pub(crate) fn level_of_detail(
    b: &mut Builder,
    size: &Vec4,
    is_cube: bool,
    coord: &Vec4,
    derivatives: [&Vec4; 2],
) -> ValueId {
    let squares = derivatives.map(|d| {
        if is_cube {
            cube_length2(b, coord, d, size[0])
        } else {
            let steps: [ValueId; 3] = [0, 1, 2].map(|i| mul(b, d[i], size[i]));
            dot3(b, &steps, &steps)
        }
    });
    let longer = b.emit1(Op::FMax, &squares);
    let (log, half) = (b.emit1(Op::Log2, &[longer]), b.f32(0.5));
    mul(b, log, half)
}

/// The square of the distance in texels that a step of the direction covers on its face of `size` texels. Each
/// coordinate a contributes the change of a ÷ m, where m is the greatest coordinate; m itself contributes 0.
fn cube_length2(b: &mut Builder, coord: &Vec4, step: &Vec4, size: ValueId) -> ValueId {
    let sizes = [0, 1, 2].map(|i| b.emit1(Op::FAbs, &[coord[i]]));
    let (mut major, mut major_step, mut greatest) = (coord[0], step[0], sizes[0]);
    for i in 1..3 {
        let is_greater = b.emit1(Op::FLt, &[greatest, sizes[i]]);
        major = b.emit1(Op::SelectF, &[is_greater, coord[i], major]);
        major_step = b.emit1(Op::SelectF, &[is_greater, step[i], major_step]);
        greatest = b.emit1(Op::SelectF, &[is_greater, sizes[i], greatest]);
    }
    let square = mul(b, major, major);
    let moves = [0, 1, 2].map(|i| {
        let (x, y) = (mul(b, step[i], major), mul(b, coord[i], major_step));
        let change = sub(b, x, y);
        let change = b.emit1(Op::FDiv, &[change, square]);
        mul(b, change, size)
    });
    dot3(b, &moves, &moves)
}
