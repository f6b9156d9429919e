//! Tests of coverage.
#![forbid(unsafe_code)]

use crate::raster::call::conventions::Origin;
use crate::raster::coverage::tile::{InTile, TileCoverage};
use crate::raster::geometry::edge_rule::EdgeRule;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::shape::Shape;
use crate::simd::{LANE_OFFSET, LANES};

fn pixels(shape: Shape, bounds: PixelRect, x: i32, y: i32) -> Vec<(i32, i32)> {
    let mut coverage = TileCoverage::default();
    coverage.cover::<crate::simd::Portable>(&InTile {
        shape: &shape,
        corners: &[],
        bounds,
        tile: [x, y],
        rule: EdgeRule::of(Origin::LowerLeft),
        stipple: None,
        depth: None,
    });
    let mut all = Vec::new();
    for (place, mask) in coverage.groups.iter().zip(coverage.masks.iter()) {
        for lane in (0..LANES).filter(|lane| mask >> lane & 1 == 1) {
            let (dx, dy) = LANE_OFFSET[lane];
            let [gx, gy] = place.place().map(|c| 4 * i32::from(c));
            all.push((x + gx + i32::from(dx), y + gy + i32::from(dy)));
        }
    }
    all.sort_unstable();
    all
}

const EVERYTHING: PixelRect = PixelRect {
    x0: 0,
    y0: 0,
    x1: 64,
    y1: 64,
};

#[test]
fn two_triangles_of_a_square_cover_each_pixel_once() {
    // Corners on pixel centres: left and top edges count, right and bottom ones do not.
    let c = |p: i32| p * 256 + 128;
    let low = Shape::Triangle {
        x: [c(2), c(10), c(10)],
        y: [c(2), c(2), c(10)],
    };
    let high = Shape::Triangle {
        x: [c(2), c(10), c(2)],
        y: [c(2), c(10), c(10)],
    };
    let mut all = pixels(low, EVERYTHING, 0, 0);
    all.extend(pixels(high, EVERYTHING, 0, 0));
    all.sort_unstable();
    let expected: Vec<(i32, i32)> = (2..10).flat_map(|x| (3..11).map(move |y| (x, y))).collect();
    assert_eq!(all, expected);
}

#[test]
fn rectangles_end_at_their_bounds() {
    let bounds = PixelRect {
        x0: 66,
        y0: 3,
        x1: 71,
        y1: 5,
    };
    let expected: Vec<(i32, i32)> = (66..71).flat_map(|x| (3..5).map(move |y| (x, y))).collect();
    assert_eq!(pixels(Shape::Rectangle, bounds, 64, 0), expected);
}
