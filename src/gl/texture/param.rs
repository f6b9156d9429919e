//! Commands for texture parameters (GL 1.5 sections 3.8.4 to 3.8.9 and 3.8.14, EXT_texture_filter_anisotropic,
//! EXT_texture_swizzle, EXT_texture_sRGB_decode).

use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::context::named::Named;
use crate::gl::texture_object::parameters::{MinFilter, Sampling, TexParams, is_rectangle_wrap};
use crate::gl::texture_object::target::target_kind;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::texture::{SwizzleSource, Wrap};

/// A parameter's values as the command gave them.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Values {
    /// TexParameterf, TexParameterfv
    Float([f32; 4]),
    /// TexParameteri, TexParameteriv
    Int([i32; 4]),
}

impl Values {
    /// The first value as a float.
    pub(crate) fn float(self) -> f32 {
        match self {
            Values::Float(v) => v[0],
            Values::Int(v) => v[0] as f32,
        }
    }

    /// The first value as an integer, rounded.
    pub(crate) fn int(self) -> i32 {
        match self {
            Values::Float(v) => v[0].round() as i32,
            Values::Int(v) => v[0],
        }
    }

    /// The first value as an enum; one that no float can hold exactly is none.
    pub(crate) fn name(self) -> u32 {
        match self {
            Values::Float(v) => v[0] as u32,
            Values::Int(v) => v[0] as u32,
        }
    }

    /// Four enums.
    pub(crate) fn names(self) -> [u32; 4] {
        match self {
            Values::Float(v) => v.map(|v| v as u32),
            Values::Int(v) => v.map(|v| v as u32),
        }
    }

    /// Four values as floats.
    pub(crate) fn floats(self) -> [f32; 4] {
        match self {
            Values::Float(v) => v,
            Values::Int(v) => v.map(|v| v as f32),
        }
    }

    /// Four values as a colour: integers map to [−1, 1] (table 2.9).
    pub(crate) fn color(self) -> [f32; 4] {
        match self {
            Values::Float(v) => v,
            Values::Int(v) => v.map(int_to_color),
        }
    }

    /// The first value as a component of a colour.
    fn normalized(self) -> f32 {
        self.color()[0]
    }
}

fn int_to_color(value: i32) -> f32 {
    ((2.0 * value as f64 + 1.0) / u32::MAX as f64) as f32
}

/// The parameters of textures, environments, texture shaders and coordinate generation that have several values, and how
/// many.
const VECTORS: [(u32, usize); 9] = [
    (TEXTURE_BORDER_COLOR, 4),
    (TEXTURE_BORDER_VALUES_NV, 4),
    (TEXTURE_SWIZZLE_RGBA, 4),
    (TEXTURE_ENV_COLOR, 4),
    (CULL_MODES_NV, 4),
    (OFFSET_TEXTURE_MATRIX_NV, 4),
    (OBJECT_PLANE, 4),
    (EYE_PLANE, 4),
    (CONST_EYE_NV, 3),
];

/// How many values a command reads for a parameter. It reads one for a name that is no parameter, which the command then
/// refuses as it sets the parameter.
fn vector_len(pname: u32) -> usize {
    let row = VECTORS.iter().find(|(name, _)| *name == pname);
    row.map_or(1, |(_, len)| *len)
}

/// Whether a parameter has several values.
pub(crate) fn is_vector(pname: u32) -> bool {
    vector_len(pname) > 1
}

const NOT_A_VALUE: GlError = GlError::invalid_enum("not a value of this texture parameter");

fn named<T: Named>(name: u32) -> Result<T> {
    T::from_name(name).ok_or(NOT_A_VALUE)
}

/// Rectangles clamp and have one level (ARB_texture_rectangle).
fn wrap(kind: Option<TextureShape>, name: u32) -> Result<Wrap> {
    let wrap = named(name)?;
    if kind != Some(TextureShape::Rectangle) || is_rectangle_wrap(wrap) {
        Ok(wrap)
    } else {
        Err(NOT_A_VALUE)
    }
}

fn min_filter(kind: Option<TextureShape>, name: u32) -> Result<MinFilter> {
    match named(name)? {
        (_, Some(_)) if kind == Some(TextureShape::Rectangle) => Err(NOT_A_VALUE),
        filter => Ok(filter),
    }
}

fn level_number(values: Values) -> Result<i32> {
    match values.int() {
        level @ 0.. => Ok(level),
        _ => Err(GlError::invalid_value("a level is not negative")),
    }
}

