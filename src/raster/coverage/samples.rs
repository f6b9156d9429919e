//! Coverage of samples in a tile of a multisampled target (GL 1.5 sections 3.3.3, 3.4.4, 3.5.6).
//!
//! Points are circles here, lines rectangles whose corners are rounded to subpixels, point sprites squares.
#![forbid(unsafe_code)]

use super::edges::{Block, Edge, classify, group_mask};
use super::masks::{for_groups, rect_mask, stipple_mask};
use super::tile::{InTile, TileCoverage};
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::samples::{PLACES, place_in_pixels};
use crate::raster::geometry::shape::Shape;
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::simd::{LANE_OFFSET, LANES, Vectors};

/// A coordinate in pixels as subpixels.
fn fixed(pixels: f32) -> i32 {
    (f64::from(pixels) * f64::from(SUBPIXELS)).round_ties_even() as i32
}

impl TileCoverage {
    /// Works as [`TileCoverage::cover`], for the samples of each pixel: appends to `samples`, and their union to
    /// `masks`.
    #[inline(always)]
    pub(crate) fn cover_samples<V: Vectors>(&mut self, what: &InTile<'_>) {
        if what.rect().is_empty() {
            return;
        }
        match what.shape {
            Shape::Triangle { x, y } => {
                self.cover_convex::<3>(std::array::from_fn(|i| [x[i], y[i]]), what);
            }
            Shape::Quad(corners) => {
                self.cover_convex::<4>(corners.map(|corner| corner.map(fixed)), what);
            }
            Shape::Disc { x, y, radius } => {
                self.cover_circle([*x, *y].map(f64::from), f64::from(*radius), what);
            }
            // Polygons are not antialiased where samples are covered.
            Shape::Rectangle | Shape::Line(_) | Shape::Piece(_) => {
                self.cover::<V>(what);
                self.cover_whole_pixels();
            }
        }
    }

    /// Sets all samples of the pixels in `masks` that have none yet, for primitives that cover pixels.
    pub(crate) fn cover_whole_pixels(&mut self) {
        for sample in &mut self.samples {
            sample.extend_from_slice(&self.masks[sample.len()..]);
        }
    }

    /// A convex polygon with counterclockwise corners in subpixels.
    fn cover_convex<const N: usize>(&mut self, corners: [[i32; 2]; N], what: &InTile<'_>) {
        let ([x, y], rect) = (what.tile, what.rect());
        let edges: [Edge; N] = std::array::from_fn(|i| {
            Edge::new(corners[i], corners[(i + 1) % N], what.tile, what.rule)
        });
        // Each sample has the edges moved to its place.
        let samples = PLACES.map(|place| edges.map(|edge| edge.moved(place)));
        // Blocks of 16×16 pixels outside of all samples' edges are skipped; those inside need no masks.
        for by in (rect.y0 & !15..rect.y1).step_by(16) {
            for bx in (rect.x0 & !15..rect.x1).step_by(16) {
                let (mut inside, mut outside) = (true, true);
                for edges in &samples {
                    let block = classify(edges, bx, by, 16);
                    inside &= matches!(block, Block::Inside);
                    outside &= matches!(block, Block::Outside);
                }
                if outside {
                    continue;
                }
                let block = PixelRect {
                    x0: bx,
                    y0: by,
                    x1: bx + 16,
                    y1: by + 16,
                }
                .intersect(rect);
                for_groups(block, 0, 0, |gx, gy, place| {
                    let stippled = what
                        .stipple
                        .map_or(!0, |rows| stipple_mask(rows, x + gx, y + gy));
                    let visible = stippled & rect_mask(gx, gy, rect);
                    let masks = std::array::from_fn(|sample| {
                        if inside {
                            visible
                        } else {
                            visible & group_mask(&samples[sample], gx, gy)
                        }
                    });
                    self.push_samples(place, masks);
                });
            }
        }
    }

    /// A circle in pixels, its boundary included.
    fn cover_circle(&mut self, [cx, cy]: [f64; 2], radius: f64, what: &InTile<'_>) {
        let ([x, y], rect) = (what.tile, what.rect());
        for_groups(rect, 0, 0, |gx, gy, group| {
            let visible = rect_mask(gx, gy, rect);
            let masks = std::array::from_fn(|sample| {
                let [ox, oy] = place_in_pixels(sample);
                let is_in = |(dx, dy): (u8, u8)| {
                    let px = f64::from(x + gx + i32::from(dx)) + 0.5 + ox - cx;
                    let py = f64::from(y + gy + i32::from(dy)) + 0.5 + oy - cy;
                    px * px + py * py <= radius * radius
                };
                (0..LANES).fold(0, |mask, lane| {
                    mask | u16::from(is_in(LANE_OFFSET[lane])) << lane
                }) & visible
            });
            self.push_samples(group, masks);
        });
    }
}
