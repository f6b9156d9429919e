//! Textures of programs (NV_vertex_program3 2.14.4, 2.14.5.45 to .48; NV_fragment_program 3.11.5.38).
#![forbid(unsafe_code)]

use crate::device::texture::format::StorageFormat;
use crate::device::texture::level::new_level;
use crate::format::{BaseFormat, TextureShape};
use crate::frontend::assembly::Language;
use crate::frontend::assembly::arb::ArbProgram;
use crate::gl::context::limits::{MAX_TEXTURE_IMAGE_UNITS, MAX_TEXTURE_UNITS};
use crate::gl::program::object::Enabled;
use crate::gl::program::text_ati::ati_shader;
use crate::gl::texture::unit::TextureState;
use crate::gl::{Context, GlError, Result};
use crate::texture::{Image, SamplerState, SwizzleSource, TexelFormat, Texture, Wrap};
use std::sync::{Arc, LazyLock};

/// The texture that native fragment programs sample instead of an incomplete one: (0, 0, 0, 0) (NV_fragment_program
/// 3.11.5.38).
static NOTHING: LazyLock<Option<Texture>> = LazyLock::new(|| {
    let format = StorageFormat::plain(BaseFormat::Rgba, TexelFormat::Rgba8);
    let image = new_level(TextureShape::Rectangle, format, [1; 3], 0).ok()?;
    Some(Texture {
        image: Arc::new(Image {
            kind: TextureShape::Rectangle,
            format: format.texels,
            faces: vec![vec![Some(image.level)]],
        }),
        sampler: SamplerState {
            wrap: [Wrap::ClampToEdge; 3],
            swizzle: [SwizzleSource::Zero; 4],
            ..SamplerState::NEAREST
        },
    })
});

/// The textures that a program of either target samples, by image unit.
pub(crate) fn textures_of(textures: &TextureState, program: &ArbProgram) -> Vec<Option<Texture>> {
    let texture = |unit: usize| {
        let kind = program.textures[unit]?;
        let shadow = program.shadow_units >> unit & 1 != 0;
        let texture =
            textures.units[unit].texture_for_program(kind, textures.override_palette(), shadow);
        match program.language() {
            Language::Fp10 => texture.or_else(|| NOTHING.clone()),
            _ => texture,
        }
    };
    (0..MAX_TEXTURE_IMAGE_UNITS).map(texture).collect()
}

/// Gives INVALID_OPERATION where vertices and fragments sample an image unit through different targets.
pub(crate) fn check_targets(cx: &Context) -> Result {
    let Enabled::Ready(vertex) = cx.programs.vertex_program() else {
        return Ok(());
    };
    if vertex.textures.iter().all(Option::is_none) {
        return Ok(());
    }
    let fragment = match cx.programs.fragment_program() {
        Enabled::Ready(program) => Some(program),
        _ => None,
    };
    let is_shader = ati_shader(&cx.programs, &cx.fragment_shaders).is_some();
    let of_fragments = |unit: usize| -> Option<TextureShape> {
        match &fragment {
            Some(program) => program.textures[unit],
            // A fragment shader samples the enabled target, too.
            None if unit < MAX_TEXTURE_UNITS || is_shader => cx.textures.units[unit].enabled_kind(),
            None => None,
        }
    };
    let conflict = (0..MAX_TEXTURE_IMAGE_UNITS).any(|unit| {
        let targets = vertex.textures[unit].zip(of_fragments(unit));
        targets.is_some_and(|(vertex, fragment)| vertex != fragment)
    });
    if conflict {
        return Err(GlError::invalid_operation(
            "vertices and fragments sample a texture image unit through different targets",
        ));
    }
    Ok(())
}
