//! Half-precision vertices (NV_half_float): each command is its float command after conversion.
#![forbid(unsafe_code)]

use super::attribute_nv as attributes;
use super::color;
use super::multi_tex;
use super::normal;
use super::tex_coord;
use super::vertex;
use crate::gl::context::limits::MAX_VERTEX_ATTRIBS;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// The number that sixteen bits mean.
fn half(bits: u16) -> f32 {
    half::f16::from_bits(bits).to_f32()
}

/// glVertex2hNV
pub fn vertex2h_nv(call: &mut Call<'_>, x: u16, y: u16) -> Result {
    vertex::vertex2f(call, half(x), half(y))
}

/// glVertex2hvNV
pub fn vertex2hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 2] = call.params(v)?;
    vertex2h_nv(call, v[0], v[1])
}

/// glVertex3hNV
pub fn vertex3h_nv(call: &mut Call<'_>, x: u16, y: u16, z: u16) -> Result {
    vertex::vertex3f(call, half(x), half(y), half(z))
}

/// glVertex3hvNV
pub fn vertex3hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 3] = call.params(v)?;
    vertex3h_nv(call, v[0], v[1], v[2])
}

/// glVertex4hNV
pub fn vertex4h_nv(call: &mut Call<'_>, x: u16, y: u16, z: u16, w: u16) -> Result {
    vertex::vertex4f(call, half(x), half(y), half(z), half(w))
}

/// glVertex4hvNV
pub fn vertex4hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 4] = call.params(v)?;
    vertex4h_nv(call, v[0], v[1], v[2], v[3])
}

/// glNormal3hNV
pub fn normal3h_nv(call: &mut Call<'_>, nx: u16, ny: u16, nz: u16) -> Result {
    normal::normal3f(call, half(nx), half(ny), half(nz))
}

/// glNormal3hvNV
pub fn normal3hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 3] = call.params(v)?;
    normal3h_nv(call, v[0], v[1], v[2])
}

/// glColor3hNV
pub fn color3h_nv(call: &mut Call<'_>, red: u16, green: u16, blue: u16) -> Result {
    color::color3f(call, half(red), half(green), half(blue))
}

/// glColor3hvNV
pub fn color3hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 3] = call.params(v)?;
    color3h_nv(call, v[0], v[1], v[2])
}

/// glColor4hNV
pub fn color4h_nv(call: &mut Call<'_>, red: u16, green: u16, blue: u16, alpha: u16) -> Result {
    color::color4f(call, half(red), half(green), half(blue), half(alpha))
}

/// glColor4hvNV
pub fn color4hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 4] = call.params(v)?;
    color4h_nv(call, v[0], v[1], v[2], v[3])
}

/// glSecondaryColor3hNV
pub fn secondary_color3h_nv(call: &mut Call<'_>, red: u16, green: u16, blue: u16) -> Result {
    color::secondary_color3f(call, half(red), half(green), half(blue))
}

/// glSecondaryColor3hvNV
pub fn secondary_color3hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 3] = call.params(v)?;
    secondary_color3h_nv(call, v[0], v[1], v[2])
}

/// glTexCoord1hNV
pub fn tex_coord1h_nv(call: &mut Call<'_>, s: u16) -> Result {
    tex_coord::tex_coord1f(call, half(s))
}

/// glTexCoord1hvNV
pub fn tex_coord1hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 1] = call.params(v)?;
    tex_coord1h_nv(call, v[0])
}

/// glTexCoord2hNV
pub fn tex_coord2h_nv(call: &mut Call<'_>, s: u16, t: u16) -> Result {
    tex_coord::tex_coord2f(call, half(s), half(t))
}

/// glTexCoord2hvNV
pub fn tex_coord2hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 2] = call.params(v)?;
    tex_coord2h_nv(call, v[0], v[1])
}

/// glTexCoord3hNV
pub fn tex_coord3h_nv(call: &mut Call<'_>, s: u16, t: u16, r: u16) -> Result {
    tex_coord::tex_coord3f(call, half(s), half(t), half(r))
}

