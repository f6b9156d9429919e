//! The blocks of lines have the fragments of their columns, each block once.
#![forbid(unsafe_code)]

use crate::random_for_tests::Random;
use crate::raster::call::conventions::Origin;
use crate::raster::coverage::masks::lane_of;
use crate::raster::coverage::tile::{InTile, TileCoverage};
use crate::raster::geometry::edge_rule::EdgeRule;
use crate::raster::geometry::line::{LineShape, Stipple};
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::shape::Shape;
use crate::simd::Portable;

/// The pixels of a tile, by row.
type Pixels = Vec<[bool; 64]>;

/// What the line covers in the tile, column by column.
fn expected(line: &LineShape, what: &InTile<'_>) -> Pixels {
    let mut pixels = vec![[false; 64]; 64];
    let [x, y] = what.tile;
    let window = what.bounds.intersect(PixelRect::tile(x, y));
    line.columns_in(window, |major, [from, end]| {
        for minor in from..end {
            let [px, py] = if line.is_y_major() {
                [minor, major]
            } else {
                [major, minor]
            };
            pixels[(py - y) as usize][(px - x) as usize] = true;
        }
    });
    pixels
}

fn covered(coverage: &TileCoverage) -> Pixels {
    let mut pixels = vec![[false; 64]; 64];
    for (group, mask) in coverage.groups.iter().zip(coverage.masks.iter()) {
        let [column, row] = group.place().map(usize::from);
        for (y, x) in (0..16).map(|i| (i / 4, i % 4)) {
            let pixel = &mut pixels[4 * row + y][4 * column + x];
            let is_in = mask >> lane_of(x as i32, y as i32) & 1 == 1;
            assert!(!(*pixel && is_in), "a fragment is drawn twice");
            *pixel |= is_in;
        }
    }
    pixels
}

#[test]
fn random_lines_cover_the_fragments_of_their_columns() {
    let mut random = Random::new(11);
    let mut n_fragments = 0;
    for round in 0..4000 {
        let size = [8, 64, 500][round % 3] * 256;
        let tile = [64, 0];
        let middle = tile.map(|c| (c + random.below(64) as i32) * 256);
        let mut corner = || middle.map(|m| m + random.below(size) as i32 - size as i32 / 2);
        let (a, b) = (corner(), corner());
        let stipple = (round % 4 == 0).then(|| Stipple {
            factor: 1 + random.below(3) as u16,
            pattern: random.word() as u16,
            counter: random.below(40),
        });
        let width = 1 + (random.below(12) / 2) as i32;
        let Some(line) = LineShape::new(a, b, width, stipple) else {
            continue;
        };
        let [x0, y0] = tile.map(|c| c - 2 + random.below(6) as i32);
        let what = InTile {
            shape: &Shape::Line(line),
            corners: &[],
            bounds: PixelRect {
                x0,
                y0,
                x1: x0 + 20 + random.below(50) as i32,
                y1: y0 + 70,
            }
            .intersect(line.bounds()),
            tile,
            rule: EdgeRule::of(Origin::LowerLeft),
            stipple: None,
            depth: None,
        };
        let mut coverage = TileCoverage::default();
        coverage.cover::<Portable>(&what);
        let pixels = covered(&coverage);
        assert_eq!(pixels, expected(&line, &what), "from {a:?} to {b:?}");
        n_fragments += pixels.iter().flatten().filter(|is_in| **is_in).count();
    }
    assert!(n_fragments > 50_000, "{n_fragments}");
}
