//! A colour that all vertices share is flat.

use crate::ir::interface::varying;
use crate::ir::{Builder, Op};
use crate::raster::vertex::varyings::constant_colors;

#[test]
fn colours_that_all_vertices_share_are_flat() {
    let mut b = Builder::new();
    let (shared, own, half) = (b.load_uniform(0), b.load_input(0), b.f32(0.5));
    let faded = b.emit1(Op::FMul, &[shared, half]);
    for color in [varying::FRONT_COLOR, varying::BACK_COLOR] {
        for c in 0..4 {
            b.store_output(4 * color + c, [own, own, shared, faded][c as usize]);
        }
    }
    // One face has a green of each vertex.
    b.store_output(4 * varying::FRONT_SECONDARY + 1, own);
    assert_eq!(constant_colors(&b.finish()), 0b1101_1100);
}
