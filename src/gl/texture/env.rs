//! Texture environments and per-unit filter control (GL 1.5 sections 3.8.13 and 3.3.1 for point sprites).

use super::param::{Values, is_vector, read_floats, read_ints};
use super::shader::is_consistent;
use crate::frontend::fixed_function::fragment::{CombineOperand, CombineSource};
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::context::limits::{MAX_TEXTURE_COORDS, MAX_TEXTURE_UNITS};
use crate::gl::context::named::{Named, gl_enum, gl_names};
use crate::gl::framebuffer::bound::fragment_value;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

gl_enum! {
    /// How a unit's texel changes the colour (GL 1.5 section 3.8.13).
    pub enum EnvMode {
        Modulate = MODULATE,
        Decal = DECAL,
        Blend = BLEND,
        Replace = REPLACE,
        Add = ADD,
        Combine = COMBINE,
        Combine4 = COMBINE4_NV,
        None = NONE,
    }
}

gl_enum! {
    /// COMBINE_RGB and COMBINE_ALPHA.
    pub enum CombineMode {
        Replace = REPLACE,
        Modulate = MODULATE,
        Add = ADD,
        AddSigned = ADD_SIGNED,
        Interpolate = INTERPOLATE,
        Subtract = SUBTRACT,
        ModulateAdd = MODULATE_ADD_ATI,
        ModulateSignedAdd = MODULATE_SIGNED_ADD_ATI,
        ModulateSubtract = MODULATE_SUBTRACT_ATI,
        Dot3Rgb = DOT3_RGB,
        Dot3Rgba = DOT3_RGBA,
        /// As DOT3_RGB, never scaled.
        Dot3RgbExt = DOT3_RGB_EXT,
        /// As DOT3_RGBA, never scaled.
        Dot3RgbaExt = DOT3_RGBA_EXT,
        BumpEnvmap = BUMP_ENVMAP_ATI,
    }
}

impl CombineMode {
    /// COMBINE_ALPHA takes neither dot products nor bump maps.
    fn is_for_alpha(self) -> bool {
        !matches!(
            self,
            CombineMode::Dot3Rgb
                | CombineMode::Dot3Rgba
                | CombineMode::Dot3RgbExt
                | CombineMode::Dot3RgbaExt
                | CombineMode::BumpEnvmap
        )
    }
}

impl Named for CombineSource {
    fn from_name(name: u32) -> Option<CombineSource> {
        match name {
            TEXTURE => Some(CombineSource::Texture),
            CONSTANT => Some(CombineSource::Constant),
            PRIMARY_COLOR => Some(CombineSource::Primary),
            PREVIOUS => Some(CombineSource::Previous),
            ZERO => Some(CombineSource::Zero),
            ONE => Some(CombineSource::One),
            _ => unit_number(name).map(CombineSource::TextureUnit),
        }
    }

    fn name(self) -> u32 {
        match self {
            CombineSource::Texture => TEXTURE,
            CombineSource::TextureUnit(unit) => TEXTURE0 + u32::from(unit),
            CombineSource::Constant => CONSTANT,
            CombineSource::Primary => PRIMARY_COLOR,
            CombineSource::Previous => PREVIOUS,
            CombineSource::Zero => ZERO,
            CombineSource::One => ONE,
        }
    }
}

gl_names! {
    CombineOperand {
        Color = SRC_COLOR,
        OneMinusColor = ONE_MINUS_SRC_COLOR,
        Alpha = SRC_ALPHA,
        OneMinusAlpha = ONE_MINUS_SRC_ALPHA,
    }
}

/// The environment of one unit (tables 3.22 to 3.24).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TexEnv {
    /// TEXTURE_ENV_MODE
    pub mode: EnvMode,
    /// TEXTURE_ENV_COLOR
    pub color: [f32; 4],
    pub combine_rgb: CombineMode,
    pub combine_alpha: CombineMode,
    /// SRC0_RGB to SOURCE3_RGB_NV
    pub source_rgb: [CombineSource; 4],
    /// SRC0_ALPHA to SOURCE3_ALPHA_NV
    pub source_alpha: [CombineSource; 4],
    /// OPERAND0_RGB to OPERAND3_RGB_NV
    pub operand_rgb: [CombineOperand; 4],
    /// OPERAND0_ALPHA to OPERAND3_ALPHA_NV
    pub operand_alpha: [CombineOperand; 4],
    /// RGB_SCALE: 1, 2 or 4
    pub scale_rgb: f32,
    /// ALPHA_SCALE: 1, 2 or 4
    pub scale_alpha: f32,
    /// The unit of BUMP_TARGET_ATI.
    pub bump_target: u8,
    /// BUMP_ROT_MATRIX_ATI, by rows
    pub bump_matrix: [f32; 4],
}

