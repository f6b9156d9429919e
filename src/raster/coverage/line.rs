//! Coverage of aliased lines in a tile: one block of four columns after the other along the line.
//!
//! Columns go along the major axis, so those of a line that goes up more than aside are rows of pixels.
#![forbid(unsafe_code)]

use super::masks::lanes_between;
use super::tile::TileCoverage;
use crate::kernel::layout::Group;
use crate::raster::geometry::line::LineShape;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::tile::GROUPS;

/// The columns of a block, as ranges of pixels along the minor axis, relative to the tile.
type Columns = [[i32; 2]; 4];

impl TileCoverage {
    /// Appends the fragments of a line in the pixels of `rect`, which is relative to the tile.
    pub(super) fn cover_line(&mut self, line: &LineShape, rect: PixelRect, [x, y]: [i32; 2]) {
        let window = PixelRect {
            x0: x + rect.x0,
            y0: y + rect.y0,
            x1: x + rect.x1,
            y1: y + rect.y1,
        };
        let [along, across] = if line.is_y_major() { [y, x] } else { [x, y] };
        let (mut block, mut columns): (i32, Columns) = (-1, Columns::default());
        line.columns_in(window, |major, minors| {
            let major = major - along;
            if major / 4 != block {
                self.push_columns(line, block, &columns);
                (block, columns) = (major / 4, Columns::default());
            }
            columns[(major & 3) as usize] = minors.map(|minor| minor - across);
        });
        self.push_columns(line, block, &columns);
    }

    /// Appends the blocks that four columns touch; `block` counts along the major axis.
    #[inline(always)]
    fn push_columns(&mut self, line: &LineShape, block: i32, columns: &Columns) {
        let touched = columns.iter().filter(|[from, end]| from < end);
        let (low, high) = touched.fold((i32::MAX, 0), |(low, high), [from, end]| {
            (low.min(*from), high.max(*end))
        });
        if low >= high {
            return;
        }
        let planes = self.planes;
        let mut next = self.append::<GROUPS>();
        for minor in low / 4..(high + 3) / 4 {
            let mut mask = 0;
            for (i, [from, end]) in columns.iter().enumerate() {
                let lanes = lanes_between(!line.is_y_major(), from - 4 * minor, end - 4 * minor);
                let i = i as i32;
                mask |= lanes & lanes_between(line.is_y_major(), i, i + 1);
            }
            let [column, row] = if line.is_y_major() {
                [minor, block]
            } else {
                [block, minor]
            };
            let place = Group::at(column as u8, row as u8);
            next.push(Group { planes, ..place }, mask);
        }
        let n = next.n;
        self.advance(n);
    }
}
