//! Texture coordinates of any set: glMultiTexCoord* (GL 1.5 section 2.7).
#![forbid(unsafe_code)]

use super::begin_end::set_current;
use crate::gl::context::enums;
use crate::gl::context::limits::MAX_TEXTURE_COORDS;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// Sets the coordinates of a set. INVALID_ENUM beyond the last set.
#[inline(always)]
fn set_texture_coordinate(call: &mut Call<'_>, target: u32, value: [f32; 4]) -> Result {
    let set = target.wrapping_sub(enums::TEXTURE0);
    if set as usize >= MAX_TEXTURE_COORDS {
        return Err(GlError::invalid_enum("no such texture coordinate set"));
    }
    set_current(call, attribute::TEX_COORD_0 + set, value)
}

/// glMultiTexCoord1s
pub fn multi_tex_coord1s(call: &mut Call<'_>, target: u32, s: i16) -> Result {
    set_texture_coordinate(call, target, [s as f32, 0.0, 0.0, 1.0])
}

/// glMultiTexCoord1sv
pub fn multi_tex_coord1sv(call: &mut Call<'_>, target: u32, v: ClientPtr<i16>) -> Result {
    let v: [i16; 1] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0] as f32, 0.0, 0.0, 1.0])
}

/// glMultiTexCoord1i
pub fn multi_tex_coord1i(call: &mut Call<'_>, target: u32, s: i32) -> Result {
    set_texture_coordinate(call, target, [s as f32, 0.0, 0.0, 1.0])
}

/// glMultiTexCoord1iv
pub fn multi_tex_coord1iv(call: &mut Call<'_>, target: u32, v: ClientPtr<i32>) -> Result {
    let v: [i32; 1] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0] as f32, 0.0, 0.0, 1.0])
}

/// glMultiTexCoord1f
#[inline(always)]
pub fn multi_tex_coord1f(call: &mut Call<'_>, target: u32, s: f32) -> Result {
    set_texture_coordinate(call, target, [s, 0.0, 0.0, 1.0])
}

/// glMultiTexCoord1fv
#[inline(always)]
pub fn multi_tex_coord1fv(call: &mut Call<'_>, target: u32, v: ClientPtr<f32>) -> Result {
    let v: [f32; 1] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0], 0.0, 0.0, 1.0])
}

/// glMultiTexCoord1d
pub fn multi_tex_coord1d(call: &mut Call<'_>, target: u32, s: f64) -> Result {
    set_texture_coordinate(call, target, [s as f32, 0.0, 0.0, 1.0])
}

/// glMultiTexCoord1dv
pub fn multi_tex_coord1dv(call: &mut Call<'_>, target: u32, v: ClientPtr<f64>) -> Result {
    let v: [f64; 1] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0] as f32, 0.0, 0.0, 1.0])
}

/// glMultiTexCoord2s
pub fn multi_tex_coord2s(call: &mut Call<'_>, target: u32, s: i16, t: i16) -> Result {
    set_texture_coordinate(call, target, [s as f32, t as f32, 0.0, 1.0])
}

/// glMultiTexCoord2sv
pub fn multi_tex_coord2sv(call: &mut Call<'_>, target: u32, v: ClientPtr<i16>) -> Result {
    let v: [i16; 2] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0] as f32, v[1] as f32, 0.0, 1.0])
}

/// glMultiTexCoord2i
pub fn multi_tex_coord2i(call: &mut Call<'_>, target: u32, s: i32, t: i32) -> Result {
    set_texture_coordinate(call, target, [s as f32, t as f32, 0.0, 1.0])
}

/// glMultiTexCoord2iv
pub fn multi_tex_coord2iv(call: &mut Call<'_>, target: u32, v: ClientPtr<i32>) -> Result {
    let v: [i32; 2] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0] as f32, v[1] as f32, 0.0, 1.0])
}

/// glMultiTexCoord2f
#[inline(always)]
pub fn multi_tex_coord2f(call: &mut Call<'_>, target: u32, s: f32, t: f32) -> Result {
    set_texture_coordinate(call, target, [s, t, 0.0, 1.0])
}

/// glMultiTexCoord2fv
#[inline(always)]
pub fn multi_tex_coord2fv(call: &mut Call<'_>, target: u32, v: ClientPtr<f32>) -> Result {
    let v: [f32; 2] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0], v[1], 0.0, 1.0])
}

/// glMultiTexCoord2d
pub fn multi_tex_coord2d(call: &mut Call<'_>, target: u32, s: f64, t: f64) -> Result {
    set_texture_coordinate(call, target, [s as f32, t as f32, 0.0, 1.0])
}

