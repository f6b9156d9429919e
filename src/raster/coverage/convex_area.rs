//! The covered parts of pixels by a convex quadrilateral, which is a smooth line (GL 1.5 section 3.4.2).
//!
//! The area of the part is the integral along the outline of x, cut to the pixel's square: an edge that goes up adds what
//! lies on its left, one that goes down takes it away.
//!
//! ```text
//!          y1 ┌──────╱┐          ∫ clamp(x(y), 0, 1) dy from y0 to y1
//!             │▒▒▒▒▒╱ │          = (y1 − y0) · the mean of clamp(x, 0, 1) between the ends of the edge
//!          y0 └────╱──┘
//! ```
#![forbid(unsafe_code)]

use super::area::{Outline, Side};
use super::fractions::{Fractions, GROUP_SIZE};
use crate::raster::geometry::tile::TILE;
use crate::simd::Vectors;

/// A convex quadrilateral with counterclockwise corners, seen from one tile.
pub(super) struct ConvexArea {
    outline: Outline,
    edges: [Edge; 4],
    tile: [f32; 2],
}

/// Cut to 0 to 1.
#[inline(always)]
fn unit<V: Vectors>(x: V::F) -> V::F {
    V::max(V::min(x, V::splat(1.0)), V::splat(0.0))
}

/// The part of an edge that crosses the rows of the tile, relative to the tile's corner.
#[derive(Clone, Copy, Default)]
struct Edge {
    start: [f32; 2],
    end_y: f32,
    /// The change of x for one row.
    slope: f32,
}

impl Edge {
    /// The edge between two points that are relative to the tile's corner. An edge without a part there adds nothing.
    fn new(start: [f64; 2], end: [f64; 2]) -> Edge {
        let height = end[1] - start[1];
        let [y0, y1] = [start[1], end[1]].map(|y| y.clamp(0.0, f64::from(TILE)));
        if y0 == y1 {
            return Edge::default();
        }
        let slope = (end[0] - start[0]) / height;
        Edge {
            start: [start[0] + (y0 - start[1]) * slope, y0].map(|c| c as f32),
            end_y: y1 as f32,
            slope: slope as f32,
        }
    }

    /// The integral of x along the edge in the square at (x, y), cut to the square.
    #[inline(always)]
    fn left_of<V: Vectors>(&self, x: V::F, y: V::F) -> V::F {
        let (zero, one) = (V::splat(0.0), V::splat(1.0));
        let from = unit::<V>(V::splat(self.start[1]) - y);
        let to = unit::<V>(V::splat(self.end_y) - y);
        // The ends of the part in the square's rows, relative to the square.
        let below = y - V::splat(self.start[1]);
        let (start, slope) = (V::splat(self.start[0]) - x, V::splat(self.slope));
        let a = start + (from + below) * slope;
        let b = start + (to + below) * slope;
        let (low, high) = (V::min(a, b), V::max(a, b));
        let (low_in, high_in) = (unit::<V>(low), unit::<V>(high));
        // The mean: half the sum of the ends inside, over their distance, and 1 over what lies right of the square.
        let middle = (low_in + high_in) * V::splat(0.5);
        let right = V::max(high - V::max(low, one), zero);
        let length = high - low;
        let is_steep = V::lt(length, V::splat(1e-4));
        let safe = V::select(is_steep, one, length);
        let mean = ((high_in - low_in) * middle + right) / safe;
        (to - from) * V::select(is_steep, middle, mean)
    }
}

impl ConvexArea {
    /// The quadrilateral with these corners, in pixels, for the tile with this corner.
    pub(super) fn new(corners: &[[f32; 2]; 4], tile: [i32; 2]) -> ConvexArea {
        let corner = |i: usize| [0, 1].map(|c| f64::from(corners[i % 4][c]) - f64::from(tile[c]));
        ConvexArea {
            outline: Outline::new(corners.iter().map(|corner| corner.map(f64::from))),
            edges: std::array::from_fn(|i| Edge::new(corner(i), corner(i + 1))),
            tile: tile.map(|c| c as f32),
        }
    }
}

impl Fractions for ConvexArea {
    #[inline(always)]
    fn place(&self, corner: [i32; 2]) -> Side {
        let [x, y] = corner.map(|c| c as f32);
        self.outline.place(x, y, f64::from(GROUP_SIZE))
    }

    /// Areas that rounding could have made are 0.
    #[inline(always)]
    fn fractions<V: Vectors>(&self, x: V::F, y: V::F) -> V::F {
        let (zero, one) = (V::splat(0.0), V::splat(1.0));
        let (x, y) = (x - V::splat(self.tile[0]), y - V::splat(self.tile[1]));
        let [a, b, c, d] = &self.edges;
        let sides = a.left_of::<V>(x, y) + c.left_of::<V>(x, y);
        let area = sides + (b.left_of::<V>(x, y) + d.left_of::<V>(x, y));
        let is_none = V::lt(area, V::splat(1e-5));
        V::select(is_none, zero, V::min(area, one))
    }
}
