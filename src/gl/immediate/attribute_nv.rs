//! Attributes by the commands of NV_vertex_program (2.14.1.1) and NV_half_float. A command sets the conventional attribute
//! that it aliases (table X.2). Attributes 6 and 7 alias none, and share the storage of the generic ones.
#![forbid(unsafe_code)]

use super::begin_end::{emit_vertex, set_current};
use crate::gl::attribute::component::{Normalized, Plain, from_half, widen};
use crate::gl::attribute::sized::sized;
use crate::gl::context::error::unreadable;
use crate::gl::context::limits::MAX_VERTEX_ATTRIBS;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// The slot of attribute `n` among all attributes.
pub(crate) fn slot(n: u32) -> u32 {
    match n {
        6 | 7 => attribute::GENERIC_0 + n,
        n => n,
    }
}

const NO_ATTRIBUTE: GlError = GlError::invalid_value("no such vertex attribute");

/// Sets an attribute; number 0 is the vertex. Gives INVALID_VALUE beyond the last one.
fn set_attribute(call: &mut Call<'_>, index: u32, value: [f32; 4]) -> Result {
    match index as usize {
        0 => emit_vertex(call, value),
        1..MAX_VERTEX_ATTRIBS => set_current(call, slot(index), value),
        _ => Err(NO_ATTRIBUTE),
    }
}

/// Sets `n` consecutive attributes of `N` components each, the last first, so that attribute 0 completes the vertex. Gives
/// INVALID_VALUE for a negative number, for attributes beyond the last one, and for a null pointer.
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
    let null = unreadable("null pointer to attributes");
    let components = call.mem.read_vec(v, N * n).map_err(null)?;
    let (attributes, _) = components.as_chunks::<N>();
    for (i, components) in attributes.iter().enumerate().rev() {
        set_attribute(call, index + i as u32, widen(components.map(convert)))?;
    }
    Ok(())
}

/// Commands that set several attributes: name, type and number of components, conversion.
macro_rules! several {
    ($($name:ident $ty:ty, $n:literal $convert:path;)*) => {$(
        pub fn $name(call: &mut Call<'_>, index: u32, n: i32, v: ClientPtr<$ty>) -> Result {
            set_many::<_, $n>(call, index, n, v, $convert)
        }
    )*};
}

several! {
    vertex_attribs1sv_nv i16, 1 Plain::plain;
    vertex_attribs2sv_nv i16, 2 Plain::plain;
    vertex_attribs3sv_nv i16, 3 Plain::plain;
    vertex_attribs4sv_nv i16, 4 Plain::plain;
    vertex_attribs1fv_nv f32, 1 Plain::plain;
    vertex_attribs2fv_nv f32, 2 Plain::plain;
    vertex_attribs3fv_nv f32, 3 Plain::plain;
    vertex_attribs4fv_nv f32, 4 Plain::plain;
    vertex_attribs1dv_nv f64, 1 Plain::plain;
    vertex_attribs2dv_nv f64, 2 Plain::plain;
    vertex_attribs3dv_nv f64, 3 Plain::plain;
    vertex_attribs4dv_nv f64, 4 Plain::plain;
    vertex_attribs1hv_nv u16, 1 from_half;
    vertex_attribs2hv_nv u16, 2 from_half;
    vertex_attribs3hv_nv u16, 3 from_half;
    vertex_attribs4hv_nv u16, 4 from_half;
    vertex_attribs4ubv_nv u8, 4 Normalized::normalized;
}

sized! { set set_attribute(index), copied set_attribute;
    [inline] i16 as Plain::plain {
        vertex_attrib1s_nv vertex_attrib1sv_nv [x]
        vertex_attrib2s_nv vertex_attrib2sv_nv [x y]
        vertex_attrib3s_nv vertex_attrib3sv_nv [x y z]
        vertex_attrib4s_nv vertex_attrib4sv_nv [x y z w]
    }
    [inline] f32 as Plain::plain {
        vertex_attrib1f_nv vertex_attrib1fv_nv [x]
        vertex_attrib2f_nv vertex_attrib2fv_nv [x y]
        vertex_attrib3f_nv vertex_attrib3fv_nv [x y z]
        vertex_attrib4f_nv vertex_attrib4fv_nv [x y z w]
    }
    [inline] f64 as Plain::plain {
        vertex_attrib1d_nv vertex_attrib1dv_nv [x]
        vertex_attrib2d_nv vertex_attrib2dv_nv [x y]
        vertex_attrib3d_nv vertex_attrib3dv_nv [x y z]
        vertex_attrib4d_nv vertex_attrib4dv_nv [x y z w]
    }
    [inline] u16 as from_half {
        vertex_attrib1h_nv vertex_attrib1hv_nv [x]
        vertex_attrib2h_nv vertex_attrib2hv_nv [x y]
        vertex_attrib3h_nv vertex_attrib3hv_nv [x y z]
        vertex_attrib4h_nv vertex_attrib4hv_nv [x y z w]
    }
    [inline] u8 as Normalized::normalized {
        vertex_attrib4ub_nv vertex_attrib4ubv_nv [x y z w]
    }
}
