//! GLX windows, pixmaps and pbuffers (GLX 1.4 sections 3.3.4 to 3.3.6, 3.4).

use super::display::*;
use super::pixmap_texture::PixmapTexture;
use super::tokens::*;
use crate::boundary::guard;
use crate::framebuffer_config::FramebufferConfig;
use crate::native;
use std::ffi::{c_int, c_uint, c_ulong, c_void};
use std::sync::Arc;
use trilobite::platform::x11::VisualInfo;
use trilobite::surface::{MAX_SIZE, Surface};

/// Creates a GLX window or pixmap over an X drawable, which must have the depth of the configuration's visual.
fn create_on_x(
    display: &GlxDisplay,
    kind: DrawableKind,
    x_drawable: c_ulong,
    place: (i32, FramebufferConfig),
    attributes: &[(c_int, c_int)],
) -> Result<c_ulong, XError> {
    let missing = if kind == DrawableKind::Pixmap {
        BAD_PIXMAP
    } else {
        BAD_WINDOW
    };
    let geometry = display.connection.geometry(x_drawable).ok_or(missing)?;
    if geometry.depth as i32 != place.1.visual_depth() {
        return Err(BAD_MATCH);
    }
    let texture = PixmapTexture::new(attributes, &place.1, geometry.height)?;
    let mut drawable = display
        .new_on_x(kind, new_xid(), x_drawable, place)
        .ok_or(BAD_ALLOC)?;
    drawable.texture = texture;
    Ok(display.add(drawable).xid)
}

/// # Safety
/// `dpy` is null or an open display.
unsafe fn create_door(
    name: &'static str,
    minor: u8,
    dpy: *mut c_void,
    create: impl FnOnce(&GlxDisplay) -> Result<c_ulong, XError>,
) -> c_ulong {
    guard(name, 0, || {
        // SAFETY: as the caller says.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            return 0;
        };
        create(&display).unwrap_or_else(|error| {
            display.raise(error, 0, minor);
            0
        })
    })
}

/// glXCreateWindow (GLX 1.4 section 3.3.4).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreateWindow(
    dpy: *mut c_void,
    config: *mut c_void,
    win: c_ulong,
    _attrib_list: *const c_int,
) -> c_ulong {
    let create = |display: &GlxDisplay| {
        let place = display.config(config).ok_or(XError::BadFbConfig)?;
        create_on_x(display, DrawableKind::Window, win, place, &[])
    };
    // SAFETY: the application's display.
    unsafe { create_door("glXCreateWindow", opcode::CREATE_WINDOW, dpy, create) }
}

/// glXCreatePixmap (GLX 1.4 section 3.3.5), with the attributes of GLX_EXT_texture_from_pixmap.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreatePixmap(
    dpy: *mut c_void,
    config: *mut c_void,
    pixmap: c_ulong,
    attrib_list: *const c_int,
) -> c_ulong {
    // SAFETY: the application's list.
    let attributes = unsafe { native::attribute_pairs(attrib_list, NONE) };
    let create = |display: &GlxDisplay| {
        let place = display.config(config).ok_or(XError::BadFbConfig)?;
        create_on_x(display, DrawableKind::Pixmap, pixmap, place, &attributes)
    };
    // SAFETY: the application's display.
    unsafe { create_door("glXCreatePixmap", opcode::CREATE_PIXMAP, dpy, create) }
}

/// glXCreateGLXPixmap (GLX 1.4 section 3.4).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `visual` is null or points to
/// an `XVisualInfo`, which is read during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreateGLXPixmap(
    dpy: *mut c_void,
    visual: *mut VisualInfo,
    pixmap: c_ulong,
) -> c_ulong {
    let create = |display: &GlxDisplay| {
        if visual.is_null() {
            return Err(BAD_VALUE);
        }
        // SAFETY: the application's visual.
        let (screen, id) = unsafe { ((*visual).screen, (*visual).visual_id) };
        let config = display.config_of_visual(screen, id).ok_or(BAD_VALUE)?;
        create_on_x(display, DrawableKind::Pixmap, pixmap, (screen, config), &[])
    };
    // SAFETY: the application's display.
    unsafe { create_door("glXCreateGLXPixmap", opcode::CREATE_GLX_PIXMAP, dpy, create) }
}

