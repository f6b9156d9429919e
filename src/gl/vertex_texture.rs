//! Textures of vertex programs (NV_vertex_program3 2.14.4, 2.14.5.45 to .48).
#![forbid(unsafe_code)]

use super::draw_keys::image_kind;
use super::limits::{MAX_TEXTURE_IMAGE_UNITS, MAX_TEXTURE_UNITS};
use super::program_object::Enabled;
use super::{Context, GlError, Result};
use crate::frontend::assembly::arb::ArbProgram;
use crate::texture::{ImageKind, Texture};

/// The textures that a program of either target samples, by image unit.
pub(super) fn textures_of(cx: &Context, program: &ArbProgram) -> Vec<Option<Texture>> {
    let texture = |unit: usize| {
        let kind = image_kind(program.textures[unit]?);
        let shadow = program.shadow_units >> unit & 1 != 0;
        cx.textures.units[unit].texture_for_program(kind, shadow)
    };
    (0..MAX_TEXTURE_IMAGE_UNITS).map(texture).collect()
}

/// INVALID_OPERATION where vertices and fragments sample an image unit through different targets.
pub(super) fn check_targets(cx: &Context) -> Result {
    let Enabled::Ready(vertex) = cx.programs.vertex_program(&cx.shared) else {
        return Ok(());
    };
    if vertex.textures.iter().all(Option::is_none) {
        return Ok(());
    }
    let fragment = match cx.programs.fragment_program(&cx.shared) {
        Enabled::Ready(program) => Some(program),
        _ => None,
    };
    let is_shader = cx.fragment_shaders.active().is_some();
    let of_fragments = |unit: usize| -> Option<ImageKind> {
        match &fragment {
            Some(program) => program.textures[unit].map(image_kind),
            // What a fragment shader samples is the enabled target, too.
            None if unit < MAX_TEXTURE_UNITS || is_shader => cx.textures.units[unit].enabled_kind(),
            None => None,
        }
    };
    let conflict = (0..MAX_TEXTURE_IMAGE_UNITS).any(|unit| {
        let targets = vertex.textures[unit]
            .map(image_kind)
            .zip(of_fragments(unit));
        targets.is_some_and(|(vertex, fragment)| vertex != fragment)
    });
    if conflict {
        return Err(GlError::invalid_operation(
            "vertices and fragments sample a texture image unit through different targets",
        ));
    }
    Ok(())
}
