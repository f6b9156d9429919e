//! Vertices become pixels: the vertex program, clipping, setup, bins, tiles, fragment operations.
//!
//! [`Renderer::draw`] records vertices with an immutable [`DrawState`]; [`Renderer::flush`] carries everything out and returns
//! when the pixels are there:
//!
//! **chunks of vertices (parallel) → records → bins (in order) → tiles (parallel).**
//!
//! A flush, step by step:
//!
//! 1. Recording merges small draws whose vertices are processed alike into one record of independent primitives
//!    (`record::merged_draw`). The state of their fragments may change from primitive to primitive.
//! 2. `flush::prepare` finds the kernels of each state, by key. Nothing is compiled after that: workers do not compile.
//! 3. A chunk is a range of a record's primitives. Its vertices go through the vertex program in groups of sixteen
//!    (`vertex::transform`). Where the chunks before were out of view, only their places are computed first.
//! 4. `vertex::window` adds outcodes and window coordinates. Filled polygons wholly inside are faced, culled and put into
//!    tiles sixteen at a time (`setup::batch`); of each triangle three vertex numbers are left (`setup::mesh`).
//! 5. Other primitives are clipped, culled and changed to their polygon's mode one by one
//!    (`primitive::clip_and_cull`), and become records with planes (`setup::record`).
//! 6. The main thread bins the pages of the chunks in the order of the commands (`scene::bins`). A clear of a whole tile
//!    drops what was binned there before.
//! 7. Each tile goes to one worker. It sets up the triangles of meshes, covers 4×4 blocks, and lets the kernels run over all
//!    blocks that a draw touches (`tile::collect`, `tile::fragments`). Depth, stencil, blending and logic operations are
//!    IR like the programs: there is no second shading path.
//!
//! Tiles are drawn before the end of a flush where pages would leave the second cache (`flush::run`).
//!
//! Invariants, and why:
//!
//! - No API's names, no source text: every API draws through these types. How an API counts coordinates is data
//!   ([`Conventions`]), folded into constants when a draw is prepared.
//! - A recorded draw is complete and immutable, so it can be merged, replayed (`explain`) and carried out by any worker.
//! - Positions have 8 subpixel bits, and coverage is exact. Triangles that share an edge share no sample.
//! - Planes are evaluated from the fixed tile grid, never stepped: the picture does not depend on how work is divided.
//! - A plane of pixels is touched by one kernel of a draw, group by group, so pixels see fragments in the order of the
//!   commands.
//! - `unsafe` stands in `tile/draw.rs` and `tile/tile_planes.rs` alone, where threads write disjoint tiles of one plane.
//!
//! The rooms, from the top floor to the ground. A room uses rooms below it only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 15 | `renderer` | The way in: records draws, flushes, hands frames over. |
//! | 14 | `executor` | Executes recorded commands, in the caller's thread or in one for frames. |
//! | 13 | `explain` | Why a pixel is as it is: the same work once more, with kernels that write down what they do. |
//! | 13 | `feedback` | Primitives that go back to the caller instead of to pixels. |
//! | 12 | `flush` | Carries recorded work out: kernels first, then chunks of vertices, then tiles. |
//! | 11 | `tile` | One tile: its passes, fragments and pixels. |
//! | 10 | `scene` | Bins: which primitives touch which tile. |
//! | 9 | `setup` | Primitives become records: planes, bounds, meshes. |
//! | 8 | `coverage` | Which fragments a primitive covers, exactly. |
//! | 7 | `record` | What a context has recorded since the last flush. |
//! | 6 | `primitive` | Assembly, clipping, culling. |
//! | 5 | `fragment` | The fragment kernels: interpolation, program, depth and stencil, colour. |
//! | 4 | `vertex` | Vertices: fetch, the vertex kernel, window coordinates. |
//! | 3 | `geometry` | Values and constants that several rooms share: shapes, planes, the tile grid, samples. |
//! | 2 | `call` | What a draw is: the types that callers fill. |

mod call;
mod coverage;
mod executor;
mod explain;
mod feedback;
mod flush;
mod fragment;
mod geometry;
mod primitive;
mod record;
mod renderer;
mod scene;
mod setup;
mod tile;
mod vertex;

#[cfg(test)]
mod tests;

pub use crate::raster::call::conventions::*;
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
pub type TransformedVertex = [[f32; 4]; crate::ir::interface::varying::GENERIC_0 as usize];
