//! Colours: glColor*, glSecondaryColor*; integers map to [0, 1] or [-1, 1] (GL 1.5 section 2.7, table 2.6).
#![forbid(unsafe_code)]

use super::begin_end::set_current;
use crate::gl::attribute::normalize::Normalized;
use crate::gl::{Call, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// A colour of these fractions, opaque.
#[inline]
fn set_rgb<T: Normalized>(call: &mut Call<'_>, rgb: [T; 3]) -> Result {
    let [red, green, blue] = rgb.map(Normalized::normalized);
    set_current(call, attribute::COLOR, [red, green, blue, 1.0])
}

#[inline]
fn set_rgba<T: Normalized>(call: &mut Call<'_>, rgba: [T; 4]) -> Result {
    let rgba = rgba.map(Normalized::normalized);
    set_current(call, attribute::COLOR, rgba)
}

#[inline]
fn set_secondary<T: Normalized>(call: &mut Call<'_>, rgb: [T; 3]) -> Result {
    let [red, green, blue] = rgb.map(Normalized::normalized);
    set_current(call, attribute::SECONDARY_COLOR, [red, green, blue, 0.0])
}

/// glColor3b
pub fn color3b(call: &mut Call<'_>, red: i8, green: i8, blue: i8) -> Result {
    set_rgb(call, [red, green, blue])
}

/// glColor3bv
pub fn color3bv(call: &mut Call<'_>, v: ClientPtr<i8>) -> Result {
    let v = call.params(v)?;
    set_rgb(call, v)
}

/// glColor3s
pub fn color3s(call: &mut Call<'_>, red: i16, green: i16, blue: i16) -> Result {
    set_rgb(call, [red, green, blue])
}

/// glColor3sv
pub fn color3sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v = call.params(v)?;
    set_rgb(call, v)
}

/// glColor3i
pub fn color3i(call: &mut Call<'_>, red: i32, green: i32, blue: i32) -> Result {
    set_rgb(call, [red, green, blue])
}

/// glColor3iv
pub fn color3iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v = call.params(v)?;
    set_rgb(call, v)
}

/// glColor3f
#[inline(always)]
pub fn color3f(call: &mut Call<'_>, red: f32, green: f32, blue: f32) -> Result {
    set_current(call, attribute::COLOR, [red, green, blue, 1.0])
}

/// glColor3fv
#[inline(always)]
pub fn color3fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 3] = call.params(v)?;
    set_current(call, attribute::COLOR, [v[0], v[1], v[2], 1.0])
}

/// glColor3d
pub fn color3d(call: &mut Call<'_>, red: f64, green: f64, blue: f64) -> Result {
    set_current(
        call,
        attribute::COLOR,
        [red as f32, green as f32, blue as f32, 1.0],
    )
}

/// glColor3dv
pub fn color3dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 3] = call.params(v)?;
    set_current(
        call,
        attribute::COLOR,
        [v[0] as f32, v[1] as f32, v[2] as f32, 1.0],
    )
}

/// glColor3ub
pub fn color3ub(call: &mut Call<'_>, red: u8, green: u8, blue: u8) -> Result {
    set_rgb(call, [red, green, blue])
}

/// glColor3ubv
pub fn color3ubv(call: &mut Call<'_>, v: ClientPtr<u8>) -> Result {
    let v = call.params(v)?;
    set_rgb(call, v)
}

/// glColor3us
pub fn color3us(call: &mut Call<'_>, red: u16, green: u16, blue: u16) -> Result {
    set_rgb(call, [red, green, blue])
}

/// glColor3usv
pub fn color3usv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v = call.params(v)?;
    set_rgb(call, v)
}

/// glColor3ui
pub fn color3ui(call: &mut Call<'_>, red: u32, green: u32, blue: u32) -> Result {
    set_rgb(call, [red, green, blue])
}

/// glColor3uiv
pub fn color3uiv(call: &mut Call<'_>, v: ClientPtr<u32>) -> Result {
    let v = call.params(v)?;
    set_rgb(call, v)
}

/// glColor4b
pub fn color4b(call: &mut Call<'_>, red: i8, green: i8, blue: i8, alpha: i8) -> Result {
    set_rgba(call, [red, green, blue, alpha])
}

/// glColor4bv
pub fn color4bv(call: &mut Call<'_>, v: ClientPtr<i8>) -> Result {
    let v = call.params(v)?;
    set_rgba(call, v)
}

/// glColor4s
pub fn color4s(call: &mut Call<'_>, red: i16, green: i16, blue: i16, alpha: i16) -> Result {
    set_rgba(call, [red, green, blue, alpha])
}

/// glColor4sv
pub fn color4sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v = call.params(v)?;
    set_rgba(call, v)
}

/// glColor4i
pub fn color4i(call: &mut Call<'_>, red: i32, green: i32, blue: i32, alpha: i32) -> Result {
    set_rgba(call, [red, green, blue, alpha])
}

/// glColor4iv
pub fn color4iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v = call.params(v)?;
    set_rgba(call, v)
}

/// glColor4f
#[inline(always)]
pub fn color4f(call: &mut Call<'_>, red: f32, green: f32, blue: f32, alpha: f32) -> Result {
    set_current(call, attribute::COLOR, [red, green, blue, alpha])
}

