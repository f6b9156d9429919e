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
use crate::kernel::layout::Group;
use crate::simd::{LANES, Vectors};

/// Sixteen triangles in a tile.
#[derive(Default)]
pub(super) struct SmallTriangles {
    /// By bit: those that are small.
    pub(super) which: u16,
    /// The masks of blocks 0 and 2; those of 1 and 3 in the high halves.
    masks: [[u32; LANES]; 2],
    /// The four blocks of each triangle as the words of a [`Group`].
    blocks: [[[f32; 4]; 4]; LANES],
}

impl SmallTriangles {
    /// With the places of the triangles' planes.
    #[inline(always)]
    pub(super) fn new<V: Vectors>(triangles: &Bounded<V>, planes: V::I) -> SmallTriangles {
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
            blocks: blocks::<V>(squares.first_block, planes),
        }
    }

    /// The four blocks of the triangle in lane `l`.
    #[inline(always)]
    pub(super) fn blocks(&self, l: usize) -> &[Group; 4] {
        bytemuck::cast_ref(&self.blocks[l])
    }

    /// Their masks.
    #[inline(always)]
    pub(super) fn masks(&self, l: usize) -> [u16; 4] {
        let [low, high] = [self.masks[0][l], self.masks[1][l]];
        [
            low as u16,
            (low >> 16) as u16,
            high as u16,
            (high >> 16) as u16,
        ]
    }
}

/// The blocks of squares, and where the planes of their triangles start, as words of [`Group`]s.
#[inline(always)]
fn blocks<V: Vectors>([column, row]: [V::I; 2], planes: V::I) -> [[[f32; 4]; 4]; LANES] {
    let mut blocks = [[[0.0; 4]; 4]; LANES];
    let rows = blocks.as_flattened_mut();
    for i in 0..4 {
        let (x, y) = (column + V::splat_i(i & 1), row + V::splat_i(i >> 1));
        let words = [
            V::to_f(V::shl(x, 2)),
            V::to_f(V::shl(y, 2)),
            V::from_bits(V::shl(x + V::shl(y, 4), 6)),
            V::from_bits(planes),
        ];
        V::write_rows(words, &mut rows[i as usize..], 4);
    }
    blocks
}