impl Default for TexEnv {
    fn default() -> TexEnv {
        use CombineOperand::{Alpha, Color, OneMinusAlpha, OneMinusColor};
        const SOURCES: [CombineSource; 4] = [
            CombineSource::Texture,
            CombineSource::Previous,
            CombineSource::Constant,
            CombineSource::Zero,
        ];
        TexEnv {
            mode: EnvMode::Modulate,
            color: [0.0; 4],
            combine_rgb: CombineMode::Modulate,
            combine_alpha: CombineMode::Modulate,
            source_rgb: SOURCES,
            source_alpha: SOURCES,
            operand_rgb: [Color, Color, Alpha, OneMinusColor],
            operand_alpha: [Alpha, Alpha, Alpha, OneMinusAlpha],
            scale_rgb: 1.0,
            scale_alpha: 1.0,
            bump_target: 0,
            bump_matrix: [1.0, 0.0, 0.0, 1.0],
        }
    }
}

const NOT_A_VALUE: GlError = GlError::invalid_enum("not a value of this environment parameter");

fn named<T: Named>(name: u32) -> Result<T> {
    T::from_name(name).ok_or(NOT_A_VALUE)
}

/// A combiner's source. `index` is 0 to 3: only NV_texture_env_combine4 has the last, and no ONE for it.
fn source(index: usize, name: u32) -> Result<CombineSource> {
    match named(name)? {
        CombineSource::One if index == 3 => Err(NOT_A_VALUE),
        source => Ok(source),
    }
}

/// `None` for units beyond the fixed-function pipeline's and for other names.
fn unit_number(name: u32) -> Option<u8> {
    let number = name.wrapping_sub(TEXTURE0);
    ((number as usize) < MAX_TEXTURE_UNITS).then_some(number as u8)
}

fn scale(value: f32) -> Result<f32> {
    if [1.0, 2.0, 4.0].contains(&value) {
        Ok(value)
    } else {
        Err(GlError::invalid_value("scales are 1, 2 or 4"))
    }
}

impl TexEnv {
    fn set(&mut self, pname: u32, values: Values) -> Result {
        match pname {
            TEXTURE_ENV_MODE => self.mode = named(values.name())?,
            TEXTURE_ENV_COLOR => self.color = values.color(),
            COMBINE_RGB => self.combine_rgb = named(values.name())?,
            // Some functions and operands exist for colours only.
            COMBINE_ALPHA => match named::<CombineMode>(values.name())? {
                mode if mode.is_for_alpha() => self.combine_alpha = mode,
                _ => return Err(NOT_A_VALUE),
            },
            SOURCE0_RGB..=SOURCE3_RGB_NV => {
                let index = (pname - SOURCE0_RGB) as usize;
                self.source_rgb[index] = source(index, values.name())?;
            }
            SOURCE0_ALPHA..=SOURCE3_ALPHA_NV => {
                let index = (pname - SOURCE0_ALPHA) as usize;
                self.source_alpha[index] = source(index, values.name())?;
            }
            OPERAND0_RGB..=OPERAND3_RGB_NV => {
                self.operand_rgb[(pname - OPERAND0_RGB) as usize] = named(values.name())?;
            }
            OPERAND0_ALPHA..=OPERAND3_ALPHA_NV => {
                let operand = match named(values.name())? {
                    CombineOperand::Color | CombineOperand::OneMinusColor => {
                        return Err(NOT_A_VALUE);
                    }
                    operand => operand,
                };
                self.operand_alpha[(pname - OPERAND0_ALPHA) as usize] = operand;
            }
            BUMP_TARGET_ATI => self.bump_target = unit_number(values.name()).ok_or(NOT_A_VALUE)?,
            RGB_SCALE => self.scale_rgb = scale(values.float())?,
            ALPHA_SCALE => self.scale_alpha = scale(values.float())?,
            _ => return Err(GlError::invalid_enum("unknown environment parameter")),
        }
        Ok(())
    }

    fn get(&self, pname: u32) -> Result<Answer> {
        Ok(match pname {
            TEXTURE_ENV_MODE => Answer::name(self.mode),
            COMBINE_RGB => Answer::name(self.combine_rgb),
            COMBINE_ALPHA => Answer::name(self.combine_alpha),
            SOURCE0_RGB..=SOURCE3_RGB_NV => {
                Answer::name(self.source_rgb[(pname - SOURCE0_RGB) as usize])
            }
            SOURCE0_ALPHA..=SOURCE3_ALPHA_NV => {
                Answer::name(self.source_alpha[(pname - SOURCE0_ALPHA) as usize])
            }
            OPERAND0_RGB..=OPERAND3_RGB_NV => {
                Answer::name(self.operand_rgb[(pname - OPERAND0_RGB) as usize])
            }
            OPERAND0_ALPHA..=OPERAND3_ALPHA_NV => {
                Answer::name(self.operand_alpha[(pname - OPERAND0_ALPHA) as usize])
            }
            BUMP_TARGET_ATI => Answer::Int(TEXTURE0 as i32 + i32::from(self.bump_target)),
            RGB_SCALE => Answer::Float(self.scale_rgb),
            ALPHA_SCALE => Answer::Float(self.scale_alpha),
            _ => return Err(GlError::invalid_enum("unknown environment parameter")),
        })
    }
}

