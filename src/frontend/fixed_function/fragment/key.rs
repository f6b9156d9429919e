//! The key of a fixed-function fragment program (GL 1.5 sections 3.8.13 to 3.10, NV_register_combiners 3.8.12).

use crate::format::{BaseFormat, TextureShape};
use crate::frontend::common_stage::{FogMode, MAX_UNITS, PixelPlace, PixelSource};
use crate::frontend::register_combiners::setup::Setup;
use crate::frontend::texture_shader::stage::{STAGES, Stage};
use std::sync::Arc;

/// Image unit from which DrawPixels and Bitmap take their pixels.
const PIXEL_SOURCE_UNIT: u32 = 15;

/// Everything that changes the code of texturing, colour sum and fog.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FragmentKey {
    /// Enabled texture units with a complete texture; unit `n` reads coordinate set and image unit `n`.
    pub units: [Option<UnitKey>; MAX_UNITS],
    /// Whether the secondary colour is added (COLOR_SUM, or lighting with separate specular colour).
    pub color_sum: bool,
    /// Fog, when enabled.
    pub fog: Option<FogMode>,
    /// The source of the primary colour.
    pub pixel_source: PixelSource,
    /// The values that are clamped to [0, 1].
    pub clamp: ColorClamp,
    /// Texture shaders instead of the conventional texturing of `units`; these still give the environments for their
    /// colours.
    pub shaders: Option<[Stage; STAGES]>,
    /// Register combiners instead of texture environments, colour sum and the blend of fog.
    pub combiners: Option<Arc<Setup>>,
}

/// The values that are clamped to [0, 1] in texture environments and colour sum (ARB_color_buffer_float 3.8.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ColorClamp {
    /// Float texels, and results; vertex colours are in [0, 1] already.
    #[default]
    Texels,
    /// Vertex colours, too.
    Inputs,
    /// Nothing.
    None,
}

impl FragmentKey {
    /// Texture coordinate sets that the program reads, by bit.
    pub fn coords_read(&self) -> u8 {
        (0..MAX_UNITS).fold(0, |bits, unit| {
            let read = match &self.shaders {
                Some(stages) => stages[unit].operation.reads_coordinates(),
                None => self.units[unit].is_some(),
            };
            bits | u8::from(read) << unit
        })
    }

    /// The coordinate set for pixels: the last one that no unit reads. With all units enabled, the last unit loses its
    /// coordinates.
    pub fn pixel_place(&self) -> PixelPlace {
        let read = self.coords_read();
        let free = (0..MAX_UNITS).rfind(|unit| read >> unit & 1 == 0);
        PixelPlace {
            unit: PIXEL_SOURCE_UNIT,
            coord: free.unwrap_or(MAX_UNITS - 1) as u32,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnitKey {
    /// The meaning of its coordinates.
    pub target: TextureShape,
    /// Base internal format, as [`BaseFormat::in_environments`] gives it; for depths the one of DEPTH_TEXTURE_MODE.
    pub base_format: BaseFormat,
    /// Texels are floats, which may lie outside [0, 1].
    pub is_float: bool,
    /// Whether texels are depths, with which r ÷ q may be compared.
    pub is_depth: bool,
    /// Whether some texture has signed components: colours may be negative between texture environments.
    pub signed: bool,
    /// TEXTURE_ENV_MODE.
    pub env: TextureEnv,
}

impl UnitKey {
    /// The unit with the coordinates to which this one's texels are added.
    pub fn bump_target(&self) -> Option<usize> {
        match self.env {
            TextureEnv::Combine(Combine {
                rgb: CombineFunction::BumpEnvmap(target),
                ..
            }) if self.base_format == BaseFormat::Dudv => Some(target.into()),
            _ => None,
        }
    }
}

/// How a unit's texel changes the fragment's colour (GL 1.5 section 3.8.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextureEnv {
    Replace,
    Modulate,
    Decal,
    Blend,
    Add,
    Combine(Combine),
    /// NONE (NV_texture_shader)
    None,
}

/// TEXTURE_ENV_MODE is COMBINE.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Combine {
    /// COMBINE_RGB.
    pub rgb: CombineFunction,
    /// COMBINE_ALPHA; a dot product there counts as `Replace`.
    pub alpha: CombineFunction,
    /// SRC0..3_RGB with OPERAND0..3_RGB.
    pub rgb_args: [CombineArg; 4],
    /// SRC0..3_ALPHA with OPERAND0..3_ALPHA (colour operands count as their alpha twin).
    pub alpha_args: [CombineArg; 4],
    /// log2 of RGB_SCALE: 0, 1, 2.
    pub rgb_shift: u8,
    /// log2 of ALPHA_SCALE.
    pub alpha_shift: u8,
}

/// What a combiner computes of its arguments, by component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CombineFunction {
    /// Arg0
    Replace,
    /// Arg0 × Arg1
    Modulate,
    /// Arg0 + Arg1
    Add,
    /// Arg0 + Arg1 − ½
    AddSigned,
    /// Arg0 × Arg2 + Arg1 × (1 − Arg2)
    Interpolate,
    /// Arg0 − Arg1
    Subtract,
    /// 4 × Σ (Arg0 − ½)(Arg1 − ½) to r, g, b
    Dot3Rgb,
    /// … to r, g, b and a
    Dot3Rgba,
    /// Arg0 × Arg2 + Arg1 (ATI_texture_env_combine3)
    ModulateAdd,
    /// Arg0 × Arg2 + Arg1 − ½
    ModulateSignedAdd,
    /// Arg0 × Arg2 − Arg1
    ModulateSubtract,
    /// Arg0 × Arg1 + Arg2 × Arg3 (NV_texture_env_combine4)
    AddProducts,
    /// Arg0 × Arg1 + Arg2 × Arg3 − ½
    AddSignedProducts,
    /// BUMP_ENVMAP_ATI: the unit's texels are added to the coordinates of this unit; the colour stays
    BumpEnvmap(u8),
}

/// One argument of a combiner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CombineArg {
    pub source: CombineSource,
    /// Which component of the source, and whether 1 minus it.
    pub operand: CombineOperand,
}

/// The colours that a combiner can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CombineSource {
    /// TEXTURE: this unit's texture
    Texture,
    /// TEXTUREn (ARB_texture_env_crossbar)
    TextureUnit(u8),
    /// CONSTANT: the unit's environment colour
    Constant,
    /// PRIMARY_COLOR: the interpolated one
    Primary,
    /// PREVIOUS: the result of the unit before, or the primary colour
    Previous,
    /// ZERO (ATI_texture_env_combine3, NV_texture_env_combine4)
    Zero,
    /// ONE
    One,
}

/// Which part of its source an argument takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CombineOperand {
    Color,
    OneMinusColor,
    Alpha,
    OneMinusAlpha,
}
