//! Recycles the memory of drawn vertices for the next flush: fresh memory costs more than writing to it.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{AttributeSource, VertexInput};
use parking_lot::Mutex;
use std::sync::Arc;

/// The most bytes of vertices, and of indices, that are stored for reuse.
pub(super) const VERTEX_BYTES: usize = 4 << 20;

/// Lists for reuse.
pub(crate) struct RecycledLists<T>(Mutex<Stored<T>>);

struct Stored<T> {
    lists: Vec<Vec<T>>,
    bytes: usize,
}

impl<T> Default for RecycledLists<T> {
    fn default() -> Self {
        RecycledLists(Mutex::new(Stored {
            lists: Vec::new(),
            bytes: 0,
        }))
    }
}

fn bytes_of<T>(list: &Vec<T>) -> usize {
    size_of::<T>() * list.capacity()
}

impl<T> RecycledLists<T> {
    /// Takes an empty list.
    pub(crate) fn take(&self) -> Vec<T> {
        let mut list = self.take_as_it_is();
        list.clear();
        list
    }

    /// Takes a list that still has its old contents.
    pub(crate) fn take_as_it_is(&self) -> Vec<T> {
        let mut stored = self.0.lock();
        let list = stored.lists.pop().unwrap_or_default();
        stored.bytes -= bytes_of(&list);
        list
    }

    /// Stores the memory of a list that has no other owner.
    fn recycle_shared(&self, list: Arc<Vec<T>>) {
        if let Some(list) = Arc::into_inner(list) {
            self.recycle(list);
        }
    }

    fn recycle(&self, list: Vec<T>) {
        let bytes = bytes_of(&list);
        let mut stored = self.0.lock();
        if bytes > 0 && stored.bytes + bytes <= VERTEX_BYTES {
            stored.bytes += bytes;
            stored.lists.push(list);
        }
    }
}

/// Memory of drawn vertices.
#[derive(Default)]
pub(crate) struct RecycledVertices {
    pub(crate) data: RecycledLists<u8>,
    pub(crate) indices: RecycledLists<u32>,
    pub(super) attributes: RecycledLists<AttributeSource>,
}

impl std::fmt::Debug for RecycledVertices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecycledVertices")
    }
}

impl RecycledVertices {
    /// Stores the memory of vertices.
    pub(crate) fn recycle(&self, mut vertices: VertexInput) {
        for source in vertices.attributes.drain(..) {
            if let AttributeSource::Array { data, .. } = source {
                // Only the last of several owners has the memory to itself.
                self.data.recycle_shared(data);
            }
        }
        self.attributes.recycle(vertices.attributes);
        if let Some(indices) = vertices.indices {
            self.indices.recycle_shared(indices);
        }
    }
}
