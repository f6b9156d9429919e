//! The covered fractions of sixteen pixels at a time, for shapes whose fragments have the data of their centres.
//!
//! A group of 4×4 pixels that lies wholly inside or outside is told from its corner. So the cost grows with the outline.
#![forbid(unsafe_code)]

use super::area::Side;
use super::fractions::{Fractions, LANE_CORNERS};
use super::masks::rect_mask;
use super::tile::TileCoverage;
use crate::kernel::layout::Group;
use crate::raster::geometry::rect::PixelRect;
use crate::simd::{InstructionSet, LANES, PerWidth, Vectors, run_on};

/// A shape in a tile, and where its groups go.
struct InGroups<'a, S> {
    shape: S,
    rect: PixelRect,
    tile: [i32; 2],
    out: &'a mut TileCoverage,
}

impl<S: Fractions> PerWidth for InGroups<'_, S> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        // Loops and no closures: what they call is inlined for the instruction set.
        let (lanes_x, lanes_y) = (V::load(&LANE_CORNERS[0]), V::load(&LANE_CORNERS[1]));
        let PixelRect { x0, y0, x1, y1 } = self.rect;
        for row in y0 / 4..(y1 + 3) / 4 {
            for column in x0 / 4..(x1 + 3) / 4 {
                let [gx, gy] = [4 * column, 4 * row];
                let corner = [self.tile[0] + gx, self.tile[1] + gy];
                let fractions = match self.shape.place(corner) {
                    Side::Outside => continue,
                    Side::Inside => V::splat(1.0),
                    Side::Between => {
                        let x = lanes_x + V::splat(corner[0] as f32);
                        let y = lanes_y + V::splat(corner[1] as f32);
                        self.shape.fractions::<V>(x, y)
                    }
                };
                let covered = V::mask_bits(V::lt(V::splat(0.0), fractions));
                let mask = covered & rect_mask(gx, gy, self.rect);
                if mask != 0 {
                    self.out.push(Group::at(column as u8, row as u8), mask);
                    let part = [V::store(fractions), [0.0; LANES], [0.0; LANES]];
                    self.out.parts.push(part);
                }
            }
        }
    }
}

impl TileCoverage {
    /// Appends the pixels of `rect` that the shape covers in part.
    pub(super) fn cover_sixteen(&mut self, rect: PixelRect, tile: [i32; 2], shape: impl Fractions) {
        let work = InGroups {
            shape,
            rect,
            tile,
            out: self,
        };
        run_on(InstructionSet::of_process(), work);
    }
}
