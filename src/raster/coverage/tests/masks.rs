//! Masks of rectangles and stipples are compared pixel by pixel.

use crate::raster::coverage::masks::{bits_between, lane_of, rect_mask, stipple_mask};
use crate::raster::geometry::rect::PixelRect;
use crate::simd::LANE_OFFSET;

#[test]
fn lanes_are_quad_major() {
    for (lane, (x, y)) in LANE_OFFSET.iter().enumerate() {
        assert_eq!(lane_of(i32::from(*x), i32::from(*y)), lane);
    }
}

#[test]
fn masks_of_rectangles_and_stipples_are_those_of_their_pixels() {
    let rows: [u32; 32] = std::array::from_fn(|i| 0x9e37_79b9u32.wrapping_mul(2 * i as u32 + 1));
    let pixels = |gx: i32, gy: i32, f: &dyn Fn(i32, i32) -> bool| {
        LANE_OFFSET
            .iter()
            .enumerate()
            .fold(0u16, |mask, (lane, (dx, dy))| {
                mask | u16::from(f(gx + i32::from(*dx), gy + i32::from(*dy))) << lane
            })
    };
    for gx in (-4..72).step_by(4) {
        for gy in (-4..72).step_by(4) {
            let on = |x: i32, y: i32| rows[(y & 31) as usize] >> (31 - (x & 31)) & 1 == 1;
            assert_eq!(stipple_mask(&rows, gx, gy), pixels(gx, gy, &on));
            for (x0, x1, y0, y1) in [(0, 64, 0, 64), (5, 6, 7, 9), (1, 62, 3, 61), (9, 8, 0, 4)] {
                let rect = PixelRect { x0, y0, x1, y1 };
                let inside = |x: i32, y: i32| (x0..x1).contains(&x) && (y0..y1).contains(&y);
                assert_eq!(rect_mask(gx, gy, rect), pixels(gx, gy, &inside));
            }
        }
    }
    assert_eq!((bits_between(0, 16), bits_between(3, 5)), (0xffff, 0b11000));
}
