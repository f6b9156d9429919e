//! glMaterial*, glColorMaterial and the material queries (GL 1.5 sections 2.14.1, 2.14.3, 6.1.3).
#![forbid(unsafe_code)]

use super::light::{color_to_i32, round_to_i32};
use super::state::Material;
use crate::gl::context::enums;
use crate::gl::context::limits::MAX_EXPONENT;
use crate::gl::{Call, Context, GlError, Result, color_from_i32};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// Number of values of a material parameter; 0 for what is none.
pub fn material_param_len(pname: u32) -> usize {
    match pname {
        enums::AMBIENT
        | enums::DIFFUSE
        | enums::SPECULAR
        | enums::EMISSION
        | enums::AMBIENT_AND_DIFFUSE => 4,
        enums::COLOR_INDEXES => 3,
        enums::SHININESS => 1,
        _ => 0,
    }
}

/// Sets a material parameter at once: the body of every glMaterial, also between Begin and End. Properties that
/// follow the current colour (COLOR_MATERIAL) are left alone. INVALID_ENUM for a wrong face or parameter,
/// INVALID_VALUE for a shininess outside [0, MAX_SHININESS_NV].
pub fn set_material(cx: &mut Context, face: u32, pname: u32, values: [f32; 4]) -> Result {
    let faces = face_range(face)?;
    if material_param_len(pname) == 0 {
        return Err(GlError::invalid_enum("material parameter"));
    }
    if pname == enums::SHININESS && !(0.0..=MAX_EXPONENT as f32).contains(&values[0]) {
        return Err(GlError::invalid_value("shininess"));
    }
    let lighting = &mut cx.lighting.group;
    for index in faces {
        let tracked = if lighting.color_material && covers(lighting.color_material_face, index) {
            lighting.color_material_parameter
        } else {
            enums::NONE
        };
        set_property(&mut lighting.materials[index], pname, values, tracked);
    }
    Ok(())
}

/// Both materials as vertex attributes, in the order of [`attribute::MATERIAL_0`].
pub(crate) fn vertex_values(cx: &Context) -> [[f32; 4]; attribute::MATERIALS as usize] {
    let materials = &cx.lighting.materials;
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

/// The vertex attributes of a material parameter. INVALID_ENUM for a wrong face.
pub(crate) fn vertex_slots(face: u32, pname: u32) -> Result<impl Iterator<Item = u32>> {
    let faces = face_range(face)?;
    let properties = match pname {
        enums::AMBIENT => 0..1,
        enums::DIFFUSE => 1..2,
        enums::AMBIENT_AND_DIFFUSE => 0..2,
        enums::SPECULAR => 2..3,
        enums::EMISSION => 3..4,
        enums::SHININESS => 4..5,
        _ => 0..0,
    };
    Ok(properties.flat_map(move |property: u32| {
        let slots = faces.clone();
        slots.map(move |face| attribute::MATERIAL_0 + 2 * property + face as u32)
    }))
}

fn face_range(face: u32) -> Result<std::ops::Range<usize>> {
    match face {
        enums::FRONT => Ok(0..1),
        enums::BACK => Ok(1..2),
        enums::FRONT_AND_BACK => Ok(0..2),
        _ => Err(GlError::invalid_enum("face")),
    }
}

fn covers(face: u32, index: usize) -> bool {
    face == enums::FRONT_AND_BACK || face == [enums::FRONT, enums::BACK][index]
}

/// Sets a property unless it is one that follows the current colour.
fn set_property(material: &mut Material, pname: u32, v: [f32; 4], tracked: u32) {
    let follows = |property| {
        tracked == property
            || tracked == enums::AMBIENT_AND_DIFFUSE
                && matches!(property, enums::AMBIENT | enums::DIFFUSE)
    };
    let both = pname == enums::AMBIENT_AND_DIFFUSE;
    if (pname == enums::AMBIENT || both) && !follows(enums::AMBIENT) {
        material.ambient = v;
    }
    if (pname == enums::DIFFUSE || both) && !follows(enums::DIFFUSE) {
        material.diffuse = v;
    }
    match pname {
        enums::SPECULAR if !follows(enums::SPECULAR) => material.specular = v,
        enums::EMISSION if !follows(enums::EMISSION) => material.emission = v,
        enums::SHININESS => material.shininess = v[0],
        enums::COLOR_INDEXES => material.color_indexes = [v[0], v[1], v[2]],
        _ => {}
    }
}

/// While COLOR_MATERIAL is enabled: the tracked properties take this colour. To be called when the current colour
/// changes, when COLOR_MATERIAL is enabled, and by glColorMaterial.
pub fn track_color(cx: &mut Context, color: [f32; 4]) {
    let lighting = &mut cx.lighting.group;
    if !lighting.color_material {
        return;
    }
    let (face, parameter) = (
        lighting.color_material_face,
        lighting.color_material_parameter,
    );
    for (index, material) in lighting.materials.iter_mut().enumerate() {
        if covers(face, index) {
            set_property(material, parameter, color, enums::NONE);
        }
    }
}

/// glColorMaterial
pub fn color_material(call: &mut Call<'_>, face: u32, mode: u32) -> Result {
    face_range(face)?;
    if material_param_len(mode) != 4 {
        return Err(GlError::invalid_enum("colour material parameter"));
    }
    call.cx.lighting.color_material_face = face;
    call.cx.lighting.color_material_parameter = mode;
    let color = call.cx.immediate.current[attribute::COLOR as usize];
    track_color(call.cx, color);
    Ok(())
}

fn material_value(cx: &Context, face: u32, pname: u32) -> Result<[f32; 4]> {
    let material = match face {
        enums::FRONT => &cx.lighting.materials[0],
        enums::BACK => &cx.lighting.materials[1],
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

/// glGetMaterialfv
pub fn get_materialfv(
    call: &mut Call<'_>,
    face: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let v = material_value(call.cx, face, pname)?;
    call.mem.write(params, &v[..material_param_len(pname)]);
    Ok(())
}

/// glGetMaterialiv: colours by the inverse of the integer mapping, others rounded.
pub fn get_materialiv(
    call: &mut Call<'_>,
    face: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let v = material_value(call.cx, face, pname)?;
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

/// The values of an integer material parameter as floats: colours map to [-1, 1].
pub fn material_from_i32(pname: u32, value: i32) -> f32 {
    if material_param_len(pname) == 4 {
        color_from_i32(value)
    } else {
        value as f32
    }
}