/// glXCreateGLXPixmapMESA (MESA_pixmap_colormap) ignores the colour map, which TrueColor does not need.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `visual` is null or points to
/// an `XVisualInfo`, which is read during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreateGLXPixmapMESA(
    dpy: *mut c_void,
    visual: *mut VisualInfo,
    pixmap: c_ulong,
    _cmap: c_ulong,
) -> c_ulong {
    // SAFETY: the application's promise is passed on.
    unsafe { glXCreateGLXPixmap(dpy, visual, pixmap) }
}

/// glXCreateGLXPixmapWithConfigSGIX (SGIX_fbconfig).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreateGLXPixmapWithConfigSGIX(
    dpy: *mut c_void,
    config: *mut c_void,
    pixmap: c_ulong,
) -> c_ulong {
    // SAFETY: the application's promise is passed on.
    unsafe { glXCreatePixmap(dpy, config, pixmap, std::ptr::null()) }
}

fn create_pbuffer(
    display: &GlxDisplay,
    config: *mut c_void,
    size: (i64, i64),
    largest: bool,
    preserved: bool,
) -> Result<c_ulong, XError> {
    let (screen, config) = display.config(config).ok_or(XError::BadFbConfig)?;
    let max = i64::from(MAX_SIZE);
    if size.0 < 0 || size.1 < 0 {
        return Err(BAD_VALUE);
    }
    if !largest && (size.0 > max || size.1 > max) {
        return Err(BAD_ALLOC);
    }
    let (width, height) = (size.0.min(max) as u32, size.1.min(max) as u32);
    let surface = largest_surface(config, width, height, largest).ok_or(BAD_ALLOC)?;
    let mut drawable = Drawable::new(
        DrawableKind::Pbuffer,
        new_xid(),
        Arc::new(surface),
        (screen, config),
    );
    drawable.largest = largest;
    drawable.preserved = preserved;
    Ok(display.add(drawable).xid)
}

/// A surface of this size. With `largest` the size is halved until there is memory for it.
fn largest_surface(
    config: FramebufferConfig,
    mut width: u32,
    mut height: u32,
    largest: bool,
) -> Option<Surface> {
    loop {
        match Surface::new(config.storage, width, height) {
            None if largest && (width > 1 || height > 1) => {
                (width, height) = (width.div_ceil(2), height.div_ceil(2))
            }
            made => return made,
        }
    }
}

/// glXCreatePbuffer (GLX 1.4 section 3.3.6). The contents are preserved, whatever the attribute says.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `attrib_list` is null or a list
/// of pairs of integers that ends in None. It is read during the call. Handles are compared with ours and never
/// dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreatePbuffer(
    dpy: *mut c_void,
    config: *mut c_void,
    attrib_list: *const c_int,
) -> c_ulong {
    // SAFETY: the application's list.
    let attributes = unsafe { native::attribute_pairs(attrib_list, NONE) };
    let value = |token| {
        attributes
            .iter()
            .rev()
            .find(|(a, _)| *a == token)
            .map(|(_, v)| *v)
    };
    let size = (
        i64::from(value(PBUFFER_WIDTH).unwrap_or(0)),
        i64::from(value(PBUFFER_HEIGHT).unwrap_or(0)),
    );
    let largest = value(LARGEST_PBUFFER).unwrap_or(0) != 0;
    let preserved = value(PRESERVED_CONTENTS).unwrap_or(1) != 0;
    let create = |display: &GlxDisplay| create_pbuffer(display, config, size, largest, preserved);
    // SAFETY: the application's display.
    unsafe { create_door("glXCreatePbuffer", opcode::CREATE_PBUFFER, dpy, create) }
}

