//! The fragment stage under a fragment shader of ATI_fragment_shader or ATI_text_fragment_shader: its code for the current
//! state, and its textures (QUIRKS 2.25, 2.29, 2.30, 2.40).

use super::keys::{color_sum, fog_mode};
use super::stage::{SourcedStage, stage};
use crate::frontend::assembly::ati::lower::Key;
use crate::frontend::assembly::ati::shader::REGISTERS;
use crate::frontend::fixed_function::fragment::{PixelPlace, PixelSource};
use crate::gl::Context;
use crate::gl::ati_shader::code::DefinedShader;
use crate::gl::context::program_target::Target;
use crate::gl::texture::unit::TextureState;
use crate::texture::Texture;

/// The fragment stage of a shader with the parameters of this target. It also returns the texture coordinate sets that the
/// stage reads, and where its code finds the pixels of a rectangle.
pub(crate) fn shader_stage(
    cx: &mut Context,
    target: Target,
    shader: &DefinedShader,
    source: PixelSource,
) -> (SourcedStage, u8, PixelPlace) {
    let code = shader.code(&key(shader, cx, source));
    let textures = textures(shader, &cx.textures);
    let stage = stage(cx, target, &code, textures);
    (stage, shader.coords_read, shader.pixel_place())
}

/// The state that the code depends on. Only units that the shader samples matter.
fn key(shader: &DefinedShader, cx: &Context, pixel_source: PixelSource) -> Key {
    let target = |unit: usize| {
        let is_sampled = shader.samples(unit);
        is_sampled.then(|| cx.textures.units[unit].enabled_kind())?
    };
    Key {
        targets: std::array::from_fn(target),
        color_sum: color_sum(&cx.lighting, &cx.programs, &cx.vertex_shaders),
        fog: fog_mode(&cx.lighting, &cx.programs),
        pixel_source,
    }
}

/// The textures by unit. Depth comparison is off (ATI_fragment_shader, "Interactions with ARB_shadow").
fn textures(shader: &DefinedShader, textures: &TextureState) -> Vec<Option<Texture>> {
    let texture = |number: usize| {
        let unit = shader.samples(number).then(|| &textures.units[number])?;
        unit.texture_for_program(unit.enabled_kind()?, textures.overrides(), false)
    };
    (0..REGISTERS).map(texture).collect()
}
