//! A texture as a draw uses it.

use super::fixed_point::Fixed;
use crate::format::{BaseFormat, TextureShape};
use crate::texture::{DepthMode, TexelFormat, Texture};

/// A texture with its sampler, and what a program that samples it has to know.
#[derive(Debug, Clone)]
pub struct BoundTexture {
    /// For the sampler slot.
    pub texture: Texture,
    /// Which components it has; a depth texture counts as what its sampler makes of it, so this is never `Depth`.
    pub base: BaseFormat,
    /// Its kind.
    pub kind: TextureShape,
    /// Fixed-point numbers that are stored as floats.
    pub fixed: Option<Fixed>,
}

impl BoundTexture {
    /// Texels are floats, which may lie outside of the range that environments and combiners know.
    pub fn is_float(&self) -> bool {
        self.texture.image.format == TexelFormat::Rgba32F && self.fixed.is_none()
    }

    /// Its texels are colours with signed components (NV_texture_shader).
    pub fn has_signed_color(&self) -> bool {
        self.base.is_color_or_depth() && self.fixed.is_some_and(|fixed| fixed.signed[0])
    }

    /// Samples depths as register combiners see them, whatever the sampler says: in alpha, or the result of a comparison in all
    /// components (table NV_register_combiners.2).
    pub fn depth_for_combiners(&mut self) {
        let Texture { image, sampler } = &mut self.texture;
        if image.format == TexelFormat::Depth32F {
            sampler.depth_mode = match sampler.compare {
                Some(_) => DepthMode::Intensity,
                None => DepthMode::Alpha,
            };
        }
    }
}
