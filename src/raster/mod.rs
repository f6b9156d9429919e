//! Follows the pixel: vertices, clipping, setup, bins, tiles, fragment operations. Knows no GL enum, no source text.
//!
//! [`Renderer::draw`] records vertices with an immutable [`DrawState`]; [`Renderer::flush`] carries everything out and returns when
//! the pixels are there:
//!
//! **chunks of vertices (parallel) → records → bins (in order) → tiles (parallel).**
//!
//! The rooms, from the top floor to the ground. A room uses rooms below it only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 12 | `renderer` | The way in: records draws, flushes, reads back. |
//! | 11 | `explain` | Why a pixel is as it is: the same work once more, with kernels that write down what they do. |
//! | 11 | `feedback` | Primitives that go back to the caller instead of to pixels. |
//! | 10 | `flush` | Carries recorded work out: kernels first, then chunks of vertices, then tiles. |
//! | 9 | `tile` | One tile: its passes, fragments and pixels. |
//! | 8 | `scene` | Bins: which primitives touch which tile. |
//! | 7 | `coverage` | Which fragments a primitive covers, exactly. |
//! | 7 | `setup` | Primitives become records: edges, planes, bounds. |
//! | 6 | `primitive` | Assembly, clipping, culling. |
//! | 6 | `fragment` | The fragment kernels: interpolation, program, depth and stencil, colour. |
//! | 5 | `record` | What a context has recorded since the last flush. |
//! | 4 | `vertex` | Vertices: fetch, the vertex kernel, window coordinates. |
//! | 2 | `call` | What a draw is: the types that callers fill. |

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
pub use crate::raster::record::vertices::Vertices;
pub(crate) use crate::raster::vertex::element::decode as decode_attribute;
pub(crate) use crate::raster::vertex::element::fetch as fetch_attribute;
pub use feedback::{FeedbackCall, FeedbackPrimitive, FeedbackVertex};
pub use renderer::Renderer;

/// The result of [`Renderer::transform`]: the vertex stage's outputs for one vertex, four floats per varying.
pub type TransformedVertex = [[f32; 4]; crate::ir::interface::varying::COUNT as usize];
