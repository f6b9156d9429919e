//! Texture coordinates of set 0: glTexCoord* (GL 1.5 section 2.7).
#![forbid(unsafe_code)]

use super::begin_end::set_current;
use crate::gl::{Call, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// glTexCoord1s
pub fn tex_coord1s(call: &mut Call<'_>, s: i16) -> Result {
    set_current(call, attribute::TEX_COORD_0, [s as f32, 0.0, 0.0, 1.0])
}

/// glTexCoord1sv
pub fn tex_coord1sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 1] = call.params(v)?;
    set_current(call, attribute::TEX_COORD_0, [v[0] as f32, 0.0, 0.0, 1.0])
}

/// glTexCoord1i
pub fn tex_coord1i(call: &mut Call<'_>, s: i32) -> Result {
    set_current(call, attribute::TEX_COORD_0, [s as f32, 0.0, 0.0, 1.0])
}

/// glTexCoord1iv
pub fn tex_coord1iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 1] = call.params(v)?;
    set_current(call, attribute::TEX_COORD_0, [v[0] as f32, 0.0, 0.0, 1.0])
}

/// glTexCoord1f
#[inline(always)]
pub fn tex_coord1f(call: &mut Call<'_>, s: f32) -> Result {
    set_current(call, attribute::TEX_COORD_0, [s, 0.0, 0.0, 1.0])
}

/// glTexCoord1fv
#[inline(always)]
pub fn tex_coord1fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 1] = call.params(v)?;
    set_current(call, attribute::TEX_COORD_0, [v[0], 0.0, 0.0, 1.0])
}

/// glTexCoord1d
pub fn tex_coord1d(call: &mut Call<'_>, s: f64) -> Result {
    set_current(call, attribute::TEX_COORD_0, [s as f32, 0.0, 0.0, 1.0])
}

/// glTexCoord1dv
pub fn tex_coord1dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 1] = call.params(v)?;
    set_current(call, attribute::TEX_COORD_0, [v[0] as f32, 0.0, 0.0, 1.0])
}

/// glTexCoord2s
pub fn tex_coord2s(call: &mut Call<'_>, s: i16, t: i16) -> Result {
    set_current(call, attribute::TEX_COORD_0, [s as f32, t as f32, 0.0, 1.0])
}

/// glTexCoord2sv
pub fn tex_coord2sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 2] = call.params(v)?;
    set_current(
        call,
        attribute::TEX_COORD_0,
        [v[0] as f32, v[1] as f32, 0.0, 1.0],
    )
}

/// glTexCoord2i
pub fn tex_coord2i(call: &mut Call<'_>, s: i32, t: i32) -> Result {
    set_current(call, attribute::TEX_COORD_0, [s as f32, t as f32, 0.0, 1.0])
}

/// glTexCoord2iv
pub fn tex_coord2iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 2] = call.params(v)?;
    set_current(
        call,
        attribute::TEX_COORD_0,
        [v[0] as f32, v[1] as f32, 0.0, 1.0],
    )
}

/// glTexCoord2f
#[inline(always)]
pub fn tex_coord2f(call: &mut Call<'_>, s: f32, t: f32) -> Result {
    set_current(call, attribute::TEX_COORD_0, [s, t, 0.0, 1.0])
}

/// glTexCoord2fv
#[inline(always)]
pub fn tex_coord2fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 2] = call.params(v)?;
    set_current(call, attribute::TEX_COORD_0, [v[0], v[1], 0.0, 1.0])
}

/// glTexCoord2d
pub fn tex_coord2d(call: &mut Call<'_>, s: f64, t: f64) -> Result {
    set_current(call, attribute::TEX_COORD_0, [s as f32, t as f32, 0.0, 1.0])
}

/// glTexCoord2dv
pub fn tex_coord2dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 2] = call.params(v)?;
    set_current(
        call,
        attribute::TEX_COORD_0,
        [v[0] as f32, v[1] as f32, 0.0, 1.0],
    )
}

