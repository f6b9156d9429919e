//! Recycles the memory of drawn vertices and of their states for the next flush: fresh memory costs more than writing to it,
//! and what one thread asks for and another gives back costs most.
#![forbid(unsafe_code)]

use super::command::Recorded;
use super::merged_draw::DrawRecord;
use super::recycled_states::RecycledStates;
use crate::raster::call::draw_call::{AttributeSource, VertexInput};
use parking_lot::Mutex;
use std::sync::Arc;

/// The most bytes of vertices, and of indices, that are stored for reuse.
pub(super) const VERTEX_BYTES: usize = 4 << 20;
/// The most empty lists that are stored with their reference counts.
const MAX_SHELLS: usize = 4096;

/// Lists for reuse.
pub(crate) struct RecycledLists<T>(Mutex<Stored<T>>);

struct Stored<T> {
    lists: Vec<Vec<T>>,
    /// What shared lists were in: each has an empty list without memory, and one owner.
    shells: Vec<Arc<Vec<T>>>,
    bytes: usize,
}

impl<T> Default for RecycledLists<T> {
    fn default() -> Self {
        RecycledLists(Mutex::new(Stored {
            lists: Vec::new(),
            shells: Vec::new(),
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

    /// Makes a list one that can be shared.
    pub(crate) fn share(&self, list: Vec<T>) -> Arc<Vec<T>> {
        let shell = self.0.lock().shells.pop();
        let Some(mut shell) = shell else {
            return Arc::new(list);
        };
        match Arc::get_mut(&mut shell) {
            Some(place) => *place = list,
            None => return Arc::new(list),
        }
        shell
    }

    /// Stores the memory of a list that has no other owner.
    fn recycle_shared(&self, mut list: Arc<Vec<T>>) {
        let Some(own) = Arc::get_mut(&mut list) else {
            return;
        };
        self.recycle(std::mem::take(own));
        let mut stored = self.0.lock();
        if stored.shells.len() < MAX_SHELLS {
            stored.shells.push(list);
        }
    }

    pub(crate) fn recycle(&self, list: Vec<T>) {
        let bytes = bytes_of(&list);
        let mut stored = self.0.lock();
        if bytes > 0 && stored.bytes + bytes <= VERTEX_BYTES {
            stored.bytes += bytes;
            stored.lists.push(list);
        }
    }
}

/// Memory of drawn vertices, of their states and of the lists of commands.
#[derive(Default)]
pub(crate) struct RecycledVertices {
    pub(crate) data: RecycledLists<u8>,
    pub(crate) indices: RecycledLists<u32>,
    pub(crate) attributes: RecycledLists<AttributeSource>,
    pub(crate) states: RecycledStates,
    pub(crate) commands: RecycledLists<Recorded>,
}

impl std::fmt::Debug for RecycledVertices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecycledVertices")
    }
}

impl RecycledVertices {
    /// Stores the memory of a draw.
    pub(crate) fn recycle(&self, record: DrawRecord) {
        self.recycle_vertices(record.vertices);
        for state in record.segments.states {
            self.states.recycle(state);
        }
    }

    pub(super) fn recycle_vertices(&self, mut vertices: VertexInput) {
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
