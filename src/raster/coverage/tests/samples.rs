//! Two triangles that share an edge cover each sample once, and the samples of triangles and rectangles are what their edges say.

use super::lanes_inside;
use crate::random_for_tests::Random;
use crate::raster::call::conventions::Origin;
use crate::raster::coverage::edges::Edge;
use crate::raster::coverage::masks::{rect_mask, stipple_mask};
use crate::raster::coverage::tile::{InTile, TileCoverage};
use crate::raster::geometry::edge_rule::EdgeRule;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::samples::{PLACES, SAMPLES};
use crate::raster::geometry::shape::Shape;
use crate::simd::{InstructionSet, LANE_OFFSET, PerWidth, Vectors, run_on};

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

/// Covers a shape's samples with one set of instructions.
struct Cover<'a> {
    what: &'a InTile<'a>,
    coverage: &'a mut TileCoverage,
}

impl PerWidth for Cover<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        self.coverage.cover_samples::<V>(self.what);
    }
}

/// Compares a polygon's groups with its edges, sample by sample; gives the number of samples.
fn check(corners: &[[i32; 2]], what: &InTile<'_>, set: InstructionSet) -> u32 {
    let mut coverage = TileCoverage::default();
    let cover = Cover {
        what,
        coverage: &mut coverage,
    };
    run_on(set, cover);
    let edges = |place: [i32; 2]| -> Vec<Edge> {
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next);
        sides
            .map(|(a, b)| Edge::new(*a, *b, what.tile, what.rule).moved(place))
            .collect()
    };
    let samples = PLACES.map(edges);
    let (mut n, mut n_groups) = (0, 0);
    for row in 0..16u8 {
        for column in 0..16u8 {
            let [gx, gy] = [column, row].map(|c| 4 * i32::from(c));
            let [x, y] = what.tile;
            let stippled = what
                .stipple
                .map_or(!0, |rows| stipple_mask(rows, x + gx, y + gy));
            let visible = rect_mask(gx, gy, what.rect()) & stippled;
            let expected: [u16; SAMPLES] =
                std::array::from_fn(|s| visible & lanes_inside(&samples[s], gx, gy));
            let any = expected.iter().fold(0, |any, mask| any | mask);
            if any == 0 {
                continue;
            }
            let mut groups = coverage.groups.iter();
            let at = groups.position(|g| g.place() == [column, row]);
            let at = at.unwrap_or_else(|| panic!("{corners:?}: {column}, {row} is missing"));
            let masks: [u16; SAMPLES] = std::array::from_fn(|s| coverage.samples[s][at]);
            assert_eq!((coverage.masks[at], masks), (any, expected), "{corners:?}");
            n += expected.iter().map(|mask| mask.count_ones()).sum::<u32>();
            n_groups += 1;
        }
    }
    let lengths = (coverage.groups.len(), coverage.samples[0].len());
    assert_eq!(lengths, (n_groups, n_groups));
    n
}

#[test]
fn samples_of_random_polygons_are_inside_their_edges() {
    let mut random = Random::new(7);
    let stipple: [u32; 32] = std::array::from_fn(|_| random.word());
    let mut n_samples = [0; 2];
    for round in 0..6000 {
        // Of a few pixels, of a tile, or of a whole target; some are outside of the tile.
        let size = [6, 64, 3000][round % 3] * 256;
        let tile = [64, 128];
        let middle = tile.map(|c| (c - 8 + random.below(80) as i32) * 256);
        let mut corner = || middle.map(|m| m + random.below(size) as i32 - size as i32 / 2);
        let [a, b] = [corner(), corner()];
        // A triangle with its corners counterclockwise, or a rectangle.
        let is_triangle = round % 2 == 0;
        let corners = if is_triangle {
            let c = corner();
            let [ab, ac] = [b, c].map(|p| [i64::from(p[0] - a[0]), i64::from(p[1] - a[1])]);
            let turns_left = ab[0] * ac[1] - ab[1] * ac[0] >= 0;
            if turns_left {
                vec![a, b, c]
            } else {
                vec![a, c, b]
            }
        } else {
            let across = [(a[1] - b[1]) / 8, (b[0] - a[0]) / 8];
            let aside = |p: [i32; 2]| [p[0] + across[0], p[1] + across[1]];
            vec![a, b, aside(b), aside(a)]
        };
        let in_pixels = |c: &[i32; 2]| c.map(|c| c as f32 / 256.0);
        let shape = if is_triangle {
            Shape::Triangle {
                x: std::array::from_fn(|i| corners[i][0]),
                y: std::array::from_fn(|i| corners[i][1]),
            }
        } else {
            Shape::Quad(std::array::from_fn(|i| in_pixels(&corners[i])))
        };
        let [x0, y0] = tile.map(|c| c - 1 + random.below(8) as i32);
        let what = InTile {
            shape: &shape,
            corners: &[],
            bounds: PixelRect {
                x0,
                y0,
                x1: x0 + 70,
                y1: y0 + 1 + random.below(70) as i32,
            },
            tile,
            rule: EdgeRule::of(Origin::LowerLeft),
            stipple: (round % 5 == 0).then_some(&stipple),
            depth: None,
        };
        n_samples[round % 2] += check(&corners, &what, InstructionSet::ALL[round % 3]);
    }
    assert!(n_samples.iter().all(|n| *n > 100_000), "{n_samples:?}");
}
