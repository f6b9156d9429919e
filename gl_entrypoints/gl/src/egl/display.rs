//! EGL displays: one per X display, and one without window system (EGL 1.5 sections 3.2, 3.3).

use super::context::EglContext;
use super::surface::EglSurface;
use super::tokens::*;
use super::{Result, door};
use crate::framebuffer_config::{FramebufferConfig, configurations, listed_visuals};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use trilobite::platform::x11::Connection;

/// A display. Its handle is its address; displays are never freed (EGL 1.5 section 3.2).
#[derive(Debug)]
pub(crate) struct EglDisplay {
    /// `None` for the surfaceless display.
    pub(crate) connection: Option<Arc<Connection>>,
    initialized: AtomicBool,
    pub(crate) configs: Box<[FramebufferConfig]>,
    pub(crate) surfaces: Mutex<HashMap<usize, Arc<EglSurface>>>,
    pub(crate) contexts: Mutex<HashMap<usize, Arc<EglContext>>>,
    pub(crate) syncs: Mutex<HashMap<usize, ()>>,
}

static DISPLAYS: LazyLock<Mutex<Vec<Arc<EglDisplay>>>> = LazyLock::new(Default::default);

impl EglDisplay {
    /// The display with this handle, initialized or not.
    pub(crate) fn of(handle: *const c_void) -> Result<Arc<EglDisplay>> {
        let all = DISPLAYS.lock();
        all.iter()
            .find(|d| Arc::as_ptr(d).cast() == handle)
            .cloned()
            .ok_or(BAD_DISPLAY)
    }

    /// As [`EglDisplay::of`], but refuses a display before eglInitialize.
    pub(crate) fn ready(handle: *const c_void) -> Result<Arc<EglDisplay>> {
        let display = EglDisplay::of(handle)?;
        if display.initialized.load(Ordering::Acquire) {
            Ok(display)
        } else {
            Err(NOT_INITIALIZED)
        }
    }

    pub(crate) fn handle(self: &Arc<EglDisplay>) -> *mut c_void {
        Arc::as_ptr(self).cast_mut().cast()
    }

    /// The display of a connection, made by the first call.
    fn for_connection(connection: Option<Arc<Connection>>) -> *mut c_void {
        let mut all = DISPLAYS.lock();
        let same = |d: &&Arc<EglDisplay>| match (&d.connection, &connection) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        if let Some(found) = all.iter().find(same) {
            return found.handle();
        }
        let visuals = connection.as_ref().map_or(Vec::new(), |c| {
            listed_visuals(&c.visuals(c.default_screen()))
        });
        let display = Arc::new(EglDisplay {
            connection,
            initialized: AtomicBool::new(false),
            configs: configurations(&visuals).into_boxed_slice(),
            surfaces: Mutex::default(),
            contexts: Mutex::default(),
            syncs: Mutex::default(),
        });
        all.push(display.clone());
        display.handle()
    }

    /// The configuration with this handle.
    pub(crate) fn config(&self, handle: *const c_void) -> Result<FramebufferConfig> {
        self.configs
            .iter()
            .find(|c| std::ptr::from_ref(*c).cast() == handle)
            .copied()
            .ok_or(BAD_CONFIG)
    }

    /// The surface with this handle.
    pub(crate) fn surface(&self, handle: *const c_void) -> Result<Arc<EglSurface>> {
        self.surfaces
            .lock()
            .get(&(handle as usize))
            .cloned()
            .ok_or(BAD_SURFACE)
    }

    /// The context with this handle.
    pub(crate) fn context(&self, handle: *const c_void) -> Result<Arc<EglContext>> {
        self.contexts
            .lock()
            .get(&(handle as usize))
            .cloned()
            .ok_or(BAD_CONTEXT)
    }
}

/// # Safety
/// For X11, `native` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
unsafe fn platform_display(platform: i32, native: *mut c_void) -> Result<*mut c_void> {
    match platform {
        PLATFORM_SURFACELESS if native.is_null() => Ok(EglDisplay::for_connection(None)),
        PLATFORM_X11 | PLATFORM_X11_SCREEN => {
            let connection = if native.is_null() {
                default_connection()
            } else {
                // SAFETY: as the caller says.
                unsafe { Connection::of(native.cast()) }
            };
            Ok(connection.map_or(std::ptr::null_mut(), |c| {
                EglDisplay::for_connection(Some(c))
            }))
        }
        _ => Err(BAD_PARAMETER),
    }
}

/// Our own connection for EGL_DEFAULT_DISPLAY, opened once.
fn default_connection() -> Option<Arc<Connection>> {
    static DEFAULT: Mutex<Option<Arc<Connection>>> = Mutex::new(None);
    let mut default = DEFAULT.lock();
    if default.is_none() {
        *default = Connection::open_default();
    }
    default.clone()
}

