//! Mipmap generation: as images are specified (GL 1.5 section 3.8.8) and on command (EXT_framebuffer_object 3.8.8.1). The filter is
//! [`crate::device::texture::mipmap`].
#![forbid(unsafe_code)]

use crate::device::texture::mipmap;
use crate::format::TextureShape;
use crate::gl::texture::level::settle;
use crate::gl::texture_object::object::TextureObject;
use crate::gl::texture_object::parameters::SrgbDecode;
use crate::gl::texture_object::target::target_kind;
use crate::gl::{Call, GlError, Result};

/// Whether all faces have base levels of one square size and one format (GL 1.5 section 3.8.10, "cube complete").
fn is_cube_complete(object: &TextureObject) -> bool {
    let base = object.levels().base;
    let facts = |face| {
        let image = object.texture.level(face, base)?;
        let [width, height, _] = image.level.stored_size(image.kind);
        (width > 0 && width == height).then_some((width, image.level.border, image.api_format))
    };
    let first = facts(0);
    first.is_some() && (1..6).all(|face| facts(face) == first)
}

/// Derives the levels above the base level of the bound texture from it. INVALID_ENUM for a target without mipmaps,
/// INVALID_OPERATION for a cube map that is not cube complete.
pub fn generate_mipmap(call: &mut Call<'_>, target: u32) -> Result {
    let kind = target_kind(target)?;
    if kind == TextureShape::Rectangle {
        return Err(GlError::invalid_enum("rectangles have one level"));
    }
    let texture = call.cx.textures.bound(kind);
    settle(call.cx, &texture)?;
    let mut object = texture.object.lock();
    if kind == TextureShape::Cube && !is_cube_complete(&object) {
        return Err(GlError::invalid_operation(
            "the cube map is not cube complete",
        ));
    }
    for face in 0..object.texture.faces.len() {
        generate_mipmaps(&mut object, face)?;
    }
    Ok(())
}

/// Derives the levels above the base level of one face from it, up to the last one that counts.
pub(crate) fn generate_mipmaps(object: &mut TextureObject, face: usize) -> Result {
    let levels = object.levels();
    let is_linear = object.params.sampling.srgb_decode == SrgbDecode::Skip;
    Ok(mipmap::generate_mipmaps(
        &mut object.texture,
        face,
        levels,
        is_linear,
    )?)
}
