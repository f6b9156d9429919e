//! Attributes by the commands of NV_vertex_program (2.14.1.1): they set the conventional attribute that they alias
//! (table X.2). Attributes 6 and 7 have none and share the storage of the generic ones.
#![forbid(unsafe_code)]

use super::begin_end::{emit_vertex, set_current};
use crate::gl::attribute::normalize::Normalized;
use crate::gl::context::limits::MAX_VERTEX_ATTRIBS;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// The place of attribute `n` among all attributes.
pub(crate) fn slot(n: u32) -> u32 {
    match n {
        6 | 7 => attribute::GENERIC_0 + n,
        n => n,
    }
}

const NO_ATTRIBUTE: GlError = GlError::invalid_value("no such vertex attribute");

/// Sets an attribute; number 0 is the vertex. INVALID_VALUE beyond the last one.
fn set_attribute(call: &mut Call<'_>, index: u32, value: [f32; 4]) -> Result {
    match index as usize {
        0 => emit_vertex(call, value),
        1..MAX_VERTEX_ATTRIBS => set_current(call, slot(index), value),
        _ => Err(NO_ATTRIBUTE),
    }
}

/// `N` components behind a pointer; those that are missing are (0, 0, 0, 1).
fn set_from<T: bytemuck::Pod, const N: usize>(
    call: &mut Call<'_>,
    index: u32,
    v: ClientPtr<T>,
    convert: fn(T) -> f32,
) -> Result {
    let components: [T; N] = call.params(v)?;
    set_attribute(call, index, filled(&components, convert))
}

fn filled<T: Copy>(components: &[T], convert: fn(T) -> f32) -> [f32; 4] {
    let mut value = [0.0, 0.0, 0.0, 1.0];
    for (own, component) in value.iter_mut().zip(components) {
        *own = convert(*component);
    }
    value
}

/// `n` attributes behind each other, the last first, so that attribute 0 comes last. INVALID_VALUE for a negative number
/// and for attributes beyond the last one.
fn set_many<T: bytemuck::Pod, const N: usize>(
    call: &mut Call<'_>,
    index: u32,
    n: i32,
    v: ClientPtr<T>,
    convert: fn(T) -> f32,
) -> Result {
    let n = usize::try_from(n)
        .map_err(|_| GlError::invalid_value("the number of attributes is negative"))?;
    let end = (index as usize).checked_add(n).ok_or(NO_ATTRIBUTE)?;
    if end > MAX_VERTEX_ATTRIBS {
        return Err(NO_ATTRIBUTE);
    }
    let null = GlError::invalid_value("null pointer to attributes");
    let components = call.mem.read_vec(v, N * n).ok_or(null)?;
    let (attributes, _) = components.as_chunks::<N>();
    for (i, components) in attributes.iter().enumerate().rev() {
        set_attribute(call, index + i as u32, filled(components, convert))?;
    }
    Ok(())
}

/// `glVertexAttrib1sNV`
pub fn vertex_attrib1s_nv(call: &mut Call<'_>, index: u32, x: i16) -> Result {
    set_attribute(call, index, [f32::from(x), 0.0, 0.0, 1.0])
}

/// `glVertexAttrib1svNV`
pub fn vertex_attrib1sv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<i16>) -> Result {
    set_from::<_, 1>(call, index, v, f32::from)
}

/// `glVertexAttribs1svNV`
pub fn vertex_attribs1sv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<i16>) -> Result {
    set_many::<_, 1>(call, index, n, v, f32::from)
}

/// `glVertexAttrib1fNV`
pub fn vertex_attrib1f_nv(call: &mut Call<'_>, index: u32, x: f32) -> Result {
    set_attribute(call, index, [x, 0.0, 0.0, 1.0])
}

/// `glVertexAttrib1fvNV`
pub fn vertex_attrib1fv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<f32>) -> Result {
    set_from::<_, 1>(call, index, v, |c| c)
}

/// `glVertexAttribs1fvNV`
pub fn vertex_attribs1fv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<f32>) -> Result {
    set_many::<_, 1>(call, index, n, v, |c| c)
}

/// `glVertexAttrib1dNV`
pub fn vertex_attrib1d_nv(call: &mut Call<'_>, index: u32, x: f64) -> Result {
    set_attribute(call, index, [x as f32, 0.0, 0.0, 1.0])
}

/// `glVertexAttrib1dvNV`
pub fn vertex_attrib1dv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<f64>) -> Result {
    set_from::<_, 1>(call, index, v, |c| c as f32)
}

/// `glVertexAttribs1dvNV`
pub fn vertex_attribs1dv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<f64>) -> Result {
    set_many::<_, 1>(call, index, n, v, |c| c as f32)
}

/// `glVertexAttrib2sNV`
pub fn vertex_attrib2s_nv(call: &mut Call<'_>, index: u32, x: i16, y: i16) -> Result {
    set_attribute(call, index, [f32::from(x), f32::from(y), 0.0, 1.0])
}

/// `glVertexAttrib2svNV`
pub fn vertex_attrib2sv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<i16>) -> Result {
    set_from::<_, 2>(call, index, v, f32::from)
}

/// `glVertexAttribs2svNV`
pub fn vertex_attribs2sv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<i16>) -> Result {
    set_many::<_, 2>(call, index, n, v, f32::from)
}

/// `glVertexAttrib2fNV`
pub fn vertex_attrib2f_nv(call: &mut Call<'_>, index: u32, x: f32, y: f32) -> Result {
    set_attribute(call, index, [x, y, 0.0, 1.0])
}

