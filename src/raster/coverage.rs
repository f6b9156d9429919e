//! Coverage of a primitive in one 64×64 tile: live masks of 4×4 groups.
//!
//! Triangles: E(p) = (x1 − x0)(y − y0) − (y1 − y0)(x − x0) in exact i64 subpixels for each counterclockwise edge, inside
//! where all E ≥ 0; an edge that is neither left nor top (y up) is moved by one unit, so that a centre on an edge shared
//! by two triangles belongs to just one. Descent tile → 16×16 → 4×4 by the edges' extreme corners.
//!
//!   tile 64×64        16×16 blocks          groups
//!   ┌─┬─┬─┬─┐         all corners in  → 16 full groups
//!   ├─┼─┼─┼─┤   →     all out of one edge → nothing
//!   └─┴─┴─┴─┘         else → the same per group, then per centre
#![forbid(unsafe_code)]

use super::area::{Covered, CoveredGroup, disc_fraction, polygon_part};
use super::sample_coverage::SAMPLES;
use super::setup::{PixelRect, SUBPIXELS, Shape};
use crate::kernel::layout::Group;
use crate::simd::{LANE_OFFSET, LANES};
use smallvec::SmallVec;

/// Pixels per side of a tile.
pub(crate) const TILE: i32 = 64;
/// Groups per side of a tile.
const GROUPS: usize = 16;

/// What a primitive covers in a tile: the groups with live fragments.
#[derive(Debug, Default)]
pub(crate) struct TileCoverage {
    pub(crate) groups: Vec<Group>,
    pub(crate) masks: Vec<u16>,
    /// By group, for antialiased shapes only.
    pub(crate) parts: Vec<CoveredGroup>,
    /// The masks of each sample, for primitives that cover samples: `masks` is their union.
    pub(crate) samples: [Vec<u16>; SAMPLES],
    /// Masks by place, for shapes that are drawn fragment by fragment.
    plot: Vec<u16>,
}

/// The lane of pixel (x, y) of a group.
fn lane_of(x: i32, y: i32) -> usize {
    ((y >> 1) * 8 + (x >> 1) * 4 + (y & 1) * 2 + (x & 1)) as usize
}

/// The lanes of a group whose corner is (gx, gy) inside a rectangle.
pub(super) fn rect_mask(gx: i32, gy: i32, rect: PixelRect) -> u16 {
    if gx >= rect.x0 && gy >= rect.y0 && gx + 4 <= rect.x1 && gy + 4 <= rect.y1 {
        return 0xffff;
    }
    let inside = |(x, y): (u8, u8)| {
        let (x, y) = (gx + i32::from(x), gy + i32::from(y));
        (rect.x0..rect.x1).contains(&x) && (rect.y0..rect.y1).contains(&y)
    };
    (0..LANES).fold(0, |mask, lane| {
        mask | u16::from(inside(LANE_OFFSET[lane])) << lane
    })
}

impl TileCoverage {
    /// Finds the coverage of `shape` inside `bounds` in the tile whose corner is (x, y). A stipple (32 rows, bottom
    /// first) removes fragments. `corners` are those of the shape's page.
    pub(crate) fn cover(
        &mut self,
        shape: &Shape,
        corners: &[[i32; 2]],
        bounds: PixelRect,
        x: i32,
        y: i32,
        stipple: Option<&[u32; 32]>,
    ) {
        self.groups.clear();
        self.masks.clear();
        self.parts.clear();
        let rect = bounds.intersect(PixelRect::tile(x, y));
        if rect.is_empty() {
            return;
        }
        match shape {
            Shape::Triangle { x: vx, y: vy } => self.cover_triangle(vx, vy, rect, x, y),
            Shape::Rectangle => for_groups(rect, x, y, |gx, gy, place| {
                self.push(place, rect_mask(gx, gy, rect))
            }),
            Shape::Line(line) => {
                self.plot.clear();
                self.plot.resize(GROUPS * GROUPS, 0);
                let plot = &mut self.plot;
                line.fragments_in(rect, |px, py| {
                    let (px, py) = (px - x, py - y);
                    plot[(py / 4 * GROUPS as i32 + px / 4) as usize] |=
                        1 << lane_of(px & 3, py & 3);
                });
                for i in 0..GROUPS * GROUPS {
                    self.push(
                        Group::at((i % GROUPS) as u8, (i / GROUPS) as u8),
                        self.plot[i],
                    );
                }
            }
            Shape::Disc {
                x: cx,
                y: cy,
                radius,
            } => {
                self.cover_parts(rect, x, y, |px, py| {
                    Covered::at_centre(disc_fraction(px - cx, py - cy, *radius))
                });
            }
            Shape::Quad(corners) => {
                let corners = corners.map(|c| c.map(f64::from));
                self.cover_parts(rect, x, y, |px, py| {
                    Covered::at_centre(polygon_part(&corners, px, py).fraction)
                })
            }
            Shape::Piece(piece) => {
                let corners = &corners[piece.at as usize..][..usize::from(piece.n)];
                let pixels = |c: &[i32; 2]| c.map(|c| f64::from(c) / f64::from(SUBPIXELS));
                let in_pixels: SmallVec<[[f64; 2]; 8]> = corners.iter().map(pixels).collect();
                self.cover_parts(rect, x, y, |px, py| {
                    if piece.owns(corners, px as i32, py as i32) {
                        polygon_part(&in_pixels, px, py)
                    } else {
                        Covered::default()
                    }
                })
            }
        }
        if let Some(rows) = stipple {
            self.remove_stippled(rows, x, y);
        }
    }

