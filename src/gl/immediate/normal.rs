//! Normals, fog coordinates, edge flags and colour indices: glNormal*, glFogCoord*, glEdgeFlag*, glIndex* (GL 1.5 section 2.7,
//! table 2.6; NV_half_float).
#![forbid(unsafe_code)]

use super::begin_end::set_current;
use crate::gl::attribute::component::{Normalized, Plain, from_half};
use crate::gl::attribute::sized::sized;
use crate::gl::{Call, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

pub fn edge_flag(call: &mut Call<'_>, flag: u8) -> Result {
    set_current(
        call,
        attribute::EDGE_FLAG,
        [f32::from(u8::from(flag != 0)), 0.0, 0.0, 1.0],
    )
}

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

fn set_first_index(call: &mut Call<'_>, [index, ..]: [f32; 4]) -> Result {
    set_index(call, index)
}

#[inline(always)]
fn set_normal(call: &mut Call<'_>, normal: [f32; 4]) -> Result {
    set_current(call, attribute::NORMAL, normal)
}

#[inline(always)]
fn set_fog_coordinate(call: &mut Call<'_>, coordinate: [f32; 4]) -> Result {
    set_current(call, attribute::FOG_COORD, coordinate)
}

sized! { set set_first_index(), copied set_first_index;
    [inline] i16 as Plain::plain {
        indexs indexsv [c]
    }
    [inline] i32 as Plain::plain {
        indexi indexiv [c]
    }
    [inline] f32 as Plain::plain {
        indexf indexfv [c]
    }
    [inline] f64 as Plain::plain {
        indexd indexdv [c]
    }
    [inline] u8 as Plain::plain {
        indexub indexubv [c]
    }
}

sized! { set set_normal(), copied set_normal;
    [inline] i8 as Normalized::normalized {
        normal3b normal3bv [x y z]
    }
    [inline] i16 as Normalized::normalized {
        normal3s normal3sv [x y z]
    }
    [inline] i32 as Normalized::normalized {
        normal3i normal3iv [x y z]
    }
    [inline(always)] f32 as Normalized::normalized {
        normal3f normal3fv [x y z]
    }
    [inline] f64 as Normalized::normalized {
        normal3d normal3dv [x y z]
    }
    [inline] u16 as from_half {
        normal3h_nv normal3hv_nv [x y z]
    }
}

sized! { set set_fog_coordinate(), copied set_fog_coordinate;
    [inline(always)] f32 as Plain::plain {
        fog_coordf fog_coordfv [f]
    }
    [inline] f64 as Plain::plain {
        fog_coordd fog_coorddv [f]
    }
    [inline] u16 as from_half {
        fog_coordh_nv fog_coordhv_nv [f]
    }
}
