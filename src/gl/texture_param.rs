//! Texture parameters (GL 1.5 sections 3.8.4 to 3.8.9 and 3.8.14, EXT_texture_filter_anisotropic,
//! EXT_texture_swizzle, EXT_texture_sRGB_decode).

use super::enums::*;
use super::texture_format::{BaseFormat, InternalFormat};
use super::texture_object::target_kind;
use super::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::texture::{
    CompareFunc, DepthMode, Filter, ImageKind, MAX_LOD_BIAS, SamplerState, SwizzleSource, Wrap,
};

/// MAX_TEXTURE_MAX_ANISOTROPY_EXT
pub const MAX_ANISOTROPY: f32 = 16.0;

/// Parameters of a texture object (table 6.17), by their names' values.
#[derive(Debug, Clone, PartialEq)]
pub struct TexParams {
    /// TEXTURE_WRAP_S, T, R
    pub wrap: [u32; 3],
    /// TEXTURE_MIN_FILTER
    pub min_filter: u32,
    /// TEXTURE_MAG_FILTER
    pub mag_filter: u32,
    /// TEXTURE_BORDER_COLOR, not clamped
    pub border_color: [f32; 4],
    /// TEXTURE_MIN_LOD
    pub min_lod: f32,
    /// TEXTURE_MAX_LOD
    pub max_lod: f32,
    /// TEXTURE_BASE_LEVEL, not negative
    pub base_level: i32,
    /// TEXTURE_MAX_LEVEL, not negative
    pub max_level: i32,
    /// TEXTURE_LOD_BIAS
    pub lod_bias: f32,
    /// TEXTURE_PRIORITY
    pub priority: f32,
    /// GENERATE_MIPMAP
    pub generate_mipmap: bool,
    /// TEXTURE_COMPARE_MODE
    pub compare_mode: u32,
    /// TEXTURE_COMPARE_FUNC
    pub compare_func: u32,
    /// DEPTH_TEXTURE_MODE
    pub depth_mode: u32,
    /// TEXTURE_MAX_ANISOTROPY_EXT
    pub max_anisotropy: f32,
    /// TEXTURE_SWIZZLE_R, G, B, A
    pub swizzle: [u32; 4],
    /// TEXTURE_SRGB_DECODE_EXT
    pub srgb_decode: u32,
}

impl TexParams {
    /// The initial parameters of a kind: rectangles clamp and have no mipmaps (ARB_texture_rectangle).
    pub fn initial(kind: ImageKind) -> TexParams {
        let rectangle = kind == ImageKind::Rectangle;
        TexParams {
            wrap: [if rectangle { CLAMP_TO_EDGE } else { REPEAT }; 3],
            min_filter: if rectangle {
                LINEAR
            } else {
                NEAREST_MIPMAP_LINEAR
            },
            mag_filter: LINEAR,
            border_color: [0.0; 4],
            min_lod: -1000.0,
            max_lod: 1000.0,
            base_level: 0,
            max_level: 1000,
            lod_bias: 0.0,
            priority: 1.0,
            generate_mipmap: false,
            compare_mode: NONE,
            compare_func: LEQUAL,
            depth_mode: LUMINANCE,
            max_anisotropy: 1.0,
            swizzle: [RED, GREEN, BLUE, ALPHA],
            srgb_decode: DECODE_EXT,
        }
    }

    /// Whether the minification filter reads several levels.
    pub fn uses_mipmaps(&self) -> bool {
        !matches!(self.min_filter, NEAREST | LINEAR)
    }

    /// The sampler's terms, for an image of this format on a unit with this bias.
    pub fn sampler_state(&self, format: InternalFormat, unit_lod_bias: f32) -> SamplerState {
        let wrap = |name| match name {
            REPEAT => Wrap::Repeat,
            CLAMP => Wrap::Clamp,
            CLAMP_TO_BORDER => Wrap::ClampToBorder,
            MIRRORED_REPEAT => Wrap::MirroredRepeat,
            MIRROR_CLAMP_EXT => Wrap::MirrorClamp,
            MIRROR_CLAMP_TO_EDGE_EXT => Wrap::MirrorClampToEdge,
            MIRROR_CLAMP_TO_BORDER_EXT => Wrap::MirrorClampToBorder,
            _ => Wrap::ClampToEdge,
        };
        let (min, mip) = match self.min_filter {
            NEAREST => (Filter::Nearest, None),
            LINEAR => (Filter::Linear, None),
            NEAREST_MIPMAP_NEAREST => (Filter::Nearest, Some(Filter::Nearest)),
            LINEAR_MIPMAP_NEAREST => (Filter::Linear, Some(Filter::Nearest)),
            NEAREST_MIPMAP_LINEAR => (Filter::Nearest, Some(Filter::Linear)),
            _ => (Filter::Linear, Some(Filter::Linear)),
        };
        let depth = format.base == BaseFormat::Depth;
        SamplerState {
            wrap: self.wrap.map(wrap),
            mag: if self.mag_filter == NEAREST {
                Filter::Nearest
            } else {
                Filter::Linear
            },
            min,
            mip,
            lod_bias: (self.lod_bias + unit_lod_bias).clamp(-MAX_LOD_BIAS, MAX_LOD_BIAS),
            min_lod: self.min_lod,
            max_lod: self.max_lod,
            base_level: self.base_level as u32,
            max_level: self.max_level as u32,
            border: format.border(self.border_color),
            compare: (depth && self.compare_mode == COMPARE_R_TO_TEXTURE)
                .then(|| compare_func(self.compare_func)),
            depth_mode: match self.depth_mode {
                ALPHA => DepthMode::Alpha,
                RED => DepthMode::Red,
                INTENSITY => DepthMode::Intensity,
                _ => DepthMode::Luminance,
            },
            max_anisotropy: self.max_anisotropy.min(MAX_ANISOTROPY),
            swizzle: self.swizzle.map(swizzle_source),
            skip_srgb_decode: self.srgb_decode == SKIP_DECODE_EXT,
        }
    }
}

