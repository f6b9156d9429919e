//! Follows the pixel: vertices, clipping, setup, bins, tiles, fragment operations. Knows no GL enum, no source text.
//!
//! [`Renderer::draw`] records an immutable [`DrawCall`]; [`Renderer::flush`] carries everything out and returns when
//! the pixels are there.

mod draw_call;

pub use draw_call::*;

/// Records draws and carries them out.
#[derive(Debug, Default)]
pub struct Renderer {}

/// The result of [`Renderer::transform`]: the vertex stage's outputs for one vertex, four floats per varying.
pub type TransformedVertex = [[f32; 4]; crate::ir::interface::varying::COUNT as usize];

impl Renderer {
    /// A renderer with nothing recorded.
    pub fn new() -> Renderer {
        Renderer::default()
    }

    /// Records a draw.
    pub fn draw(&mut self, _draw: DrawCall) {}

    /// Records a clear.
    pub fn clear(&mut self, _clear: ClearCall) {}

    /// Carries out everything recorded; returns when the pixels are there.
    pub fn flush(&mut self) {}

    /// Runs the vertex stage for the vertices of a draw at once and returns their varyings, unclipped (raster
    /// position, feedback, selection).
    pub fn transform(&mut self, _vertices: &VertexInput, _stage: &Stage) -> Vec<TransformedVertex> {
        Vec::new()
    }
}
