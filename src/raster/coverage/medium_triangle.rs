//! Triangles whose pixels in a tile lie in four columns of blocks: those of coarser meshes, and slim ones. As with
//! [`super::small_triangle`] their masks are computed sixteen triangles at a time. Each covers too few blocks for a
//! test of hidden ones ([`super::coarse_depth`]).
#![forbid(unsafe_code)]

use super::narrow_rows::{Bounded, NarrowRows, in_blocks};
use crate::kernel::layout::Group;
use crate::simd::{LANES, Vectors};

/// A medium triangle touches at most this many columns of blocks.
const COLUMNS: usize = 4;
/// Rows of blocks whose bits fill a word.
const ROWS_OF_A_WORD: usize = 8;
/// Words for all rows of a tile.
const WORDS: usize = 2;
/// Fewer triangles are covered faster one by one.
const FEWEST: u32 = 3;

/// Sixteen triangles in a tile.
pub(crate) struct MediumTriangles {
    /// By bit: the triangles of that size.
    pub(crate) which: u16,
    /// Column and row of the first block.
    first_block: [[u32; LANES]; 2],
    /// By bit: the blocks with pixels, row by row.
    touched: [[u32; LANES]; WORDS],
    /// By row of blocks the masks of the first two and of the others; those of second ones in the high halves.
    masks: [[[u32; LANES]; 2]; WORDS * ROWS_OF_A_WORD],
}

impl MediumTriangles {
    /// The most blocks that one triangle covers.
    pub(crate) const BLOCKS: usize = 32 * WORDS;

    /// The medium triangles among these, by bit; `None` if they are few.
    #[inline(always)]
    pub(crate) fn new<V: Vectors>(triangles: &Bounded<V>, some: u16) -> Option<MediumTriangles> {
        // For few triangles the vectors would be mostly empty.
        let place = triangles.in_columns();
        let which = place.fitting & some;
        if which.count_ones() < FEWEST {
            return None;
        }
        let [column, row] = place.first_block;
        let mut medium = MediumTriangles {
            which,
            first_block: [V::store_i(column), V::store_i(row)],
            touched: [[0; LANES]; WORDS],
            masks: [[[0; LANES]; 2]; WORDS * ROWS_OF_A_WORD],
        };
        // Four rows of pixels at a time give a row of blocks: the masks of its four columns, and which of them are
        // touched.
        let mut rows = NarrowRows::<V>::new(triangles, &place);
        for word in 0..WORDS {
            let mut touched = V::splat_i(0);
            for row in 0..ROWS_OF_A_WORD {
                if rows.left() & which == 0 {
                    break;
                }
                let [left, right] = rows.next_four::<16>();
                let [left, right] = [in_blocks::<V>(left), in_blocks::<V>(right)];
                let of_row = touched_of::<V>(left) | V::shl(touched_of::<V>(right), 2);
                touched = touched | V::shl(of_row, (COLUMNS * row) as u32);
                medium.masks[word * ROWS_OF_A_WORD + row] = [V::store_i(left), V::store_i(right)];
            }
            medium.touched[word] = V::store_i(touched);
        }
        Some(medium)
    }

    /// By bit: the blocks of the triangle in lane `l` that have pixels.
    #[inline(always)]
    pub(crate) fn touched(&self, l: usize) -> u64 {
        let [low, high] = self.touched;
        u64::from(low[l]) | u64::from(high[l]) << 32
    }

    /// One of its blocks, and its mask.
    #[inline(always)]
    pub(crate) fn block(&self, l: usize, number: usize) -> (Group, u16) {
        let (x, y) = (number % COLUMNS, number / COLUMNS % self.masks.len());
        let column = self.first_block[0][l] as u8 + x as u8;
        let row = self.first_block[1][l] as u8 + y as u8;
        let mask = self.masks[y][x / 2][l] >> (16 * (x % 2));
        (Group::at(column, row), mask as u16)
    }
}

/// Bits 0 and 1: the halves of words that are not 0.
#[inline(always)]
fn touched_of<V: Vectors>(words: V::I) -> V::I {
    let zero = V::splat_i(0);
    let low = V::eq_i(words & V::splat_i(0xffff), zero);
    let high = V::eq_i(V::shr(words, 16), zero);
    V::select_i(low, zero, V::splat_i(1)) | V::select_i(high, zero, V::splat_i(2))
}
