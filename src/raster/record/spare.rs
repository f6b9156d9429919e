//! The memory of what was drawn, for the next frame: fresh memory costs more than writing to it, and what one thread asks for and
//! another gives back costs most.
//!
//! ```text
//! recording ── commands ──→ flush
//!     ↑                       │  Spare of the flush
//!     └────── [`Returned`] ←──┘  one lock for each flush, and one for each recording
//! ```
#![forbid(unsafe_code)]

use super::command::Recorded;
use super::merged_draw::DrawRecord;
use super::spare_states::SpareStates;
use crate::raster::call::draw_call::{AttributeSource, VertexInput};
use parking_lot::Mutex;
use std::sync::Arc;

/// The most bytes of vertices, and of indices, that are kept.
pub(super) const VERTEX_BYTES: usize = 4 << 20;
/// The most empty lists that are kept with their reference counts.
const MAX_SHELLS: usize = 4096;

/// Lists for reuse.
#[derive(Debug)]
pub(crate) struct SpareLists<T> {
    lists: Vec<Vec<T>>,
    /// What shared lists were in: each has an empty list without memory, and one owner.
    shells: Vec<Arc<Vec<T>>>,
    bytes: usize,
}

impl<T> Default for SpareLists<T> {
    fn default() -> Self {
        SpareLists {
            lists: Vec::new(),
            shells: Vec::new(),
            bytes: 0,
        }
    }
}

fn bytes_of<T>(list: &Vec<T>) -> usize {
    size_of::<T>() * list.capacity()
}

impl<T> SpareLists<T> {
    /// Takes an empty list.
    pub(crate) fn take(&mut self) -> Vec<T> {
        let mut list = self.take_as_it_is();
        list.clear();
        list
    }

    /// Takes a list that still has its old contents.
    pub(crate) fn take_as_it_is(&mut self) -> Vec<T> {
        let list = self.lists.pop().unwrap_or_default();
        self.bytes -= bytes_of(&list);
        list
    }

    /// Makes a list one that can be shared.
    pub(crate) fn share(&mut self, list: Vec<T>) -> Arc<Vec<T>> {
        let Some(mut shell) = self.shells.pop() else {
            return Arc::new(list);
        };
        match Arc::get_mut(&mut shell) {
            Some(place) => *place = list,
            None => return Arc::new(list),
        }
        shell
    }

    /// Keeps the memory of a list.
    fn keep(&mut self, list: Vec<T>) {
        let bytes = bytes_of(&list);
        if bytes > 0 && self.bytes + bytes <= VERTEX_BYTES {
            self.bytes += bytes;
            self.lists.push(list);
        }
    }

    /// Keeps the memory of a list that has no other owner.
    fn keep_shared(&mut self, mut list: Arc<Vec<T>>) {
        let Some(own) = Arc::get_mut(&mut list) else {
            return;
        };
        self.keep(std::mem::take(own));
        if self.shells.len() < MAX_SHELLS {
            self.shells.push(list);
        }
    }

    /// Takes everything from others, up to the limits.
    fn take_all(&mut self, others: &mut SpareLists<T>) {
        let room = MAX_SHELLS.saturating_sub(self.shells.len());
        self.shells.extend(others.shells.drain(..).take(room));
        for list in others.lists.drain(..) {
            self.keep(list);
        }
        others.bytes = 0;
    }
}

/// Memory for reuse. One thread has it.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    pub(crate) data: SpareLists<u8>,
    pub(crate) indices: SpareLists<u32>,
    pub(crate) attributes: SpareLists<AttributeSource>,
    pub(crate) states: SpareStates,
    pub(crate) commands: SpareLists<Recorded>,
}

impl Spare {
    /// Keeps the memory of a draw.
    pub(crate) fn keep(&mut self, record: DrawRecord) {
        self.keep_vertices(record.vertices);
        for state in record.segments.states {
            self.states.keep(state);
        }
    }

    pub(super) fn keep_vertices(&mut self, mut vertices: VertexInput) {
        for source in vertices.attributes.drain(..) {
            if let AttributeSource::Array { data, .. } = source {
                // Only the last of several owners has the memory to itself.
                self.data.keep_shared(data);
            }
        }
        self.attributes.keep(vertices.attributes);
        if let Some(indices) = vertices.indices {
            self.indices.keep_shared(indices);
        }
    }

    fn take_all(&mut self, others: &mut Spare) {
        self.data.take_all(&mut others.data);
        self.indices.take_all(&mut others.indices);
        self.attributes.take_all(&mut others.attributes);
        self.states.take_all(&mut others.states);
        self.commands.take_all(&mut others.commands);
    }
}

/// What flushes have returned, and the recording has not taken yet.
#[derive(Debug, Default)]
pub(crate) struct Returned(Mutex<Spare>);

impl Returned {
    /// Gives back all memory in `spare`.
    pub(crate) fn give(&self, spare: &mut Spare) {
        self.0.lock().take_all(spare);
    }

    /// Gives back the memory of a list of commands.
    pub(crate) fn give_commands(&self, commands: Vec<Recorded>) {
        self.0.lock().commands.keep(commands);
    }

    /// Takes all memory into `spare`.
    pub(crate) fn take(&self, spare: &mut Spare) {
        spare.take_all(&mut self.0.lock());
    }
}
