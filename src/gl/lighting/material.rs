//! glMaterial*, glColorMaterial and the material queries (GL 1.5 sections 2.14.1, 2.14.3, 6.1.3).
#![forbid(unsafe_code)]

use super::light::{color_to_i32, round_to_i32};
use super::state::Material;
use crate::frontend::fixed_function::vertex::ColorMaterialMode;
use crate::gl::context::enums;
use crate::gl::context::limits::MAX_EXPONENT;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::context::shared_enums::Face;
use crate::gl::lighting::state::LightingState;
use crate::gl::{Call, GlError, Result, color_from_i32};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

gl_enum! {
    pub enum Parameter {
        Ambient = AMBIENT,
        Diffuse = DIFFUSE,
        AmbientAndDiffuse = AMBIENT_AND_DIFFUSE,
        Specular = SPECULAR,
        Emission = EMISSION,
        Shininess = SHININESS,
        ColorIndexes = COLOR_INDEXES,
    }
}

impl Parameter {
    /// The number of values.
    fn len(self) -> usize {
        match self {
            Parameter::Ambient
            | Parameter::Diffuse
            | Parameter::AmbientAndDiffuse
            | Parameter::Specular
            | Parameter::Emission => 4,
            Parameter::ColorIndexes => 3,
            Parameter::Shininess => 1,
        }
    }
}

impl From<ColorMaterialMode> for Parameter {
    fn from(mode: ColorMaterialMode) -> Parameter {
        match mode {
            ColorMaterialMode::Ambient => Parameter::Ambient,
            ColorMaterialMode::Diffuse => Parameter::Diffuse,
            ColorMaterialMode::AmbientAndDiffuse => Parameter::AmbientAndDiffuse,
            ColorMaterialMode::Specular => Parameter::Specular,
            ColorMaterialMode::Emission => Parameter::Emission,
        }
    }
}

/// The number of values of a material parameter; 0 when there is no such parameter.
pub fn material_param_len(pname: u32) -> usize {
    Parameter::from_name(pname).map_or(0, Parameter::len)
}

/// Sets a material parameter at once. It is the body of every glMaterial, also between Begin and End. Properties that
/// follow the current colour (COLOR_MATERIAL) are not changed. Gives INVALID_ENUM for a wrong face or parameter,
/// INVALID_VALUE for a shininess outside [0, MAX_SHININESS_NV].
pub fn set_material(
    lighting: &mut LightingState,
    face: u32,
    pname: u32,
    values: [f32; 4],
) -> Result {
    let face = Face::checked(face, "face")?;
    let parameter = Parameter::checked(pname, "material parameter")?;
    if parameter == Parameter::Shininess && !(0.0..=MAX_EXPONENT as f32).contains(&values[0]) {
        return Err(GlError::invalid_value("shininess"));
    }
    let lighting = &mut lighting.group;
    let tracked_faces = if lighting.color_material {
        lighting.color_material_face.indices()
    } else {
        0..0
    };
    for index in face.indices() {
        let is_tracked = tracked_faces.contains(&index);
        let tracked = is_tracked.then_some(lighting.color_material_parameter);
        set_parameter(&mut lighting.materials[index], parameter, values, tracked);
    }
    Ok(())
}

/// Both materials as vertex attributes, in the order of [`attribute::MATERIAL_0`].
pub(crate) fn vertex_values(lighting: &LightingState) -> [[f32; 4]; attribute::MATERIALS as usize] {
    let materials = &lighting.materials;
    std::array::from_fn(|i| {
        let m = &materials[i % 2];
        match i / 2 {
            0 => m.ambient,
            1 => m.diffuse,
            2 => m.specular,
            3 => m.emission,
            _ => [m.shininess, 0.0, 0.0, 1.0],
        }
    })
}

/// The vertex attributes of a material parameter. Gives INVALID_ENUM for a wrong face.
pub(crate) fn vertex_slots(face: u32, pname: u32) -> Result<impl Iterator<Item = u32>> {
    let face = Face::checked(face, "face")?;
    let properties = match Parameter::from_name(pname) {
        Some(Parameter::Ambient) => 0..1,
        Some(Parameter::Diffuse) => 1..2,
        Some(Parameter::AmbientAndDiffuse) => 0..2,
        Some(Parameter::Specular) => 2..3,
        Some(Parameter::Emission) => 3..4,
        Some(Parameter::Shininess) => 4..5,
        // No vertex has colour indices, and `set_material` refuses wrong parameters.
        Some(Parameter::ColorIndexes) | None => 0..0,
    };
    Ok(properties.flat_map(move |property: u32| {
        let faces = face.indices();
        faces.map(move |face| attribute::MATERIAL_0 + 2 * property + face as u32)
    }))
}

