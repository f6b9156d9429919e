//! Texture coordinates: glTexCoord* of set 0, glMultiTexCoord* of any set (GL 1.5 section 2.7, NV_half_float).
#![forbid(unsafe_code)]

use super::begin_end::set_current;
use crate::gl::attribute::component::{Plain, from_half};
use crate::gl::attribute::sized::sized;
use crate::gl::context::enums;
use crate::gl::context::limits::MAX_TEXTURE_COORDS;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

#[inline(always)]
fn set_first_set(call: &mut Call<'_>, value: [f32; 4]) -> Result {
    set_current(call, attribute::TEX_COORD_0, value)
}

/// Sets the coordinates of a set. Gives INVALID_ENUM beyond the last set.
#[inline(always)]
fn set_texture_coordinate(call: &mut Call<'_>, target: u32, value: [f32; 4]) -> Result {
    let set = target.wrapping_sub(enums::TEXTURE0);
    if set as usize >= MAX_TEXTURE_COORDS {
        return Err(GlError::invalid_enum("no such texture coordinate set"));
    }
    set_current(call, attribute::TEX_COORD_0 + set, value)
}

sized! { set set_first_set(), copied set_first_set;
    [inline] i16 as Plain::plain {
        tex_coord1s tex_coord1sv [s]
        tex_coord2s tex_coord2sv [s t]
        tex_coord3s tex_coord3sv [s t r]
        tex_coord4s tex_coord4sv [s t r q]
    }
    [inline] i32 as Plain::plain {
        tex_coord1i tex_coord1iv [s]
        tex_coord2i tex_coord2iv [s t]
        tex_coord3i tex_coord3iv [s t r]
        tex_coord4i tex_coord4iv [s t r q]
    }
    [inline(always)] f32 as Plain::plain {
        tex_coord1f tex_coord1fv [s]
        tex_coord2f tex_coord2fv [s t]
        tex_coord3f tex_coord3fv [s t r]
        tex_coord4f tex_coord4fv [s t r q]
    }
    [inline] f64 as Plain::plain {
        tex_coord1d tex_coord1dv [s]
        tex_coord2d tex_coord2dv [s t]
        tex_coord3d tex_coord3dv [s t r]
        tex_coord4d tex_coord4dv [s t r q]
    }
    [inline] u16 as from_half {
        tex_coord1h_nv tex_coord1hv_nv [s]
        tex_coord2h_nv tex_coord2hv_nv [s t]
        tex_coord3h_nv tex_coord3hv_nv [s t r]
        tex_coord4h_nv tex_coord4hv_nv [s t r q]
    }
}

sized! { set set_texture_coordinate(target), copied set_texture_coordinate;
    [inline] i16 as Plain::plain {
        multi_tex_coord1s multi_tex_coord1sv [s]
        multi_tex_coord2s multi_tex_coord2sv [s t]
        multi_tex_coord3s multi_tex_coord3sv [s t r]
        multi_tex_coord4s multi_tex_coord4sv [s t r q]
    }
    [inline] i32 as Plain::plain {
        multi_tex_coord1i multi_tex_coord1iv [s]
        multi_tex_coord2i multi_tex_coord2iv [s t]
        multi_tex_coord3i multi_tex_coord3iv [s t r]
        multi_tex_coord4i multi_tex_coord4iv [s t r q]
    }
    [inline(always)] f32 as Plain::plain {
        multi_tex_coord1f multi_tex_coord1fv [s]
        multi_tex_coord2f multi_tex_coord2fv [s t]
        multi_tex_coord3f multi_tex_coord3fv [s t r]
        multi_tex_coord4f multi_tex_coord4fv [s t r q]
    }
    [inline] f64 as Plain::plain {
        multi_tex_coord1d multi_tex_coord1dv [s]
        multi_tex_coord2d multi_tex_coord2dv [s t]
        multi_tex_coord3d multi_tex_coord3dv [s t r]
        multi_tex_coord4d multi_tex_coord4dv [s t r q]
    }
    [inline] u16 as from_half {
        multi_tex_coord1h_nv multi_tex_coord1hv_nv [s]
        multi_tex_coord2h_nv multi_tex_coord2hv_nv [s t]
        multi_tex_coord3h_nv multi_tex_coord3hv_nv [s t r]
        multi_tex_coord4h_nv multi_tex_coord4hv_nv [s t r q]
    }
}
