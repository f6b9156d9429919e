//! Targets and coordinate generation of the active unit, texture shaders, the shared palette.
//!
//! ENABLE_BIT saves the enables of all units, not of the active one only: [`SavedUnits`](super::unit::SavedUnits).
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, SetBy, capability};
use crate::gl::context::enums::*;
use crate::gl::context::limits::{MAX_TEXTURE_COORDS, MAX_TEXTURE_UNITS};
use crate::gl::texture_object::target::{TARGET_NAMES, TARGETS};
use crate::gl::{Context, GlError, Result};

pub(crate) const CAPABILITIES: &[Capability] = &[
    target(
        1,
        |cx, _| get_target::<1>(cx),
        |cx, _, on| set_target::<1>(cx, on),
    ),
    target(
        0,
        |cx, _| get_target::<0>(cx),
        |cx, _, on| set_target::<0>(cx, on),
    ),
    target(
        2,
        |cx, _| get_target::<2>(cx),
        |cx, _, on| set_target::<2>(cx, on),
    ),
    target(
        3,
        |cx, _| get_target::<3>(cx),
        |cx, _, on| set_target::<3>(cx, on),
    ),
    target(
        4,
        |cx, _| get_target::<4>(cx),
        |cx, _, on| set_target::<4>(cx, on),
    ),
    Capability {
        name: TEXTURE_GEN_S,
        count: 4,
        set_by: SetBy::Enable,
        in_enable_group: false,
        get: |cx, i| cx.textures.active_unit().gen_enabled[i],
        set: set_gen,
    },
    capability!(TEXTURE_SHADER_NV, textures.shaders),
    // No attribute group has it (ARB_seamless_cube_map, new state).
    Capability {
        in_enable_group: false,
        ..capability!(TEXTURE_CUBE_MAP_SEAMLESS, textures.seamless)
    },
    capability!(SHARED_TEXTURE_PALETTE_EXT, textures.shared_palette_enabled),
];
// Array textures have no capability (EXT_texture_array).
const _: () = assert!(TARGETS == 5 + 2);

const fn target(
    number: usize,
    get: fn(&Context, usize) -> bool,
    set: fn(&mut Context, usize, bool) -> Result,
) -> Capability {
    Capability {
        name: TARGET_NAMES[number],
        count: 1,
        set_by: SetBy::Enable,
        in_enable_group: false,
        get,
        set,
    }
}

fn get_target<const N: usize>(cx: &Context) -> bool {
    cx.textures.active_unit().enabled[N]
}

/// INVALID_OPERATION for a unit without an environment (ARB_fragment_program 3.8.15).
fn set_target<const N: usize>(cx: &mut Context, on: bool) -> Result {
    if cx.textures.active >= MAX_TEXTURE_UNITS {
        return Err(GlError::invalid_operation(
            "the active texture unit has no environment",
        ));
    }
    cx.textures.active_unit_mut().enabled[N] = on;
    Ok(())
}

/// INVALID_OPERATION for a unit without coordinates (ARB_fragment_program 3.8.15).
fn set_gen(cx: &mut Context, coordinate: usize, on: bool) -> Result {
    if cx.textures.active >= MAX_TEXTURE_COORDS {
        return Err(GlError::invalid_operation(
            "the active texture unit has no coordinate set",
        ));
    }
    cx.textures.active_unit_mut().gen_enabled[coordinate] = on;
    Ok(())
}
