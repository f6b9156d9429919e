//! Pixmaps as textures (GLX_EXT_texture_from_pixmap).
//!
//! The pixels are copied when the pixmap is bound, so that what X draws later appears when it is bound again.

use super::config::has_alpha_pixmaps;
use super::display::*;
use super::tokens::*;
use crate::boundary::guard;
use crate::framebuffer_config::FramebufferConfig;
use crate::{current, native};
use parking_lot::Mutex;
use std::ffi::{c_int, c_ulong, c_void};
use trilobite::format::TextureShape;
use trilobite::gl::texture::from_surface::{SurfaceImage, define_from_surface};

/// What glXCreatePixmap was told about textures, and the image that the pixmap has given to one.
#[derive(Debug)]
pub(crate) struct PixmapTexture {
    /// GLX_TEXTURE_FORMAT_EXT
    pub(crate) format: i32,
    /// GLX_TEXTURE_TARGET_EXT
    pub(crate) target: i32,
    /// GLX_MIPMAP_TEXTURE_EXT
    pub(crate) mipmap: bool,
    image: Mutex<Option<SurfaceImage>>,
}

impl Default for PixmapTexture {
    fn default() -> PixmapTexture {
        PixmapTexture {
            format: TEXTURE_FORMAT_NONE,
            target: TEXTURE_2D,
            mipmap: false,
            image: Mutex::default(),
        }
    }
}

impl PixmapTexture {
    /// Takes the attributes of glXCreatePixmap (section 3.3.5). Gives GLXBadFBConfig for a format that the configuration lacks,
    /// BadValue for other values and for a one-dimensional texture of several rows.
    pub(super) fn new(
        attributes: &[(c_int, c_int)],
        config: &FramebufferConfig,
        height: u32,
    ) -> Result<PixmapTexture, XError> {
        let value = |token, default| {
            let given = attributes.iter().rev().find(|(a, _)| *a == token);
            given.map_or(default, |(_, value)| *value)
        };
        let texture = PixmapTexture {
            format: value(TEXTURE_FORMAT, TEXTURE_FORMAT_NONE),
            target: value(TEXTURE_TARGET, TEXTURE_2D),
            mipmap: value(MIPMAP_TEXTURE, 0) != 0,
            image: Mutex::default(),
        };
        let is_known = [TEXTURE_FORMAT_NONE, TEXTURE_FORMAT_RGB, TEXTURE_FORMAT_RGBA]
            .contains(&texture.format)
            && (TEXTURE_1D..=TEXTURE_RECTANGLE).contains(&texture.target);
        if !is_known {
            return Err(BAD_VALUE);
        }
        if texture.format == TEXTURE_FORMAT_RGBA && !has_alpha_pixmaps(config) {
            return Err(XError::BadFbConfig);
        }
        if texture.format != TEXTURE_FORMAT_NONE && texture.target == TEXTURE_1D && height != 1 {
            return Err(BAD_VALUE);
        }
        Ok(texture)
    }

    fn shape(&self) -> TextureShape {
        match self.target {
            TEXTURE_1D => TextureShape::D1,
            TEXTURE_RECTANGLE => TextureShape::Rectangle,
            _ => TextureShape::D2,
        }
    }
}

/// The pixmap of a binding. Gives GLXBadPixmap when it is none, BadValue for a buffer that pixmaps lack, BadMatch for a pixmap
/// without a format of textures.
fn pixmap(
    display: &GlxDisplay,
    draw: c_ulong,
    buffer: c_int,
) -> Result<std::sync::Arc<Drawable>, XError> {
    let drawable = display.drawable(draw);
    let drawable = drawable.filter(|d| d.kind == DrawableKind::Pixmap);
    let drawable = drawable.ok_or(XError::BadPixmap)?;
    if buffer != FRONT_LEFT {
        return Err(BAD_VALUE);
    }
    if drawable.texture.format == TEXTURE_FORMAT_NONE {
        return Err(BAD_MATCH);
    }
    Ok(drawable)
}

/// Runs a command on a pixmap, or raises its error.
///
/// # Safety
/// `dpy` is null or an open display.
unsafe fn with_pixmap(
    name: &'static str,
    (dpy, draw, buffer): (*mut c_void, c_ulong, c_int),
    command: impl FnOnce(&Drawable),
) {
    guard(name, (), || {
        // SAFETY: as the caller says.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            return;
        };
        match pixmap(&display, draw, buffer) {
            Ok(drawable) => command(&drawable),
            Err(error) => display.raise(error, draw, opcode::VENDOR_PRIVATE),
        }
    });
}

/// glXBindTexImageEXT: the pixmap's pixels become level 0 of the texture that is bound to its target. Without a current context
/// nothing happens.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXBindTexImageEXT(
    dpy: *mut c_void,
    drawable: c_ulong,
    buffer: c_int,
    _attrib_list: *const c_int,
) {
    let bind = |pixmap: &Drawable| {
        let Some(cell) = current::current() else {
            return;
        };
        // What GL has drawn to the pixmap reaches X first, and comes back with what X has drawn.
        let _ = native::flush_current();
        pixmap.surface.fetch();
        let texture = &pixmap.texture;
        let (shape, has_alpha) = (texture.shape(), texture.format == TEXTURE_FORMAT_RGBA);
        // The old image is let go, so that its memory serves again.
        drop(texture.image.lock().take());
        cell.with(
            |cx| match define_from_surface(cx, &pixmap.surface, shape, has_alpha) {
                Ok(image) => *texture.image.lock() = Some(image),
                Err(error) => cx.record_error_of("glXBindTexImageEXT", error),
            },
        );
    };
    // SAFETY: the application's display.
    unsafe { with_pixmap("glXBindTexImageEXT", (dpy, drawable, buffer), bind) }
}

/// glXReleaseTexImageEXT: the texture loses the image, unless it has another one by now.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXReleaseTexImageEXT(dpy: *mut c_void, drawable: c_ulong, buffer: c_int) {
    let release = |pixmap: &Drawable| {
        let image = pixmap.texture.image.lock().take();
        if let Some(image) = image {
            image.release();
        }
    };
    // SAFETY: the application's display.
    unsafe { with_pixmap("glXReleaseTexImageEXT", (dpy, drawable, buffer), release) }
}