/// eglGetDisplay answers the EGL display of an X display. EGL_DEFAULT_DISPLAY is the server that DISPLAY names. Without
/// a server it is the surfaceless display.
///
/// # Safety
/// `display_id` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetDisplay(display_id: *mut c_void) -> *mut c_void {
    // SAFETY: the application's native display.
    door("eglGetDisplay", std::ptr::null_mut(), || unsafe {
        let x11 = platform_display(PLATFORM_X11, display_id)?;
        if x11.is_null() && display_id.is_null() {
            platform_display(PLATFORM_SURFACELESS, display_id)
        } else {
            Ok(x11)
        }
    })
}

/// eglGetPlatformDisplay knows X11, where `native_display` is a `Display *`, and the surfaceless platform.
///
/// # Safety
/// `native_display` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetPlatformDisplay(
    platform: u32,
    native_display: *mut c_void,
    _attrib_list: *const isize,
) -> *mut c_void {
    // SAFETY: the application's native display.
    door("eglGetPlatformDisplay", std::ptr::null_mut(), || unsafe {
        platform_display(platform as i32, native_display)
    })
}

/// eglGetPlatformDisplayEXT (EXT_platform_base).
///
/// # Safety
/// `native_display` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetPlatformDisplayEXT(
    platform: u32,
    native_display: *mut c_void,
    _attrib_list: *const i32,
) -> *mut c_void {
    // SAFETY: the application's promise is passed on.
    unsafe { eglGetPlatformDisplay(platform, native_display, std::ptr::null()) }
}

/// eglInitialize answers version 1.5.
///
/// # Safety
/// `major` and `minor` are each null or writable during the call. Handles are compared with ours and never
/// dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglInitialize(dpy: *mut c_void, major: *mut i32, minor: *mut i32) -> u32 {
    door("eglInitialize", 0, || {
        let display = EglDisplay::of(dpy)?;
        if display.connection.as_ref().is_some_and(|c| !c.is_alive()) {
            return Err(NOT_INITIALIZED);
        }
        display.initialized.store(true, Ordering::Release);
        // SAFETY: the application's places for the answers.
        unsafe {
            write(major, 1);
            write(minor, 5);
        }
        Ok(1)
    })
}

/// eglTerminate drops the display's surfaces and contexts. Those that are current live until they are released.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglTerminate(dpy: *mut c_void) -> u32 {
    door("eglTerminate", 0, || {
        let display = EglDisplay::of(dpy)?;
        display.initialized.store(false, Ordering::Release);
        let contexts = std::mem::take(&mut *display.contexts.lock());
        let surfaces = std::mem::take(&mut *display.surfaces.lock());
        display.syncs.lock().clear();
        drop((contexts, surfaces));
        Ok(1)
    })
}

/// # Safety
/// `place` is null or writable during the call.
pub(super) unsafe fn write(place: *mut i32, value: i32) {
    if !place.is_null() {
        // SAFETY: as the caller says.
        unsafe { place.write_unaligned(value) };
    }
}

const CLIENT_EXTENSIONS: &std::ffi::CStr =
    c"EGL_EXT_client_extensions EGL_EXT_platform_base EGL_EXT_platform_x11 \
EGL_KHR_platform_x11 EGL_MESA_platform_surfaceless EGL_KHR_client_get_all_proc_addresses";

const DISPLAY_EXTENSIONS: &std::ffi::CStr =
    c"EGL_KHR_create_context EGL_KHR_fence_sync EGL_KHR_get_all_proc_addresses \
EGL_KHR_surfaceless_context";

/// eglQueryString answers the client's strings for a null display, the display's otherwise (EGL 1.5 section 3.3).
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglQueryString(dpy: *mut c_void, name: i32) -> *const c_char {
    door("eglQueryString", std::ptr::null(), || {
        match (dpy.is_null(), name) {
            (true, EXTENSIONS) => return Ok(CLIENT_EXTENSIONS.as_ptr()),
            (true, VERSION) => return Ok(c"1.5".as_ptr()),
            _ => {}
        }
        EglDisplay::ready(dpy)?;
        Ok(match name {
            VENDOR => c"Trilobite".as_ptr(),
            VERSION => c"1.5".as_ptr(),
            EXTENSIONS => DISPLAY_EXTENSIONS.as_ptr(),
            CLIENT_APIS => c"OpenGL".as_ptr(),
            _ => return Err(BAD_PARAMETER),
        })
    })
}

/// eglGetProcAddress answers the addresses of GL and EGL commands, and null for a command without a body.
///
/// # Safety
/// `procname` is null or a C string, which is read during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetProcAddress(procname: *const c_char) -> *const c_void {
    if procname.is_null() {
        return std::ptr::null();
    }
    // SAFETY: as the caller says.
    crate::proc_address::lookup(unsafe { std::ffi::CStr::from_ptr(procname) })
}