fn swizzle_source(name: u32) -> SwizzleSource {
    match name {
        ZERO => SwizzleSource::Zero,
        ONE => SwizzleSource::One,
        // RED, GREEN, BLUE and ALPHA follow each other.
        name => SwizzleSource::Component((name - RED) as u8),
    }
}

fn compare_func(name: u32) -> CompareFunc {
    match name {
        NEVER => CompareFunc::Never,
        LESS => CompareFunc::Less,
        EQUAL => CompareFunc::Equal,
        LEQUAL => CompareFunc::LessEqual,
        GREATER => CompareFunc::Greater,
        NOTEQUAL => CompareFunc::NotEqual,
        GEQUAL => CompareFunc::GreaterEqual,
        _ => CompareFunc::Always,
    }
}

/// A parameter's values as the command gave them.
#[derive(Debug, Clone, Copy)]
pub(super) enum Values {
    /// TexParameterf, TexParameterfv
    Float([f32; 4]),
    /// TexParameteri, TexParameteriv
    Int([i32; 4]),
}

impl Values {
    /// The first value as a float.
    pub(super) fn float(self) -> f32 {
        match self {
            Values::Float(v) => v[0],
            Values::Int(v) => v[0] as f32,
        }
    }

    /// The first value as an integer, rounded.
    pub(super) fn int(self) -> i32 {
        match self {
            Values::Float(v) => v[0].round() as i32,
            Values::Int(v) => v[0],
        }
    }

    /// The first value as an enum; one that no float can hold exactly is none.
    pub(super) fn name(self) -> u32 {
        match self {
            Values::Float(v) => v[0] as u32,
            Values::Int(v) => v[0] as u32,
        }
    }

    /// Four enums.
    pub(super) fn names(self) -> [u32; 4] {
        match self {
            Values::Float(v) => v.map(|v| v as u32),
            Values::Int(v) => v.map(|v| v as u32),
        }
    }

    /// Four values as floats.
    pub(super) fn floats(self) -> [f32; 4] {
        match self {
            Values::Float(v) => v,
            Values::Int(v) => v.map(|v| v as f32),
        }
    }