/// Sets a parameter of sampling, of a texture of this kind or of a sampler object. Gives INVALID_ENUM for a parameter that
/// is none, and for a value that the parameter cannot have.
pub(crate) fn set_sampling(
    sampling: &mut Sampling,
    kind: Option<TextureShape>,
    pname: u32,
    values: Values,
) -> Result {
    match pname {
        TEXTURE_WRAP_S => sampling.wrap[0] = wrap(kind, values.name())?,
        TEXTURE_WRAP_T => sampling.wrap[1] = wrap(kind, values.name())?,
        TEXTURE_WRAP_R => sampling.wrap[2] = wrap(kind, values.name())?,
        TEXTURE_MIN_FILTER => sampling.min_filter = min_filter(kind, values.name())?,
        TEXTURE_MAG_FILTER => sampling.mag_filter = named(values.name())?,
        // Clamped where texels are fixed-point, and when queried (ARB_texture_float issues 6 and 8).
        TEXTURE_BORDER_COLOR => sampling.border_color = values.color(),
        TEXTURE_MIN_LOD => sampling.min_lod = values.float(),
        TEXTURE_MAX_LOD => sampling.max_lod = values.float(),
        TEXTURE_LOD_BIAS => sampling.lod_bias = values.float(),
        TEXTURE_COMPARE_MODE => sampling.compare_mode = named(values.name())?,
        TEXTURE_COMPARE_FUNC => sampling.compare_func = named(values.name())?,
        TEXTURE_MAX_ANISOTROPY_EXT => match values.float() {
            n if n >= 1.0 => sampling.max_anisotropy = n,
            _ => return Err(GlError::invalid_value("an anisotropy is at least 1")),
        },
        TEXTURE_SRGB_DECODE_EXT => sampling.srgb_decode = named(values.name())?,
        _ => return Err(GlError::invalid_enum("unknown texture parameter")),
    }
    Ok(())
}

fn set(params: &mut TexParams, kind: TextureShape, pname: u32, values: Values) -> Result {
    match pname {
        TEXTURE_BORDER_VALUES_NV => params.sampling.border_color = values.color(),
        TEXTURE_BASE_LEVEL => {
            let level = level_number(values)?;
            if kind == TextureShape::Rectangle && level != 0 {
                return Err(GlError::invalid_value("rectangles have one level"));
            }
            params.base_level = level;
        }
        TEXTURE_MAX_LEVEL => params.max_level = level_number(values)?,
        TEXTURE_PRIORITY => params.priority = values.normalized().clamp(0.0, 1.0),
        GENERATE_MIPMAP => params.generate_mipmap = values.float() != 0.0,
        DEPTH_TEXTURE_MODE => params.depth_mode = named(values.name())?,
        TEXTURE_SWIZZLE_R..=TEXTURE_SWIZZLE_A => {
            let component = (pname - TEXTURE_SWIZZLE_R) as usize;
            params.swizzle[component] = swizzle_source(values.name())?;
        }
        TEXTURE_SWIZZLE_RGBA => {
            let [r, g, b, a] = values.names().map(swizzle_source);
            params.swizzle = [r?, g?, b?, a?];
        }
        _ => set_sampling(&mut params.sampling, Some(kind), pname, values)?,
    }
    Ok(())
}

/// INVALID_ENUM for what is no source of a swizzle, as for any other parameter, and as GL 3.3 and piglit have it;
/// EXT_texture_swizzle's own text says INVALID_OPERATION.
fn swizzle_source(name: u32) -> Result<SwizzleSource> {
    named(name)
}

fn parameter(call: &mut Call<'_>, target: u32, pname: u32, values: Values) -> Result {
    let kind = target_kind(target)?;
    let handle = call.cx.textures.bound(kind);
    let mut object = handle.object.lock();
    set(&mut object.params, kind, pname, values)?;
    if matches!(
        pname,
        TEXTURE_MIN_FILTER | TEXTURE_BASE_LEVEL | TEXTURE_MAX_LEVEL
    ) {
        object.texture.touch();
    }
    Ok(())
}

pub(crate) fn refuse_vector(pname: u32) -> Result {
    if is_vector(pname) {
        Err(GlError::invalid_enum("this parameter is a vector"))
    } else {
        Ok(())
    }
}

/// Sets a parameter of the texture bound to a target of the active unit.
pub fn tex_parameterf(call: &mut Call<'_>, target: u32, pname: u32, param: f32) -> Result {
    refuse_vector(pname)?;
    parameter(call, target, pname, Values::Float([param, 0.0, 0.0, 0.0]))
}

/// Sets a parameter of the texture bound to a target of the active unit.
pub fn tex_parameteri(call: &mut Call<'_>, target: u32, pname: u32, param: i32) -> Result {
    refuse_vector(pname)?;
    parameter(call, target, pname, Values::Int([param, 0, 0, 0]))
}

/// Sets a parameter of the texture bound to a target of the active unit.
pub fn tex_parameterfv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let values = read_floats(call, pname, params)?;
    call.run(move |call| parameter(call, target, pname, values))
}

/// Sets a parameter of the texture bound to a target of the active unit.
pub fn tex_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let values = read_ints(call, pname, params)?;
    call.run(move |call| parameter(call, target, pname, values))
}

/// The values of a parameter.
pub(crate) fn read_floats(call: &Call<'_>, pname: u32, params: ClientPtr<f32>) -> Result<Values> {
    Ok(Values::Float(call.vec4(
        params,
        vector_len(pname),
        |v| v,
    )?))
}

/// The values of a parameter.
pub(crate) fn read_ints(call: &Call<'_>, pname: u32, params: ClientPtr<i32>) -> Result<Values> {
    Ok(Values::Int(match vector_len(pname) {
        4 => call.params(params)?,
        3 => {
            let [x, y, z] = call.params(params)?;
            [x, y, z, 0]
        }
        _ => {
            let [value] = call.params(params)?;
            [value, 0, 0, 0]
        }
    }))
}
