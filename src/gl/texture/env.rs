//! Texture environments and per-unit filter control (GL 1.5 sections 3.8.13 and 3.3.1 for point sprites).

use super::param::{Values, is_vector, read_floats, read_ints};
use super::shader::is_consistent;
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::context::limits::{MAX_TEXTURE_COORDS, MAX_TEXTURE_UNITS};
use crate::gl::framebuffer::bound::fragment_value;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// The environment of one unit (tables 3.22 to 3.24), by the names' values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TexEnv {
    /// TEXTURE_ENV_MODE: MODULATE, DECAL, BLEND, REPLACE, ADD, COMBINE, COMBINE4_NV or NONE.
    pub mode: u32,
    /// TEXTURE_ENV_COLOR
    pub color: [f32; 4],
    /// COMBINE_RGB
    pub combine_rgb: u32,
    /// COMBINE_ALPHA
    pub combine_alpha: u32,
    /// SRC0_RGB to SOURCE3_RGB_NV: TEXTURE, TEXTUREn, CONSTANT, PRIMARY_COLOR, PREVIOUS, ZERO or ONE.
    pub source_rgb: [u32; 4],
    /// SRC0_ALPHA to SOURCE3_ALPHA_NV
    pub source_alpha: [u32; 4],
    /// OPERAND0_RGB to OPERAND3_RGB_NV
    pub operand_rgb: [u32; 4],
    /// OPERAND0_ALPHA to OPERAND3_ALPHA_NV
    pub operand_alpha: [u32; 4],
    /// RGB_SCALE: 1, 2 or 4
    pub scale_rgb: f32,
    /// ALPHA_SCALE: 1, 2 or 4
    pub scale_alpha: f32,
    /// BUMP_TARGET_ATI: TEXTUREn
    pub bump_target: u32,
    /// BUMP_ROT_MATRIX_ATI, by rows
    pub bump_matrix: [f32; 4],
}

impl Default for TexEnv {
    fn default() -> TexEnv {
        TexEnv {
            mode: MODULATE,
            color: [0.0; 4],
            combine_rgb: MODULATE,
            combine_alpha: MODULATE,
            source_rgb: [TEXTURE, PREVIOUS, CONSTANT, ZERO],
            source_alpha: [TEXTURE, PREVIOUS, CONSTANT, ZERO],
            operand_rgb: [SRC_COLOR, SRC_COLOR, SRC_ALPHA, ONE_MINUS_SRC_COLOR],
            operand_alpha: [SRC_ALPHA, SRC_ALPHA, SRC_ALPHA, ONE_MINUS_SRC_ALPHA],
            scale_rgb: 1.0,
            scale_alpha: 1.0,
            bump_target: TEXTURE0,
            bump_matrix: [1.0, 0.0, 0.0, 1.0],
        }
    }
}

const NOT_A_VALUE: GlError = GlError::invalid_enum("not a value of this environment parameter");

fn one_of(name: u32, allowed: &[u32]) -> Result<u32> {
    if allowed.contains(&name) {
        Ok(name)
    } else {
        Err(NOT_A_VALUE)
    }
}

/// The name of a combiner's source. `index` is 0 to 3: only NV_texture_env_combine4 has the last, and no ONE for it.
fn source(index: usize, name: u32) -> Result<u32> {
    match name {
        ONE if index == 3 => Err(NOT_A_VALUE),
        TEXTURE | CONSTANT | PRIMARY_COLOR | PREVIOUS | ZERO | ONE => Ok(name),
        _ => unit(name),
    }
}

/// The name of a unit that has an environment.
fn unit(name: u32) -> Result<u32> {
    match name.wrapping_sub(TEXTURE0) as usize {
        0..MAX_TEXTURE_UNITS => Ok(name),
        _ => Err(NOT_A_VALUE),
    }
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
        const FUNCTIONS: [u32; 14] = [
            REPLACE,
            MODULATE,
            ADD,
            ADD_SIGNED,
            INTERPOLATE,
            SUBTRACT,
            MODULATE_ADD_ATI,
            MODULATE_SIGNED_ADD_ATI,
            MODULATE_SUBTRACT_ATI,
            DOT3_RGB,
            DOT3_RGBA,
            DOT3_RGB_EXT,
            DOT3_RGBA_EXT,
            BUMP_ENVMAP_ATI,
        ];
        const COLORS: [u32; 4] = [
            SRC_ALPHA,
            ONE_MINUS_SRC_ALPHA,
            SRC_COLOR,
            ONE_MINUS_SRC_COLOR,
        ];
        match pname {
            TEXTURE_ENV_MODE => {
                self.mode = one_of(
                    values.name(),
                    &[
                        MODULATE,
                        DECAL,
                        BLEND,
                        REPLACE,
                        ADD,
                        COMBINE,
                        COMBINE4_NV,
                        NONE,
                    ],
                )?;
            }
            TEXTURE_ENV_COLOR => self.color = values.color(),
            COMBINE_RGB => self.combine_rgb = one_of(values.name(), &FUNCTIONS)?,
            COMBINE_ALPHA => self.combine_alpha = one_of(values.name(), &FUNCTIONS[..9])?,
            SOURCE0_RGB..=SOURCE3_RGB_NV => {
                let index = (pname - SOURCE0_RGB) as usize;
                self.source_rgb[index] = source(index, values.name())?;
            }
            SOURCE0_ALPHA..=SOURCE3_ALPHA_NV => {
                let index = (pname - SOURCE0_ALPHA) as usize;
                self.source_alpha[index] = source(index, values.name())?;
            }
            OPERAND0_RGB..=OPERAND3_RGB_NV => {
                self.operand_rgb[(pname - OPERAND0_RGB) as usize] = one_of(values.name(), &COLORS)?;
            }
            OPERAND0_ALPHA..=OPERAND3_ALPHA_NV => {
                self.operand_alpha[(pname - OPERAND0_ALPHA) as usize] =
                    one_of(values.name(), &COLORS[..2])?;
            }
            BUMP_TARGET_ATI => self.bump_target = unit(values.name())?,
            RGB_SCALE => self.scale_rgb = scale(values.float())?,
            ALPHA_SCALE => self.scale_alpha = scale(values.float())?,
            _ => return Err(GlError::invalid_enum("unknown environment parameter")),
        }
        Ok(())
    }

    fn get(&self, pname: u32) -> Result<Answer> {
        let name = |value: u32| Answer::Int(value as i32);
        Ok(match pname {
            TEXTURE_ENV_MODE => name(self.mode),
            COMBINE_RGB => name(self.combine_rgb),
            COMBINE_ALPHA => name(self.combine_alpha),
            SOURCE0_RGB..=SOURCE3_RGB_NV => name(self.source_rgb[(pname - SOURCE0_RGB) as usize]),
            SOURCE0_ALPHA..=SOURCE3_ALPHA_NV => {
                name(self.source_alpha[(pname - SOURCE0_ALPHA) as usize])
            }
            OPERAND0_RGB..=OPERAND3_RGB_NV => {
                name(self.operand_rgb[(pname - OPERAND0_RGB) as usize])
            }
            OPERAND0_ALPHA..=OPERAND3_ALPHA_NV => {
                name(self.operand_alpha[(pname - OPERAND0_ALPHA) as usize])
            }
            BUMP_TARGET_ATI => name(self.bump_target),
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
            Ok(Answer::Int(is_consistent(call.cx, active).into()))
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