    /// Four values as a colour: integers map to [−1, 1] (table 2.9).
    pub(super) fn color(self) -> [f32; 4] {
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

/// Values of a parameter of textures, environments, texture shaders or coordinate generation.
fn vector_len(pname: u32) -> usize {
    match pname {
        TEXTURE_BORDER_COLOR
        | TEXTURE_BORDER_VALUES_NV
        | TEXTURE_SWIZZLE_RGBA
        | TEXTURE_ENV_COLOR
        | CULL_MODES_NV
        | OFFSET_TEXTURE_MATRIX_NV
        | OBJECT_PLANE
        | EYE_PLANE => 4,
        CONST_EYE_NV => 3,
        _ => 1,
    }
}

/// Whether a parameter has several values.
pub(super) fn is_vector(pname: u32) -> bool {
    vector_len(pname) > 1
}

fn one_of(name: u32, allowed: &[u32]) -> Result<u32> {
    if allowed.contains(&name) {
        Ok(name)
    } else {
        Err(GlError::invalid_enum(
            "not a value of this texture parameter",
        ))
    }
}

fn level_number(values: Values) -> Result<i32> {
    match values.int() {
        level @ 0.. => Ok(level),
        _ => Err(GlError::invalid_value("a level is not negative")),
    }
}

fn set(params: &mut TexParams, kind: ImageKind, pname: u32, values: Values) -> Result {
    const WRAPS: [u32; 8] = [
        CLAMP,
        CLAMP_TO_EDGE,
        CLAMP_TO_BORDER,
        REPEAT,
        MIRRORED_REPEAT,
        MIRROR_CLAMP_EXT,
        MIRROR_CLAMP_TO_EDGE_EXT,
        MIRROR_CLAMP_TO_BORDER_EXT,
    ];
    const MINS: [u32; 6] = [
        NEAREST,
        LINEAR,
        NEAREST_MIPMAP_NEAREST,
        LINEAR_MIPMAP_NEAREST,
        NEAREST_MIPMAP_LINEAR,
        LINEAR_MIPMAP_LINEAR,
    ];
    const FUNCS: [u32; 8] = [
        LEQUAL, GEQUAL, LESS, GREATER, EQUAL, NOTEQUAL, ALWAYS, NEVER,
    ];
    let rectangle = kind == ImageKind::Rectangle;
    let wraps = if rectangle { &WRAPS[..3] } else { &WRAPS[..] };
    match pname {
        TEXTURE_WRAP_S => params.wrap[0] = one_of(values.name(), wraps)?,
        TEXTURE_WRAP_T => params.wrap[1] = one_of(values.name(), wraps)?,
        TEXTURE_WRAP_R => params.wrap[2] = one_of(values.name(), wraps)?,
        TEXTURE_MIN_FILTER => {
            params.min_filter = one_of(
                values.name(),
                if rectangle { &MINS[..2] } else { &MINS[..] },
            )?;
        }
        TEXTURE_MAG_FILTER => params.mag_filter = one_of(values.name(), &MINS[..2])?,
        // Clamped where texels are fixed-point, and when queried (ARB_texture_float issues 6 and 8).
        TEXTURE_BORDER_COLOR | TEXTURE_BORDER_VALUES_NV => params.border_color = values.color(),
        TEXTURE_MIN_LOD => params.min_lod = values.float(),
        TEXTURE_MAX_LOD => params.max_lod = values.float(),
        TEXTURE_BASE_LEVEL => {
            let level = level_number(values)?;
            if rectangle && level != 0 {
                return Err(GlError::invalid_value("rectangles have one level"));
            }
            params.base_level = level;
        }
        TEXTURE_MAX_LEVEL => params.max_level = level_number(values)?,
        TEXTURE_LOD_BIAS => params.lod_bias = values.float(),
        TEXTURE_PRIORITY => params.priority = values.normalized().clamp(0.0, 1.0),
        GENERATE_MIPMAP => params.generate_mipmap = values.float() != 0.0,
        TEXTURE_COMPARE_MODE => {
            params.compare_mode = one_of(values.name(), &[NONE, COMPARE_R_TO_TEXTURE])?
        }
        TEXTURE_COMPARE_FUNC => params.compare_func = one_of(values.name(), &FUNCS)?,
        DEPTH_TEXTURE_MODE => {
            params.depth_mode = one_of(values.name(), &[LUMINANCE, INTENSITY, ALPHA, RED])?
        }
        TEXTURE_MAX_ANISOTROPY_EXT => match values.float() {
            n if n >= 1.0 => params.max_anisotropy = n,
            _ => return Err(GlError::invalid_value("an anisotropy is at least 1")),
        },
        TEXTURE_SWIZZLE_R..=TEXTURE_SWIZZLE_A => {
            let component = (pname - TEXTURE_SWIZZLE_R) as usize;
            params.swizzle[component] = swizzle_name(values.name())?;
        }
        TEXTURE_SRGB_DECODE_EXT => {
            params.srgb_decode = one_of(values.name(), &[DECODE_EXT, SKIP_DECODE_EXT])?;
        }
        TEXTURE_SWIZZLE_RGBA => {
            let [r, g, b, a] = values.names().map(swizzle_name);
            params.swizzle = [r?, g?, b?, a?];
        }
        _ => return Err(GlError::invalid_enum("unknown texture parameter")),
    }
    Ok(())
}

/// INVALID_ENUM for what is no source of a swizzle, as for any other parameter, and as GL 3.3 and piglit have it;
/// EXT_texture_swizzle's own text says INVALID_OPERATION.
fn swizzle_name(name: u32) -> Result<u32> {
    one_of(name, &[RED, GREEN, BLUE, ALPHA, ZERO, ONE])
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
        object.touch();
    }
    Ok(())
}

fn refuse_vector(pname: u32) -> Result {
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
pub(super) fn read_floats(call: &Call<'_>, pname: u32, params: ClientPtr<f32>) -> Result<Values> {
    Ok(Values::Float(call.vec4(
        params,
        vector_len(pname),
        |v| v,
    )?))
}

/// The values of a parameter.
pub(super) fn read_ints(call: &Call<'_>, pname: u32, params: ClientPtr<i32>) -> Result<Values> {
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
