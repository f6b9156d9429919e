//! Follows the pixel: vertices, clipping, setup, bins, tiles, fragment operations. Knows no GL enum, no source text.
//!
//! [`Renderer::draw`] records an immutable [`DrawCall`]; [`Renderer::flush`] carries everything out and returns when
//! the pixels are there:
//!
//! **chunks of vertices (parallel) → records → bins (in order) → tiles (parallel).**

mod affine;
mod ahead;
mod appended;
mod area;
mod bins_map;
mod block_depth;
mod clear;
mod clip;
mod collect;
mod colour;
#[cfg(test)]
mod colour_tests;
mod coverage;
#[cfg(test)]
mod coverage_tests;
mod depth_stencil;
mod draw_call;
mod edges;
mod explain;
mod explain_kernel;
mod explain_look;
mod explain_shadow;
mod explanation;
mod feedback;
mod flush;
mod fragment_ops;
mod fragment_stage;
mod fragment_state;
mod fused;
mod independent;
mod interpolation;
mod line;
mod list;
mod masks;
mod medium_triangle;
mod mesh;
mod mesh_planes;
mod mesh_setup;
mod narrow_rows;
#[cfg(test)]
mod narrow_rows_tests;
mod pace;
mod planes;
mod point_setup;
mod polygon_batch;
mod prepare;
mod primitive;
mod primitive_setup;
mod primitive_sink;
mod rasterization;
mod recorded;
mod renderer;
mod sample_coverage;
mod sample_fragments;
mod scene;
mod segment_sink;
mod setup;
mod small_triangle;
mod spare;
mod srgb;
#[cfg(test)]
mod tests;
mod tile;
mod varyings;
mod vertex_bytes;
mod vertex_element;
mod vertex_fetch;
mod vertex_list;
mod vertex_run;
mod vertex_stage;
mod vertex_transform;
mod viewport;
mod window_places;
mod window_vertices;
mod windows;

pub use draw_call::*;
pub use explanation::*;
pub use feedback::{FeedbackCall, FeedbackPrimitive, FeedbackVertex};
pub use fragment_state::*;
pub(crate) use independent::append_independent;
pub use renderer::Renderer;
pub use vertex_bytes::VertexBytes;
pub(crate) use vertex_element::decode as decode_attribute;
pub(crate) use vertex_element::fetch as fetch_attribute;

/// The result of [`Renderer::transform`]: the vertex stage's outputs for one vertex, four floats per varying.
pub type TransformedVertex = [[f32; 4]; crate::ir::interface::varying::COUNT as usize];