/// Sets a parameter. Properties that follow the current colour are not changed.
fn set_parameter(
    material: &mut Material,
    parameter: Parameter,
    v: [f32; 4],
    tracked: Option<ColorMaterialMode>,
) {
    use ColorMaterialMode as Mode;
    let set = |property: &mut [f32; 4], follows: bool| {
        if !follows {
            *property = v;
        }
    };
    let ambient_follows = matches!(tracked, Some(Mode::Ambient | Mode::AmbientAndDiffuse));
    let diffuse_follows = matches!(tracked, Some(Mode::Diffuse | Mode::AmbientAndDiffuse));
    match parameter {
        Parameter::Ambient => set(&mut material.ambient, ambient_follows),
        Parameter::Diffuse => set(&mut material.diffuse, diffuse_follows),
        Parameter::AmbientAndDiffuse => {
            set(&mut material.ambient, ambient_follows);
            set(&mut material.diffuse, diffuse_follows);
        }
        Parameter::Specular => set(&mut material.specular, tracked == Some(Mode::Specular)),
        Parameter::Emission => set(&mut material.emission, tracked == Some(Mode::Emission)),
        Parameter::Shininess => material.shininess = v[0],
        Parameter::ColorIndexes => material.color_indexes = [v[0], v[1], v[2]],
    }
}

/// While COLOR_MATERIAL is enabled, sets the tracked properties to this colour. It is called when the current colour
/// changes, when COLOR_MATERIAL is enabled, and by glColorMaterial.
pub fn track_color(lighting: &mut LightingState, color: [f32; 4]) {
    let lighting = &mut lighting.group;
    if !lighting.color_material {
        return;
    }
    let parameter = lighting.color_material_parameter.into();
    for material in &mut lighting.materials[lighting.color_material_face.indices()] {
        set_parameter(material, parameter, color, None);
    }
}

pub fn color_material(call: &mut Call<'_>, face: u32, mode: u32) -> Result {
    let face = Face::checked(face, "face")?;
    let parameter = ColorMaterialMode::checked(mode, "colour material parameter")?;
    call.cx.lighting.color_material_face = face;
    call.cx.lighting.color_material_parameter = parameter;
    let color = call.cx.immediate.current[attribute::COLOR as usize];
    track_color(&mut call.cx.lighting, color);
    Ok(())
}

fn material_value(lighting: &LightingState, face: u32, pname: u32) -> Result<[f32; 4]> {
    let material = match face {
        enums::FRONT => &lighting.materials[0],
        enums::BACK => &lighting.materials[1],
        _ => return Err(GlError::invalid_enum("face")),
    };
    let [a, d, s] = material.color_indexes;
    Ok(match pname {
        enums::AMBIENT => material.ambient,
        enums::DIFFUSE => material.diffuse,
        enums::SPECULAR => material.specular,
        enums::EMISSION => material.emission,
        enums::SHININESS => [material.shininess, 0.0, 0.0, 0.0],
        enums::COLOR_INDEXES => [a, d, s, 0.0],
        _ => return Err(GlError::invalid_enum("material parameter")),
    })
}

pub fn get_materialfv(
    call: &mut Call<'_>,
    face: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let v = material_value(&call.cx.lighting, face, pname)?;
    call.mem.write(params, &v[..material_param_len(pname)]);
    Ok(())
}

/// glGetMaterialiv: colours use the inverse of the integer mapping, other values are rounded.
pub fn get_materialiv(
    call: &mut Call<'_>,
    face: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let v = material_value(&call.cx.lighting, face, pname)?;
    let color = material_param_len(pname) == 4;
    let v = v.map(|v| {
        if color {
            color_to_i32(v)
        } else {
            round_to_i32(f64::from(v))
        }
    });
    call.mem.write(params, &v[..material_param_len(pname)]);
    Ok(())
}

/// Converts a value of an integer material parameter to a float: colours map to [-1, 1].
pub fn material_from_i32(pname: u32, value: i32) -> f32 {
    if material_param_len(pname) == 4 {
        color_from_i32(value)
    } else {
        value as f32
    }
}
