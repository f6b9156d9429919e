//! Images and samplers. Knows no GL names: `gl` fills [`Image`] and [`SamplerState`] in our own terms.
//!
//! A sample goes through `lod` (level of detail per quad) → `address` (wrap modes) → `fetch` (texel loads) → `filter`
//! (weights, depth comparison), driven by `sampler`. All of them work on the sixteen lanes of a group in plain loops that
//! vectorise, allocate nothing and accept any input, NaN and infinities included.

// Lane loops index several arrays by lane: that form is what vectorises. `max(low).min(high)` answers a limit for NaN,
// where `clamp` would hand the NaN on.
#![allow(clippy::needless_range_loop, clippy::manual_clamp)]

mod address;
pub mod block_format;
pub mod channel;
mod fetch;
mod filter;
pub mod fxt1;
mod image;
mod line_fit;
mod lod;
pub mod s3tc;
mod sampler;
pub mod srgb;

pub use image::{Image, ImageKind, Level, PADDING_BYTES, TexelFormat};
pub use lod::MAX_LOD_BIAS;
pub use sampler::{CompareFunc, DepthMode, Filter, SamplerState, SwizzleSource, Texture, Wrap};
