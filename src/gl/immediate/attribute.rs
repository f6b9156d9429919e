//! Generic attributes: glVertexAttrib* (ARB_vertex_program section 2.7).
#![forbid(unsafe_code)]

use super::begin_end::{emit_vertex, set_current};
use crate::gl::attribute::normalize::Normalized;
use crate::gl::context::limits::MAX_VERTEX_ATTRIBS;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// Sets a generic attribute; number 0 is the vertex (TRAPS 0.47). INVALID_VALUE beyond the last one.
fn set_attribute(call: &mut Call<'_>, index: u32, value: [f32; 4]) -> Result {
    match index as usize {
        0 => emit_vertex(call, value),
        1..MAX_VERTEX_ATTRIBS => set_current(call, attribute::GENERIC_0 + index, value),
        _ => Err(GlError::invalid_value("no such generic attribute")),
    }
}

/// glVertexAttrib1s
pub fn vertex_attrib1s(call: &mut Call<'_>, index: u32, x: i16) -> Result {
    set_attribute(call, index, [x as f32, 0.0, 0.0, 1.0])
}

/// glVertexAttrib1sv
pub fn vertex_attrib1sv(call: &mut Call<'_>, index: u32, v: ClientPtr<i16>) -> Result {
    let v: [i16; 1] = call.params(v)?;
    set_attribute(call, index, [v[0] as f32, 0.0, 0.0, 1.0])
}

/// glVertexAttrib1f
pub fn vertex_attrib1f(call: &mut Call<'_>, index: u32, x: f32) -> Result {
    set_attribute(call, index, [x, 0.0, 0.0, 1.0])
}

/// glVertexAttrib1fv
pub fn vertex_attrib1fv(call: &mut Call<'_>, index: u32, v: ClientPtr<f32>) -> Result {
    let v: [f32; 1] = call.params(v)?;
    set_attribute(call, index, [v[0], 0.0, 0.0, 1.0])
}

/// glVertexAttrib1d
pub fn vertex_attrib1d(call: &mut Call<'_>, index: u32, x: f64) -> Result {
    set_attribute(call, index, [x as f32, 0.0, 0.0, 1.0])
}

/// glVertexAttrib1dv
pub fn vertex_attrib1dv(call: &mut Call<'_>, index: u32, v: ClientPtr<f64>) -> Result {
    let v: [f64; 1] = call.params(v)?;
    set_attribute(call, index, [v[0] as f32, 0.0, 0.0, 1.0])
}

/// glVertexAttrib2s
pub fn vertex_attrib2s(call: &mut Call<'_>, index: u32, x: i16, y: i16) -> Result {
    set_attribute(call, index, [x as f32, y as f32, 0.0, 1.0])
}

/// glVertexAttrib2sv
pub fn vertex_attrib2sv(call: &mut Call<'_>, index: u32, v: ClientPtr<i16>) -> Result {
    let v: [i16; 2] = call.params(v)?;
    set_attribute(call, index, [v[0] as f32, v[1] as f32, 0.0, 1.0])
}

/// glVertexAttrib2f
pub fn vertex_attrib2f(call: &mut Call<'_>, index: u32, x: f32, y: f32) -> Result {
    set_attribute(call, index, [x, y, 0.0, 1.0])
}

/// glVertexAttrib2fv
pub fn vertex_attrib2fv(call: &mut Call<'_>, index: u32, v: ClientPtr<f32>) -> Result {
    let v: [f32; 2] = call.params(v)?;
    set_attribute(call, index, [v[0], v[1], 0.0, 1.0])
}

/// glVertexAttrib2d
pub fn vertex_attrib2d(call: &mut Call<'_>, index: u32, x: f64, y: f64) -> Result {
    set_attribute(call, index, [x as f32, y as f32, 0.0, 1.0])
}

/// glVertexAttrib2dv
pub fn vertex_attrib2dv(call: &mut Call<'_>, index: u32, v: ClientPtr<f64>) -> Result {
    let v: [f64; 2] = call.params(v)?;
    set_attribute(call, index, [v[0] as f32, v[1] as f32, 0.0, 1.0])
}

/// glVertexAttrib3s
pub fn vertex_attrib3s(call: &mut Call<'_>, index: u32, x: i16, y: i16, z: i16) -> Result {
    set_attribute(call, index, [x as f32, y as f32, z as f32, 1.0])
}

/// glVertexAttrib3sv
pub fn vertex_attrib3sv(call: &mut Call<'_>, index: u32, v: ClientPtr<i16>) -> Result {
    let v: [i16; 3] = call.params(v)?;
    set_attribute(call, index, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0])
}

/// glVertexAttrib3f
pub fn vertex_attrib3f(call: &mut Call<'_>, index: u32, x: f32, y: f32, z: f32) -> Result {
    set_attribute(call, index, [x, y, z, 1.0])
}

/// glVertexAttrib3fv
pub fn vertex_attrib3fv(call: &mut Call<'_>, index: u32, v: ClientPtr<f32>) -> Result {
    let v: [f32; 3] = call.params(v)?;
    set_attribute(call, index, [v[0], v[1], v[2], 1.0])
}

