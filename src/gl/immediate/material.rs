//! glMaterial*, which is allowed between Begin and End: each vertex keeps the material that it was specified with (GL 1.5
//! section 2.14.1).
#![forbid(unsafe_code)]

use super::begin_end::{add_materials, draw_so_far};
use crate::gl::context::program_target::Target;
use crate::gl::lighting::material::{
    material_from_i32, material_param_len, set_material, vertex_slots, vertex_values,
};
use crate::gl::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// Changes a material. Between Begin and End it becomes an attribute of the following vertices, unless a program or a
/// vertex shader processes them. The errors are those of [`set_material`].
fn change_material(cx: &mut Context, face: u32, pname: u32, values: [f32; 4]) -> Result {
    let is_code = cx.programs.runs_program(Target::Vertex)
        || cx.vertex_shaders.active(&cx.programs).is_some();
    if !cx.inside_begin() || is_code {
        draw_so_far(cx)?;
        return change_state(cx, face, pname, values);
    }
    let before = vertex_values(&cx.lighting);
    let slots = vertex_slots(face, pname)?;
    add_materials(&mut cx.immediate, &mut cx.renderer, slots, &before)?;
    let result = set_material(cx.lighting.values_mut(), face, pname, values);
    let slots = attribute::MATERIAL_0 as usize..attribute::VARIANT_0 as usize;
    let after = vertex_values(&cx.lighting);
    cx.immediate.current[slots].copy_from_slice(&after);
    result
}

/// Changes a material between primitives, and notes which of its properties.
fn change_state(cx: &mut Context, face: u32, pname: u32, values: [f32; 4]) -> Result {
    let slots = vertex_slots(face, pname)?;
    let properties = slots.fold(0, |bits, slot| bits | 1 << (slot - attribute::MATERIAL_0));
    let before = cx.lighting.value_revision();
    set_material(cx.lighting.values_mut(), face, pname, values)?;
    let revisions = [before, cx.lighting.value_revision()];
    cx.draws.floating.note(properties, revisions);
    Ok(())
}

fn scalar_material(call: &mut Call<'_>, face: u32, pname: u32, param: f32) -> Result {
    call.run_anywhere(move |call| {
        if material_param_len(pname) != 1 {
            return Err(GlError::invalid_enum("material parameter is no scalar"));
        }
        change_material(call.cx, face, pname, [param, 0.0, 0.0, 0.0])
    })
}

fn vector_material(call: &mut Call<'_>, face: u32, pname: u32, values: [f32; 4]) -> Result {
    call.run_anywhere(move |call| change_material(call.cx, face, pname, values))
}

/// glMaterialf. Gives INVALID_ENUM for a parameter that is no scalar.
pub fn materialf(call: &mut Call<'_>, face: u32, pname: u32, param: f32) -> Result {
    scalar_material(call, face, pname, param)
}

pub fn materiali(call: &mut Call<'_>, face: u32, pname: u32, param: i32) -> Result {
    scalar_material(call, face, pname, param as f32)
}

pub fn materialfv(call: &mut Call<'_>, face: u32, pname: u32, params: ClientPtr<f32>) -> Result {
    let values = call.vec4(params, material_param_len(pname), |v| v)?;
    vector_material(call, face, pname, values)
}

/// glMaterialiv: integer colours map to [-1, 1].
pub fn materialiv(call: &mut Call<'_>, face: u32, pname: u32, params: ClientPtr<i32>) -> Result {
    let values = call.vec4(params, material_param_len(pname), |v| {
        material_from_i32(pname, v)
    })?;
    vector_material(call, face, pname, values)
}
