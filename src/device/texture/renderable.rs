//! What an image can be drawn to as: colour, depth, stencil.

use super::format::StorageFormat;
use crate::format::BaseFormat;
use crate::raster::StoredColor;
use crate::texture::{TexelKind, TexelRange};

/// The attachments that an image can be (EXT_framebuffer_object 4.4.4, EXT_packed_depth_stencil).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renderable {
    /// A colour attachment.
    Color {
        /// The components that are stored.
        stored: StoredColor,
        /// Whether the components are floats; otherwise they have 8 bits each.
        float: bool,
    },
    /// A depth attachment.
    Depth,
    /// A stencil attachment.
    Stencil,
    /// A depth and stencil attachment.
    DepthStencil,
    /// No attachment point takes it.
    Nothing,
}

impl Renderable {
    /// The attachment that images of a format can be. Blocks, signed fixed-point numbers and indices give
    /// `Nothing`.
    pub fn of(format: StorageFormat) -> Renderable {
        let range = format.texels.facts().range;
        let is_drawn = format.blocks.is_none()
            && format.fixed.is_none()
            && format.index_bits == 0
            && range != TexelRange::Signed;
        match format.base {
            _ if !is_drawn => Renderable::Nothing,
            BaseFormat::Depth if format.stencil => Renderable::DepthStencil,
            BaseFormat::Depth => Renderable::Depth,
            base => Renderable::Color {
                stored: match range {
                    TexelRange::UnsignedFloat => StoredColor::UnsignedRgb,
                    _ => StoredColor::of_format(base),
                },
                float: format.texels.kind() == TexelKind::Floats,
            },
        }
    }

    /// Whether it is a colour attachment.
    pub fn is_color(self) -> bool {
        matches!(self, Renderable::Color { .. })
    }

    /// Whether it has depths.
    pub fn has_depth(self) -> bool {
        matches!(self, Renderable::Depth | Renderable::DepthStencil)
    }

    /// Whether it has stencil values.
    pub fn has_stencil(self) -> bool {
        matches!(self, Renderable::Stencil | Renderable::DepthStencil)
    }

    /// The colour components that it stores.
    pub fn stored(self) -> StoredColor {
        match self {
            Renderable::Color { stored, .. } => stored,
            _ => StoredColor::Rgba,
        }
    }

    /// The bits of red, green, blue, alpha, depth, stencil.
    pub fn bits(self) -> [i32; 6] {
        match self {
            Renderable::Color { stored, float } => {
                let n = if float { 32 } else { 8 };
                let [r, g, b, a] = match stored {
                    StoredColor::Rgba => [n, n, n, n],
                    StoredColor::Rgb | StoredColor::UnsignedRgb => [n, n, n, 0],
                    StoredColor::Red => [n, 0, 0, 0],
                    StoredColor::RedGreen => [n, n, 0, 0],
                    StoredColor::Alpha | StoredColor::LuminanceAlpha => [0, 0, 0, n],
                    // Luminance and intensity are neither red nor alpha.
                    StoredColor::Luminance | StoredColor::Intensity => [0; 4],
                };
                [r, g, b, a, 0, 0]
            }
            Renderable::Depth => [0, 0, 0, 0, 24, 0],
            Renderable::Stencil => [0, 0, 0, 0, 0, 8],
            Renderable::DepthStencil => [0, 0, 0, 0, 24, 8],
            Renderable::Nothing => [0; 6],
        }
    }
}
