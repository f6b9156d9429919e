//! A texture as a draw uses it.

use super::fixed_point::Fixed;
use crate::format::{BaseFormat, TextureShape};
use crate::texture::{DepthMode, TexelKind, Texture};

/// A texture with its sampler, and the facts that a program depends on.
#[derive(Debug, Clone)]
pub struct BoundTexture {
    /// The texture, as the sampler slot takes it.
    pub texture: Texture,
    /// The components. A depth texture counts as the components that its sampler returns, so this is never `Depth`.
    pub base: BaseFormat,
    /// The shape of the texture.
    pub kind: TextureShape,
    /// The fixed-point format, when fixed-point numbers are stored as floats.
    pub fixed: Option<Fixed>,
    /// Whether texels are in [−1, 1]: signed formats of NV_texture_shader and EXT_texture_snorm, signed blocks.
    pub is_signed: bool,
}

impl BoundTexture {
    /// Whether the texels are floats, which may exceed the range of environments and combiners.
    pub fn is_float(&self) -> bool {
        let is_number = self.fixed.is_some() || self.is_signed;
        self.texture.image.format.kind() == TexelKind::Floats && !is_number
    }

    /// Whether the texels are colours with signed components. Environments take all of these as NV_texture_shader says for its
    /// own formats (ARB_texture_float issue 7).
    pub fn has_signed_color(&self) -> bool {
        self.base.is_color_or_depth() && self.is_signed
    }

    /// Makes a depth texture sample as register combiners need it, whatever the sampler says. Depths go to alpha; the
    /// result of a comparison goes to all components (table NV_register_combiners.2).
    pub fn depth_for_combiners(&mut self) {
        let Texture { image, sampler } = &mut self.texture;
        if image.format.kind() == TexelKind::Depths {
            sampler.depth_mode = match sampler.compare {
                Some(_) => DepthMode::Intensity,
                None => DepthMode::Alpha,
            };
        }
    }
}
