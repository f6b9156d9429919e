//! The forms in which [`crate::raster::Renderer::draw`] takes vertices.
#![forbid(unsafe_code)]

use super::vertex_bytes::VertexBytes;
use crate::raster::call::draw_call::{PackedVertices, VertexInput};

/// The vertices of a draw. Whether neighbours become one draw is the renderer's decision; the picture is the same.
#[derive(Debug)]
pub enum Vertices<'a> {
    /// Arrays that stay as they are. The draw is recorded by itself.
    Arrays(VertexInput),
    /// Few vertices, which are copied to those of their neighbours.
    Packed(PackedVertices<'a>),
    /// The memory that [`crate::raster::Renderer::lend_vertices`] gave, with the vertices of this draw after those that were
    /// in it. Nothing is copied: a draw that is recorded takes the memory away and leaves an empty one.
    Lent(&'a mut VertexBytes),
    /// Many vertices that stay as they are, with the indices of the independent primitives that
    /// `append_independent` made of primitives of this kind.
    Assembled(VertexInput),
}
