//! `TRILOBITE_DEBUG=bins`: a map of what each tile of a pass is about to draw.
#![forbid(unsafe_code)]

use super::bins::{Binned, Pass};
use std::fmt::{self, Display, Formatter};

/// The bins of a pass as text: a line of sums, then a character for each tile, the upper row of the window first: `.` for
/// an empty tile, a digit for the number of binary digits of its entries (`1`: 1 entry, `2`: 2 or 3, `3`: 4 to 7), `+`
/// beyond `9`, `c` where only clears are.
pub(crate) struct BinsMap<'a> {
    pub(crate) pass: &'a Pass,
    pub(crate) n_draws: usize,
}

impl BinsMap<'_> {
    fn mark(&self, bin: usize) -> char {
        let entries = &self.pass.bins[bin];
        let is_clear = |entry| matches!(self.pass.binned(entry), Binned::Clear(_));
        if entries.is_empty() {
            '.'
        } else if entries.iter().all(|entry| is_clear(*entry)) {
            'c'
        } else {
            match usize::BITS - entries.len().leading_zeros() {
                n @ 0..=9 => char::from(b'0' + n as u8),
                _ => '+',
            }
        }
    }
}

impl Display for BinsMap<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // The sums, and the tile with the most entries.
        let bins = &self.pass.bins;
        let entries = bins.iter().map(Vec::len);
        let filled = bins.iter().filter(|bin| !bin.is_empty()).count();
        let (busiest, most) = entries
            .clone()
            .enumerate()
            .max_by_key(|(_, n)| *n)
            .unwrap_or_default();
        let (x, y) = self.pass.tile_corner(busiest);
        write!(
            f,
            "bins: {} draws, {} primitives and {} clears in {} entries of {filled} of {} tiles; most, {most}, at ({x}, {y})",
            self.n_draws,
            self.pass
                .pages
                .iter()
                .map(|page| page.n_primitives())
                .sum::<usize>(),
            self.pass.clears.len(),
            entries.sum::<usize>(),
            bins.len(),
        )?;
        // The map: a line of marks for each row of tiles, the top row first.
        let across = self.pass.tiles_across.max(1);
        for row in (0..bins.len().div_ceil(across)).rev() {
            let tiles = row * across..((row + 1) * across).min(bins.len());
            write!(f, "\ntrilobite:   ")?;
            tiles
                .map(|tile| self.mark(tile))
                .try_for_each(|mark| write!(f, "{mark}"))?;
        }
        Ok(())
    }
}