/// glTexCoord3hvNV
pub fn tex_coord3hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 3] = call.params(v)?;
    tex_coord3h_nv(call, v[0], v[1], v[2])
}

/// glTexCoord4hNV
pub fn tex_coord4h_nv(call: &mut Call<'_>, s: u16, t: u16, r: u16, q: u16) -> Result {
    tex_coord::tex_coord4f(call, half(s), half(t), half(r), half(q))
}

/// glTexCoord4hvNV
pub fn tex_coord4hv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 4] = call.params(v)?;
    tex_coord4h_nv(call, v[0], v[1], v[2], v[3])
}

/// glMultiTexCoord1hNV
pub fn multi_tex_coord1h_nv(call: &mut Call<'_>, target: u32, s: u16) -> Result {
    multi_tex::multi_tex_coord1f(call, target, half(s))
}

/// glMultiTexCoord1hvNV
pub fn multi_tex_coord1hv_nv(call: &mut Call<'_>, target: u32, v: ClientPtr<u16>) -> Result {
    let v: [u16; 1] = call.params(v)?;
    multi_tex_coord1h_nv(call, target, v[0])
}

/// glMultiTexCoord2hNV
pub fn multi_tex_coord2h_nv(call: &mut Call<'_>, target: u32, s: u16, t: u16) -> Result {
    multi_tex::multi_tex_coord2f(call, target, half(s), half(t))
}

/// glMultiTexCoord2hvNV
pub fn multi_tex_coord2hv_nv(call: &mut Call<'_>, target: u32, v: ClientPtr<u16>) -> Result {
    let v: [u16; 2] = call.params(v)?;
    multi_tex_coord2h_nv(call, target, v[0], v[1])
}

/// glMultiTexCoord3hNV
pub fn multi_tex_coord3h_nv(call: &mut Call<'_>, target: u32, s: u16, t: u16, r: u16) -> Result {
    multi_tex::multi_tex_coord3f(call, target, half(s), half(t), half(r))
}

/// glMultiTexCoord3hvNV
pub fn multi_tex_coord3hv_nv(call: &mut Call<'_>, target: u32, v: ClientPtr<u16>) -> Result {
    let v: [u16; 3] = call.params(v)?;
    multi_tex_coord3h_nv(call, target, v[0], v[1], v[2])
}

/// glMultiTexCoord4hNV
pub fn multi_tex_coord4h_nv(
    call: &mut Call<'_>,
    target: u32,
    s: u16,
    t: u16,
    r: u16,
    q: u16,
) -> Result {
    multi_tex::multi_tex_coord4f(call, target, half(s), half(t), half(r), half(q))
}

/// glMultiTexCoord4hvNV
pub fn multi_tex_coord4hv_nv(call: &mut Call<'_>, target: u32, v: ClientPtr<u16>) -> Result {
    let v: [u16; 4] = call.params(v)?;
    multi_tex_coord4h_nv(call, target, v[0], v[1], v[2], v[3])
}

/// glFogCoordhNV
pub fn fog_coordh_nv(call: &mut Call<'_>, fog: u16) -> Result {
    normal::fog_coordf(call, half(fog))
}

/// glFogCoordhvNV
pub fn fog_coordhv_nv(call: &mut Call<'_>, v: ClientPtr<u16>) -> Result {
    let v: [u16; 1] = call.params(v)?;
    fog_coordh_nv(call, v[0])
}

/// glVertexAttrib1hNV
pub fn vertex_attrib1h_nv(call: &mut Call<'_>, index: u32, x: u16) -> Result {
    attributes::vertex_attrib1f_nv(call, index, half(x))
}

/// glVertexAttrib1hvNV
pub fn vertex_attrib1hv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<u16>) -> Result {
    let v: [u16; 1] = call.params(v)?;
    vertex_attrib1h_nv(call, index, v[0])
}

