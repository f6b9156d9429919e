//! The fragment stage of a shader of ATI_fragment_shader or ATI_text_fragment_shader, from the state as it stands (TRAPS 2.25,
//! 2.29, 2.30, 2.40).
#![forbid(unsafe_code)]

use super::keys::{color_sum, fog_mode};
use super::stages::{PixelSource, stage};
use crate::frontend::assembly::ati::lower::Key;
use crate::frontend::assembly::ati::shader::REGISTERS;
use crate::frontend::fixed_function::fragment::PixelPlace;
use crate::gl::Context;
use crate::gl::ati_shader::object::DefinedShader;
use crate::gl::context::program_target::Target;
use crate::raster::Stage;
use crate::texture::Texture;

/// What the code depends on. Only units that the shader samples count.
fn key(cx: &Context, shader: &DefinedShader, pixel_source: PixelSource) -> Key {
    let target = |unit: usize| {
        shader
            .samples(unit)
            .then(|| cx.textures.units[unit].enabled_kind())?
    };
    Key {
        targets: std::array::from_fn(target),
        color_sum: color_sum(cx),
        fog: fog_mode(cx),
        pixel_source,
    }
}

/// The textures by unit. Depth comparison is off (ATI_fragment_shader, "Interactions with ARB_shadow").
fn textures(cx: &Context, shader: &DefinedShader) -> Vec<Option<Texture>> {
    (0..REGISTERS)
        .map(|number| {
            if !shader.samples(number) {
                return None;
            }
            let unit = &cx.textures.units[number];
            let palette = cx.textures.override_palette();
            unit.texture_for_program(unit.enabled_kind()?, palette, false)
        })
        .collect()
}

/// The fragment stage of a shader with the parameters of this target, the texture coordinate sets that it reads, and where it
/// takes the pixels of a rectangle.
pub(crate) fn shader_stage(
    cx: &mut Context,
    target: Target,
    shader: &DefinedShader,
    source: PixelSource,
) -> (Stage, u8, PixelPlace) {
    let code = shader.code(&key(cx, shader, source));
    let textures = textures(cx, shader);
    let stage = stage(cx, target, &code, textures);
    (stage, shader.coords_read(), shader.pixel_place())
}
