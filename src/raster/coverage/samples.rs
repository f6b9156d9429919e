//! Coverage of samples in a tile of a multisampled target (GL 1.5 sections 3.3.3, 3.4.4, 3.5.6).
//!
//! Points are circles here, lines rectangles whose corners are rounded to subpixels, point sprites squares.
#![forbid(unsafe_code)]

use super::compact::{Appended, side_by_side};
use super::edges::{CrossingEdges, Edge, InBlocks};
use super::masks::{Columns, for_groups, rect_mask, rows_mask, stipple_mask};
use super::tile::{InTile, TileCoverage};
use crate::kernel::layout::Group;
use crate::raster::geometry::samples::{PLACES, SAMPLES, place_in_pixels};
use crate::raster::geometry::shape::Shape;
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::raster::geometry::tile::GROUPS;
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
                self.cover_convex::<V, 3>(std::array::from_fn(|i| [x[i], y[i]]), what);
            }
            Shape::Quad(corners) => {
                self.cover_convex::<V, 4>(corners.map(|corner| corner.map(fixed)), what);
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

    /// Appends a convex polygon with counterclockwise corners in subpixels, one row of blocks after the other.
    #[inline(always)]
    fn cover_convex<V: Vectors, const N: usize>(
        &mut self,
        corners: [[i32; 2]; N],
        what: &InTile<'_>,
    ) {
        let rect = what.rect();
        let edges: [Edge; N] = std::array::from_fn(|i| {
            Edge::new(corners[i], corners[(i + 1) % N], what.tile, what.rule)
        });
        // Each sample has the edges moved to its place.
        let mut samples: [Option<CrossingEdges<N>>; SAMPLES] = [const { None }; SAMPLES];
        for (crossing, place) in samples.iter_mut().zip(PLACES) {
            let mut moved = edges;
            moved.iter_mut().for_each(|edge| *edge = edge.moved(place));
            *crossing = CrossingEdges::of(moved, rect);
        }
        if samples.iter().all(Option::is_none) {
            return;
        }
        let columns = Columns::of(rect);
        let mut in_blocks = [InBlocks::<V, N>::of_no_edge(); SAMPLES];
        for (in_blocks, edges) in in_blocks.iter_mut().zip(&samples) {
            if let Some(edges) = edges {
                *in_blocks = edges.in_blocks::<V>();
            }
        }
        for row in rect.y0 / 4..(rect.y1 + 3) / 4 {
            let of_samples = SampleRows::of::<V>(&samples, row, columns.all);
            let in_rect = rows_mask(4 * row, rect);
            let of_row = self.group(0, row);
            let mut next = self.append_samples();
            let mut touched = of_samples.touched.iter().fold(0, |all, one| all | one);
            // Whole blocks side by side are appended at once.
            let whole = of_samples.whole.iter().fold(touched, |all, one| all & one);
            let full = whole & columns.whole();
            if full != 0 && in_rect == !0 && what.stipple.is_none() && side_by_side(full) {
                next.push_whole::<V>(of_row, full);
                touched &= !full;
            }
            while touched != 0 {
                let column = touched.trailing_zeros() as i32;
                touched &= touched - 1;
                let stippled = what.stipple.map_or(!0, |rows| {
                    let [x, y] = what.tile;
                    stipple_mask(rows, x + 4 * column, y + 4 * row)
                });
                let visible = in_rect & columns.mask(column) & stippled;
                let mut masks = [0; SAMPLES];
                for sample in 0..SAMPLES {
                    masks[sample] =
                        visible & of_samples.mask::<V>(&in_blocks[sample], sample, column as usize);
                }
                next.push(of_row.right(column), masks);
            }
            let n = next.pixels.n;
            self.advance_samples(n);
        }
    }

    /// The places of the next row of blocks, with their samples.
    #[inline(always)]
    fn append_samples(&mut self) -> AppendedSamples<'_> {
        let [a, b, c, d] = &mut self.samples;
        AppendedSamples {
            pixels: Appended {
                groups: self.groups.room(),
                masks: self.masks.room(),
                n: 0,
            },
            samples: [a.room(), b.room(), c.room(), d.room()],
        }
    }

    #[inline(always)]
    fn advance_samples(&mut self, n: usize) {
        self.advance(n);
        for sample in &mut self.samples {
            sample.advance(n);
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

/// A row of sixteen blocks, by sample.
struct SampleRows<const N: usize> {
    /// By bit: the block is not outside of an edge.
    touched: [u16; SAMPLES],
    /// By bit: the block is inside.
    whole: [u16; SAMPLES],
    /// Each edge at the corners of the blocks, for samples with blocks in part.
    corners: [[[u32; LANES]; N]; SAMPLES],
}

impl<const N: usize> SampleRows<N> {
    /// Row `row` of the tile, as far as `columns` go.
    #[inline(always)]
    fn of<V: Vectors>(
        samples: &[Option<CrossingEdges<N>>; SAMPLES],
        row: i32,
        columns: u16,
    ) -> SampleRows<N> {
        let mut rows = SampleRows {
            touched: [0; SAMPLES],
            whole: [0; SAMPLES],
            corners: [[[0; LANES]; N]; SAMPLES],
        };
        for (sample, edges) in samples.iter().enumerate() {
            let Some(edges) = edges else {
                continue;
            };
            let of_sample = edges.row::<V>(row);
            rows.touched[sample] = of_sample.touched & columns;
            rows.whole[sample] = of_sample.whole;
            if rows.touched[sample] & !of_sample.whole != 0 {
                for edge in 0..N {
                    rows.corners[sample][edge] = V::store_i(of_sample.corners[edge]);
                }
            }
        }
        rows
    }

    /// The lanes of a block whose sample is inside.
    #[inline(always)]
    fn mask<V: Vectors>(&self, in_blocks: &InBlocks<V, N>, sample: usize, column: usize) -> u16 {
        if self.whole[sample] >> column & 1 != 0 {
            !0
        } else if self.touched[sample] >> column & 1 != 0 {
            in_blocks.inside(&self.corners[sample], column)
        } else {
            0
        }
    }
}

/// The places of the next groups, whose masks are the union of their samples' masks.
struct AppendedSamples<'a> {
    pixels: Appended<'a, MOST>,
    samples: [&'a mut [u16; MOST]; SAMPLES],
}

/// The blocks of a row, and as many again: whole ones are written sixteen at a time.
const MOST: usize = 2 * GROUPS;

impl AppendedSamples<'_> {
    /// Writes the blocks of `whole`, side by side in the row of a block in column 0, with all samples of all pixels.
    #[inline(always)]
    fn push_whole<V: Vectors>(&mut self, of_row: Group, whole: u16) {
        let at = self.pixels.n % GROUPS;
        for sample in &mut self.samples {
            sample[at..at + GROUPS].fill(!0);
        }
        self.pixels.push_whole::<V>(of_row, whole);
    }

    /// Writes a group with its samples, and counts it unless all of them are empty.
    #[inline(always)]
    fn push(&mut self, group: Group, masks: [u16; SAMPLES]) {
        // `n` is below `MOST`; the remainder spares the bounds check.
        let at = self.pixels.n % MOST;
        for (all, mask) in self.samples.iter_mut().zip(masks) {
            all[at] = mask;
        }
        self.pixels
            .push(group, masks.iter().fold(0, |any, mask| any | mask));
    }
}
