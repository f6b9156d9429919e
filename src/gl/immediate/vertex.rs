//! Vertex positions: glVertex* (GL 1.5 section 2.7).
#![forbid(unsafe_code)]

use super::begin_end::emit_vertex;
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;

/// glVertex2s
pub fn vertex2s(call: &mut Call<'_>, x: i16, y: i16) -> Result {
    emit_vertex(call, [x as f32, y as f32, 0.0, 1.0])
}

/// glVertex2sv
pub fn vertex2sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 2] = call.params(v)?;
    emit_vertex(call, [v[0] as f32, v[1] as f32, 0.0, 1.0])
}

/// glVertex2i
pub fn vertex2i(call: &mut Call<'_>, x: i32, y: i32) -> Result {
    emit_vertex(call, [x as f32, y as f32, 0.0, 1.0])
}

/// glVertex2iv
pub fn vertex2iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 2] = call.params(v)?;
    emit_vertex(call, [v[0] as f32, v[1] as f32, 0.0, 1.0])
}

/// glVertex2f
#[inline(always)]
pub fn vertex2f(call: &mut Call<'_>, x: f32, y: f32) -> Result {
    emit_vertex(call, [x, y, 0.0, 1.0])
}

/// glVertex2fv
#[inline(always)]
pub fn vertex2fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 2] = call.params(v)?;
    emit_vertex(call, [v[0], v[1], 0.0, 1.0])
}

/// glVertex2d
pub fn vertex2d(call: &mut Call<'_>, x: f64, y: f64) -> Result {
    emit_vertex(call, [x as f32, y as f32, 0.0, 1.0])
}

/// glVertex2dv
pub fn vertex2dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 2] = call.params(v)?;
    emit_vertex(call, [v[0] as f32, v[1] as f32, 0.0, 1.0])
}

/// glVertex3s
pub fn vertex3s(call: &mut Call<'_>, x: i16, y: i16, z: i16) -> Result {
    emit_vertex(call, [x as f32, y as f32, z as f32, 1.0])
}

/// glVertex3sv
pub fn vertex3sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 3] = call.params(v)?;
    emit_vertex(call, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0])
}

/// glVertex3i
pub fn vertex3i(call: &mut Call<'_>, x: i32, y: i32, z: i32) -> Result {
    emit_vertex(call, [x as f32, y as f32, z as f32, 1.0])
}

/// glVertex3iv
pub fn vertex3iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 3] = call.params(v)?;
    emit_vertex(call, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0])
}

/// glVertex3f
#[inline(always)]
pub fn vertex3f(call: &mut Call<'_>, x: f32, y: f32, z: f32) -> Result {
    emit_vertex(call, [x, y, z, 1.0])
}

/// glVertex3fv
#[inline(always)]
pub fn vertex3fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 3] = call.params(v)?;
    emit_vertex(call, [v[0], v[1], v[2], 1.0])
}

/// glVertex3d
pub fn vertex3d(call: &mut Call<'_>, x: f64, y: f64, z: f64) -> Result {
    emit_vertex(call, [x as f32, y as f32, z as f32, 1.0])
}

/// glVertex3dv
pub fn vertex3dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 3] = call.params(v)?;
    emit_vertex(call, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0])
}

/// glVertex4s
pub fn vertex4s(call: &mut Call<'_>, x: i16, y: i16, z: i16, w: i16) -> Result {
    emit_vertex(call, [x as f32, y as f32, z as f32, w as f32])
}

/// glVertex4sv
pub fn vertex4sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 4] = call.params(v)?;
    emit_vertex(call, [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32])
}

/// glVertex4i
pub fn vertex4i(call: &mut Call<'_>, x: i32, y: i32, z: i32, w: i32) -> Result {
    emit_vertex(call, [x as f32, y as f32, z as f32, w as f32])
}

/// glVertex4iv
pub fn vertex4iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 4] = call.params(v)?;
    emit_vertex(call, [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32])
}

/// glVertex4f
#[inline(always)]
pub fn vertex4f(call: &mut Call<'_>, x: f32, y: f32, z: f32, w: f32) -> Result {
    emit_vertex(call, [x, y, z, w])
}

/// glVertex4fv
#[inline(always)]
pub fn vertex4fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 4] = call.params(v)?;
    emit_vertex(call, [v[0], v[1], v[2], v[3]])
}

/// glVertex4d
pub fn vertex4d(call: &mut Call<'_>, x: f64, y: f64, z: f64, w: f64) -> Result {
    emit_vertex(call, [x as f32, y as f32, z as f32, w as f32])
}

/// glVertex4dv
pub fn vertex4dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 4] = call.params(v)?;
    emit_vertex(call, [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32])
}