/// glXCreateGLXPbufferSGIX (SGIX_pbuffer).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `attrib_list` is null or a list
/// of pairs of integers that ends in None. It is read during the call. Handles are compared with ours and never
/// dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreateGLXPbufferSGIX(
    dpy: *mut c_void,
    config: *mut c_void,
    width: c_uint,
    height: c_uint,
    attrib_list: *mut c_int,
) -> c_ulong {
    // SAFETY: the application's list.
    let attributes = unsafe { native::attribute_pairs(attrib_list.cast_const(), NONE) };
    let value = |token| {
        attributes
            .iter()
            .rev()
            .find(|(a, _)| *a == token)
            .map(|(_, v)| *v)
    };
    let largest = value(LARGEST_PBUFFER).unwrap_or(0) != 0;
    let preserved = value(PRESERVED_CONTENTS).unwrap_or(1) != 0;
    let size = (i64::from(width), i64::from(height));
    let create = |display: &GlxDisplay| create_pbuffer(display, config, size, largest, preserved);
    // SAFETY: the application's display.
    unsafe {
        create_door(
            "glXCreateGLXPbufferSGIX",
            opcode::CREATE_PBUFFER,
            dpy,
            create,
        )
    }
}

/// # Safety
/// `dpy` is null or an open display.
unsafe fn destroy_door(
    name: &'static str,
    dpy: *mut c_void,
    xid: c_ulong,
    kind: DrawableKind,
    missing: XError,
    minor: u8,
) {
    guard(name, (), || {
        // SAFETY: as the caller says.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            return;
        };
        // The current context may have drawn to the pixmap. The picture must reach it first.
        if display
            .drawable(xid)
            .is_some_and(|d| d.kind == DrawableKind::Pixmap)
        {
            let _ = native::flush_current();
        }
        // A GLX window is destroyed with its X window.
        let is_gone = kind == DrawableKind::Window
            && display
                .drawable(xid)
                .is_some_and(|d| d.kind == kind && d.surface.shown_size().is_none());
        if !display.remove(xid, kind) || is_gone {
            display.raise(missing, xid, minor);
        }
    });
}

/// glXDestroyWindow (GLX 1.4 section 3.3.4).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXDestroyWindow(dpy: *mut c_void, win: c_ulong) {
    // SAFETY: the application's promise is passed on.
    unsafe {
        destroy_door(
            "glXDestroyWindow",
            dpy,
            win,
            DrawableKind::Window,
            XError::BadWindow,
            opcode::DESTROY_WINDOW,
        );
    }
}

/// glXDestroyPixmap (GLX 1.4 section 3.3.5).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXDestroyPixmap(dpy: *mut c_void, pixmap: c_ulong) {
    // SAFETY: the application's promise is passed on.
    unsafe {
        destroy_door(
            "glXDestroyPixmap",
            dpy,
            pixmap,
            DrawableKind::Pixmap,
            XError::BadPixmap,
            opcode::DESTROY_PIXMAP,
        );
    }
}

/// glXDestroyGLXPixmap (GLX 1.4 section 3.4).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXDestroyGLXPixmap(dpy: *mut c_void, pixmap: c_ulong) {
    // SAFETY: the application's promise is passed on.
    unsafe {
        let minor = opcode::DESTROY_GLX_PIXMAP;
        destroy_door(
            "glXDestroyGLXPixmap",
            dpy,
            pixmap,
            DrawableKind::Pixmap,
            XError::BadPixmap,
            minor,
        );
    }
}

/// glXDestroyPbuffer (GLX 1.4 section 3.3.6).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXDestroyPbuffer(dpy: *mut c_void, pbuf: c_ulong) {
    // SAFETY: the application's promise is passed on.
    unsafe {
        let minor = opcode::DESTROY_PBUFFER;
        destroy_door(
            "glXDestroyPbuffer",
            dpy,
            pbuf,
            DrawableKind::Pbuffer,
            XError::BadPbuffer,
            minor,
        );
    }
}

/// glXDestroyGLXPbufferSGIX (SGIX_pbuffer).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXDestroyGLXPbufferSGIX(dpy: *mut c_void, pbuf: c_ulong) {
    // SAFETY: the application's promise is passed on.
    unsafe { glXDestroyPbuffer(dpy, pbuf) }
}
