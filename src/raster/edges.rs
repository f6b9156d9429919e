//! Edge functions of triangles in a tile, exact.
//!
//! E(p) = (x1 − x0)(y − y0) − (y1 − y0)(x − x0) in i64 subpixels for each counterclockwise edge, inside where all E ≥ 0;
//! an edge that is neither left nor top (y up) is moved by one unit, so that a centre on an edge shared by two triangles
//! belongs to just one.
//!
//! Steps from pixel to pixel are multiples of [`SUBPIXELS`], so that the sign of E is that of ⌊E / 256⌋, whose steps are
//! exact, too. In a tile that an edge crosses, this fits i32 by the guard band: 2 × 63 steps of less than 2²⁴.
#![forbid(unsafe_code)]

use super::masks::{bits_between, rect_mask};
use super::setup::{PixelRect, SUBPIXELS};
use crate::simd::{LANE_OFFSET, LANES, Vectors};

/// An edge function in units of the tile: E at the centre of pixel (0, 0) and its steps per pixel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    origin: i64,
    step_x: i64,
    step_y: i64,
}

impl Edge {
    #[inline(always)]
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

    #[inline(always)]
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

/// An edge that crosses a rectangle of the tile: ⌊E / 256⌋ at the centre of pixel (0, 0) and its steps per pixel.
#[derive(Debug, Clone, Copy, Default)]
struct CrossingEdge {
    origin: i32,
    step_x: i32,
    step_y: i32,
}

/// The edges of a triangle that cross a rectangle of a tile; others have no effect.
pub(super) struct CrossingEdges([CrossingEdge; 3]);

impl CrossingEdges {
    /// The edges of a triangle whose corners are counterclockwise, for pixels of `rect`, relative to the tile at (x, y);
    /// `None` when it covers none of them.
    #[inline(always)]
    pub(super) fn new(
        vx: &[i32; 3],
        vy: &[i32; 3],
        rect: PixelRect,
        x: i32,
        y: i32,
    ) -> Option<CrossingEdges> {
        let mut edges = [CrossingEdge::default(); 3];
        let (width, height) = (rect.x1 - rect.x0 - 1, rect.y1 - rect.y0 - 1);
        for (i, crossing) in edges.iter_mut().enumerate() {
            let j = (i + 1) % 3;
            let edge = Edge::new([vx[i], vy[i]], [vx[j], vy[j]], x, y);
            let corner = edge.at(rect.x0, rect.y0);
            let across = edge.step_x * i64::from(width);
            let up = edge.step_y * i64::from(height);
            if corner + across.max(0) + up.max(0) < 0 {
                return None;
            }
            if corner + across.min(0) + up.min(0) < 0 {
                *crossing = CrossingEdge {
                    origin: (edge.origin >> 8) as i32,
                    step_x: (edge.step_x >> 8) as i32,
                    step_y: (edge.step_y >> 8) as i32,
                };
            }
        }
        Some(CrossingEdges(edges))
    }

    /// Calls `push(column, row, mask)` for the blocks of the tile with a pixel inside the edges and `rect`; some masks are 0.
    #[inline(always)]
    pub(super) fn cover<V: Vectors>(&self, rect: PixelRect, mut push: impl FnMut(i32, i32, u16)) {
        /// Wider boxes are looked at row by row first.
        const FEW_COLUMNS: i32 = 4;
        let (first, end) = (rect.x0 / 4, (rect.x1 + 3) / 4);
        let [a, b, c] = self.0;
        let in_block = [a.in_block::<V>(), b.in_block::<V>(), c.in_block::<V>()];
        let corners = [0; 3];
        for row in rect.y0 / 4..(rect.y1 + 3) / 4 {
            if end - first <= FEW_COLUMNS {
                for column in first..end {
                    let (x, y) = (4 * column, 4 * row);
                    let mask = self.inside::<V>(x, y, corners, in_block);
                    push(column, row, mask & rect_mask(x, y, rect));
                }
                continue;
            }
            let along = [a.along::<V>(), b.along::<V>(), c.along::<V>()];
            let least = [a.least(), b.least(), c.least()];
            let greatest = [a.greatest(), b.greatest(), c.greatest()];
            let whole = self.inside::<V>(0, 4 * row, least, along);
            let touched = self.inside::<V>(0, 4 * row, greatest, along);
            let mut touched = touched & bits_between(first, end);
            while touched != 0 {
                let column = touched.trailing_zeros() as i32;
                touched &= touched - 1;
                let (x, y) = (4 * column, 4 * row);
                let mask = match whole >> column & 1 {
                    1 => 0xffff,
                    _ => self.inside::<V>(x, y, corners, in_block),
                };
                push(column, row, mask & rect_mask(x, y, rect));
            }
        }
    }

    /// The lanes in which no edge is negative: its value at (x, y), plus a number of the edge, plus those of its lanes.
    #[inline(always)]
    fn inside<V: Vectors>(&self, x: i32, y: i32, more: [i32; 3], lanes: [V::I; 3]) -> u16 {
        let [a, b, c] = self.0;
        let a = V::splat_i(a.at(x, y) + more[0]) + lanes[0];
        let b = V::splat_i(b.at(x, y) + more[1]) + lanes[1];
        let c = V::splat_i(c.at(x, y) + more[2]) + lanes[2];
        V::mask_bits(V::eq_i(V::shr(a | b | c, 31), V::splat_i(0)))
    }
}

// Vector operations stand in no closure: what is handed to a function of std is compiled without their instruction set.
impl CrossingEdge {
    #[inline(always)]
    fn at(&self, x: i32, y: i32) -> i32 {
        self.origin + x * self.step_x + y * self.step_y
    }

    /// From a block's corner to its pixels.
    #[inline(always)]
    fn in_block<V: Vectors>(&self) -> V::I {
        V::splat_i(self.step_x) * V::load_i(LANE_X) + V::splat_i(self.step_y) * V::load_i(LANE_Y)
    }

    /// From a row's start to the corners of its blocks.
    #[inline(always)]
    fn along<V: Vectors>(&self) -> V::I {
        V::splat_i(4 * self.step_x) * V::load_i(NUMBERS)
    }

    /// From a block's corner to the pixel where it is least, and greatest.
    #[inline(always)]
    fn least(&self) -> i32 {
        3 * (self.step_x.min(0) + self.step_y.min(0))
    }

    #[inline(always)]
    fn greatest(&self) -> i32 {
        3 * (self.step_x.max(0) + self.step_y.max(0))
    }
}

/// The lanes' offsets in their block.
const LANE_X: [u32; LANES] = lane_numbers(0);
const LANE_Y: [u32; LANES] = lane_numbers(1);
/// Each lane's number.
const NUMBERS: [u32; LANES] = lane_numbers(2);

const fn lane_numbers(what: usize) -> [u32; LANES] {
    let mut numbers = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        let (x, y) = LANE_OFFSET[lane];
        numbers[lane] = [x as u32, y as u32, lane as u32][what];
        lane += 1;
    }
    numbers
}
