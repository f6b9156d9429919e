//! Images and samplers. Knows no GL names: `gl` fills [`Image`] and [`SamplerState`] in our own terms.
//!
//! **Invariant:** sampling is a total function. It allocates nothing and accepts any input, NaN and infinities included. It
//! is called from machine code, where a panic would end the application.
//!
//! # Versions
//! An [`Image`] is one immutable version of a texture's levels, shared with draws in flight. Writing to a shared one makes a
//! new version. [`Texture`] is an image with its sampler state; it is the [`Sampler`](crate::kernel::layout::Sampler) of kernels.
//!
//! # The way of a sample
//! | step | file |
//! |---|---|
//! | the level of detail of each quad, and anisotropic taps | `lod` |
//! | which filter and levels each lane wants | `level_choice` |
//! | calls by level, and their mixture | `levels` |
//! | coordinates → texels, by wrap mode | `address` |
//! | which texels are weighted | `filter`, `square` |
//! | how texels are loaded and weighted, by format | `texel`, each by a `reader` (`fetch` loads those that are no words) |
//! | what becomes of the sample in each lane | `blend` |
//!
//! `texel_format` is the table of the formats. What is not in a format's row is in its reader.
//!
//! # Speed
//! All steps work on the sixteen lanes of a group, in the registers of an instruction set (`simd::Vectors`: AVX-512,
//! AVX2, or plain loops, with the same bits). There is one compiled function per instruction set and format that
//! samples one level for several groups. It computes the places of one group's texels while it weighs those of the
//! group before. Another one per instruction set chooses levels, faces and taps. It calls the first by key,
//! neighbouring groups with one key together, and mixes in f32. Small functions matter here: code that does not run
//! still costs registers and frame.
//!
//! Neighbours of a row are one load of 64 bits, as long as all lanes have theirs side by side. Where texture axes run along the
//! screen's, the four lanes of each row of a block often have all of their texels within eight: a *window*. Then they come out
//! of eight loads for the group by permutations of bytes (AVX-512 with VBMI). The four 8-bit texels of a square are weighted in
//! one step, with 14-bit weights that add up to 1.
//!
//! Closures and iterators do not handle vectors. The compiler does not always inline them into the function of the
//! instruction set, and a vector operation that is left outside costs a call.
//!
//! # Compressed blocks
//! [`block_format`] is a table over the codecs ([`s3tc`] with [`channel`], and [`fxt1`]). Compressed levels are sampled
//! as decoded texels. The owner of the image stores the blocks beside them, so that queries return the original blocks.

// Loops index several arrays: that form is what stays in registers. `max(low).min(high)` answers a limit for NaN,
// where `clamp` would hand the NaN on.
#![allow(clippy::needless_range_loop, clippy::manual_clamp, clippy::manual_map)]

mod address;
mod blend;
pub mod block_format;
pub mod channel;
mod fetch;
mod filter;
pub mod fxt1;
mod image;
mod level_choice;
mod levels;
mod line_fit;
mod lod;
mod reader;
pub mod s3tc;
mod sampler;
mod sampler_state;
mod square;
pub mod srgb;
mod texel;
mod texel_format;

pub use image::{Image, Level, PADDING_BYTES};
pub use lod::MAX_LOD_BIAS;
pub use sampler::Texture;
pub use sampler_state::{CompareFunc, DepthMode, Filter, SamplerState, SwizzleSource, Wrap};
pub use texel_format::{TexelFacts, TexelFormat, TexelKind, TexelRange};

#[cfg(test)]
mod tests;
