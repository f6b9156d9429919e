//! The forms in which [`crate::raster::Renderer::draw`] takes vertices.
#![forbid(unsafe_code)]

use super::vertex_bytes::VertexBytes;
use crate::raster::call::draw_call::{PackedVertices, VertexInput};

/// The vertices of a draw. The renderer decides whether neighbours become one draw; the picture is the same.
#[derive(Debug)]
pub enum Vertices<'a> {
    /// Arrays that do not change. The draw is recorded by itself.
    Arrays(VertexInput),
    /// Few vertices, which are copied to those of their neighbours.
    Packed(PackedVertices<'a>),
    /// The memory that [`crate::raster::Renderer::lend_vertices`] gave. The vertices of this draw follow those that
    /// were in it. Nothing is copied: recording the draw takes the memory and leaves an empty one.
    Lent(&'a mut VertexBytes),
    /// Many vertices that do not change, with indices. `append_independent` made these independent primitives of
    /// primitives of this kind.
    Assembled(VertexInput),
}
