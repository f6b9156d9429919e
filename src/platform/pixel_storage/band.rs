//! Converts a row of blocks into four rows of pixels, and back.
//!
//! A row of a block is two pairs of lanes, each of 64 bits:
//!
//! ```text
//!   lanes of a block     pairs            row of pixels
//!   10 11 14 15          5 5 7 7          3: pairs 5, 7
//!    8  9 12 13          4 4 6 6          2: pairs 4, 6
//!    2  3  6  7          1 1 3 3          1: pairs 1, 3
//!    0  1  4  5          0 0 2 2          0: pairs 0, 2
//! ```

use super::{PixelStorage, TILE, TILE_BYTES};
use crate::platform::handover::{Way, store_two_rows};
use std::ops::Range;

/// Pixels per side of a block.
pub(super) const BLOCK: u32 = 4;
/// Blocks per side of a tile.
const TILE_BLOCKS: u32 = TILE / BLOCK;

/// A block, as eight pairs of lanes.
pub(super) type Block = [u64; 8];

/// Returns the pairs of row `y` of a block.
pub(super) fn pairs(y: u32) -> [usize; 2] {
    let first = (y >> 1 << 2 | y & 1) as usize;
    [first, first + 2]
}

/// The address of a row of blocks of a plane.
#[derive(Clone, Copy)]
pub(super) struct BlockRow(*mut u8);

impl BlockRow {
    /// Finds a row of blocks. `part` is (sample, component).
    pub(super) fn of(plane: &PixelStorage, row: u32, part: [u32; 2]) -> BlockRow {
        let tiles = plane.tile_row(row / TILE_BLOCKS, part);
        let inside = (row % TILE_BLOCKS * TILE_BLOCKS) as usize * size_of::<Block>();
        BlockRow(tiles.wrapping_add(inside))
    }

    /// Returns the address of the block in a column.
    #[inline(always)]
    pub(super) fn block(self, column: u32) -> *mut Block {
        let tile = (column / TILE_BLOCKS) as usize * TILE_BYTES;
        let inside = (column % TILE_BLOCKS) as usize * size_of::<Block>();
        self.0.wrapping_add(tile + inside).cast()
    }

    /// Reads the block in a column.
    ///
    /// # Safety
    /// The block lies in the plane, padded to whole tiles.
    #[inline(always)]
    pub(super) unsafe fn read(self, column: u32) -> Block {
        // The block above lies one row of the tile further. The hardware does not prefetch it in time, because a row of blocks
        // continues in another tile.
        prefetch(self.block(column).wrapping_add(TILE_BLOCKS as usize));
        // SAFETY: the caller guarantees the address. No reference to shared memory is made.
        unsafe { self.block(column).read() }
    }
}

/// Prefetches a cache line that will be read soon.
#[inline(always)]
fn prefetch(line: *const Block) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: it is a hint, which faults for no address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(line.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}

/// Copies whole blocks to four rows on a way of [`crate::platform::handover`].
///
/// # Safety
/// The blocks lie in the plane, and the rows have room at their addresses, which are multiples of 16.
pub(super) unsafe fn copy_blocks<const WAY: Way>(
    columns: Range<u32>,
    blocks: BlockRow,
    to: [*mut u32; 4],
) {
    let [a, b, c, d] = to;
    for (i, column) in columns.enumerate() {
        let at = BLOCK as usize * i;
        // SAFETY: the caller's promise. No reference to shared memory is made.
        unsafe {
            let block = blocks.block(column).cast::<u64>();
            prefetch(block.cast::<Block>().wrapping_add(TILE_BLOCKS as usize));
            store_two_rows::<WAY>(block, [a.add(at), b.add(at)]);
            store_two_rows::<WAY>(block.add(4), [c.add(at), d.add(at)]);
        }
    }
}

/// The rows of a block.
#[inline(always)]
pub(super) fn split(block: Block) -> [[u32; 4]; 4] {
    let rows = [0, 1, 2, 3].map(pairs);
    rows.map(|[low, high]| bytemuck::cast([block[low], block[high]]))
}

