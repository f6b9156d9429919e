//! Textures of programs (NV_vertex_program3 2.14.4, 2.14.5.45 to .48; NV_fragment_program 3.11.5.38).
#![forbid(unsafe_code)]

use crate::device::texture::format::StorageFormat;
use crate::device::texture::level::new_level;
use crate::format::{BaseFormat, TextureShape};
use crate::frontend::assembly::Language;
use crate::frontend::assembly::arb::ArbProgram;
use crate::gl::ati_shader::object::FragmentShaderState;
use crate::gl::context::limits::{MAX_TEXTURE_IMAGE_UNITS, MAX_TEXTURE_UNITS};
use crate::gl::program::loaded::Loaded;
use crate::gl::program::object::{Enabled, ProgramState};
use crate::gl::program::text_ati::ati_shader;
use crate::gl::texture::unit::TextureState;
use crate::gl::{GlError, Result};
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
pub(crate) fn textures_of(textures: &TextureState, program: &Loaded) -> Vec<Option<Texture>> {
    let is_fp10 = |program: &Arc<ArbProgram>| program.language() == Language::Fp10;
    let is_fp10 = program.assembly().is_some_and(is_fp10);
    let mut found = vec![None; MAX_TEXTURE_IMAGE_UNITS];
    for sampled in program.sampled() {
        let unit = &textures.units[sampled.unit];
        let shape = sampled.shape_on(unit.enabled_kind());
        let overrides = textures.overrides();
        let texture = unit.texture_for_program(shape, overrides, sampled.is_shadow);
        found[sampled.number] = match texture {
            None if is_fp10 => NOTHING.clone(),
            texture => texture,
        };
    }
    found
}

/// The targets of the image units that a program samples, by unit; `None` where it samples one through two targets.
pub(crate) fn shapes_of(
    textures: &TextureState,
    program: &Loaded,
) -> Option<[Option<TextureShape>; MAX_TEXTURE_IMAGE_UNITS]> {
    let mut shapes = [None; MAX_TEXTURE_IMAGE_UNITS];
    for sampled in program.sampled() {
        let shape = sampled.shape_on(textures.units[sampled.unit].enabled_kind());
        let known: &mut Option<TextureShape> = &mut shapes[sampled.unit];
        if known.is_some_and(|known| known != shape) {
            return None;
        }
        *known = Some(shape);
    }
    Some(shapes)
}

const TWO_TARGETS: GlError =
    GlError::invalid_operation("a program samples a texture image unit through different targets");

/// Gives INVALID_OPERATION where a program, or vertices and fragments, sample an image unit through different targets.
pub(crate) fn check_targets(
    programs: &ProgramState,
    shaders: &FragmentShaderState,
    textures: &TextureState,
) -> Result {
    let shapes = |program| -> Result<_> {
        let Enabled::Ready(program) = program else {
            return Ok(None);
        };
        let shapes = shapes_of(textures, &program).ok_or(TWO_TARGETS)?;
        Ok(Some(shapes))
    };
    let fragment = shapes(programs.fragment_program())?;
    let Some(vertex) = shapes(programs.vertex_program())? else {
        return Ok(());
    };
    if vertex.iter().all(Option::is_none) {
        return Ok(());
    }
    let is_shader = ati_shader(programs, shaders).is_some();
    let of_fragments = |unit: usize| -> Option<TextureShape> {
        match &fragment {
            Some(shapes) => shapes[unit],
            // A fragment shader samples the enabled target, too.
            None if unit < MAX_TEXTURE_UNITS || is_shader => textures.units[unit].enabled_kind(),
            None => None,
        }
    };
    let conflict = (0..MAX_TEXTURE_IMAGE_UNITS).any(|unit| {
        let targets = vertex[unit].zip(of_fragments(unit));
        targets.is_some_and(|(vertex, fragment)| vertex != fragment)
    });
    if conflict {
        return Err(GlError::invalid_operation(
            "vertices and fragments sample a texture image unit through different targets",
        ));
    }
    Ok(())
}
