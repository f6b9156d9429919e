//! How texels are stored: components, texels, blocks, fixed-point numbers.

use super::fixed_point::Fixed;
use crate::format::BaseFormat;
use crate::texture::block_format::BlockFormat;
use crate::texture::{TexelFormat, TexelRange};

/// How the texels of a format are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageFormat {
    /// The components of a texel.
    pub base: BaseFormat,
    /// The format of the texels that draws sample.
    pub texels: TexelFormat,
    /// The block format of the images that are kept beside the decoded texels.
    pub blocks: Option<BlockFormat>,
    /// The fixed-point format that values are rounded to before they are stored as floats, if any.
    pub fixed: Option<Fixed>,
    /// Whether stencil values are stored beside the depths (EXT_packed_depth_stencil).
    pub stencil: bool,
    /// The bits of an index, when texels are indices instead of colours (EXT_paletted_texture); 0 for colours.
    pub index_bits: u8,
}

impl StorageFormat {
    /// A format without blocks, fixed-point numbers, stencil values or indices.
    pub const fn plain(base: BaseFormat, texels: TexelFormat) -> StorageFormat {
        StorageFormat {
            base,
            texels,
            blocks: None,
            fixed: None,
            stencil: false,
            index_bits: 0,
        }
    }

    /// Whether texels come from colours or depths, and are filtered as such.
    pub fn is_color_or_depth(self) -> bool {
        self.index_bits == 0 && self.base.is_color_or_depth()
    }

    /// Whether values are fixed-point numbers in [−1, 1].
    pub fn is_signed(self) -> bool {
        self.has_exact_zero() || self.fixed.is_some_and(|fixed| fixed.signed[0])
    }

    /// Whether signed integers stand for c ÷ (2^(b − 1) − 1), so that 0 is exact (EXT_texture_snorm table 2.10,
    /// EXT_texture_compression_rgtc).
    pub fn has_exact_zero(self) -> bool {
        self.blocks.is_some_and(BlockFormat::is_signed)
            || self.texels.facts().range == TexelRange::Signed
    }

    /// The bits of each component: red, green, blue, alpha, luminance, intensity, depth.
    pub fn component_bits(self) -> [i32; 7] {
        if self.index_bits > 0 {
            return [0; 7];
        }
        if let Some(blocks) = self.blocks {
            let [r, g, b, a] = blocks.component_bits();
            return match self.base {
                BaseFormat::Luminance | BaseFormat::LuminanceAlpha => [0, 0, 0, a, r, 0, 0],
                _ => [r, g, b, a, 0, 0, 0],
            };
        }
        let [r, g, b, a] = match self.fixed {
            Some(fixed) => [fixed.bits as i32; 4],
            None => self.texels.facts().bits.map(i32::from),
        };
        let (bits, has) = ([r, g, b, a, r, r, r], self.base.components());
        std::array::from_fn(|i| if has[i] { bits[i] } else { 0 })
    }

    /// The bits of an exponent that components share (EXT_texture_shared_exponent).
    pub fn shared_bits(self) -> i32 {
        self.texels.facts().shared_bits.into()
    }

    /// The bits of hi, lo, ds, dt and magnitude.
    pub fn offset_bits(self) -> [i32; 5] {
        let bits = self.fixed.map_or(0, |fixed| fixed.bits as i32);
        let has = self.base.offset_components();
        has.map(|has| if has { bits } else { 0 })
    }

    /// Converts a stored texel to what queries return, in floats or in integers. NV_texture_shader says how signed numbers
    /// are specified, not how they are stored.
    pub fn returned(self, texel: [f32; 4], as_floats: bool) -> [f32; 4] {
        let texel = match self.fixed {
            Some(fixed) if !as_floats => {
                std::array::from_fn(|i| fixed.returned(self.base, i, texel[i]))
            }
            _ => texel,
        };
        self.base.returned(texel)
    }

    /// Rounds a weighted average of texels to fixed-point numbers, if the format has them.
    pub fn averaged(self, texel: [f32; 4]) -> [f32; 4] {
        match self.fixed {
            Some(fixed) => std::array::from_fn(|i| fixed.settle(i, texel[i])),
            None => texel,
        }
    }

    /// Converts a border colour for the sampler. It has the range of texels, but is not rounded (NV_texture_shader 3.8.5).
    pub fn border(self, values: [f32; 4]) -> [f32; 4] {
        let values = self.fixed.map_or(values, |fixed| fixed.clamped(values));
        let values = match self.texels.facts().range {
            TexelRange::Signed => values.map(|c| c.clamp(-1.0, 1.0)),
            TexelRange::UnsignedFloat => values.map(|c| c.max(0.0)),
            TexelRange::Unsigned | TexelRange::Float => values,
        };
        self.base.expand(values)
    }

    /// Rounds colours to fixed-point numbers, and expands them to the components of texels, before they are packed.
    pub(super) fn prepare(self, colors: &mut [[f32; 4]]) {
        // Depths have one component, and all others of RGBA stay.
        let is_whole = matches!(self.base, BaseFormat::Rgba | BaseFormat::Depth);
        if self.fixed.is_none() && is_whole {
            return;
        }
        for color in colors {
            *color = self.base.expand(self.rounded(*color));
        }
    }

    /// Rounds R, G, B and A to fixed-point numbers, if the format has them.
    fn rounded(self, color: [f32; 4]) -> [f32; 4] {
        match self.fixed {
            Some(fixed) => std::array::from_fn(|i| fixed.round(i, color[i])),
            None => color,
        }
    }
}