/// Four rows of pixels: those of one row of blocks. Their columns are those of whole blocks.
pub(super) struct Band {
    /// The column of the first block, and the number of blocks.
    first: u32,
    n_blocks: u32,
    /// The pixels, row by row. Each block has two pairs in a row.
    pixels: Vec<[u64; 2]>,
}

impl Band {
    /// Makes a band for `width` pixels (at least one) from column `x` on.
    pub(super) fn new(x: u32, width: u32) -> Band {
        let first = x / BLOCK;
        let n_blocks = (x + width).div_ceil(BLOCK) - first;
        let pixels = vec![[0; 2]; (BLOCK * n_blocks) as usize];
        Band {
            first,
            n_blocks,
            pixels,
        }
    }

    /// Writes the pixels of blocks to the rows. `block` reads the block in a column.
    #[inline(always)]
    pub(super) fn split_blocks(&mut self, columns: Range<u32>, block: impl Fn(u32) -> Block) {
        let first = self.first as usize;
        let range = columns.start as usize - first..columns.end as usize - first;
        let [a, b, c, d] = self.rows();
        let (a, b) = (&mut a[range.clone()], &mut b[range.clone()]);
        let (c, d) = (&mut c[range.clone()], &mut d[range]);
        let rows = a.iter_mut().zip(b).zip(c).zip(d);
        for (column, (((a, b), c), d)) in columns.zip(rows) {
            let block = block(column);
            (*a, *b) = ([block[0], block[2]], [block[1], block[3]]);
            (*c, *d) = ([block[4], block[6]], [block[5], block[7]]);
        }
    }

    /// Makes blocks of the rows. `put` writes the block in a column.
    #[inline(always)]
    pub(super) fn join_blocks(&mut self, put: impl Fn(u32, Block)) {
        let first = self.first;
        let [a, b, c, d] = self.rows();
        let rows = a.iter().zip(b).zip(c).zip(d);
        for (column, (((a, b), c), d)) in (first..).zip(rows) {
            put(column, [a[0], b[0], a[1], b[1], c[0], d[0], c[1], d[1]]);
        }
    }

    /// The columns of the blocks.
    pub(super) fn columns(&self) -> Range<u32> {
        self.first..self.first + self.n_blocks
    }

    /// The four rows, each with two pairs for a block.
    fn rows(&mut self) -> [&mut [[u64; 2]]; 4] {
        let n = self.n_blocks as usize;
        let (low, high) = self.pixels.split_at_mut(2 * n);
        let ((a, b), (c, d)) = (low.split_at_mut(n), high.split_at_mut(n));
        [a, b, c, d]
    }

    /// Returns `width` pixels of row `y` (0 to 3) from column `x` on.
    pub(super) fn row(&mut self, y: u32, x: u32, width: u32) -> &mut [u32] {
        let start = (y * self.n_blocks) as usize;
        let row = &mut self.pixels[start..start + self.n_blocks as usize];
        let at = (x - BLOCK * self.first) as usize;
        &mut bytemuck::cast_slice_mut(row)[at..at + width as usize]
    }
}

/// Returns the rows of blocks that contain the `height` rows of pixels from `y` on. Each comes with the range (in 0 to 4) of
/// these rows in it.
pub(super) fn bands(y: u32, height: u32) -> impl Iterator<Item = (u32, Range<u32>)> {
    let end = y + height;
    (y / BLOCK..end.div_ceil(BLOCK)).map(move |band| {
        let (first, last) = (BLOCK * band, BLOCK * (band + 1));
        (band, y.max(first) - first..end.min(last) - first)
    })
}

/// Averages each byte of four blocks, rounded to nearest with halves up.
#[inline(always)]
pub(super) fn average([a, b, c, d]: [Block; 4]) -> Block {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let mut block = [0; 8];
    for (i, pair) in block.iter_mut().enumerate() {
        for shift in [0, 8] {
            let byte = |x: u64| x >> shift & EVEN;
            let sum = byte(a[i]) + byte(b[i]) + byte(c[i]) + byte(d[i]);
            *pair |= ((sum + 0x0002_0002_0002_0002) >> 2 & EVEN) << shift;
        }
    }
    block
}
