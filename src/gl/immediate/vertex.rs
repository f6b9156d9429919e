//! Vertex positions: glVertex* (GL 1.5 section 2.7, NV_half_float).
#![forbid(unsafe_code)]

use super::begin_end::emit_vertex;
use crate::gl::attribute::component::{Plain, from_half};
use crate::gl::attribute::sized::sized;
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;

sized! { set emit_vertex(), copied emit_vertex;
    [inline] i16 as Plain::plain {
        vertex2s vertex2sv [x y]
        vertex3s vertex3sv [x y z]
        vertex4s vertex4sv [x y z w]
    }
    [inline] i32 as Plain::plain {
        vertex2i vertex2iv [x y]
        vertex3i vertex3iv [x y z]
        vertex4i vertex4iv [x y z w]
    }
    [inline(always)] f32 as Plain::plain {
        vertex2f vertex2fv [x y]
        vertex3f vertex3fv [x y z]
        vertex4f vertex4fv [x y z w]
    }
    [inline] f64 as Plain::plain {
        vertex2d vertex2dv [x y]
        vertex3d vertex3dv [x y z]
        vertex4d vertex4dv [x y z w]
    }
    [inline] u16 as from_half {
        vertex2h_nv vertex2hv_nv [x y]
        vertex3h_nv vertex3hv_nv [x y z]
        vertex4h_nv vertex4hv_nv [x y z w]
    }
}
