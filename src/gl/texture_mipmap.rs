//! Mipmaps on command (EXT_framebuffer_object 3.8.8.1).
#![forbid(unsafe_code)]

use super::texture_object::{TextureObject, target_kind};
use super::texture_store::generate_mipmaps;
use super::{Call, GlError, Result};
use crate::texture::ImageKind;

/// Whether all faces have base levels of one square size and one format (GL 1.5 section 3.8.10, "cube complete").
fn is_cube_complete(object: &TextureObject) -> bool {
    let base = object.params.base_level as usize;
    let facts = |face| {
        let image = object.level(face, base)?;
        let [width, height, _] = image.level.stored_size(image.kind);
        (width > 0 && width == height).then_some((width, image.level.border, image.format.name))
    };
    let first = facts(0);
    first.is_some() && (1..6).all(|face| facts(face) == first)
}

/// Derives the levels above the base level of the bound texture from it. INVALID_ENUM for a target without mipmaps,
/// INVALID_OPERATION for a cube map that is not cube complete.
pub fn generate_mipmap(call: &mut Call<'_>, target: u32) -> Result {
    let kind = target_kind(target)?;
    if kind == ImageKind::Rectangle {
        return Err(GlError::invalid_enum("rectangles have one level"));
    }
    let texture = call.cx.textures.bound(kind);
    call.cx.settle(&texture)?;
    let mut object = texture.object.lock();
    if kind == ImageKind::Cube && !is_cube_complete(&object) {
        return Err(GlError::invalid_operation(
            "the cube map is not cube complete",
        ));
    }
    for face in 0..object.faces.len() {
        generate_mipmaps(&mut object, face)?;
    }
    Ok(())
}
