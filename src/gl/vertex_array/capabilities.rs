//! The capabilities of client arrays, those of NV_vertex_program, the vertex array range, primitive restart. No group of
//! glPushAttrib holds them.
#![forbid(unsafe_code)]

use super::state::{ELEMENT_ARRAY_SLOT, INDEX_ARRAY_SLOT};
use crate::gl::context::capability::{Capability, SetBy, capability};
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_VERTEX_ATTRIBS;
use crate::ir::interface::attribute;

macro_rules! array {
    ($name:ident, $slot:expr) => {
        Capability {
            set_by: SetBy::Both,
            in_enable_group: false,
            ..capability!($name, arrays.arrays[$slot as usize].enabled)
        }
    };
}

/// The capabilities that programs set most often come first.
pub(crate) const CAPABILITIES: &[Capability] = &[
    array!(VERTEX_ARRAY, attribute::POSITION),
    Capability {
        name: TEXTURE_COORD_ARRAY,
        count: 1,
        set_by: SetBy::Both,
        in_enable_group: false,
        get: |cx, _| cx.arrays.active_tex_coord().enabled,
        set: |cx, _, on| {
            let slot = attribute::TEX_COORD_0 as usize + cx.arrays.client_active;
            cx.arrays.arrays[slot].enabled = on;
            Ok(())
        },
    },
    array!(NORMAL_ARRAY, attribute::NORMAL),
    array!(COLOR_ARRAY, attribute::COLOR),
    array!(SECONDARY_COLOR_ARRAY, attribute::SECONDARY_COLOR),
    array!(WEIGHT_ARRAY_ARB, attribute::WEIGHT),
    array!(VERTEX_WEIGHT_ARRAY_EXT, attribute::WEIGHT),
    array!(MATRIX_INDEX_ARRAY_ARB, attribute::MATRIX_INDEX),
    array!(FOG_COORD_ARRAY, attribute::FOG_COORD),
    array!(EDGE_FLAG_ARRAY, attribute::EDGE_FLAG),
    array!(INDEX_ARRAY, INDEX_ARRAY_SLOT),
    Capability {
        set_by: SetBy::ClientState,
        ..array!(ELEMENT_ARRAY_ATI, ELEMENT_ARRAY_SLOT)
    },
    Capability {
        name: VERTEX_ATTRIB_ARRAY0_NV,
        count: MAX_VERTEX_ATTRIBS as u32,
        set_by: SetBy::ClientState,
        in_enable_group: false,
        get: |cx, i| cx.arrays.nv_enabled & 1 << i != 0,
        set: |cx, i, on| {
            cx.arrays.set_nv_enabled(1 << i, on);
            Ok(())
        },
    },
    Capability {
        set_by: SetBy::ClientState,
        in_enable_group: false,
        ..capability!(VERTEX_ARRAY_RANGE_NV, arrays.range.enabled)
    },
    Capability {
        set_by: SetBy::ClientState,
        in_enable_group: false,
        ..capability!(PRIMITIVE_RESTART_NV, arrays.restart.enabled)
    },
];
