//! Reads and writes rows of pixels of a plane. The renderer must have been flushed before.

use super::PixelStorage;
use super::band::{BLOCK, Band, Block, BlockRow, average, bands, copy_blocks, pairs, split};
use crate::platform::handover::{Way, copy_pixels};

impl PixelStorage {
    /// Panics if a rectangle does not lie in the plane.
    fn assert_inside(&self, [x, y]: [u32; 2], [width, height]: [u32; 2]) {
        let ends_inside = |at: u32, n: u32, end: u32| at.checked_add(n).is_some_and(|n| n <= end);
        assert!(
            ends_inside(x, width, self.width) && ends_inside(y, height, self.height),
            "rows inside the plane"
        );
    }

    /// Passes the rows of a rectangle to `take`, the lowest first. `blocks` returns a function that reads the blocks of a row of
    /// blocks.
    #[inline(always)]
    fn read_bands<F: Fn(u32) -> Block>(
        &self,
        [x, y]: [u32; 2],
        [width, height]: [u32; 2],
        blocks: impl Fn(u32) -> F,
        mut take: impl FnMut(u32, &[u32]),
    ) {
        self.assert_inside([x, y], [width, height]);
        if width == 0 {
            return;
        }
        let mut band = Band::new(x, width);
        for (number, rows) in bands(y, height) {
            band.split_blocks(band.columns(), blocks(number));
            for row in rows {
                take(BLOCK * number + row, band.row(row, x, width));
            }
        }
    }

    /// Calls `give` to write the rows of a rectangle of one sample and component, the lowest first. If `reads`, the rows have
    /// the old pixels before.
    fn write_part(
        &self,
        [x, y]: [u32; 2],
        [width, height]: [u32; 2],
        part: [u32; 2],
        reads: bool,
        mut give: impl FnMut(u32, &mut [u32]),
    ) {
        self.assert_inside([x, y], [width, height]);
        if width == 0 {
            return;
        }
        self.uniform.forget([x, y], [width, height]);
        // Each row of blocks: read what will stay, let `give` write the rows, write the blocks.
        let mut band = Band::new(x, width);
        let columns = band.columns();
        let ends_in_blocks = [x, x + width].map(|x| x.is_multiple_of(BLOCK));
        for (number, rows) in bands(y, height) {
            let blocks = BlockRow::of(self, number, part);
            // SAFETY: the rectangle lies in the plane by the assertion.
            let read = |column: u32| unsafe { blocks.read(column) };
            if reads || rows.len() < BLOCK as usize {
                band.split_blocks(columns.clone(), read);
            } else {
                // The first and the last block may have pixels outside of the rectangle, which must stay.
                let cut = [columns.start, columns.end - 1].into_iter();
                for (column, _) in cut.zip(ends_in_blocks).filter(|(_, whole)| !whole) {
                    band.split_blocks(column..column + 1, read);
                }
            }
            for row in rows {
                give(BLOCK * number + row, band.row(row, x, width));
            }
            // SAFETY: as above. No reference to shared memory is made.
            band.join_blocks(|column, block| unsafe { blocks.block(column).write(block) });
        }
    }

    /// Passes the rows of a rectangle of one sample to `take`, each with its y, the lowest first.
    pub fn read_rows(
        &self,
        at: [u32; 2],
        size: [u32; 2],
        sample: u32,
        take: impl FnMut(u32, &[u32]),
    ) {
        let blocks = |row: u32| {
            let blocks = BlockRow::of(self, row, [sample, 0]);
            // SAFETY: `read_bands` asks for blocks in the plane.
            move |column: u32| unsafe { blocks.read(column) }
        };
        self.read_bands(at, size, blocks, take);
    }

