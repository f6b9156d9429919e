//! GL state as symbols of vertex shaders: BindLightParameterEXT and its like (EXT_vertex_shader section 2.14, the tables
//! of parameters). Allowed inside of definitions, as programs of the time have it, though the text's list of what may
//! stand there leaves them out.
//!
//! Wrong enums are INVALID_ENUM; the name is then 0.

use crate::frontend::binding::{ColorTerm, Face, MatrixName, SceneValue, TexGenCoord};
use crate::frontend::vertex_shader::shader::Parameter;
use crate::gl::context::enums::*;
use crate::gl::context::limits::{MAX_CLIP_PLANES, MAX_LIGHTS, MAX_TEXTURE_COORDS};
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;

fn bind(call: &mut Call<'_>, parameter: Option<Parameter>) -> Result<u32> {
    let parameter = parameter.ok_or(GlError::invalid_enum("no such parameter to bind"))?;
    let name = call.cx.shared.vertex_symbols.lock().bind(parameter);
    Ok(name.unwrap_or(0))
}

/// Number `name − first` of a row of `count` enums.
fn numbered(name: u32, first: u32, count: usize) -> Option<u32> {
    let number = name.wrapping_sub(first);
    ((number as usize) < count).then_some(number)
}

pub fn bind_light_parameter_ext(call: &mut Call<'_>, light: u32, value: u32) -> Result<u32> {
    use Parameter::{Component, Direction, Vector};
    let parameter = |n: u32| {
        Some(match value {
            AMBIENT => Vector(SceneValue::Light(n, ColorTerm::Ambient)),
            DIFFUSE => Vector(SceneValue::Light(n, ColorTerm::Diffuse)),
            SPECULAR => Vector(SceneValue::Light(n, ColorTerm::Specular)),
            POSITION => Vector(SceneValue::LightPosition(n)),
            CONSTANT_ATTENUATION => Component(SceneValue::LightAttenuation(n), 0),
            LINEAR_ATTENUATION => Component(SceneValue::LightAttenuation(n), 1),
            QUADRATIC_ATTENUATION => Component(SceneValue::LightAttenuation(n), 2),
            SPOT_EXPONENT => Component(SceneValue::LightAttenuation(n), 3),
            SPOT_DIRECTION => Direction(SceneValue::LightSpotDirection(n)),
            SPOT_CUTOFF => Component(SceneValue::LightSpotCutoff(n), 0),
            _ => return None,
        })
    };
    let light = numbered(light, LIGHT0, MAX_LIGHTS);
    bind(call, light.and_then(parameter))
}

pub fn bind_material_parameter_ext(call: &mut Call<'_>, face: u32, value: u32) -> Result<u32> {
    let parameter = |face| {
        let term = match value {
            AMBIENT => ColorTerm::Ambient,
            DIFFUSE => ColorTerm::Diffuse,
            SPECULAR => ColorTerm::Specular,
            EMISSION => ColorTerm::Emission,
            SHININESS => return Some(Parameter::Component(SceneValue::MaterialShininess(face), 0)),
            _ => return None,
        };
        Some(Parameter::Vector(SceneValue::Material(face, term)))
    };
    let face = match face {
        FRONT => Some(Face::Front),
        BACK => Some(Face::Back),
        _ => None,
    };
    bind(call, face.and_then(parameter))
}

pub fn bind_tex_gen_parameter_ext(
    call: &mut Call<'_>,
    unit: u32,
    coord: u32,
    value: u32,
) -> Result<u32> {
    let coord = match coord {
        S => Some(TexGenCoord::S),
        T => Some(TexGenCoord::T),
        R => Some(TexGenCoord::R),
        Q => Some(TexGenCoord::Q),
        _ => None,
    };
    let unit = numbered(unit, TEXTURE0, MAX_TEXTURE_COORDS);
    let parameter = unit.zip(coord).and_then(|(unit, coord)| match value {
        EYE_PLANE => Some(SceneValue::TexGenEye(unit, coord)),
        OBJECT_PLANE => Some(SceneValue::TexGenObject(unit, coord)),
        _ => None,
    });
    bind(call, parameter.map(Parameter::Vector))
}

pub fn bind_texture_unit_parameter_ext(call: &mut Call<'_>, unit: u32, value: u32) -> Result<u32> {
    let unit = numbered(unit, TEXTURE0, MAX_TEXTURE_COORDS);
    let parameter = unit.and_then(|unit| match value {
        CURRENT_TEXTURE_COORDS => Some(Parameter::Attribute(attribute::TEX_COORD_0 + unit)),
        TEXTURE_MATRIX => Some(Parameter::Matrix(MatrixName::Texture(unit))),
        _ => None,
    });
    bind(call, parameter)
}

pub fn bind_parameter_ext(call: &mut Call<'_>, value: u32) -> Result<u32> {
    use Parameter::{Attribute, Component, Matrix, Vector};
    let parameter = match value {
        CURRENT_VERTEX_EXT => Some(Attribute(attribute::POSITION)),
        CURRENT_NORMAL => Some(Parameter::Normal),
        CURRENT_COLOR => Some(Attribute(attribute::COLOR)),
        MODELVIEW_MATRIX => Some(Matrix(MatrixName::ModelView(0))),
        PROJECTION_MATRIX => Some(Matrix(MatrixName::Projection)),
        MVP_MATRIX_EXT => Some(Matrix(MatrixName::Mvp)),
        COLOR_MATRIX => Some(Matrix(MatrixName::Color)),
        FOG_COLOR => Some(Vector(SceneValue::FogColor)),
        FOG_DENSITY => Some(Component(SceneValue::FogParams, 0)),
        FOG_START => Some(Component(SceneValue::FogParams, 1)),
        FOG_END => Some(Component(SceneValue::FogParams, 2)),
        LIGHT_MODEL_AMBIENT => Some(Vector(SceneValue::LightModelAmbient)),
        plane => {
            let plane = numbered(plane, CLIP_PLANE0, MAX_CLIP_PLANES);
            plane.map(|n| Vector(SceneValue::ClipPlane(n)))
        }
    };
    bind(call, parameter)
}
