//! EGL surfaces and how they are made: windows, pixmaps, pbuffers (EGL 1.5 sections 3.5.1 to 3.5.4).

use super::display::EglDisplay;
use super::tokens::*;
use super::{Result, door};
use crate::framebuffer_config::FramebufferConfig;
use crate::native;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::ffi::{c_ulong, c_void};
use std::sync::Arc;
use std::sync::atomic::AtomicI32;
use trilobite::platform::x11::{Connection, XDrawable};
use trilobite::surface::{Config, MAX_SIZE, Surface};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Window,
    Pixmap,
    Pbuffer { largest: bool },
}

/// A surface. Its handle is its address.
#[derive(Debug)]
pub(crate) struct EglSurface {
    pub(super) surface: Arc<Surface>,
    pub(super) kind: Kind,
    pub(super) config: FramebufferConfig,
    /// The window or pixmap, with its connection.
    native: Option<(Arc<Connection>, c_ulong)>,
    /// Attributes that can be set and read but change nothing: SWAP_BEHAVIOR, MULTISAMPLE_RESOLVE, MIPMAP_LEVEL.
    pub(super) attributes: Mutex<HashMap<i32, i32>>,
    pub(super) swap_interval: AtomicI32,
}

impl EglSurface {
    fn new(
        surface: Surface,
        kind: Kind,
        config: FramebufferConfig,
        native: Option<(Arc<Connection>, c_ulong)>,
    ) -> Self {
        let (attributes, swap_interval) = (Mutex::default(), AtomicI32::new(0));
        EglSurface {
            surface: Arc::new(surface),
            kind,
            config,
            native,
            attributes,
            swap_interval,
        }
    }

    fn register(self, display: &EglDisplay) -> *mut c_void {
        let surface = Arc::new(self);
        let handle = Arc::as_ptr(&surface).cast_mut().cast::<c_void>();
        display.surfaces.lock().insert(handle as usize, surface);
        handle
    }

    /// Whether the window still exists. Surfaces without a window are always alive.
    pub(super) fn is_alive(&self) -> bool {
        self.native
            .as_ref()
            .is_none_or(|(connection, xid)| connection.geometry(*xid).is_some())
    }

    pub(super) fn is_pixmap(&self) -> bool {
        self.kind == Kind::Pixmap
    }

    /// EGL_BACK_BUFFER or EGL_SINGLE_BUFFER.
    pub(super) fn render_buffer(&self) -> i32 {
        if self.surface.config().double_buffer {
            BACK_BUFFER
        } else {
            SINGLE_BUFFER
        }
    }
}

/// Creates a surface over an X drawable. `attributes` may ask for a single buffer.
fn create_on_x(
    dpy: *mut c_void,
    config: *mut c_void,
    xid: c_ulong,
    kind: Kind,
    attributes: &[(i32, i32)],
) -> Result<*mut c_void> {
    let display = EglDisplay::ready(dpy)?;
    let config = display.config(config)?;
    let missing = if kind == Kind::Pixmap {
        BAD_NATIVE_PIXMAP
    } else {
        BAD_NATIVE_WINDOW
    };
    // The attributes. Pixmaps have a single buffer; windows may ask for one.
    let mut single = kind == Kind::Pixmap;
    for (token, value) in attributes {
        match (*token, *value) {
            (RENDER_BUFFER, BACK_BUFFER) => {}
            (RENDER_BUFFER, SINGLE_BUFFER) => single = true,
            (GL_COLORSPACE | VG_COLORSPACE, COLORSPACE_LINEAR)
            | (VG_ALPHA_FORMAT, ALPHA_FORMAT_NONPRE) => {}
            (GL_COLORSPACE | VG_COLORSPACE | VG_ALPHA_FORMAT | RENDER_BUFFER, _) => {
                return Err(BAD_MATCH);
            }
            _ => return Err(BAD_ATTRIBUTE),
        }
    }
    // The X drawable must exist and have the depth of the configuration's visual. A window has at most one surface.
    let (Some(connection), Some(visual)) = (&display.connection, config.visual) else {
        return Err(BAD_MATCH);
    };
    let size = connection.geometry(xid).ok_or(missing)?;
    if size.depth as i32 != visual.depth {
        return Err(BAD_MATCH);
    }
    let is_window = kind == Kind::Window;
    let taken = |s: &Arc<EglSurface>| {
        s.kind == kind && s.native.as_ref().is_some_and(|(_, other)| *other == xid)
    };
    if is_window && display.surfaces.lock().values().any(taken) {
        return Err(BAD_ALLOC);
    }
    // The surface. A pixmap's picture is its first contents.
    let storage = Config {
        double_buffer: !single,
        accumulation: false,
        ..config.storage
    };
    let presenter = XDrawable::new(connection.clone(), xid, visual, size.depth, !storage.alpha);
    let surface = Surface::with_presenter(storage, size.width, size.height, Box::new(presenter))
        .ok_or(BAD_ALLOC)?;
    if !is_window {
        surface.fetch();
    }
    Ok(EglSurface::new(surface, kind, config, Some((connection.clone(), xid))).register(&display))
}