/// glMultiTexCoord2dv
pub fn multi_tex_coord2dv(call: &mut Call<'_>, target: u32, v: ClientPtr<f64>) -> Result {
    let v: [f64; 2] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0] as f32, v[1] as f32, 0.0, 1.0])
}

/// glMultiTexCoord3s
pub fn multi_tex_coord3s(call: &mut Call<'_>, target: u32, s: i16, t: i16, r: i16) -> Result {
    set_texture_coordinate(call, target, [s as f32, t as f32, r as f32, 1.0])
}

/// glMultiTexCoord3sv
pub fn multi_tex_coord3sv(call: &mut Call<'_>, target: u32, v: ClientPtr<i16>) -> Result {
    let v: [i16; 3] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0])
}

/// glMultiTexCoord3i
pub fn multi_tex_coord3i(call: &mut Call<'_>, target: u32, s: i32, t: i32, r: i32) -> Result {
    set_texture_coordinate(call, target, [s as f32, t as f32, r as f32, 1.0])
}

/// glMultiTexCoord3iv
pub fn multi_tex_coord3iv(call: &mut Call<'_>, target: u32, v: ClientPtr<i32>) -> Result {
    let v: [i32; 3] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0])
}

/// glMultiTexCoord3f
#[inline(always)]
pub fn multi_tex_coord3f(call: &mut Call<'_>, target: u32, s: f32, t: f32, r: f32) -> Result {
    set_texture_coordinate(call, target, [s, t, r, 1.0])
}

/// glMultiTexCoord3fv
#[inline(always)]
pub fn multi_tex_coord3fv(call: &mut Call<'_>, target: u32, v: ClientPtr<f32>) -> Result {
    let v: [f32; 3] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0], v[1], v[2], 1.0])
}

/// glMultiTexCoord3d
pub fn multi_tex_coord3d(call: &mut Call<'_>, target: u32, s: f64, t: f64, r: f64) -> Result {
    set_texture_coordinate(call, target, [s as f32, t as f32, r as f32, 1.0])
}

/// glMultiTexCoord3dv
pub fn multi_tex_coord3dv(call: &mut Call<'_>, target: u32, v: ClientPtr<f64>) -> Result {
    let v: [f64; 3] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0])
}

/// glMultiTexCoord4s
pub fn multi_tex_coord4s(
    call: &mut Call<'_>,
    target: u32,
    s: i16,
    t: i16,
    r: i16,
    q: i16,
) -> Result {
    set_texture_coordinate(call, target, [s as f32, t as f32, r as f32, q as f32])
}

/// glMultiTexCoord4sv
pub fn multi_tex_coord4sv(call: &mut Call<'_>, target: u32, v: ClientPtr<i16>) -> Result {
    let v: [i16; 4] = call.params(v)?;
    set_texture_coordinate(
        call,
        target,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glMultiTexCoord4i
pub fn multi_tex_coord4i(
    call: &mut Call<'_>,
    target: u32,
    s: i32,
    t: i32,
    r: i32,
    q: i32,
) -> Result {
    set_texture_coordinate(call, target, [s as f32, t as f32, r as f32, q as f32])
}

/// glMultiTexCoord4iv
pub fn multi_tex_coord4iv(call: &mut Call<'_>, target: u32, v: ClientPtr<i32>) -> Result {
    let v: [i32; 4] = call.params(v)?;
    set_texture_coordinate(
        call,
        target,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glMultiTexCoord4f
#[inline(always)]
pub fn multi_tex_coord4f(
    call: &mut Call<'_>,
    target: u32,
    s: f32,
    t: f32,
    r: f32,
    q: f32,
) -> Result {
    set_texture_coordinate(call, target, [s, t, r, q])
}

/// glMultiTexCoord4fv
#[inline(always)]
pub fn multi_tex_coord4fv(call: &mut Call<'_>, target: u32, v: ClientPtr<f32>) -> Result {
    let v: [f32; 4] = call.params(v)?;
    set_texture_coordinate(call, target, [v[0], v[1], v[2], v[3]])
}

/// glMultiTexCoord4d
pub fn multi_tex_coord4d(
    call: &mut Call<'_>,
    target: u32,
    s: f64,
    t: f64,
    r: f64,
    q: f64,
) -> Result {
    set_texture_coordinate(call, target, [s as f32, t as f32, r as f32, q as f32])
}

/// glMultiTexCoord4dv
pub fn multi_tex_coord4dv(call: &mut Call<'_>, target: u32, v: ClientPtr<f64>) -> Result {
    let v: [f64; 4] = call.params(v)?;
    set_texture_coordinate(
        call,
        target,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}