/// glColor4fv
#[inline(always)]
pub fn color4fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 4] = call.params(v)?;
    set_current(call, attribute::COLOR, [v[0], v[1], v[2], v[3]])
}

/// glColor4d
pub fn color4d(call: &mut Call<'_>, red: f64, green: f64, blue: f64, alpha: f64) -> Result {
    set_current(
        call,
        attribute::COLOR,
        [red as f32, green as f32, blue as f32, alpha as f32],
    )
}

/// glColor4dv
pub fn color4dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 4] = call.params(v)?;
    set_current(
        call,
        attribute::COLOR,
        [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32],
    )
}

/// glColor4ub
pub fn color4ub(call: &mut Call<'_>, red: u8, green: u8, blue: u8, alpha: u8) -> Result {
    set_rgba(call, [red, green, blue, alpha])
}

/// glColor4ubv
pub fn color4ubv(call: &mut Call<'_>, v: ClientPtr<u8>) -> Result {
    let v = call.params(v)?;
    set_rgba(call, v)
}

/// glColor4us
pub fn color4us(call: &mut Call<'_>, red: u16, green: u16, blue: u16, alpha: u16) -> Result {
    set_rgba(call, [red, green, blue, alpha])
}

/// glColor4usv
pub fn color4usv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v = call.params(v)?;
    set_rgba(call, v)
}

/// glColor4ui
pub fn color4ui(call: &mut Call<'_>, red: u32, green: u32, blue: u32, alpha: u32) -> Result {
    set_rgba(call, [red, green, blue, alpha])
}

/// glColor4uiv
pub fn color4uiv(call: &mut Call<'_>, v: ClientPtr<u32>) -> Result {
    let v = call.params(v)?;
    set_rgba(call, v)
}

/// glSecondaryColor3b
pub fn secondary_color3b(call: &mut Call<'_>, red: i8, green: i8, blue: i8) -> Result {
    set_secondary(call, [red, green, blue])
}

/// glSecondaryColor3bv
pub fn secondary_color3bv(call: &mut Call<'_>, v: ClientPtr<i8>) -> Result {
    let v = call.params(v)?;
    set_secondary(call, v)
}

/// glSecondaryColor3s
pub fn secondary_color3s(call: &mut Call<'_>, red: i16, green: i16, blue: i16) -> Result {
    set_secondary(call, [red, green, blue])
}

/// glSecondaryColor3sv
pub fn secondary_color3sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v = call.params(v)?;
    set_secondary(call, v)
}

/// glSecondaryColor3i
pub fn secondary_color3i(call: &mut Call<'_>, red: i32, green: i32, blue: i32) -> Result {
    set_secondary(call, [red, green, blue])
}

/// glSecondaryColor3iv
pub fn secondary_color3iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v = call.params(v)?;
    set_secondary(call, v)
}

/// glSecondaryColor3f
#[inline(always)]
pub fn secondary_color3f(call: &mut Call<'_>, red: f32, green: f32, blue: f32) -> Result {
    set_current(call, attribute::SECONDARY_COLOR, [red, green, blue, 0.0])
}

/// glSecondaryColor3fv
#[inline(always)]
pub fn secondary_color3fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 3] = call.params(v)?;
    set_current(call, attribute::SECONDARY_COLOR, [v[0], v[1], v[2], 0.0])
}

/// glSecondaryColor3d
pub fn secondary_color3d(call: &mut Call<'_>, red: f64, green: f64, blue: f64) -> Result {
    set_current(
        call,
        attribute::SECONDARY_COLOR,
        [red as f32, green as f32, blue as f32, 0.0],
    )
}

/// glSecondaryColor3dv
pub fn secondary_color3dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 3] = call.params(v)?;
    set_current(
        call,
        attribute::SECONDARY_COLOR,
        [v[0] as f32, v[1] as f32, v[2] as f32, 0.0],
    )
}

/// glSecondaryColor3ub
pub fn secondary_color3ub(call: &mut Call<'_>, red: u8, green: u8, blue: u8) -> Result {
    set_secondary(call, [red, green, blue])
}

/// glSecondaryColor3ubv
pub fn secondary_color3ubv(call: &mut Call<'_>, v: ClientPtr<u8>) -> Result {
    let v = call.params(v)?;
    set_secondary(call, v)
}

/// glSecondaryColor3us
pub fn secondary_color3us(call: &mut Call<'_>, red: u16, green: u16, blue: u16) -> Result {
    set_secondary(call, [red, green, blue])
}

/// glSecondaryColor3usv
pub fn secondary_color3usv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v = call.params(v)?;
    set_secondary(call, v)
}

/// glSecondaryColor3ui
pub fn secondary_color3ui(call: &mut Call<'_>, red: u32, green: u32, blue: u32) -> Result {
    set_secondary(call, [red, green, blue])
}

/// glSecondaryColor3uiv
pub fn secondary_color3uiv(call: &mut Call<'_>, v: ClientPtr<u32>) -> Result {
    let v = call.params(v)?;
    set_secondary(call, v)
}