/// eglCreateWindowSurface makes a surface that shows its picture in an X window (EGL 1.5 section 3.5.1).
///
/// # Safety
/// `attrib_list` is null or a list of pairs of integers that ends in EGL_NONE. It is read during the call. Handles are
/// compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreateWindowSurface(
    dpy: *mut c_void,
    config: *mut c_void,
    win: c_ulong,
    attrib_list: *const i32,
) -> *mut c_void {
    // SAFETY: the application's list.
    let attributes = unsafe { native::attribute_pairs(attrib_list, NONE) };
    let create = || create_on_x(dpy, config, win, Kind::Window, &attributes);
    door("eglCreateWindowSurface", std::ptr::null_mut(), create)
}

/// eglCreatePixmapSurface makes a surface over an X pixmap (EGL 1.5 section 3.5.4).
///
/// # Safety
/// `attrib_list` is null or a list of pairs of integers that ends in EGL_NONE. It is read during the call. Handles are
/// compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreatePixmapSurface(
    dpy: *mut c_void,
    config: *mut c_void,
    pixmap: c_ulong,
    attrib_list: *const i32,
) -> *mut c_void {
    // SAFETY: the application's list.
    let attributes = unsafe { native::attribute_pairs(attrib_list, NONE) };
    let create = || create_on_x(dpy, config, pixmap, Kind::Pixmap, &attributes);
    door("eglCreatePixmapSurface", std::ptr::null_mut(), create)
}

/// Reads a list of wide integers. A value that does not fit 32 bits is legal for no attribute, so it becomes
/// `i32::MIN`.
///
/// # Safety
/// As [`native::attribute_pairs`].
unsafe fn wide_pairs(list: *const isize) -> Vec<(i32, i32)> {
    // SAFETY: as the caller says.
    let pairs = unsafe { native::attribute_pairs(list, NONE as isize) };
    let narrow = |v: isize| i32::try_from(v).unwrap_or(i32::MIN);
    pairs
        .into_iter()
        .map(|(token, value)| (narrow(token), narrow(value)))
        .collect()
}

/// eglCreatePlatformWindowSurface takes a pointer to the window's number (EGL_KHR_platform_x11).
///
/// # Safety
/// `native_window` is null or points to the number of an X window, which is read during the call. `attrib_list` is null
/// or a list of pairs of integers that ends in EGL_NONE. It is read during the call. Handles are compared with ours and
/// never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreatePlatformWindowSurface(
    dpy: *mut c_void,
    config: *mut c_void,
    native_window: *const c_ulong,
    attrib_list: *const isize,
) -> *mut c_void {
    door(
        "eglCreatePlatformWindowSurface",
        std::ptr::null_mut(),
        || {
            if native_window.is_null() {
                return Err(BAD_NATIVE_WINDOW);
            }
            // SAFETY: the application's window and list.
            let (xid, attributes) =
                unsafe { (native_window.read_unaligned(), wide_pairs(attrib_list)) };
            create_on_x(dpy, config, xid, Kind::Window, &attributes)
        },
    )
}

/// eglCreatePlatformWindowSurfaceEXT (EXT_platform_base).
///
/// # Safety
/// `native_window` is null or points to the number of an X window, which is read during the call. `attrib_list` is null
/// or a list of pairs of integers that ends in EGL_NONE. It is read during the call. Handles are compared with ours and
/// never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreatePlatformWindowSurfaceEXT(
    dpy: *mut c_void,
    config: *mut c_void,
    native_window: *const c_ulong,
    attrib_list: *const i32,
) -> *mut c_void {
    door(
        "eglCreatePlatformWindowSurfaceEXT",
        std::ptr::null_mut(),
        || {
            if native_window.is_null() {
                return Err(BAD_NATIVE_WINDOW);
            }
            // SAFETY: the application's window and list.
            let (xid, attributes) = unsafe {
                (
                    native_window.read_unaligned(),
                    native::attribute_pairs(attrib_list, NONE),
                )
            };
            create_on_x(dpy, config, xid, Kind::Window, &attributes)
        },
    )
}

