//! Edge functions of triangles in a tile, exact.
//!
//! E(p) = (x1 − x0)(y − y0) − (y1 − y0)(x − x0) in i64 subpixels, for each counterclockwise edge. A point is inside
//! where all E ≥ 0. An edge that is neither left nor top (y up) is moved by one unit, so that a centre on an edge of
//! two triangles belongs to one of them.
//!
//! Steps from pixel to pixel are multiples of [`SUBPIXELS`], so that the sign of E is that of ⌊E / 256⌋, whose steps are
//! exact, too. In a tile that an edge crosses, this fits i32 by the guard band: 2 × 63 steps of less than 2²⁴.
#![forbid(unsafe_code)]

use crate::raster::geometry::edge_rule::EdgeRule;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::simd::{LANE_NUMBERS, LANE_OFFSET, LANES, Vectors};

/// An edge function in units of the tile: E at the centre of pixel (0, 0) and its steps per pixel.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    origin: i64,
    step_x: i64,
    step_y: i64,
}

impl Edge {
    #[inline(always)]
    pub(crate) fn new(
        a: [i32; 2],
        b: [i32; 2],
        [tile_x, tile_y]: [i32; 2],
        rule: EdgeRule,
    ) -> Edge {
        let unit = i64::from(SUBPIXELS);
        let (dx, dy) = (
            i64::from(b[0]) - i64::from(a[0]),
            i64::from(b[1]) - i64::from(a[1]),
        );
        let centre = |tile: i32| i64::from(tile) * unit + unit / 2;
        let e = dx * (centre(tile_y) - i64::from(a[1])) - dy * (centre(tile_x) - i64::from(a[0]));
        Edge {
            origin: e - i64::from(!rule.owns_centres(dx, dy)),
            step_x: -dy * unit,
            step_y: dx * unit,
        }
    }

    /// The same edge for places that lie `[x, y]` subpixels off the centres.
    #[inline(always)]
    pub(crate) fn moved(self, [x, y]: [i32; 2]) -> Edge {
        let along = self.step_x * i64::from(x) + self.step_y * i64::from(y);
        Edge {
            // Steps are whole multiples of a pixel's subpixels: exact.
            origin: self.origin + along / i64::from(SUBPIXELS),
            ..self
        }
    }

    #[inline(always)]
    pub(super) fn at(&self, x: i32, y: i32) -> i64 {
        self.origin + self.step_x * i64::from(x) + self.step_y * i64::from(y)
    }
}

pub(crate) enum Block {
    Outside,
    Inside,
    Partly,
}

