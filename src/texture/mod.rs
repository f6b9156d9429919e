//! Images and samplers. Knows no GL names: `gl` fills [`Image`] and [`SamplerState`] in our own terms.
//!
//! A sample goes through `lod` (level of detail per quad) → `address` (wrap modes) → `filter` (which texels are weighted)
//! and `texel` (how, by format; with `fetch` for texels that are no words), driven by `sampler` and `levels`. All of them work on the
//! sixteen lanes of a group in the registers of an instruction set (`simd::Vectors`), allocate nothing and accept any input,
//! NaN and infinities included.
//!
//! For each instruction set there is one compiled function per format that samples one level, and one for all formats that
//! chooses levels, faces and taps and calls it. Small functions matter here: what is not on the way costs registers and
//! frame.
//!
//! Closures and iterators keep away from vectors there: the compiler does not always inline them into the function of the
//! instruction set, and a vector operation that is left outside costs a call.

// Loops index several arrays: that form is what stays in registers. `max(low).min(high)` answers a limit for NaN,
// where `clamp` would hand the NaN on.
#![allow(clippy::needless_range_loop, clippy::manual_clamp, clippy::manual_map)]

mod address;
mod blend;
pub mod block_format;
pub mod channel;
mod depth_texel;
mod fetch;
mod filter;
pub mod fxt1;
mod image;
mod level_choice;
mod levels;
mod line_fit;
mod lod;
pub mod s3tc;
mod sampler;
mod sampler_state;
mod square;
pub mod srgb;
mod texel;

pub use image::{Image, Level, PADDING_BYTES, TexelFormat};
pub use lod::MAX_LOD_BIAS;
pub use sampler::Texture;
pub use sampler_state::{CompareFunc, DepthMode, Filter, SamplerState, SwizzleSource, Wrap};
