//! Where the primitives of a chunk go that fills pages: one by one, or as triangles of the chunk's mesh.
#![forbid(unsafe_code)]

use crate::raster::primitive::context::RasterContext;
use crate::raster::primitive::sink::PrimitiveSink;
use crate::raster::setup::record::SetupOutput;
use crate::raster::vertex::window::WindowVertices;

/// A sink that may take uncut triangles as vertex numbers instead of one by one.
pub(crate) trait MeshSink: PrimitiveSink {
    /// As many of the next `n` primitives, at least one, begin as are of one draw; says how many.
    fn begin_primitives(&mut self, n: usize) -> usize {
        n
    }

    /// Triangles that are not cut may stay in the mesh that their chunk is.
    fn keeps_meshes(&self) -> bool {
        false
    }

    /// Where the triangles of the primitives go that have begun, and their draw.
    fn page(&mut self, _context: &RasterContext) -> Option<(&mut SetupOutput, u32)> {
        None
    }

    /// The chunk is at its end: its vertices are taken if triangles name them.
    fn keep_vertices(&mut self, _vertices: &mut WindowVertices) {}
}