/// glVertexAttrib2hNV
pub fn vertex_attrib2h_nv(call: &mut Call<'_>, index: u32, x: u16, y: u16) -> Result {
    attributes::vertex_attrib2f_nv(call, index, half(x), half(y))
}

/// glVertexAttrib2hvNV
pub fn vertex_attrib2hv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<u16>) -> Result {
    let v: [u16; 2] = call.params(v)?;
    vertex_attrib2h_nv(call, index, v[0], v[1])
}

/// glVertexAttrib3hNV
pub fn vertex_attrib3h_nv(call: &mut Call<'_>, index: u32, x: u16, y: u16, z: u16) -> Result {
    attributes::vertex_attrib3f_nv(call, index, half(x), half(y), half(z))
}

/// glVertexAttrib3hvNV
pub fn vertex_attrib3hv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<u16>) -> Result {
    let v: [u16; 3] = call.params(v)?;
    vertex_attrib3h_nv(call, index, v[0], v[1], v[2])
}

/// glVertexAttrib4hNV
pub fn vertex_attrib4h_nv(
    call: &mut Call<'_>,
    index: u32,
    x: u16,
    y: u16,
    z: u16,
    w: u16,
) -> Result {
    attributes::vertex_attrib4f_nv(call, index, half(x), half(y), half(z), half(w))
}

/// glVertexAttrib4hvNV
pub fn vertex_attrib4hv_nv(call: &mut Call<'_>, index: u32, v: ClientPtr<u16>) -> Result {
    let v: [u16; 4] = call.params(v)?;
    vertex_attrib4h_nv(call, index, v[0], v[1], v[2], v[3])
}

/// Reads `n` attributes of `N` numbers for the attributes from `index` on. INVALID_VALUE for a negative `n`, when there
/// are not so many attributes, and for a null pointer.
fn several<const N: usize>(
    call: &Call<'_>,
    index: u32,
    n: i32,
    v: ClientPtr<u16>,
) -> Result<Vec<[u16; N]>> {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("negative count"))?;
    if n.saturating_add(index as usize) > MAX_VERTEX_ATTRIBS {
        return Err(GlError::invalid_value("no such generic attributes"));
    }
    let values = call.mem.read_vec(v, n * N);
    let values = values.ok_or(GlError::invalid_value("null pointer to parameters"))?;
    let (values, _) = values.as_chunks();
    Ok(values.to_vec())
}

/// glVertexAttribs1hvNV: the last attribute first, so that attribute 0 ends the vertex.
pub fn vertex_attribs1hv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<u16>) -> Result {
    let values = several::<1>(call, index, n, v)?;
    for (i, v) in values.iter().enumerate().rev() {
        vertex_attrib1h_nv(call, index + i as u32, v[0])?;
    }
    Ok(())
}

/// glVertexAttribs2hvNV: the last attribute first, so that attribute 0 ends the vertex.
pub fn vertex_attribs2hv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<u16>) -> Result {
    let values = several::<2>(call, index, n, v)?;
    for (i, v) in values.iter().enumerate().rev() {
        vertex_attrib2h_nv(call, index + i as u32, v[0], v[1])?;
    }
    Ok(())
}

/// glVertexAttribs3hvNV: the last attribute first, so that attribute 0 ends the vertex.
pub fn vertex_attribs3hv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<u16>) -> Result {
    let values = several::<3>(call, index, n, v)?;
    for (i, v) in values.iter().enumerate().rev() {
        vertex_attrib3h_nv(call, index + i as u32, v[0], v[1], v[2])?;
    }
    Ok(())
}

/// glVertexAttribs4hvNV: the last attribute first, so that attribute 0 ends the vertex.
pub fn vertex_attribs4hv_nv(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<u16>) -> Result {
    let values = several::<4>(call, index, n, v)?;
    for (i, v) in values.iter().enumerate().rev() {
        vertex_attrib4h_nv(call, index + i as u32, v[0], v[1], v[2], v[3])?;
    }
    Ok(())
}
