//! Triangles whose pixels in a tile lie in a square of four blocks: most of a fine mesh. Their masks are computed sixteen
//! triangles at a time, one in a lane, row of pixels by row ([`super::narrow_rows`]).
//!
//! ```text
//!   block 2 | block 3
//!   --------+--------
//!   block 0 | block 1
//! ```
#![forbid(unsafe_code)]

use super::narrow_rows::{Bounded, NarrowRows, in_blocks};
use crate::simd::{LANE_NUMBERS, LANES, Vectors};

/// Sixteen triangles in a tile.
#[derive(Default)]
pub(crate) struct SmallTriangles {
    /// By bit: those that are small.
    pub(crate) which: u16,
    /// The masks of blocks 0 and 2; those of 1 and 3 in the high halves.
    masks: [[u32; LANES]; 2],
    /// Each triangle's block 0: the bits of its place in pixels (x, y), of its distance in bytes, and of its first
    /// plane.
    first: [[f32; 4]; LANES],
}

impl SmallTriangles {
    /// With the places of the triangles' planes.
    #[inline(always)]
    pub(crate) fn new<V: Vectors>(triangles: &Bounded<V>, planes: V::I) -> SmallTriangles {
        let squares = triangles.in_squares();
        if squares.fitting == 0 {
            return SmallTriangles::default();
        }
        let mut rows = NarrowRows::<V>::new(triangles, &squares);
        let four = [rows.next_four::<8>(), rows.next_four::<8>()];
        SmallTriangles {
            which: squares.fitting,
            masks: [
                V::store_i(in_blocks::<V>(four[0][0])),
                V::store_i(in_blocks::<V>(four[1][0])),
            ],
            first: first_blocks::<V>(squares.first_block, planes),
        }
    }

    /// The four blocks of the triangle in lane `l`, as the words of four [`Group`](crate::kernel::layout::Group)s.
    #[inline(always)]
    pub(crate) fn blocks<V: Vectors>(&self, l: usize) -> V::F {
        let blocks = V::bits(V::repeat_row(&self.first[l])) + V::load_i(FROM_FIRST);
        let is_place = V::eq_i(V::load_i(LANE_NUMBERS) & V::splat_i(2), V::splat_i(0));
        V::select(is_place, V::to_f(blocks), V::from_bits(blocks))
    }

    /// Their masks, 16 bits each, those of block 0 lowest.
    #[inline(always)]
    pub(crate) fn masks(&self, l: usize) -> u64 {
        u64::from(self.masks[0][l]) | u64::from(self.masks[1][l]) << 32
    }
}

/// From the first of four blocks to each: their places in pixels, and their distances in bytes.
const FROM_FIRST: [u32; LANES] = [0, 0, 0, 0, 4, 0, 64, 0, 0, 4, 1024, 0, 4, 4, 1088, 0];

/// The first blocks of squares, and where the planes of their triangles start.
#[inline(always)]
fn first_blocks<V: Vectors>([x, y]: [V::I; 2], planes: V::I) -> [[f32; 4]; LANES] {
    let words = [
        V::from_bits(V::shl(x, 2)),
        V::from_bits(V::shl(y, 2)),
        V::from_bits(V::shl(x + V::shl(y, 4), 6)),
        V::from_bits(planes),
    ];
    let mut rows = [[0.0; 4]; LANES];
    V::write_rows(words, &mut rows, 1);
    rows
}