pub(crate) const NO_ENVIRONMENT: GlError =
    GlError::invalid_operation("the active unit has no texture environment");
const NO_COORDINATES: GlError =
    GlError::invalid_operation("the active unit has no texture coordinates");

fn set(call: &mut Call<'_>, target: u32, pname: u32, values: Values) -> Result {
    let active = call.cx.textures.active;
    let unit = call.cx.textures.active_unit_mut();
    match (target, pname) {
        (TEXTURE_ENV, _) if active >= MAX_TEXTURE_UNITS => Err(NO_ENVIRONMENT),
        (TEXTURE_ENV, _) => unit.env.set(pname, values),
        (TEXTURE_SHADER_NV, _) if active >= MAX_TEXTURE_UNITS => Err(NO_ENVIRONMENT),
        (TEXTURE_SHADER_NV, _) => unit.shader.set(active, pname, values),
        (TEXTURE_FILTER_CONTROL, TEXTURE_LOD_BIAS) => {
            unit.lod_bias = values.float();
            Ok(())
        }
        (POINT_SPRITE, COORD_REPLACE) if active >= MAX_TEXTURE_COORDS => Err(NO_COORDINATES),
        (POINT_SPRITE, COORD_REPLACE) => match values.name() {
            value @ (TRUE | FALSE) => {
                let sets = &mut call.cx.rasterization.point.coord_replace;
                *sets = *sets & !(1 << active) | u8::from(value == TRUE) << active;
                Ok(())
            }
            _ => Err(GlError::invalid_value("COORD_REPLACE is TRUE or FALSE")),
        },
        _ => Err(GlError::invalid_enum(
            "unknown environment target or parameter",
        )),
    }
}

fn get(call: &Call<'_>, target: u32, pname: u32) -> Result<Answer> {
    let active = call.cx.textures.active;
    let unit = call.cx.textures.active_unit();
    match (target, pname) {
        (TEXTURE_ENV, _) if active >= MAX_TEXTURE_UNITS => Err(NO_ENVIRONMENT),
        (TEXTURE_ENV, TEXTURE_ENV_COLOR) => {
            Ok(Answer::Color(fragment_value(call.cx, unit.env.color)))
        }
        (TEXTURE_ENV, _) => unit.env.get(pname),
        (TEXTURE_SHADER_NV, _) if active >= MAX_TEXTURE_UNITS => Err(NO_ENVIRONMENT),
        (TEXTURE_SHADER_NV, SHADER_CONSISTENT_NV) => {
            Ok(Answer::Int(is_consistent(&call.cx.textures, active).into()))
        }
        (TEXTURE_SHADER_NV, _) => unit.shader.get(pname),
        (TEXTURE_FILTER_CONTROL, TEXTURE_LOD_BIAS) => Ok(Answer::Float(unit.lod_bias)),
        (POINT_SPRITE, COORD_REPLACE) if active >= MAX_TEXTURE_COORDS => Err(NO_COORDINATES),
        (POINT_SPRITE, COORD_REPLACE) => {
            let sets = call.cx.rasterization.point.coord_replace;
            Ok(Answer::Int(i32::from(sets >> active & 1)))
        }
        _ => Err(GlError::invalid_enum(
            "unknown environment target or parameter",
        )),
    }
}

/// Sets an environment parameter of the active unit.
pub fn tex_envf(call: &mut Call<'_>, target: u32, pname: u32, param: f32) -> Result {
    if is_vector(pname) {
        return Err(GlError::invalid_enum("this parameter is a vector"));
    }
    set(call, target, pname, Values::Float([param, 0.0, 0.0, 0.0]))
}

/// Sets an environment parameter of the active unit.
pub fn tex_envi(call: &mut Call<'_>, target: u32, pname: u32, param: i32) -> Result {
    if is_vector(pname) {
        return Err(GlError::invalid_enum("this parameter is a vector"));
    }
    set(call, target, pname, Values::Int([param, 0, 0, 0]))
}

/// Sets an environment parameter of the active unit.
pub fn tex_envfv(call: &mut Call<'_>, target: u32, pname: u32, params: ClientPtr<f32>) -> Result {
    let values = read_floats(call, pname, params)?;
    call.run(move |call| set(call, target, pname, values))
}

/// Sets an environment parameter of the active unit.
pub fn tex_enviv(call: &mut Call<'_>, target: u32, pname: u32, params: ClientPtr<i32>) -> Result {
    let values = read_ints(call, pname, params)?;
    call.run(move |call| set(call, target, pname, values))
}

/// Queries an environment parameter of the active unit.
pub fn get_tex_envfv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    get(call, target, pname)?.write_floats(call, params);
    Ok(())
}

/// Queries an environment parameter of the active unit.
pub fn get_tex_enviv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    get(call, target, pname)?.write_ints(call, params);
    Ok(())
}