pub(crate) fn classify<const N: usize>(edges: &[Edge; N], x: i32, y: i32, size: i32) -> Block {
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

/// Bit `l` is set where lane `l` is not negative.
#[inline(always)]
pub(crate) fn not_negative<V: Vectors>(x: V::I) -> u16 {
    V::mask_bits(V::lt_u(x, V::splat_i(i32::MIN)))
}

/// An edge that crosses a rectangle of the tile: ⌊E / 256⌋ at the centre of pixel (0, 0) and its steps per pixel.
#[derive(Debug, Clone, Copy, Default)]
struct CrossingEdge {
    origin: i32,
    step_x: i32,
    step_y: i32,
}

/// The edges of a convex polygon that cross a rectangle of a tile; the others have no effect there.
pub(crate) struct CrossingEdges<const N: usize> {
    edges: [CrossingEdge; N],
    /// There is one.
    any: bool,
}

impl CrossingEdges<3> {
    /// The edges of a triangle whose corners are counterclockwise, for pixels of `rect`, relative to the tile at (x, y);
    /// `None` when it covers none of them.
    #[inline(always)]
    pub(crate) fn new(
        vx: &[i32; 3],
        vy: &[i32; 3],
        rect: PixelRect,
        tile: [i32; 2],
        rule: EdgeRule,
    ) -> Option<CrossingEdges<3>> {
        CrossingEdges::of(
            [(0, 1), (1, 2), (2, 0)]
                .map(|(i, j)| Edge::new([vx[i], vy[i]], [vx[j], vy[j]], tile, rule)),
            rect,
        )
    }
}

impl<const N: usize> CrossingEdges<N> {
    /// Those of a polygon's edges that cross `rect`; `None` when the polygon covers none of its pixels.
    #[inline(always)]
    pub(crate) fn of(all: [Edge; N], rect: PixelRect) -> Option<CrossingEdges<N>> {
        let (mut edges, mut any) = ([CrossingEdge::default(); N], false);
        let (width, height) = (rect.x1 - rect.x0 - 1, rect.y1 - rect.y0 - 1);
        for (crossing, edge) in edges.iter_mut().zip(all) {
            let corner = edge.at(rect.x0, rect.y0);
            let across = edge.step_x * i64::from(width);
            let up = edge.step_y * i64::from(height);
            if corner + across.max(0) + up.max(0) < 0 {
                return None;
            }
            if corner + across.min(0) + up.min(0) < 0 {
                any = true;
                *crossing = CrossingEdge {
                    origin: (edge.origin >> 8) as i32,
                    step_x: (edge.step_x >> 8) as i32,
                    step_y: (edge.step_y >> 8) as i32,
                };
            }
        }
        Some(CrossingEdges { edges, any })
    }

    /// The values that [`InBlocks::inside`] needs beside a row.
    #[inline(always)]
    pub(crate) fn in_blocks<V: Vectors>(&self) -> InBlocks<V, N> {
        let mut steps = [V::splat_i(0); N];
        for (step, edge) in steps.iter_mut().zip(&self.edges) {
            *step = edge.in_block::<V>();
        }
        InBlocks(steps)
    }

    /// The blocks of a row of the tile that are inside all edges, whole or in part.
    #[inline(always)]
    pub(crate) fn row<V: Vectors>(&self, row: i32) -> Row<V, N> {
        let mut corners = [V::splat_i(0); N];
        if !self.any {
            return Row {
                touched: !0,
                whole: !0,
                corners,
            };
        }
        // A lane is negative where one of the edges is.
        let (mut least, mut greatest) = (V::splat_i(0), V::splat_i(0));
        for (corners, edge) in corners.iter_mut().zip(&self.edges) {
            *corners = edge.corners::<V>(row);
            least = least | (*corners + V::splat_i(edge.least()));
            greatest = greatest | (*corners + V::splat_i(edge.greatest()));
        }
        Row {
            whole: not_negative::<V>(least),
            touched: not_negative::<V>(greatest),
            corners,
        }
    }
}

/// A row of sixteen blocks.
pub(crate) struct Row<V: Vectors, const N: usize> {
    /// By bit: no edge has the whole block outside.
    pub(crate) touched: u16,
    /// By bit: the block is inside.
    pub(crate) whole: u16,
    /// Each edge at the blocks' corners.
    pub(crate) corners: [V::I; N],
}

/// From the corner of a block to its pixels, for each edge.
#[derive(Clone, Copy)]
pub(crate) struct InBlocks<V: Vectors, const N: usize>([V::I; N]);

impl<V: Vectors, const N: usize> InBlocks<V, N> {
    #[inline(always)]
    pub(crate) fn of_no_edge() -> InBlocks<V, N> {
        InBlocks([V::splat_i(0); N])
    }

    /// The lanes of a block with these corners that are inside all edges.
    #[inline(always)]
    pub(crate) fn inside(&self, corners: &[[u32; LANES]; N], column: usize) -> u16 {
        let mut edges = V::splat_i(0);
        for (corners, step) in corners.iter().zip(self.0) {
            edges = edges | (V::splat_i(corners[column] as i32) + step);
        }
        not_negative::<V>(edges)
    }
}

// Vector operations are not in closures: the compiler compiles functions of std with a closure without their
// instruction set.
impl CrossingEdge {
    /// From a block's corner to its pixels.
    #[inline(always)]
    fn in_block<V: Vectors>(&self) -> V::I {
        V::splat_i(self.step_x) * V::load_i(LANE_X) + V::splat_i(self.step_y) * V::load_i(LANE_Y)
    }

    /// At the corners of a row of blocks.
    #[inline(always)]
    fn corners<V: Vectors>(&self, row: i32) -> V::I {
        let first = self.origin + 4 * row * self.step_y;
        V::splat_i(first) + V::splat_i(4 * self.step_x) * V::load_i(LANE_NUMBERS)
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
const LANE_X: [u32; LANES] = lane_offsets(0);
const LANE_Y: [u32; LANES] = lane_offsets(1);

const fn lane_offsets(what: usize) -> [u32; LANES] {
    let mut numbers = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        let (x, y) = LANE_OFFSET[lane];
        let (x, y) = (x as u32, y as u32);
        numbers[lane] = [x, y][what];
        lane += 1;
    }
    numbers
}
