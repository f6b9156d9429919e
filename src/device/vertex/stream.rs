//! Packs vertices that come one by one, each with the attributes that are current then, into the arrays of a draw.
//!
//! A vertex is its position and one vec4 for each attribute that was set since the first vertex. All other attributes are
//! constants of the draw. An attribute that is first set later gets a place in the vertices already there; they take the
//! value that was current when they were specified.
//!
//! Small draws are merged in the renderer, in one list of vertices. To avoid a copy, the renderer lends that list, and new
//! vertices are written after its own.
//!
//! ```text
//!                begin: the renderer lends
//!        ┌────────────────────────────────────────┐
//!        │                                        ▼
//!   Memory::Own                        Memory::Lent { start }
//!        ▲                                        │
//!        ├── draw_lent: the renderer has the list again, with the new vertices in it
//!        ├── detach: the new vertices are copied into own memory, then as return_loan
//!        └── return_loan: the renderer has the list again, as it was
//! ```
//!
//! The stream stays in `Own` when the renderer has no list to lend. While the list is lent, nothing else may be drawn. So
//! every operation that may draw, or that changes the layout, detaches first.
#![forbid(unsafe_code)]

use crate::ir::interface::attribute;
use crate::raster::{
    AttributeSource, DrawState, Element, PackedVertices, Renderer, Topology, VertexBytes, Vertices,
};
use crate::simd::store_whole;
use std::collections::TryReserveError;
use std::sync::Arc;

/// The current values, one vec4 per attribute.
pub type CurrentValues = [[f32; 4]; attribute::STREAM_COUNT as usize];

/// A primitive with this many vertices is drawn in parts, if its kind allows that.
pub const SPLIT_VERTICES: u32 = 16 << 10;

/// Vertices, packed as four floats per attribute.
#[derive(Debug, Clone)]
pub struct VertexStream {
    /// The attributes of a vertex in order, position first.
    layout: Vec<u8>,
    /// The attributes that can be set without a change of the layout, by bit.
    settable: u64,
    /// The bytes of a vertex.
    stride: usize,
    vertices: VertexBytes,
    memory: Memory,
    /// The stream's own memory, while `vertices` is borrowed from the renderer.
    own: VertexBytes,
    /// A vertex that ends before this byte needs no check other than for the room of the next one.
    limit: usize,
}

/// The owner of the memory that the vertices are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// The memory is the stream's own, and its first vertex is the stream's first.
    Own,
    /// The memory is the renderer's, and the stream's vertices begin at byte `start`.
    Lent { start: usize },
}

impl Memory {
    fn start(self) -> usize {
        match self {
            Memory::Own => 0,
            Memory::Lent { start } => start,
        }
    }
}

impl Default for VertexStream {
    fn default() -> Self {
        let mut stream = VertexStream {
            layout: vec![attribute::POSITION as u8],
            settable: 0,
            stride: 0,
            vertices: VertexBytes::default(),
            memory: Memory::Own,
            own: VertexBytes::default(),
            limit: 0,
        };
        stream.follow_layout();
        stream
    }
}

impl VertexStream {
    /// Forgets the vertices. The next ones have the position and these attributes.
    pub fn restart(&mut self, attributes: &[u8]) {
        self.layout.truncate(1);
        self.layout.extend_from_slice(attributes);
        self.vertices.truncate(0);
        self.follow_layout();
    }

    /// Forgets vertices and layout. If the renderer lends its list, new vertices follow those in it, and the layout starts
    /// with the attributes of those.
    pub fn begin(&mut self, renderer: &mut Renderer) {
        match renderer.lend_vertices(&mut self.layout) {
            Some(lent) => {
                self.vertices.truncate(0);
                self.own = std::mem::replace(&mut self.vertices, lent);
                self.memory = Memory::Lent {
                    start: self.vertices.end(),
                };
                self.follow_layout();
            }
            None => self.restart(&[]),
        }
    }

    /// Updates what depends on the layout and on the first vertex.
    fn follow_layout(&mut self) {
        self.stride = 16 * self.layout.len();
        self.settable = self.layout.iter().fold(0, |bits, slot| bits | 1 << slot);
        self.limit = self.memory.start() + self.stride * (SPLIT_VERTICES as usize - 1);
    }

    /// Ends the stream: no vertex follows, and attributes get no more places.
    pub fn close(&mut self) {
        (self.settable, self.limit) = (!0, 0);
    }

    /// Number of vertices.
    pub fn count(&self) -> u32 {
        ((self.vertices.end() - self.memory.start()) / self.stride) as u32
    }

    /// Whether the attribute has a place in the vertices, or needs none.
    #[inline(always)]
    pub fn has(&self, slot: u32) -> bool {
        self.settable & (1u64 << slot) != 0
    }

    /// The material attributes that have a place, by bit.
    pub fn material_bits(&self) -> u16 {
        material_bits(&self.layout)
    }

    /// The attributes that have a place, position first.
    pub fn layout(&self) -> &[u8] {
        &self.layout
    }

    /// The packed vertices.
    pub fn data(&self) -> &[u8] {
        self.vertices.from(self.memory.start())
    }

    /// Gives an attribute a place in the vertices; those already there take `value`. An error leaves everything as it was.
    #[cold]
    pub fn add_slot(&mut self, slot: u32, value: [f32; 4]) -> Result<(), TryReserveError> {
        let count = self.count() as usize;
        if count > 0 {
            let mut vertices = VertexBytes::default();
            let n_bytes = (self.stride + 16) * count;
            vertices.reserve(2 * n_bytes)?;
            for vertex in self.data().chunks_exact(self.stride) {
                vertices.extend_from_slice(vertex)?;
                let value = bytemuck::bytes_of(&value);
                vertices.extend_from_slice(value)?;
            }
            self.vertices = vertices;
        }
        self.layout.push(slot as u8);
        self.follow_layout();
        Ok(())
    }