/// `glVertexAttrib2fvNV`
pub fn vertex_attrib2fv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<f32>) -> Result {
    set_from::<_, 2>(call, index, v, |c| c)
}

/// `glVertexAttribs2fvNV`
pub fn vertex_attribs2fv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<f32>) -> Result {
    set_many::<_, 2>(call, index, n, v, |c| c)
}

/// `glVertexAttrib2dNV`
pub fn vertex_attrib2d_nv(call: &mut Call<'_>, index: u32, x: f64, y: f64) -> Result {
    set_attribute(call, index, [x as f32, y as f32, 0.0, 1.0])
}

/// `glVertexAttrib2dvNV`
pub fn vertex_attrib2dv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<f64>) -> Result {
    set_from::<_, 2>(call, index, v, |c| c as f32)
}

/// `glVertexAttribs2dvNV`
pub fn vertex_attribs2dv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<f64>) -> Result {
    set_many::<_, 2>(call, index, n, v, |c| c as f32)
}

/// `glVertexAttrib3sNV`
pub fn vertex_attrib3s_nv(call: &mut Call<'_>, index: u32, x: i16, y: i16, z: i16) -> Result {
    set_attribute(call, index, [f32::from(x), f32::from(y), f32::from(z), 1.0])
}

/// `glVertexAttrib3svNV`
pub fn vertex_attrib3sv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<i16>) -> Result {
    set_from::<_, 3>(call, index, v, f32::from)
}

/// `glVertexAttribs3svNV`
pub fn vertex_attribs3sv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<i16>) -> Result {
    set_many::<_, 3>(call, index, n, v, f32::from)
}

/// `glVertexAttrib3fNV`
pub fn vertex_attrib3f_nv(call: &mut Call<'_>, index: u32, x: f32, y: f32, z: f32) -> Result {
    set_attribute(call, index, [x, y, z, 1.0])
}

/// `glVertexAttrib3fvNV`
pub fn vertex_attrib3fv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<f32>) -> Result {
    set_from::<_, 3>(call, index, v, |c| c)
}

/// `glVertexAttribs3fvNV`
pub fn vertex_attribs3fv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<f32>) -> Result {
    set_many::<_, 3>(call, index, n, v, |c| c)
}

/// `glVertexAttrib3dNV`
pub fn vertex_attrib3d_nv(call: &mut Call<'_>, index: u32, x: f64, y: f64, z: f64) -> Result {
    set_attribute(call, index, [x as f32, y as f32, z as f32, 1.0])
}

/// `glVertexAttrib3dvNV`
pub fn vertex_attrib3dv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<f64>) -> Result {
    set_from::<_, 3>(call, index, v, |c| c as f32)
}

/// `glVertexAttribs3dvNV`
pub fn vertex_attribs3dv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<f64>) -> Result {
    set_many::<_, 3>(call, index, n, v, |c| c as f32)
}

/// `glVertexAttrib4sNV`
pub fn vertex_attrib4s_nv(
    call: &mut Call<'_>,
    index: u32,
    x: i16,
    y: i16,
    z: i16,
    w: i16,
) -> Result {
    set_attribute(
        call,
        index,
        [f32::from(x), f32::from(y), f32::from(z), f32::from(w)],
    )
}

/// `glVertexAttrib4svNV`
pub fn vertex_attrib4sv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<i16>) -> Result {
    set_from::<_, 4>(call, index, v, f32::from)
}

/// `glVertexAttribs4svNV`
pub fn vertex_attribs4sv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<i16>) -> Result {
    set_many::<_, 4>(call, index, n, v, f32::from)
}

/// `glVertexAttrib4fNV`
pub fn vertex_attrib4f_nv(
    call: &mut Call<'_>,
    index: u32,
    x: f32,
    y: f32,
    z: f32,
    w: f32,
) -> Result {
    set_attribute(call, index, [x, y, z, w])
}

/// `glVertexAttrib4fvNV`
pub fn vertex_attrib4fv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<f32>) -> Result {
    set_from::<_, 4>(call, index, v, |c| c)
}

/// `glVertexAttribs4fvNV`
pub fn vertex_attribs4fv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<f32>) -> Result {
    set_many::<_, 4>(call, index, n, v, |c| c)
}

/// `glVertexAttrib4dNV`
pub fn vertex_attrib4d_nv(
    call: &mut Call<'_>,
    index: u32,
    x: f64,
    y: f64,
    z: f64,
    w: f64,
) -> Result {
    set_attribute(call, index, [x as f32, y as f32, z as f32, w as f32])
}

/// `glVertexAttrib4dvNV`
pub fn vertex_attrib4dv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<f64>) -> Result {
    set_from::<_, 4>(call, index, v, |c| c as f32)
}

/// `glVertexAttribs4dvNV`
pub fn vertex_attribs4dv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<f64>) -> Result {
    set_many::<_, 4>(call, index, n, v, |c| c as f32)
}

/// `glVertexAttrib4ubNV`: fractions of 255.
pub fn vertex_attrib4ub_nv(call: &mut Call<'_>, index: u32, x: u8, y: u8, z: u8, w: u8) -> Result {
    set_attribute(call, index, [x, y, z, w].map(Normalized::normalized))
}

/// `glVertexAttrib4ubvNV`
pub fn vertex_attrib4ubv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<u8>) -> Result {
    set_from::<_, 4>(call, index, v, Normalized::normalized)
}

/// `glVertexAttribs4ubvNV`
pub fn vertex_attribs4ubv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<u8>) -> Result {
    set_many::<_, 4>(call, index, n, v, Normalized::normalized)
}