/// glTexCoord3s
pub fn tex_coord3s(call: &mut Call<'_>, s: i16, t: i16, r: i16) -> Result {
    set_current(
        call,
        attribute::TEX_COORD_0,
        [s as f32, t as f32, r as f32, 1.0],
    )
}

/// glTexCoord3sv
pub fn tex_coord3sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 3] = call.params(v)?;
    set_current(
        call,
        attribute::TEX_COORD_0,
        [v[0] as f32, v[1] as f32, v[2] as f32, 1.0],
    )
}

/// glTexCoord3i
pub fn tex_coord3i(call: &mut Call<'_>, s: i32, t: i32, r: i32) -> Result {
    set_current(
        call,
        attribute::TEX_COORD_0,
        [s as f32, t as f32, r as f32, 1.0],
    )
}

/// glTexCoord3iv
pub fn tex_coord3iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 3] = call.params(v)?;
    set_current(
        call,
        attribute::TEX_COORD_0,
        [v[0] as f32, v[1] as f32, v[2] as f32, 1.0],
    )
}

/// glTexCoord3f
#[inline(always)]
pub fn tex_coord3f(call: &mut Call<'_>, s: f32, t: f32, r: f32) -> Result {
    set_current(call, attribute::TEX_COORD_0, [s, t, r, 1.0])
}

/// glTexCoord3fv
#[inline(always)]
pub fn tex_coord3fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 3] = call.params(v)?;
    set_current(call, attribute::TEX_COORD_0, [v[0], v[1], v[2], 1.0])
}

/// glTexCoord3d
pub fn tex_coord3d(call: &mut Call<'_>, s: f64, t: f64, r: f64) -> Result {
    set_current(
        call,
        attribute::TEX_COORD_0,
        [s as f32, t as f32, r as f32, 1.0],
    )
}

/// glTexCoord3dv
pub fn tex_coord3dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 3] = call.params(v)?;
    set_current(
        call,
        attribute::TEX_COORD_0,
        [v[0] as f32, v[1] as f32, v[2] as f32, 1.0],
    )
}

/// glTexCoord4s
pub fn tex_coord4s(call: &mut Call<'_>, s: i16, t: i16, r: i16, q: i16) -> Result {
    set_current(
        call,
        attribute::TEX_COORD_0,
        [s as f32, t as f32, r as f32, q as f32],
    )
}

/// glTexCoord4sv
pub fn tex_coord4sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 4] = call.params(v)?;
    set_current(
        call,
        attribute::TEX_COORD_0,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glTexCoord4i
pub fn tex_coord4i(call: &mut Call<'_>, s: i32, t: i32, r: i32, q: i32) -> Result {
    set_current(
        call,
        attribute::TEX_COORD_0,
        [s as f32, t as f32, r as f32, q as f32],
    )
}

/// glTexCoord4iv
pub fn tex_coord4iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 4] = call.params(v)?;
    set_current(
        call,
        attribute::TEX_COORD_0,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glTexCoord4f
#[inline(always)]
pub fn tex_coord4f(call: &mut Call<'_>, s: f32, t: f32, r: f32, q: f32) -> Result {
    set_current(call, attribute::TEX_COORD_0, [s, t, r, q])
}

/// glTexCoord4fv
#[inline(always)]
pub fn tex_coord4fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 4] = call.params(v)?;
    set_current(call, attribute::TEX_COORD_0, [v[0], v[1], v[2], v[3]])
}

/// glTexCoord4d
pub fn tex_coord4d(call: &mut Call<'_>, s: f64, t: f64, r: f64, q: f64) -> Result {
    set_current(
        call,
        attribute::TEX_COORD_0,
        [s as f32, t as f32, r as f32, q as f32],
    )
}

/// glTexCoord4dv
pub fn tex_coord4dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 4] = call.params(v)?;
    set_current(
        call,
        attribute::TEX_COORD_0,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}
