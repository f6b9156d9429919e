//! Normals and fog coordinates: glNormal*, glFogCoord*; integers map to [-1, 1] (GL 1.5 section 2.7, table 2.6).
#![forbid(unsafe_code)]

use super::begin_end::set_current;
use crate::gl::attribute::normalize::Normalized;
use crate::gl::{Call, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// glEdgeFlag
pub fn edge_flag(call: &mut Call<'_>, flag: u8) -> Result {
    set_current(
        call,
        attribute::EDGE_FLAG,
        [f32::from(u8::from(flag != 0)), 0.0, 0.0, 1.0],
    )
}

/// glEdgeFlagv
pub fn edge_flagv(call: &mut Call<'_>, flag: ClientPtr<u8>) -> Result {
    let [flag] = call.params(flag)?;
    edge_flag(call, flag)
}

/// Sets the colour index, which RGBA contexts keep and do not use.
pub(crate) fn set_index(call: &mut Call<'_>, value: f32) -> Result {
    call.run_anywhere(move |call| {
        call.cx.immediate.current_index = value;
        Ok(())
    })
}

/// glIndexs
pub fn indexs(call: &mut Call<'_>, c: i16) -> Result {
    set_index(call, c as f32)
}

/// glIndexsv
pub fn indexsv(call: &mut Call<'_>, c: ClientPtr<i16>) -> Result {
    let [c] = call.params(c)?;
    indexs(call, c)
}

/// glIndexi
pub fn indexi(call: &mut Call<'_>, c: i32) -> Result {
    set_index(call, c as f32)
}

/// glIndexiv
pub fn indexiv(call: &mut Call<'_>, c: ClientPtr<i32>) -> Result {
    let [c] = call.params(c)?;
    indexi(call, c)
}

/// glIndexf
pub fn indexf(call: &mut Call<'_>, c: f32) -> Result {
    set_index(call, c)
}

/// glIndexfv
pub fn indexfv(call: &mut Call<'_>, c: ClientPtr<f32>) -> Result {
    let [c] = call.params(c)?;
    indexf(call, c)
}

/// glIndexd
pub fn indexd(call: &mut Call<'_>, c: f64) -> Result {
    set_index(call, c as f32)
}

/// glIndexdv
pub fn indexdv(call: &mut Call<'_>, c: ClientPtr<f64>) -> Result {
    let [c] = call.params(c)?;
    indexd(call, c)
}

/// glIndexub
pub fn indexub(call: &mut Call<'_>, c: u8) -> Result {
    set_index(call, c as f32)
}

/// glIndexubv
pub fn indexubv(call: &mut Call<'_>, c: ClientPtr<u8>) -> Result {
    let [c] = call.params(c)?;
    indexub(call, c)
}

/// glNormal3b
pub fn normal3b(call: &mut Call<'_>, x: i8, y: i8, z: i8) -> Result {
    set_current(
        call,
        attribute::NORMAL,
        [x.normalized(), y.normalized(), z.normalized(), 1.0],
    )
}

/// glNormal3bv
pub fn normal3bv(call: &mut Call<'_>, v: ClientPtr<i8>) -> Result {
    let v: [i8; 3] = call.params(v)?;
    set_current(
        call,
        attribute::NORMAL,
        [v[0].normalized(), v[1].normalized(), v[2].normalized(), 1.0],
    )
}

/// glNormal3s
pub fn normal3s(call: &mut Call<'_>, x: i16, y: i16, z: i16) -> Result {
    set_current(
        call,
        attribute::NORMAL,
        [x.normalized(), y.normalized(), z.normalized(), 1.0],
    )
}

/// glNormal3sv
pub fn normal3sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 3] = call.params(v)?;
    set_current(
        call,
        attribute::NORMAL,
        [v[0].normalized(), v[1].normalized(), v[2].normalized(), 1.0],
    )
}

/// glNormal3i
pub fn normal3i(call: &mut Call<'_>, x: i32, y: i32, z: i32) -> Result {
    set_current(
        call,
        attribute::NORMAL,
        [x.normalized(), y.normalized(), z.normalized(), 1.0],
    )
}

/// glNormal3iv
pub fn normal3iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 3] = call.params(v)?;
    set_current(
        call,
        attribute::NORMAL,
        [v[0].normalized(), v[1].normalized(), v[2].normalized(), 1.0],
    )
}

/// glNormal3f
#[inline(always)]
pub fn normal3f(call: &mut Call<'_>, x: f32, y: f32, z: f32) -> Result {
    set_current(call, attribute::NORMAL, [x, y, z, 1.0])
}

/// glNormal3fv
#[inline(always)]
pub fn normal3fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 3] = call.params(v)?;
    set_current(call, attribute::NORMAL, [v[0], v[1], v[2], 1.0])
}

/// glNormal3d
pub fn normal3d(call: &mut Call<'_>, x: f64, y: f64, z: f64) -> Result {
    set_current(call, attribute::NORMAL, [x as f32, y as f32, z as f32, 1.0])
}

/// glNormal3dv
pub fn normal3dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 3] = call.params(v)?;
    set_current(
        call,
        attribute::NORMAL,
        [v[0] as f32, v[1] as f32, v[2] as f32, 1.0],
    )
}

/// glFogCoordf
#[inline(always)]
pub fn fog_coordf(call: &mut Call<'_>, f: f32) -> Result {
    set_current(call, attribute::FOG_COORD, [f, 0.0, 0.0, 1.0])
}

/// glFogCoordfv
#[inline(always)]
pub fn fog_coordfv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 1] = call.params(v)?;
    set_current(call, attribute::FOG_COORD, [v[0], 0.0, 0.0, 1.0])
}

/// glFogCoordd
pub fn fog_coordd(call: &mut Call<'_>, f: f64) -> Result {
    set_current(call, attribute::FOG_COORD, [f as f32, 0.0, 0.0, 1.0])
}

/// glFogCoorddv
pub fn fog_coorddv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 1] = call.params(v)?;
    set_current(call, attribute::FOG_COORD, [v[0] as f32, 0.0, 0.0, 1.0])
}