    fn push(&mut self, place: Group, mask: u16) {
        if mask != 0 {
            self.groups.push(place);
            self.masks.push(mask);
        }
    }

    fn cover_triangle(&mut self, vx: &[i32; 3], vy: &[i32; 3], rect: PixelRect, x: i32, y: i32) {
        let edges: [Edge; 3] = std::array::from_fn(|i| {
            let j = (i + 1) % 3;
            Edge::new([vx[i], vy[i]], [vx[j], vy[j]], x, y)
        });
        let local = PixelRect {
            x0: rect.x0 - x,
            y0: rect.y0 - y,
            x1: rect.x1 - x,
            y1: rect.y1 - y,
        };
        for by in (local.y0 & !15..local.y1).step_by(16) {
            for bx in (local.x0 & !15..local.x1).step_by(16) {
                let inside = match classify(&edges, bx, by, 16) {
                    Block::Outside => continue,
                    Block::Inside => true,
                    Block::Partly => false,
                };
                let block = PixelRect {
                    x0: bx,
                    y0: by,
                    x1: bx + 16,
                    y1: by + 16,
                }
                .intersect(local);
                for_groups(block, 0, 0, |gx, gy, place| {
                    let covered = if inside {
                        0xffff
                    } else {
                        group_mask(&edges, gx, gy)
                    };
                    self.push(place, covered & rect_mask(gx, gy, local));
                });
            }
        }
    }

    /// Pixels with a fraction above zero, `covered` given the lower left corner of each.
    fn cover_parts(
        &mut self,
        rect: PixelRect,
        x: i32,
        y: i32,
        covered: impl Fn(f32, f32) -> Covered,
    ) {
        for_groups(rect, x, y, |gx, gy, place| {
            let inside = rect_mask(gx, gy, rect);
            let mut part = [[0.0; LANES]; 3];
            let mut mask = 0;
            for lane in (0..LANES).filter(|lane| inside >> lane & 1 == 1) {
                let (dx, dy) = LANE_OFFSET[lane];
                let Covered { fraction, offset } =
                    covered((gx + i32::from(dx)) as f32, (gy + i32::from(dy)) as f32);
                [part[0][lane], part[1][lane], part[2][lane]] = [fraction, offset[0], offset[1]];
                mask |= u16::from(fraction > 0.0) << lane;
            }
            if mask != 0 {
                self.push(place, mask);
                self.parts.push(part);
            }
        });
    }

    fn remove_stippled(&mut self, rows: &[u32; 32], x: i32, y: i32) {
        for (place, mask) in self.groups.iter().zip(&mut self.masks) {
            let [gx, gy] = place.place().map(|c| 4 * i32::from(c));
            let (gx, gy) = (x + gx, y + gy);
            *mask &= stipple_mask(rows, gx, gy);
        }
        let mut i = 0;
        self.groups.retain(|_| {
            i += 1;
            self.masks[i - 1] != 0
        });
        i = 0;
        self.parts.retain(|_| {
            i += 1;
            self.masks[i - 1] != 0
        });
        self.masks.retain(|mask| *mask != 0);
    }
}

/// The lanes of the group at (gx, gy) that a polygon stipple lets through.
pub(super) fn stipple_mask(rows: &[u32; 32], gx: i32, gy: i32) -> u16 {
    let is_on = |(dx, dy): (u8, u8)| {
        let (column, row) = ((gx + i32::from(dx)) & 31, (gy + i32::from(dy)) & 31);
        rows[row as usize] >> (31 - column) & 1 == 1
    };
    (0..LANES).fold(0, |mask, lane| {
        mask | u16::from(is_on(LANE_OFFSET[lane])) << lane
    })
}