    /// Appends a vertex if no other work is needed. Returns whether it was appended.
    #[inline(always)]
    pub fn push_at_once(&mut self, position: [f32; 4], current: &CurrentValues) -> bool {
        self.vertices.end() < self.limit && self.write(position, current)
    }

    /// Appends a vertex. An error leaves everything as it was.
    pub fn push(
        &mut self,
        position: [f32; 4],
        current: &CurrentValues,
    ) -> Result<(), TryReserveError> {
        self.vertices.reserve(self.stride)?;
        self.write(position, current);
        Ok(())
    }

    /// Appends a vertex if there is room for it. Returns whether it was appended.
    #[inline(always)]
    fn write(&mut self, position: [f32; 4], current: &CurrentValues) -> bool {
        let Some(vertex) = self.vertices.room(self.stride) else {
            return false;
        };
        let mut values = vertex.as_chunks_mut::<16>().0.iter_mut();
        let mut slots = self.layout.iter();
        if let (Some(first), Some(_)) = (values.next(), slots.next()) {
            store_whole(position, first);
        }
        for (value, slot) in values.zip(slots) {
            let Some(current) = current.get(usize::from(*slot)) else {
                return false;
            };
            *value = bytemuck::cast(*current);
        }
        self.vertices.advance(self.stride);
        true
    }

    /// Keeps vertex 0 if `first` is set, then the vertices from `from` on; `from` is at most their number.
    pub fn keep_vertices(&mut self, first: bool, from: u32) {
        let start = self.memory.start();
        let to = start + if first { self.stride } else { 0 };
        let from = start + from as usize * self.stride;
        if from > to {
            self.vertices.close_gap(to, from);
        }
    }

    /// Copies the vertices into the stream's own memory, and returns the loan. Then others may use the renderer.
    pub fn detach(&mut self, renderer: &mut Renderer) -> Result<(), TryReserveError> {
        let Memory::Lent { start } = self.memory else {
            return Ok(());
        };
        self.own.truncate(0);
        let copied = self.own.extend_from_slice(self.vertices.from(start));
        self.return_loan(renderer);
        copied
    }

    /// Returns the list to the renderer, without the new vertices. The stream then holds what its own memory holds:
    /// nothing, or a copy from [`VertexStream::detach`].
    pub fn return_loan(&mut self, renderer: &mut Renderer) {
        if self.memory != Memory::Own {
            renderer.take_back_vertices(std::mem::take(&mut self.vertices));
            self.use_own_memory();
        }
    }

    /// Switches to the stream's own memory, after the renderer has its list again.
    fn use_own_memory(&mut self) {
        self.limit = self.limit.saturating_sub(self.memory.start());
        self.memory = Memory::Own;
        self.vertices = std::mem::take(&mut self.own);
    }

    /// Draws the vertices in place, if they are in memory that the renderer has lent. `false` means that nothing was drawn.
    pub fn draw_lent(
        &mut self,
        renderer: &mut Renderer,
        state: &Arc<DrawState>,
        topology: Topology,
    ) -> bool {
        let lent = &mut self.vertices;
        let is_drawn =
            self.memory != Memory::Own && renderer.draw(state, topology, Vertices::Lent(lent));
        if is_drawn {
            self.use_own_memory();
        }
        is_drawn
    }

    /// Returns `count` vertices from `first` on, without a copy; the stream has at least as many. Attributes without a place
    /// come from `current`.
    pub fn packed<'a>(
        &'a self,
        first: u32,
        count: u32,
        current: &'a CurrentValues,
    ) -> PackedVertices<'a> {
        let start = first as usize * self.stride;
        PackedVertices {
            layout: &self.layout,
            data: &self.data()[start..start + count as usize * self.stride],
            counts: &[],
            constants: current,
        }
    }

    /// Returns the sources of all attributes, in the memory of an empty list: those of the layout from this data, the others
    /// from `current`.
    pub fn sources(
        &self,
        current: &CurrentValues,
        room: Vec<AttributeSource>,
    ) -> Vec<AttributeSource> {
        stream_sources(&Arc::new(self.data().to_vec()), &self.layout, current, room)
    }
}

/// Returns sources that have the current values, in the memory of an empty list.
pub fn constant_sources(
    current: &CurrentValues,
    mut room: Vec<AttributeSource>,
) -> Vec<AttributeSource> {
    let values = current.iter();
    room.extend(values.map(|value| AttributeSource::Constant(*value)));
    room
}

/// The material attributes in a layout, by bit.
pub fn material_bits(layout: &[u8]) -> u16 {
    let materials = layout
        .iter()
        .filter_map(|slot| u32::from(*slot).checked_sub(attribute::MATERIAL_0))
        .filter(|material| *material < attribute::MATERIALS);
    materials.fold(0, |bits, material| bits | 1 << material)
}

/// Returns the sources of all attributes for packed vertices, in the memory of an empty list.
pub fn stream_sources(
    data: &Arc<Vec<u8>>,
    layout: &[u8],
    current: &CurrentValues,
    room: Vec<AttributeSource>,
) -> Vec<AttributeSource> {
    let mut sources = constant_sources(current, room);
    for (place, &slot) in layout.iter().enumerate() {
        sources[slot as usize] = AttributeSource::Array {
            data: data.clone(),
            element: Element::vec4(16 * place, 16 * layout.len()),
        };
    }
    // Generic attribute 0 is the position (QUIRKS 0.47).
    sources[attribute::GENERIC_0 as usize] = sources[attribute::POSITION as usize].clone();
    sources
}
