//! Writes groups past the end of a list before it is known whether they count: no unpredictable branch.
#![forbid(unsafe_code)]

use crate::kernel::layout::Group;
use crate::simd::{LANE_NUMBERS, LANES, Vectors};

/// The next `N` places of groups and masks; the first `n` of them count.
pub(crate) struct Appended<'a, const N: usize> {
    pub(crate) groups: &'a mut [Group; N],
    pub(crate) masks: &'a mut [u16; N],
    pub(crate) n: usize,
}

impl<const N: usize> Appended<'_, N> {
    /// Writes a group and counts it unless its mask is empty.
    #[inline(always)]
    pub(crate) fn push(&mut self, group: Group, mask: u16) {
        // `n` is below `N`; the remainder spares the bounds check.
        let at = self.n % N;
        self.groups[at] = group;
        self.masks[at] = mask;
        self.n += usize::from(mask != 0);
    }

    /// Does the same with four groups, as rows, and their masks, both from the lowest on.
    #[inline(always)]
    pub(crate) fn push_four<V: Vectors>(&mut self, groups: V::F, masks: u64) {
        // As above.
        let at = self.n.min(N - 4);
        let rows = bytemuck::cast_slice_mut(&mut self.groups[at..]);
        if let (Some(rows), Some(words)) =
            (rows.first_chunk_mut(), self.masks[at..].first_chunk_mut())
        {
            self.n += V::write_chosen(groups, masks, rows, words);
        }
    }

    /// Writes the blocks of `whole`, side by side in the row of a block in column 0, with all their fragments.
    #[inline(always)]
    pub(crate) fn push_whole<V: Vectors>(&mut self, of_row: Group, whole: u16) {
        let first = of_row.right(whole.trailing_zeros() as i32);
        let ([x, y], right) = (first.corner, V::load_i(LANE_NUMBERS));
        let columns = [
            V::splat(x) + V::to_f(V::shl(right, 2)),
            V::splat(y),
            V::from_bits(V::splat_i(first.block as i32) + V::shl(right, 6)),
            V::from_bits(V::splat_i(first.planes as i32)),
        ];
        let at = self.n..self.n + LANES;
        V::write_rows(
            columns,
            bytemuck::cast_slice_mut(&mut self.groups[at.clone()]),
            1,
        );
        self.masks[at].fill(!0);
        self.n += whole.count_ones() as usize;
    }
}

/// Whether the bits of a row of blocks are contiguous.
#[inline(always)]
pub(crate) fn side_by_side(blocks: u16) -> bool {
    let blocks = u32::from(blocks);
    blocks & (blocks + (blocks & blocks.wrapping_neg())) == 0
}
