//! Memory that is used again by the next flush: fresh memory costs more than what is written to it.
#![forbid(unsafe_code)]

use super::run::BINNED_BYTES;
use crate::raster::call::draw_call::{AttributeSource, VertexInput};
use crate::raster::scene::bins::BinEntry;
use crate::raster::setup::record::SetupOutput;
use parking_lot::Mutex;
use std::sync::Arc;

/// The most bytes of vertices, and of indices, that are kept.
const VERTEX_BYTES: usize = 4 << 20;

/// Pages to be filled again: fresh memory costs more than what is written to it.
#[derive(Default)]
pub(crate) struct SparePages(Mutex<Pages>);

#[derive(Default)]
struct Pages {
    empty: Vec<SetupOutput>,
    /// What they have room for.
    bytes: usize,
}

impl SparePages {
    pub(crate) fn take(&self) -> SetupOutput {
        let mut spare = self.0.lock();
        let page = spare.empty.pop().unwrap_or_default();
        spare.bytes -= page.capacity_bytes();
        page
    }

    /// Keeps as many pages as a pass may hold.
    pub(crate) fn give_back(&self, pages: impl IntoIterator<Item = SetupOutput>) {
        let mut spare = self.0.lock();
        for mut page in pages {
            let bytes = spare.bytes + page.capacity_bytes();
            if bytes <= BINNED_BYTES {
                page.clear();
                // Clearing may let memory go.
                spare.bytes += page.capacity_bytes();
                spare.empty.push(page);
            }
        }
    }
}

/// The most bytes of bins that are kept.
const BIN_BYTES: usize = 1 << 20;

/// Empty bins to be filled again.
#[derive(Default)]
pub(crate) struct SpareBins(Mutex<Vec<Vec<BinEntry>>>);

impl SpareBins {
    pub(crate) fn take(&self) -> Vec<Vec<BinEntry>> {
        std::mem::take(&mut *self.0.lock())
    }

    pub(crate) fn give_back(&self, mut bins: Vec<Vec<BinEntry>>) {
        let n_entries: usize = bins.iter().map(Vec::capacity).sum();
        if n_entries * size_of::<BinEntry>() <= BIN_BYTES {
            bins.iter_mut().for_each(Vec::clear);
            *self.0.lock() = bins;
        }
    }
}

/// Lists to be filled again.
#[derive(Default)]
pub(crate) struct SpareLists<T>(Mutex<Vec<Vec<T>>>);

impl<T> SpareLists<T> {
    /// An empty one.
    pub(crate) fn take(&self) -> Vec<T> {
        let mut list = self.take_as_it_is();
        list.clear();
        list
    }

    /// The same with what was left in it.
    pub(crate) fn take_as_it_is(&self) -> Vec<T> {
        self.0.lock().pop().unwrap_or_default()
    }

    /// Keeps the memory of a list that nobody else has.
    fn give_back(&self, list: Arc<Vec<T>>) {
        let Some(list) = Arc::into_inner(list) else {
            return;
        };
        let bytes = |list: &Vec<T>| size_of::<T>() * list.capacity();
        let mut spare = self.0.lock();
        let kept: usize = spare.iter().map(bytes).sum();
        if kept + bytes(&list) <= VERTEX_BYTES {
            spare.push(list);
        }
    }
}

/// Memory of drawn vertices.
#[derive(Default)]
pub(crate) struct SpareVertices {
    pub(crate) data: SpareLists<u8>,
    pub(crate) indices: SpareLists<u32>,
}

impl SpareVertices {
    /// Keeps the memory of vertices.
    pub(crate) fn give_back(&self, vertices: VertexInput) {
        for source in vertices.attributes {
            if let AttributeSource::Array { data, .. } = source {
                // Only the last one of several has it to itself.
                self.data.give_back(data);
            }
        }
        if let Some(indices) = vertices.indices {
            self.indices.give_back(indices);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::call::draw_call::Element;

    fn input(data: &Arc<Vec<u8>>, n_indices: usize) -> VertexInput {
        let source = || AttributeSource::Array {
            data: data.clone(),
            element: Element::vec4(0, 16),
        };
        VertexInput {
            attributes: vec![source(), AttributeSource::Constant([0.0; 4]), source()],
            indices: Some(Arc::new(vec![3; n_indices])),
            count: 0,
            ..VertexInput::default()
        }
    }

    #[test]
    fn memory_that_nobody_else_has_is_kept_empty_up_to_a_limit() {
        let spare = SpareVertices::default();
        let shared = Arc::new(vec![7; 100]);
        spare.give_back(input(&shared, 50));
        assert_eq!(
            (spare.data.take().capacity(), &shared[..]),
            (0, &[7; 100][..])
        );
        let indices = spare.indices.take();
        assert!(indices.is_empty() && indices.capacity() >= 50);
        let own = input(&shared, VERTEX_BYTES);
        drop(shared);
        spare.give_back(own);
        assert!(spare.data.take().capacity() >= 100);
        assert_eq!(spare.indices.take().capacity(), 0, "too much to keep");
    }
}
