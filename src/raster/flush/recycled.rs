//! Recycles memory for the next flush: fresh memory costs more than writing to it.
#![forbid(unsafe_code)]

use crate::raster::setup::record::{BinEntry, SetupOutput};
use parking_lot::Mutex;

/// Tiles are drawn when pages and bins hold more bytes.
pub(crate) const BINNED_BYTES: usize = 8 << 20;

/// Pages for reuse: fresh memory costs more than writing to it.
#[derive(Default)]
pub(crate) struct RecycledPages(Mutex<Pages>);

#[derive(Default)]
struct Pages {
    empty: Vec<SetupOutput>,
    /// Their capacity.
    bytes: usize,
}

impl RecycledPages {
    pub(crate) fn take(&self) -> SetupOutput {
        let mut spare = self.0.lock();
        let page = spare.empty.pop().unwrap_or_default();
        spare.bytes -= page.capacity_bytes();
        page
    }

    /// Stores as many pages as a pass may hold.
    pub(crate) fn recycle(&self, pages: impl IntoIterator<Item = SetupOutput>) {
        let mut spare = self.0.lock();
        for mut page in pages {
            let bytes = spare.bytes + page.capacity_bytes();
            if bytes <= BINNED_BYTES {
                page.clear();
                // Clearing may free memory.
                spare.bytes += page.capacity_bytes();
                spare.empty.push(page);
            }
        }
    }
}

/// The most bytes of bins that are stored.
const BIN_BYTES: usize = 1 << 20;

/// Empty bins for reuse.
#[derive(Default)]
pub(crate) struct RecycledBins(Mutex<Vec<Vec<BinEntry>>>);

impl RecycledBins {
    pub(crate) fn take(&self) -> Vec<Vec<BinEntry>> {
        std::mem::take(&mut *self.0.lock())
    }

    pub(crate) fn recycle(&self, mut bins: Vec<Vec<BinEntry>>) {
        let n_entries: usize = bins.iter().map(Vec::capacity).sum();
        if n_entries * size_of::<BinEntry>() <= BIN_BYTES {
            bins.iter_mut().for_each(Vec::clear);
            *self.0.lock() = bins;
        }
    }
}