    /// Does the same for a colour plane, with the rounded average of the samples of each component (GL 1.5 section 4.1.11).
    pub fn resolve_rows(&self, at: [u32; 2], size: [u32; 2], take: impl FnMut(u32, &[u32])) {
        if self.samples == 1 {
            return self.read_rows(at, size, 0, take);
        }
        let blocks = |row: u32| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|sample| BlockRow::of(self, row, [sample, 0]));
            // SAFETY: `read_bands` asks for blocks in the plane.
            move |i: u32| unsafe { average([a.read(i), b.read(i), c.read(i), d.read(i)]) }
        };
        self.read_bands(at, size, blocks, take);
    }

    /// Copies a rectangle as [`PixelStorage::resolve_rows`] reads it, on a way of
    /// [`crate::platform::handover`]. `address` is where a row begins, which is
    /// a multiple of 16. The plane has one sample and component, and the rectangle begins at a multiple of four columns. The
    /// copies are visible after [`crate::platform::handover::finish_copies`].
    ///
    /// # Safety
    /// Each row of the rectangle has room at its address.
    pub(in crate::platform) unsafe fn copy_rows<const WAY: Way>(
        &self,
        [x, y]: [u32; 2],
        [width, height]: [u32; 2],
        address: impl Fn(u32) -> *mut u32,
    ) {
        self.assert_inside([x, y], [width, height]);
        assert!(x.is_multiple_of(BLOCK) && self.samples == 1 && self.components == 1);
        let whole = x / BLOCK..(x + width) / BLOCK;
        let n_left = width % BLOCK;
        for (number, rows) in bands(y, height) {
            let first = BLOCK * number + rows.start;
            // A row of blocks that is cut is copied row by row.
            if rows.len() < BLOCK as usize {
                self.read_rows([x, first], [width, rows.len() as u32], 0, |y, row| {
                    // SAFETY: the caller's promise.
                    unsafe { copy_pixels::<WAY>(row, address(y)) };
                });
                continue;
            }
            let blocks = BlockRow::of(self, number, [0, 0]);
            let to = [0, 1, 2, 3].map(|row| address(first + row));
            // SAFETY: the blocks lie in the plane by the assertion, and the rows at their addresses by the caller's promise.
            unsafe {
                copy_blocks::<WAY>(whole.clone(), blocks, to);
                if n_left > 0 {
                    let rows = split(blocks.read(whole.end));
                    for (row, to) in rows.iter().zip(to) {
                        let end = to.add(whole.len() * BLOCK as usize);
                        copy_pixels::<WAY>(&row[..n_left as usize], end);
                    }
                }
            }
        }
    }

    /// Calls `give` to write the rows of a rectangle of one sample, the lowest first. It must write all pixels.
    pub fn write_rows(
        &self,
        at: [u32; 2],
        size: [u32; 2],
        sample: u32,
        give: impl FnMut(u32, &mut [u32]),
    ) {
        self.write_part(at, size, [sample, 0], false, give);
    }

    /// Calls `change` to change the rows of a rectangle of one sample, the lowest first.
    pub fn change_rows(
        &self,
        at: [u32; 2],
        size: [u32; 2],
        sample: u32,
        change: impl FnMut(u32, &mut [u32]),
    ) {
        self.write_part(at, size, [sample, 0], true, change);
    }

    /// Reads one sample of `out.len()` pixels of row `y` from column `x` on.
    pub fn read_sample_row(&self, x: u32, y: u32, sample: u32, out: &mut [u32]) {
        self.read_part_row(x, y, [sample, 0], out);
    }

    /// Reads one sample and component of pixels of a row. This is faster than a band for one row.
    fn read_part_row(&self, x: u32, y: u32, part: [u32; 2], out: &mut [u32]) {
        self.assert_inside([x, y], [out.len() as u32, 1]);
        let (blocks, [low, high]) = (BlockRow::of(self, y / BLOCK, part), pairs(y % BLOCK));
        let mut column = x / BLOCK;
        let head = ((BLOCK - x % BLOCK) % BLOCK) as usize;
        let mut next = || {
            // SAFETY: the block lies in the plane by the assertion. No reference to shared memory is made.
            let row = unsafe {
                let block = blocks.block(column).cast::<u64>();
                [block.add(low).read(), block.add(high).read()]
            };
            column += 1;
            bytemuck::cast::<[u64; 2], [u32; 4]>(row)
        };
        // The end of a block, whole blocks, the start of a block.
        let (head, rest) = out.split_at_mut(head.min(out.len()));
        if !head.is_empty() {
            let first = (x % BLOCK) as usize;
            head.copy_from_slice(&next()[first..first + head.len()]);
        }
        let (whole, tail) = rest.as_chunks_mut::<4>();
        whole.iter_mut().for_each(|pixels| *pixels = next());
        if !tail.is_empty() {
            tail.copy_from_slice(&next()[..tail.len()]);
        }
    }

    /// Writes one sample of `pixels` in row `y` from column `x` on.
    pub fn write_sample_row(&self, x: u32, y: u32, sample: u32, pixels: &[u32]) {
        let size = [pixels.len() as u32, 1];
        self.write_rows([x, y], size, sample, |_, row| row.copy_from_slice(pixels));
    }

    /// Reads `out.len()` pixels of row `y` from column `x` on. Sample 0 represents all.
    pub fn read_row(&self, x: u32, y: u32, out: &mut [u32]) {
        self.read_sample_row(x, y, 0, out);
    }

    /// Writes `pixels` to row `y` from column `x` on, to all samples.
    pub fn write_row(&self, x: u32, y: u32, pixels: &[u32]) {
        (0..self.samples).for_each(|sample| self.write_sample_row(x, y, sample, pixels));
    }

    /// Reads pixels of a row of a colour plane, averaged as by [`PixelStorage::resolve_rows`].
    pub fn resolve_row(&self, x: u32, y: u32, out: &mut [u32]) {
        if self.samples == 1 {
            return self.read_row(x, y, out);
        }
        let size = [out.len() as u32, 1];
        self.resolve_rows([x, y], size, |_, row| out.copy_from_slice(row));
    }

    /// Reads float colours of one sample from (x, y) on.
    pub fn read_sample_colors(&self, x: u32, y: u32, sample: u32, out: &mut [[f32; 4]]) {
        let mut row = vec![0; out.len()];
        for component in 0..4 {
            self.read_part_row(x, y, [sample, component], &mut row);
            for (color, bits) in out.iter_mut().zip(&row) {
                color[component as usize] = f32::from_bits(*bits);
            }
        }
    }

    /// Writes float colours of one sample from (x, y) on.
    pub fn write_sample_colors(&self, x: u32, y: u32, sample: u32, colors: &[[f32; 4]]) {
        let size = [colors.len() as u32, 1];
        for component in 0..4 {
            self.write_part([x, y], size, [sample, component], false, |_, row| {
                for (bits, color) in row.iter_mut().zip(colors) {
                    *bits = color[component as usize].to_bits();
                }
            });
        }
    }

    /// Reads float colours from (x, y) on. Each is the average of its samples.
    pub fn read_colors(&self, x: u32, y: u32, out: &mut [[f32; 4]]) {
        self.read_sample_colors(x, y, 0, out);
        let mut more = vec![[0.0; 4]; if self.samples > 1 { out.len() } else { 0 }];
        for sample in 1..self.samples {
            self.read_sample_colors(x, y, sample, &mut more);
            let sums = out.as_flattened_mut().iter_mut();
            sums.zip(more.as_flattened()).for_each(|(sum, c)| *sum += c);
        }
        if self.samples > 1 {
            let sums = out.as_flattened_mut().iter_mut();
            sums.for_each(|sum| *sum /= Self::SAMPLES as f32);
        }
    }

    /// Writes float colours from (x, y) on, to all samples.
    pub fn write_colors(&self, x: u32, y: u32, colors: &[[f32; 4]]) {
        (0..self.samples).for_each(|sample| self.write_sample_colors(x, y, sample, colors));
    }
}