/// Calls `f` with the corner and the place of each group that `rect` touches in the tile at (x, y).
pub(super) fn for_groups(rect: PixelRect, x: i32, y: i32, mut f: impl FnMut(i32, i32, Group)) {
    for row in (rect.y0 - y) / 4..(rect.y1 - y + 3) / 4 {
        for column in (rect.x0 - x) / 4..(rect.x1 - x + 3) / 4 {
            f(
                x + 4 * column,
                y + 4 * row,
                Group::at(column as u8, row as u8),
            );
        }
    }
}

/// An edge function in units of the tile: E at the centre of pixel (0, 0) and its steps per pixel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    origin: i64,
    step_x: i64,
    step_y: i64,
}

impl Edge {
    pub(super) fn new(a: [i32; 2], b: [i32; 2], tile_x: i32, tile_y: i32) -> Edge {
        let unit = i64::from(SUBPIXELS);
        let (dx, dy) = (
            i64::from(b[0]) - i64::from(a[0]),
            i64::from(b[1]) - i64::from(a[1]),
        );
        let centre = |tile: i32| i64::from(tile) * unit + unit / 2;
        let e = dx * (centre(tile_y) - i64::from(a[1])) - dy * (centre(tile_x) - i64::from(a[0]));
        let is_left_or_top = dy < 0 || dy == 0 && dx < 0;
        Edge {
            origin: e - i64::from(!is_left_or_top),
            step_x: -dy * unit,
            step_y: dx * unit,
        }
    }

    /// The same edge for places that lie `[x, y]` subpixels off the centres.
    pub(super) fn moved(self, [x, y]: [i32; 2]) -> Edge {
        let along = self.step_x * i64::from(x) + self.step_y * i64::from(y);
        Edge {
            // Steps are whole multiples of a pixel's subpixels: exact.
            origin: self.origin + along / i64::from(SUBPIXELS),
            ..self
        }
    }

    fn at(&self, x: i32, y: i32) -> i64 {
        self.origin + self.step_x * i64::from(x) + self.step_y * i64::from(y)
    }
}

pub(super) enum Block {
    Outside,
    Inside,
    Partly,
}

pub(super) fn classify<const N: usize>(edges: &[Edge; N], x: i32, y: i32, size: i32) -> Block {
    let mut inside = true;
    for edge in edges {
        let corner = edge.at(x, y);
        let (sx, sy) = (
            edge.step_x * i64::from(size - 1),
            edge.step_y * i64::from(size - 1),
        );
        if corner + sx.max(0) + sy.max(0) < 0 {
            return Block::Outside;
        }
        inside &= corner + sx.min(0) + sy.min(0) >= 0;
    }
    if inside { Block::Inside } else { Block::Partly }
}

pub(super) fn group_mask<const N: usize>(edges: &[Edge; N], x: i32, y: i32) -> u16 {
    match classify(edges, x, y, 4) {
        Block::Outside => 0,
        Block::Inside => 0xffff,
        Block::Partly => {
            let is_in = |lane: usize| {
                let (dx, dy) = LANE_OFFSET[lane];
                edges
                    .iter()
                    .all(|e| e.at(x + i32::from(dx), y + i32::from(dy)) >= 0)
            };
            (0..LANES).fold(0, |mask, lane| mask | u16::from(is_in(lane)) << lane)
        }
    }
}

/// Whether a triangle can cover any centre of the tile at (x, y), or of the pixels up to `reach` around it: the test of the
/// bins.
pub(crate) fn triangle_touches_tile(
    vx: &[i32; 3],
    vy: &[i32; 3],
    x: i32,
    y: i32,
    reach: i32,
) -> bool {
    let edges: [Edge; 3] = std::array::from_fn(|i| {
        let j = (i + 1) % 3;
        Edge::new([vx[i], vy[i]], [vx[j], vy[j]], x, y)
    });
    !matches!(
        classify(&edges, -reach, -reach, TILE + 2 * reach),
        Block::Outside
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(shape: Shape, bounds: PixelRect, x: i32, y: i32) -> Vec<(i32, i32)> {
        let mut coverage = TileCoverage::default();
        coverage.cover(&shape, &[], bounds, x, y, None);
        let mut all = Vec::new();
        for (place, mask) in coverage.groups.iter().zip(&coverage.masks) {
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
    fn lanes_are_quad_major() {
        for (lane, (x, y)) in LANE_OFFSET.iter().enumerate() {
            assert_eq!(lane_of(i32::from(*x), i32::from(*y)), lane);
        }
    }

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
        let expected: Vec<(i32, i32)> =
            (2..10).flat_map(|x| (3..11).map(move |y| (x, y))).collect();
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
        let expected: Vec<(i32, i32)> =
            (66..71).flat_map(|x| (3..5).map(move |y| (x, y))).collect();
        assert_eq!(pixels(Shape::Rectangle, bounds, 64, 0), expected);
    }
}
