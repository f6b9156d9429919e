//! The vertices of the primitive between Begin and End, packed.
//!
//! A vertex is its position and one vec4 for each attribute that was set since Begin; all other attributes are
//! constants of the draw. An attribute that appears late gets its place in the vertices already there, with the value
//! that was current then.
#![forbid(unsafe_code)]

use crate::gl::{GlError, Result};
use crate::ir::interface::attribute;
use crate::raster::{
    AttributeSource, ComponentType, DrawState, PackedVertices, Renderer, Topology, VertexBytes,
};
use crate::simd::store_whole;
use std::collections::TryReserveError;
use std::sync::Arc;

/// Current values, one vec4 per attribute.
pub type CurrentValues = [[f32; 4]; attribute::STREAM_COUNT as usize];

/// Vertices are handed on when a primitive has this many, if its picture allows.
pub const SPLIT_VERTICES: u32 = 16 << 10;

/// Packed vertices, four floats per attribute.
#[derive(Debug, Clone)]
pub struct VertexStream {
    /// Attributes of a vertex in order, position first.
    layout: Vec<u8>,
    /// What can be set without a new place in the vertices, by bit.
    settable: u64,
    /// Bytes of a vertex.
    stride: usize,
    vertices: VertexBytes,
    /// Memory of its own, while `vertices` is lent by the renderer.
    own: VertexBytes,
    is_lent: bool,
    /// Where its own vertices begin: before it are those of a run.
    start: usize,
    /// Vertices that end before this byte have nothing behind them but the next one.
    limit: usize,
}

impl Default for VertexStream {
    fn default() -> Self {
        let mut stream = VertexStream {
            layout: vec![attribute::POSITION as u8],
            settable: 0,
            stride: 0,
            vertices: VertexBytes::default(),
            own: VertexBytes::default(),
            is_lent: false,
            start: 0,
            limit: 0,
        };
        stream.follow_layout();
        stream
    }
}

impl VertexStream {
    /// Forgets vertices and layout, keeps the memory.
    fn clear(&mut self) {
        self.layout.truncate(1);
        self.vertices.truncate(0);
        self.follow_layout();
    }

    /// As [`VertexStream::clear`], behind the vertices of a run if the renderer lends some: their attributes have places, then.
    pub(crate) fn begin(&mut self, renderer: &mut Renderer) {
        match renderer.lend_vertices(&mut self.layout) {
            Some(lent) => {
                self.vertices.truncate(0);
                self.own = std::mem::replace(&mut self.vertices, lent);
                (self.start, self.is_lent) = (self.vertices.end(), true);
                self.follow_layout();
            }
            None => self.clear(),
        }
    }

    /// The layout has changed, or where the vertices begin.
    fn follow_layout(&mut self) {
        self.stride = 16 * self.layout.len();
        self.settable = self.layout.iter().fold(0, |bits, slot| bits | 1 << slot);
        self.limit = self.start + self.stride * (SPLIT_VERTICES as usize - 1);
    }

    /// No vertex follows, and attributes get no places any more.
    pub(crate) fn close(&mut self) {
        (self.settable, self.limit) = (!0, 0);
    }

    /// Number of vertices.
    pub fn count(&self) -> u32 {
        ((self.vertices.end() - self.start) / self.stride) as u32
    }

    /// Whether the attribute has a place in the vertices, or needs none.
    #[inline(always)]
    pub fn has(&self, slot: u32) -> bool {
        self.settable & (1u64 << slot) != 0
    }

    /// The material attributes with a place, by bit.
    pub fn material_bits(&self) -> u16 {
        material_bits(&self.layout)
    }

    /// Attributes with a place, position first.
    pub fn layout(&self) -> &[u8] {
        &self.layout
    }

    /// The packed vertices.
    pub fn data(&self) -> &[u8] {
        self.vertices.from(self.start)
    }

    /// Gives an attribute a place; the vertices already there take `value`. OUT_OF_MEMORY leaves all as it was.
    #[cold]
    pub fn add_slot(&mut self, slot: u32, value: [f32; 4]) -> Result {
        let count = self.count() as usize;
        if count > 0 {
            let mut vertices = VertexBytes::default();
            let n_bytes = (self.stride + 16) * count;
            vertices.reserve(2 * n_bytes).map_err(no_memory)?;
            for vertex in self.data().chunks_exact(self.stride) {
                vertices.extend_from_slice(vertex).map_err(no_memory)?;
                let value = bytemuck::bytes_of(&value);
                vertices.extend_from_slice(value).map_err(no_memory)?;
            }
            self.vertices = vertices;
        }
        self.layout.push(slot as u8);
        self.follow_layout();
        Ok(())
    }

    /// Appends a vertex if nothing else is to be done.
    #[inline(always)]
    pub fn push_at_once(&mut self, position: [f32; 4], current: &CurrentValues) -> bool {
        self.vertices.end() < self.limit && self.write(position, current)
    }