/// glVertexAttrib3d
pub fn vertex_attrib3d(call: &mut Call<'_>, index: u32, x: f64, y: f64, z: f64) -> Result {
    set_attribute(call, index, [x as f32, y as f32, z as f32, 1.0])
}

/// glVertexAttrib3dv
pub fn vertex_attrib3dv(call: &mut Call<'_>, index: u32, v: ClientPtr<f64>) -> Result {
    let v: [f64; 3] = call.params(v)?;
    set_attribute(call, index, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0])
}

/// glVertexAttrib4s
pub fn vertex_attrib4s(call: &mut Call<'_>, index: u32, x: i16, y: i16, z: i16, w: i16) -> Result {
    set_attribute(call, index, [x as f32, y as f32, z as f32, w as f32])
}

/// glVertexAttrib4sv
pub fn vertex_attrib4sv(call: &mut Call<'_>, index: u32, v: ClientPtr<i16>) -> Result {
    let v: [i16; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glVertexAttrib4f
pub fn vertex_attrib4f(call: &mut Call<'_>, index: u32, x: f32, y: f32, z: f32, w: f32) -> Result {
    set_attribute(call, index, [x, y, z, w])
}

/// glVertexAttrib4fv
pub fn vertex_attrib4fv(call: &mut Call<'_>, index: u32, v: ClientPtr<f32>) -> Result {
    let v: [f32; 4] = call.params(v)?;
    set_attribute(call, index, [v[0], v[1], v[2], v[3]])
}

/// glVertexAttrib4d
pub fn vertex_attrib4d(call: &mut Call<'_>, index: u32, x: f64, y: f64, z: f64, w: f64) -> Result {
    set_attribute(call, index, [x as f32, y as f32, z as f32, w as f32])
}

/// glVertexAttrib4dv
pub fn vertex_attrib4dv(call: &mut Call<'_>, index: u32, v: ClientPtr<f64>) -> Result {
    let v: [f64; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glVertexAttrib4bv
pub fn vertex_attrib4bv(call: &mut Call<'_>, index: u32, v: ClientPtr<i8>) -> Result {
    let v: [i8; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glVertexAttrib4iv
pub fn vertex_attrib4iv(call: &mut Call<'_>, index: u32, v: ClientPtr<i32>) -> Result {
    let v: [i32; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glVertexAttrib4ubv
pub fn vertex_attrib4ubv(call: &mut Call<'_>, index: u32, v: ClientPtr<u8>) -> Result {
    let v: [u8; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glVertexAttrib4usv
pub fn vertex_attrib4usv(call: &mut Call<'_>, index: u32, v: ClientPtr<u16>) -> Result {
    let v: [u16; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glVertexAttrib4uiv
pub fn vertex_attrib4uiv(call: &mut Call<'_>, index: u32, v: ClientPtr<u32>) -> Result {
    let v: [u32; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glVertexAttrib4Nbv
pub fn vertex_attrib4nbv(call: &mut Call<'_>, index: u32, v: ClientPtr<i8>) -> Result {
    let v: [i8; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [
            v[0].normalized(),
            v[1].normalized(),
            v[2].normalized(),
            v[3].normalized(),
        ],
    )
}

/// glVertexAttrib4Nsv
pub fn vertex_attrib4nsv(call: &mut Call<'_>, index: u32, v: ClientPtr<i16>) -> Result {
    let v: [i16; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [
            v[0].normalized(),
            v[1].normalized(),
            v[2].normalized(),
            v[3].normalized(),
        ],
    )
}

/// glVertexAttrib4Niv
pub fn vertex_attrib4niv(call: &mut Call<'_>, index: u32, v: ClientPtr<i32>) -> Result {
    let v: [i32; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [
            v[0].normalized(),
            v[1].normalized(),
            v[2].normalized(),
            v[3].normalized(),
        ],
    )
}

/// glVertexAttrib4Nubv
pub fn vertex_attrib4nubv(call: &mut Call<'_>, index: u32, v: ClientPtr<u8>) -> Result {
    let v: [u8; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [
            v[0].normalized(),
            v[1].normalized(),
            v[2].normalized(),
            v[3].normalized(),
        ],
    )
}

/// glVertexAttrib4Nusv
pub fn vertex_attrib4nusv(call: &mut Call<'_>, index: u32, v: ClientPtr<u16>) -> Result {
    let v: [u16; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [
            v[0].normalized(),
            v[1].normalized(),
            v[2].normalized(),
            v[3].normalized(),
        ],
    )
}

/// glVertexAttrib4Nuiv
pub fn vertex_attrib4nuiv(call: &mut Call<'_>, index: u32, v: ClientPtr<u32>) -> Result {
    let v: [u32; 4] = call.params(v)?;
    set_attribute(
        call,
        index,
        [
            v[0].normalized(),
            v[1].normalized(),
            v[2].normalized(),
            v[3].normalized(),
        ],
    )
}

/// glVertexAttrib4Nub
pub fn vertex_attrib4nub(call: &mut Call<'_>, index: u32, x: u8, y: u8, z: u8, w: u8) -> Result {
    set_attribute(call, index, [x, y, z, w].map(|c| c.normalized()))
}
