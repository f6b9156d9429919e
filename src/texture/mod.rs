//! Images and samplers. Knows no GL names: `gl` fills [`Image`] and [`SamplerState`] in our own terms.

mod image;
mod sampler;

pub use image::{Image, ImageKind, Level, TexelFormat};
pub use sampler::{CompareFunc, Filter, SamplerState, Texture, Wrap};
