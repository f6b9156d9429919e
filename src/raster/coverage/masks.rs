//! Masks of 4×4 groups: rectangles and stipples.
#![forbid(unsafe_code)]

use crate::kernel::layout::Group;
use crate::raster::geometry::rect::PixelRect;
use crate::simd::{LANE_OFFSET, LANES};

/// The lane of pixel (x, y) of a group.
pub(crate) fn lane_of(x: i32, y: i32) -> usize {
    ((y >> 1) * 8 + (x >> 1) * 4 + (y & 1) * 2 + (x & 1)) as usize
}

/// The lanes of the first `n` columns, or rows, of a group.
const COLUMNS: [u16; 5] = lanes_below(false);
const ROWS: [u16; 5] = lanes_below(true);

const fn lanes_below(rows: bool) -> [u16; 5] {
    let mut masks = [0; 5];
    let mut n = 0;
    while n < 5 {
        let mut lane = 0;
        while lane < LANES {
            let (x, y) = LANE_OFFSET[lane];
            let place = if rows { y } else { x };
            masks[n] |= ((place as usize) < n) as u16 * (1 << lane);
            lane += 1;
        }
        n += 1;
    }
    masks
}

/// The lanes of a group whose corner is (gx, gy) inside a rectangle.
#[inline(always)]
pub(crate) fn rect_mask(gx: i32, gy: i32, rect: PixelRect) -> u16 {
    lanes_between(false, rect.x0 - gx, rect.x1 - gx) & rows_mask(gy, rect)
}

/// The lanes of the rows, or columns, `from..end` of a group; those that it has not are left out.
#[inline(always)]
pub(crate) fn lanes_between(rows: bool, from: i32, end: i32) -> u16 {
    let masks = if rows { &ROWS } else { &COLUMNS };
    let below = |n: i32| masks[n.clamp(0, 4) as usize];
    below(end) & !below(from)
}

/// The columns of blocks of a tile that a rectangle touches, and its lanes in them.
pub(crate) struct Columns {
    /// By bit.
    pub(crate) all: u16,
    first: i32,
    last: i32,
    /// Lanes right of the left side, in the first column, and left of the right side, in the last.
    right_of: u16,
    left_of: u16,
}

impl Columns {
    #[inline(always)]
    pub(crate) fn of(rect: PixelRect) -> Columns {
        let (first, end) = (rect.x0 / 4, (rect.x1 + 3) / 4);
        Columns {
            all: bits_between(first, end),
            first,
            last: end - 1,
            right_of: !COLUMNS[(rect.x0 & 3) as usize],
            left_of: COLUMNS[(((rect.x1 - 1) & 3) + 1) as usize],
        }
    }

    /// By bit, the columns that it fills from side to side.
    #[inline(always)]
    pub(crate) fn whole(&self) -> u16 {
        let part = |column: i32, lanes: u16| u16::from(lanes != !0) << column;
        self.all & !part(self.first, self.right_of) & !part(self.last, self.left_of)
    }

    /// The rectangle's lanes in a column.
    #[inline(always)]
    pub(crate) fn mask(&self, column: i32) -> u16 {
        let right_of = if column == self.first {
            self.right_of
        } else {
            !0
        };
        let left_of = if column == self.last {
            self.left_of
        } else {
            !0
        };
        right_of & left_of
    }
}

/// The lanes of a group with its lower side at `gy` that lie in the rows of a rectangle.
#[inline(always)]
pub(crate) fn rows_mask(gy: i32, rect: PixelRect) -> u16 {
    lanes_between(true, rect.y0 - gy, rect.y1 - gy)
}

/// The bits `first..end` of 16.
#[inline(always)]
pub(crate) fn bits_between(first: i32, end: i32) -> u16 {
    ((1u32 << end) - (1u32 << first)) as u16
}

/// The lanes of a group that a polygon stipple (32 rows, bottom first, the leftmost pixel in the top bit) lets through.
pub(crate) fn stipple_mask(rows: &[u32; 32], gx: i32, gy: i32) -> u16 {
    (0..4).fold(0, |mask, y| {
        let row = rows[((gy + y) & 31) as usize].rotate_left(gx as u32 & 31) >> 28;
        mask | STIPPLED[row as usize] << lane_of(0, y)
    })
}

/// The lanes of four pixels of a row, the leftmost in the top bit.
const STIPPLED: [u16; 16] = {
    let mut masks = [0; 16];
    let mut row = 0;
    while row < 16 {
        masks[row as usize] =
            (row >> 3 & 1) | (row >> 2 & 1) << 1 | (row >> 1 & 1) << 4 | (row & 1) << 5;
        row += 1;
    }
    masks
};

/// Calls `f` with the corner and the place of each group that `rect` touches in the tile at (x, y).
#[inline(always)]
pub(crate) fn for_groups(rect: PixelRect, x: i32, y: i32, mut f: impl FnMut(i32, i32, Group)) {
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
