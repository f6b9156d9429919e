//! Two triangles that share an edge cover each sample once.

use crate::raster::call::conventions::Origin;
use crate::raster::coverage::tile::{InTile, TileCoverage};
use crate::raster::geometry::edge_rule::EdgeRule;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::samples::SAMPLES;
use crate::raster::geometry::shape::Shape;
use crate::simd::LANE_OFFSET;

#[test]
fn two_triangles_of_a_square_cover_each_sample_once() {
    // Corners on sample places: the shared edge runs through samples.
    let corner = |x: i32, y: i32| [x * 256 + 128 - 96, y * 256 + 128 - 32];
    let [a, b, c, d] = [corner(3, 2), corner(11, 2), corner(11, 10), corner(3, 10)];
    let bounds = PixelRect {
        x0: 0,
        y0: 0,
        x1: 64,
        y1: 64,
    };
    let mut counts = [[0u8; SAMPLES]; 64 * 64];
    for t in [[a, b, c], [a, c, d]] {
        let mut coverage = TileCoverage::default();
        let shape = Shape::Triangle {
            x: t.map(|v| v[0]),
            y: t.map(|v| v[1]),
        };
        coverage.cover_samples::<crate::simd::Portable>(&InTile {
            shape: &shape,
            corners: &[],
            bounds,
            tile: [0; 2],
            rule: EdgeRule::of(Origin::LowerLeft),
            stipple: None,
            depth: None,
        });
        for (g, place) in coverage.groups.iter().enumerate() {
            for (s, masks) in coverage.samples.iter().enumerate() {
                for (lane, (dx, dy)) in LANE_OFFSET.iter().enumerate() {
                    let [column, row] = place.place();
                    let (px, py) = (4 * column + dx, 4 * row + dy);
                    counts[usize::from(py) * 64 + usize::from(px)][s] +=
                        (masks[g] >> lane & 1) as u8;
                }
            }
        }
    }
    let all: usize = counts.iter().flatten().map(|n| usize::from(*n)).sum();
    assert!(counts.iter().flatten().all(|n| *n <= 1));
    assert_eq!(all, 8 * 8 * SAMPLES);
}
