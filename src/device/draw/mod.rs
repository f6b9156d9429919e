//! The one way to a draw, whichever API gives the vertices.
//!
//! `states` finds the immutable state of a draw again while nothing that it depends on has changed. `programs` does the
//! same for programs that are built from keys. `uniforms` fills their uniform arrays with an API's values. `submit` hands
//! vertices to the renderer in the cheapest form that it takes.
//!
//! What a draw is made of comes from `raster` and has its names here too: an API that draws needs no other module for it.

pub mod programs;
pub mod states;
pub mod submit;
pub mod uniforms;

pub use crate::raster::{
    AttributeSource, ClearCall, Conventions, Culling, DepthClip, DrawState, FragmentOps,
    FragmentOpsValues, MAX_COLOR_PLANES, Origin, PackedVertices, PixelCentre, Provoking,
    RasterState, RenderTarget, Renderer, Stage, StoredColor, Topology, VertexInput,
};
