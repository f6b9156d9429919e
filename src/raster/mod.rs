//! Follows the pixel: vertices, clipping, setup, bins, tiles, fragment operations. Knows no GL enum, no source text.
//!
//! [`Renderer::draw`] records an immutable [`DrawCall`]; [`Renderer::flush`] carries everything out and returns when
//! the pixels are there:
//!
//! **chunks of vertices (parallel) → records → bins (in order) → tiles (parallel).**

mod call;
mod coverage;
mod explain;
mod feedback;
mod flush;
mod fragment;
mod primitive;
mod record;
mod renderer;
mod scene;
mod setup;
mod tile;
mod vertex;

#[cfg(test)]
mod tests;

pub use crate::raster::call::draw_call::*;
pub use crate::raster::call::fragment_operations::*;
pub use crate::raster::explain::result::*;
pub(crate) use crate::raster::record::independent::append_independent;
pub use crate::raster::record::vertex_bytes::VertexBytes;
pub(crate) use crate::raster::vertex::element::decode as decode_attribute;
pub(crate) use crate::raster::vertex::element::fetch as fetch_attribute;
pub use feedback::{FeedbackCall, FeedbackPrimitive, FeedbackVertex};
pub use renderer::Renderer;

/// The result of [`Renderer::transform`]: the vertex stage's outputs for one vertex, four floats per varying.
pub type TransformedVertex = [[f32; 4]; crate::ir::interface::varying::COUNT as usize];
