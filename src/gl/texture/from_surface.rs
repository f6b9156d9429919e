//! A texture image from the pixels of a surface, for window systems that bind pixmaps to textures
//! (GLX_EXT_texture_from_pixmap 3.3.6.1).
#![forbid(unsafe_code)]

use super::level::{check_level, define_level};
use super::storage::check_bound_mutable;
use crate::device::target::planes::{Frame, Plane};
use crate::format::TextureShape;
use crate::gl::context::enums::{RGB8, RGBA8};
use crate::gl::pixel::frame_rows::FrameRows;
use crate::gl::pixel::transfer::PixelState;
use crate::gl::texture_object::format::InternalFormat;
use crate::gl::texture_object::object::TextureHandle;
use crate::gl::texture_object::target::ImageTarget;
use crate::gl::{Context, GlError, Result};
use crate::raster::StoredColor;
use crate::surface::Surface;
use std::sync::{Arc, Weak};

/// An image that a surface has given to a texture.
#[derive(Debug)]
pub struct SurfaceImage {
    texture: Weak<TextureHandle>,
    /// The texels, as long as nothing else has replaced or changed them.
    texels: Weak<Vec<u8>>,
}

/// Gives the texture that is bound to a target of the active unit the front pixels of a surface as its level 0. Pixel transfer
/// does not apply. Gives INVALID_VALUE for a size that the target cannot have, INVALID_OPERATION for a texture whose
/// format cannot change, OUT_OF_MEMORY.
pub fn define_from_surface(
    cx: &mut Context,
    surface: &Surface,
    kind: TextureShape,
    has_alpha: bool,
) -> Result<SurfaceImage> {
    let buffers = surface.buffers();
    let size = [buffers.width as i32, buffers.height as i32, 1];
    let format = InternalFormat::from_enum(if has_alpha { RGBA8 } else { RGB8 });
    let format = format.ok_or(GlError::invalid_operation("no format of surfaces"))?;
    let target = ImageTarget {
        kind,
        face: 0,
        proxy: false,
    };
    let new = check_level(target, 0, format, (size, size), 0)?;
    check_bound_mutable(&cx.textures, target)?;
    // A draw state may hold the texels that are about to be replaced.
    cx.draws.forget_textures();
    let pixel = PixelState::default();
    let frame = Frame::of(buffers.front, StoredColor::of_surface(has_alpha));
    let mut rows = FrameRows::new(frame, &pixel, 0, 0, Plane::Color);
    define_level(&cx.textures, &new, Some(&mut rows))?;
    let texture = cx.textures.bound(kind);
    let object = texture.object.lock();
    let texels = object.texture.level(0, 0).map(|level| &level.level.texels);
    let texels = texels.map_or_else(Weak::new, Arc::downgrade);
    drop(object);
    Ok(SurfaceImage {
        texture: Arc::downgrade(&texture),
        texels,
    })
}

impl SurfaceImage {
    /// Takes the image away from the texture. If it has another one by now, nothing happens.
    pub fn release(self) {
        let Some(texture) = self.texture.upgrade() else {
            return;
        };
        let mut object = texture.object.lock();
        let is_own = object.texture.level(0, 0).is_some_and(|level| {
            std::ptr::eq(Arc::as_ptr(&level.level.texels), self.texels.as_ptr())
        });
        if is_own {
            object.texture.set_level(0, 0, None);
        }
    }
}
