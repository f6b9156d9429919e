//! Recycles memory for the next flush: fresh memory costs more than writing to it.
#![forbid(unsafe_code)]

use crate::raster::setup::record::SetupOutput;
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

/// Something with memory that one flush takes at a time.
#[derive(Default)]
pub(crate) struct Recycled<T>(Mutex<T>);

impl<T: Default> Recycled<T> {
    pub(crate) fn take(&self) -> T {
        std::mem::take(&mut *self.0.lock())
    }

    pub(crate) fn recycle(&self, it: T) {
        *self.0.lock() = it;
    }
}
