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
}

impl BoundTexture {
    /// Whether the texels are floats, which may exceed the range of environments and combiners.
    pub fn is_float(&self) -> bool {
        self.texture.image.format.kind() == TexelKind::Floats && self.fixed.is_none()
    }

    /// Whether the texels are colours with signed components (NV_texture_shader).
    pub fn has_signed_color(&self) -> bool {
        self.base.is_color_or_depth() && self.fixed.is_some_and(|fixed| fixed.signed[0])
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