/// eglCreatePlatformPixmapSurface takes a pointer to the pixmap's number (EGL_KHR_platform_x11).
///
/// # Safety
/// `native_pixmap` is null or points to the number of an X pixmap, which is read during the call. `attrib_list` is null
/// or a list of pairs of integers that ends in EGL_NONE. It is read during the call. Handles are compared with ours and
/// never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreatePlatformPixmapSurface(
    dpy: *mut c_void,
    config: *mut c_void,
    native_pixmap: *const c_ulong,
    attrib_list: *const isize,
) -> *mut c_void {
    door(
        "eglCreatePlatformPixmapSurface",
        std::ptr::null_mut(),
        || {
            if native_pixmap.is_null() {
                return Err(BAD_NATIVE_PIXMAP);
            }
            // SAFETY: the application's pixmap and list.
            let (xid, attributes) =
                unsafe { (native_pixmap.read_unaligned(), wide_pairs(attrib_list)) };
            create_on_x(dpy, config, xid, Kind::Pixmap, &attributes)
        },
    )
}

/// eglCreatePlatformPixmapSurfaceEXT (EXT_platform_base).
///
/// # Safety
/// `native_pixmap` is null or points to the number of an X pixmap, which is read during the call. `attrib_list` is null
/// or a list of pairs of integers that ends in EGL_NONE. It is read during the call. Handles are compared with ours and
/// never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreatePlatformPixmapSurfaceEXT(
    dpy: *mut c_void,
    config: *mut c_void,
    native_pixmap: *const c_ulong,
    attrib_list: *const i32,
) -> *mut c_void {
    door(
        "eglCreatePlatformPixmapSurfaceEXT",
        std::ptr::null_mut(),
        || {
            if native_pixmap.is_null() {
                return Err(BAD_NATIVE_PIXMAP);
            }
            // SAFETY: the application's pixmap and list.
            let (xid, attributes) = unsafe {
                (
                    native_pixmap.read_unaligned(),
                    native::attribute_pairs(attrib_list, NONE),
                )
            };
            create_on_x(dpy, config, xid, Kind::Pixmap, &attributes)
        },
    )
}

/// eglCreatePbufferSurface makes a surface that is shown nowhere (EGL 1.5 section 3.5.2).
///
/// # Safety
/// `attrib_list` is null or a list of pairs of integers that ends in EGL_NONE. It is read during the call. Handles are
/// compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreatePbufferSurface(
    dpy: *mut c_void,
    config: *mut c_void,
    attrib_list: *const i32,
) -> *mut c_void {
    door("eglCreatePbufferSurface", std::ptr::null_mut(), || {
        let display = EglDisplay::ready(dpy)?;
        let config = display.config(config)?;
        let (mut width, mut height, mut largest) = (0, 0, false);
        // SAFETY: the application's list.
        for (token, value) in unsafe { native::attribute_pairs(attrib_list, NONE) } {
            match (token, value) {
                (WIDTH | HEIGHT, ..=-1) => return Err(BAD_PARAMETER),
                (WIDTH, n) => width = n as u32,
                (HEIGHT, n) => height = n as u32,
                (LARGEST_PBUFFER, n) => largest = n != 0,
                (TEXTURE_FORMAT | TEXTURE_TARGET, NO_TEXTURE) | (MIPMAP_TEXTURE, 0) => {}
                (TEXTURE_FORMAT | TEXTURE_TARGET | MIPMAP_TEXTURE, _) => return Err(BAD_MATCH),
                (GL_COLORSPACE | VG_COLORSPACE, COLORSPACE_LINEAR)
                | (VG_ALPHA_FORMAT, ALPHA_FORMAT_NONPRE) => {}
                (GL_COLORSPACE | VG_COLORSPACE | VG_ALPHA_FORMAT, _) => return Err(BAD_MATCH),
                _ => return Err(BAD_ATTRIBUTE),
            }
        }
        if !largest && (width > MAX_SIZE || height > MAX_SIZE) {
            return Err(BAD_ALLOC);
        }
        let storage = Config {
            accumulation: false,
            ..config.storage
        };
        let surface = Surface::new(storage, width, height).ok_or(BAD_ALLOC)?;
        Ok(EglSurface::new(surface, Kind::Pbuffer { largest }, config, None).register(&display))
    })
}

/// eglCreatePbufferFromClientBuffer always sets EGL_BAD_PARAMETER: it takes OpenVG images only, which we lack.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreatePbufferFromClientBuffer(
    dpy: *mut c_void,
    _buftype: u32,
    _buffer: *mut c_void,
    config: *mut c_void,
    _attrib_list: *const i32,
) -> *mut c_void {
    door(
        "eglCreatePbufferFromClientBuffer",
        std::ptr::null_mut(),
        || {
            EglDisplay::ready(dpy)?.config(config)?;
            Err(BAD_PARAMETER)
        },
    )
}
