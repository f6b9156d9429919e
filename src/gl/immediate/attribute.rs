//! Generic attributes: glVertexAttrib* (ARB_vertex_program section 2.7).
#![forbid(unsafe_code)]

use super::begin_end::{emit_vertex, set_current};
use crate::gl::attribute::component::{Normalized, Plain};
use crate::gl::attribute::sized::sized;
use crate::gl::context::limits::MAX_VERTEX_ATTRIBS;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// Sets a generic attribute; number 0 is the vertex (QUIRKS 0.47). Gives INVALID_VALUE beyond the last one.
fn set_attribute(call: &mut Call<'_>, index: u32, value: [f32; 4]) -> Result {
    match index as usize {
        0 => emit_vertex(call, value),
        1..MAX_VERTEX_ATTRIBS => set_current(call, attribute::GENERIC_0 + index, value),
        _ => Err(GlError::invalid_value("no such generic attribute")),
    }
}

sized! { set set_attribute(index), copied set_attribute;
    [inline] i16 as Plain::plain {
        vertex_attrib1s vertex_attrib1sv [x]
        vertex_attrib2s vertex_attrib2sv [x y]
        vertex_attrib3s vertex_attrib3sv [x y z]
        vertex_attrib4s vertex_attrib4sv [x y z w]
    }
    [inline] f32 as Plain::plain {
        vertex_attrib1f vertex_attrib1fv [x]
        vertex_attrib2f vertex_attrib2fv [x y]
        vertex_attrib3f vertex_attrib3fv [x y z]
        vertex_attrib4f vertex_attrib4fv [x y z w]
    }
    [inline] f64 as Plain::plain {
        vertex_attrib1d vertex_attrib1dv [x]
        vertex_attrib2d vertex_attrib2dv [x y]
        vertex_attrib3d vertex_attrib3dv [x y z]
        vertex_attrib4d vertex_attrib4dv [x y z w]
    }
    [inline] i8 as Plain::plain {
        _ vertex_attrib4bv [x y z w]
    }
    [inline] i32 as Plain::plain {
        _ vertex_attrib4iv [x y z w]
    }
    [inline] u8 as Plain::plain {
        _ vertex_attrib4ubv [x y z w]
    }
    [inline] u16 as Plain::plain {
        _ vertex_attrib4usv [x y z w]
    }
    [inline] u32 as Plain::plain {
        _ vertex_attrib4uiv [x y z w]
    }
    [inline] i8 as Normalized::normalized {
        _ vertex_attrib4nbv [x y z w]
    }
    [inline] i16 as Normalized::normalized {
        _ vertex_attrib4nsv [x y z w]
    }
    [inline] i32 as Normalized::normalized {
        _ vertex_attrib4niv [x y z w]
    }
    [inline] u16 as Normalized::normalized {
        _ vertex_attrib4nusv [x y z w]
    }
    [inline] u32 as Normalized::normalized {
        _ vertex_attrib4nuiv [x y z w]
    }
    [inline] u8 as Normalized::normalized {
        vertex_attrib4nub vertex_attrib4nubv [x y z w]
    }
}