    /// Appends a vertex. OUT_OF_MEMORY leaves all as it was.
    pub fn push(&mut self, position: [f32; 4], current: &CurrentValues) -> Result {
        self.vertices.reserve(self.stride).map_err(no_memory)?;
        self.write(position, current);
        Ok(())
    }

    /// Appends a vertex if there is room for it.
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

    /// Keeps vertex 0 if asked, then the vertices from `from` on.
    pub(crate) fn keep(&mut self, first: bool, from: u32) {
        let to = self.start + if first { self.stride } else { 0 };
        let from = self.start + from as usize * self.stride;
        if from > to {
            self.vertices.close_gap(to, from);
        }
    }

    /// Has its vertices in memory of its own from here on: others may use the renderer then.
    pub fn part(&mut self, renderer: &mut Renderer) -> Result {
        if !self.is_lent {
            return Ok(());
        }
        self.own.truncate(0);
        let copied = self.own.extend_from_slice(self.vertices.from(self.start));
        self.give_back(renderer);
        copied.map_err(no_memory)
    }

    /// Gives back what the renderer has lent, without its vertices.
    pub fn give_back(&mut self, renderer: &mut Renderer) {
        if self.is_lent {
            renderer.take_back_vertices(self.swap());
        }
    }

    /// The lent vertices; what is in memory of its own takes their place.
    fn swap(&mut self) -> VertexBytes {
        self.limit = self.limit.saturating_sub(self.start);
        (self.start, self.is_lent) = (0, false);
        std::mem::replace(&mut self.vertices, std::mem::take(&mut self.own))
    }

    /// Draws its vertices where they lie, if the renderer has lent that place. `false`: nothing was drawn.
    pub fn draw_lent(
        &mut self,
        renderer: &mut Renderer,
        state: &Arc<DrawState>,
        topology: Topology,
    ) -> bool {
        if !self.is_lent {
            return false;
        }
        let vertices = std::mem::take(&mut self.vertices);
        match renderer.draw_lent(state, topology, vertices) {
            Ok(()) => drop(self.swap()),
            Err(vertices) => self.vertices = vertices,
        }
        !self.is_lent
    }

    /// `count` vertices from `first` on, where they lie.
    pub(crate) fn packed<'a>(
        &'a self,
        first: u32,
        count: u32,
        current: &'a CurrentValues,
    ) -> PackedVertices<'a> {
        let start = first as usize * self.stride;
        PackedVertices {
            layout: &self.layout,
            data: &self.data()[start..start + count as usize * self.stride],
            constants: current,
        }
    }

    /// The sources of all attributes: those of the layout from this data, the others from `current`.
    pub fn sources(&self, current: &CurrentValues) -> Vec<AttributeSource> {
        stream_sources(&Arc::new(self.data().to_vec()), &self.layout, current)
    }
}

fn no_memory(_: TryReserveError) -> GlError {
    GlError::out_of_memory("vertices of a primitive")
}

/// The material attributes in a layout, by bit.
pub fn material_bits(layout: &[u8]) -> u16 {
    let materials = layout
        .iter()
        .filter_map(|slot| u32::from(*slot).checked_sub(attribute::MATERIAL_0))
        .filter(|material| *material < attribute::MATERIALS);
    materials.fold(0, |bits, material| bits | 1 << material)
}

/// Sources of all attributes for packed vertices.
pub fn stream_sources(
    data: &Arc<Vec<u8>>,
    layout: &[u8],
    current: &CurrentValues,
) -> Vec<AttributeSource> {
    let mut sources: Vec<AttributeSource> = current
        .iter()
        .map(|value| AttributeSource::Constant(*value))
        .collect();
    for (place, &slot) in layout.iter().enumerate() {
        sources[slot as usize] = AttributeSource::Array {
            data: data.clone(),
            offset: 16 * place,
            stride: 16 * layout.len(),
            component: ComponentType::F32,
            size: 4,
            normalized: false,
        };
    }
    // Generic attribute 0 is the position (TRAPS 0.47).
    sources[attribute::GENERIC_0 as usize] = sources[attribute::POSITION as usize].clone();
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_attributes_get_a_place_in_earlier_vertices() {
        let mut current = [[0.0; 4]; attribute::STREAM_COUNT as usize];
        let mut stream = VertexStream::default();
        stream.push([1.0, 0.0, 0.0, 1.0], &current).unwrap();
        stream
            .add_slot(attribute::COLOR, [1.0, 0.5, 0.25, 1.0])
            .unwrap();
        current[attribute::COLOR as usize] = [0.0, 0.0, 1.0, 1.0];
        stream.push([2.0, 0.0, 0.0, 1.0], &current).unwrap();
        let expected: [f32; 16] = [
            1.0, 0.0, 0.0, 1.0, 1.0, 0.5, 0.25, 1.0, 2.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0,
        ];
        assert_eq!(stream.data(), bytemuck::bytes_of(&expected));
        assert!(stream.has(attribute::COLOR) && !stream.has(attribute::NORMAL));
    }
}
