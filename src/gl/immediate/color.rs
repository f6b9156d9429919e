//! Colours: glColor*, glSecondaryColor*; integers map to [0, 1] or [-1, 1] (GL 1.5 section 2.7, table 2.6; NV_half_float).
#![forbid(unsafe_code)]

use super::begin_end::set_current;
use crate::gl::attribute::component::{Normalized, from_half};
use crate::gl::attribute::sized::sized;
use crate::gl::{Call, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

#[inline(always)]
fn set_color(call: &mut Call<'_>, rgba: [f32; 4]) -> Result {
    set_current(call, attribute::COLOR, rgba)
}

/// The alpha of a secondary colour is 0.
#[inline(always)]
fn set_secondary(call: &mut Call<'_>, [red, green, blue, _]: [f32; 4]) -> Result {
    set_current(call, attribute::SECONDARY_COLOR, [red, green, blue, 0.0])
}

sized! { set set_color(), copied set_color;
    [inline] i8 as Normalized::normalized {
        color3b color3bv [red green blue]
        color4b color4bv [red green blue alpha]
    }
    [inline] i16 as Normalized::normalized {
        color3s color3sv [red green blue]
        color4s color4sv [red green blue alpha]
    }
    [inline] i32 as Normalized::normalized {
        color3i color3iv [red green blue]
        color4i color4iv [red green blue alpha]
    }
    [inline(always)] f32 as Normalized::normalized {
        color3f color3fv [red green blue]
        color4f color4fv [red green blue alpha]
    }
    [inline] f64 as Normalized::normalized {
        color3d color3dv [red green blue]
        color4d color4dv [red green blue alpha]
    }
    [inline] u8 as Normalized::normalized {
        color3ub color3ubv [red green blue]
        color4ub color4ubv [red green blue alpha]
    }
    [inline] u16 as Normalized::normalized {
        color3us color3usv [red green blue]
        color4us color4usv [red green blue alpha]
    }
    [inline] u32 as Normalized::normalized {
        color3ui color3uiv [red green blue]
        color4ui color4uiv [red green blue alpha]
    }
    [inline] u16 as from_half {
        color3h_nv color3hv_nv [red green blue]
        color4h_nv color4hv_nv [red green blue alpha]
    }
}

sized! { set set_secondary(), copied set_secondary;
    [inline] i8 as Normalized::normalized {
        secondary_color3b secondary_color3bv [red green blue]
    }
    [inline] i16 as Normalized::normalized {
        secondary_color3s secondary_color3sv [red green blue]
    }
    [inline] i32 as Normalized::normalized {
        secondary_color3i secondary_color3iv [red green blue]
    }
    [inline(always)] f32 as Normalized::normalized {
        secondary_color3f secondary_color3fv [red green blue]
    }
    [inline] f64 as Normalized::normalized {
        secondary_color3d secondary_color3dv [red green blue]
    }
    [inline] u8 as Normalized::normalized {
        secondary_color3ub secondary_color3ubv [red green blue]
    }
    [inline] u16 as Normalized::normalized {
        secondary_color3us secondary_color3usv [red green blue]
    }
    [inline] u32 as Normalized::normalized {
        secondary_color3ui secondary_color3uiv [red green blue]
    }
    [inline] u16 as from_half {
        secondary_color3h_nv secondary_color3hv_nv [red green blue]
    }
}
