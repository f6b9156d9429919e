//! The transformed vertices of a chunk, from which its primitives are assembled.
#![forbid(unsafe_code)]

use crate::ir::interface::attribute;
use crate::raster::call::draw_call::VertexInput;
use crate::raster::vertex::element::fetch;
use crate::raster::vertex::gather::WindowPlaces;
use crate::raster::vertex::transform::Transform;
use crate::raster::vertex::varyings::VertexLayout;
use crate::raster::vertex::window::WindowVertices;
use crate::simd::{LANES, LanesF32};

/// The transformed vertices of a chunk.
pub(crate) struct ChunkVertices<'a> {
    pub(crate) window: &'a WindowVertices,
    pub(crate) places: &'a WindowPlaces,
    /// Indices of the vertices.
    pub(crate) indices: &'a [u32],
    pub(crate) input: &'a VertexInput,
    pub(crate) transform: &'a Transform,
    pub(crate) outputs: &'a [LanesF32],
}

impl ChunkVertices<'_> {
    /// Appends a vertex with its header. Its edge flag is 1 where nothing reads it.
    pub(crate) fn append_vertex(
        &self,
        layout: &VertexLayout,
        number: usize,
        wants_edge_flag: bool,
        out: &mut Vec<f32>,
    ) {
        let group = self.transform.group(self.outputs, number / LANES);
        let edge_flags = self.input.attributes.get(attribute::EDGE_FLAG as usize);
        let flag = match edge_flags {
            Some(source) if wants_edge_flag => {
                f32::from(u8::from(fetch(source, self.indices[number])[0] != 0.0))
            }
            _ => 1.0,
        };
        layout.append_vertex(group, number % LANES, flag, out);
    }
}
