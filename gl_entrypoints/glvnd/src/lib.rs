//! libGLX_trilobite.so.0: the GLVND vendor for GLX (`__glx_Main`) and EGL (`__egl_Main`), over the doors of libGL.so.1.
//!
//! ```text
//!   application ── libGLX or libEGL ── getProcAddress ──▶ doors of gl_entrypoints/gl
//!                       │
//!                       └── __glx_Main, __egl_Main: the handshake, which fills a table of functions (once)
//! ```
//!
//! The library holds the same code as libGL.so.1: this crate links the crate `GL` and adds the two handshakes. libGLX
//! and libEGL find the address of each command by `getProcAddress`.
//!
//! GLVND sends a GLX command to the vendor that owns its object: a screen, a context or a configuration. A command of a
//! GLX extension goes to the application directly, because it uses only our own objects. Three of them make contexts or
//! configurations. Their dispatch functions here also tell libGLX that the new object is ours (`mapped`).
//!
//! EGL needs no such table, because libEGL keeps the vendor of each display. It asks for our displays by platform.
//!
//! The commands are bound to this library at link time (`-Bsymbolic`), since libGLX has symbols of the same names.
#![allow(non_snake_case, reason = "the C names of the ABI")]

use GL::glx::{config_commands::glXChooseFBConfigSGIX, context::*};
use GL::proc_address::lookup;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

/// The first fields of `__GLXapiExports` (libglxabi.h). We use no later ones.
#[repr(C)]
struct GlxExports {
    get_dyn_dispatch: *const c_void,
    get_current_dyn_dispatch: *const c_void,
    fetch_dispatch_entry: *const c_void,
    get_current_context: *const c_void,
    add_vendor_context_mapping: Option<AddMapping>,
    remove_vendor_context_mapping: *const c_void,
    vendor_from_context: *const c_void,
    add_vendor_config_mapping: Option<AddMapping>,
}

type AddMapping = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_void) -> c_int;

/// `__GLXapiImports` (libglxabi.h).
#[repr(C)]
struct GlxImports {
    is_screen_supported: Option<unsafe extern "C" fn(*mut c_void, c_int) -> c_int>,
    get_proc_address: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
    get_dispatch_address: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
    set_dispatch_index: Option<unsafe extern "C" fn(*const c_char, c_int)>,
    optional: [*const c_void; 5],
}

/// `__EGLapiImports` (libeglabi.h).
#[repr(C)]
struct EglImports {
    get_platform_display:
        Option<unsafe extern "C" fn(u32, *mut c_void, *const isize) -> *mut c_void>,
    get_supports_api: Option<unsafe extern "C" fn(u32) -> u32>,
    get_vendor_string: Option<unsafe extern "C" fn(c_int) -> *const c_char>,
    get_proc_address: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
    get_dispatch_address: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
    set_dispatch_index: Option<unsafe extern "C" fn(*const c_char, c_int)>,
    optional: [*const c_void; 5],
}

static EXPORTS: AtomicPtr<GlxExports> = AtomicPtr::new(std::ptr::null_mut());
static VENDOR: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

/// The handshake of libGLX, for version 1 of the ABI.
///
/// # Safety
/// As libglxabi.h says, `exports` points to libGLX's table, which is read now and for the life of the process.
/// `imports` points to a zeroed `__GLXapiImports`, which is written during the call. `vendor` is handed back to libGLX,
/// never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __glx_Main(
    version: u32,
    exports: *const c_void,
    vendor: *mut c_void,
    imports: *mut c_void,
) -> c_int {
    if version >> 16 != 1 || exports.is_null() || imports.is_null() {
        return 0;
    }
    EXPORTS.store(exports.cast_mut().cast(), Ordering::Release);
    VENDOR.store(vendor, Ordering::Release);
    // SAFETY: libGLX passes a zeroed table to fill. Its optional end stays zero.
    unsafe {
        let imports = imports.cast::<GlxImports>();
        (*imports).is_screen_supported = Some(is_screen_supported);
        (*imports).get_proc_address = Some(get_proc_address);
        (*imports).get_dispatch_address = Some(glx_dispatch_address);
        (*imports).set_dispatch_index = Some(set_dispatch_index);
    }
    1
}

/// The handshake of libEGL, for version 0 of the ABI.
///
/// # Safety
/// As libeglabi.h says, `imports` points to a zeroed `__EGLapiImports`, which is written during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __egl_Main(
    version: u32,
    exports: *const c_void,
    _vendor: *mut c_void,
    imports: *mut c_void,
) -> u32 {
    if version >> 16 != 0 || exports.is_null() || imports.is_null() {
        return 0;
    }
    // SAFETY: libEGL passes a zeroed table to fill. Its optional end stays zero.
    unsafe {
        let imports = imports.cast::<EglImports>();
        (*imports).get_platform_display = Some(egl_platform_display);
        (*imports).get_supports_api = Some(egl_supports_api);
        (*imports).get_vendor_string = Some(egl_vendor_string);
        (*imports).get_proc_address = Some(get_proc_address);
        (*imports).get_dispatch_address = Some(no_dispatch_address);
        (*imports).set_dispatch_index = Some(set_dispatch_index);
    }
    1
}

/// We support every screen of every server, since we do not need the GLX protocol.
unsafe extern "C" fn is_screen_supported(_display: *mut c_void, _screen: c_int) -> c_int {
    1
}

unsafe extern "C" fn get_proc_address(name: *const c_char) -> *const c_void {
    if name.is_null() {
        std::ptr::null()
    } else {
        // SAFETY: libGLX passes a C string, or null.
        lookup(unsafe { CStr::from_ptr(name) })
    }
}

/// The dispatch function of a GLX command; null for other names.
unsafe extern "C" fn glx_dispatch_address(name: *const c_char) -> *const c_void {
    if name.is_null() {
        return std::ptr::null();
    }
    // SAFETY: libGLX passes a C string.
    let name = unsafe { CStr::from_ptr(name) };
    match name.to_bytes() {
        b"glXCreateContextAttribsARB" => create_context_attribs as *const c_void,
        b"glXCreateContextWithConfigSGIX" => create_context_with_config as *const c_void,
        b"glXChooseFBConfigSGIX" => choose_config as *const c_void,
        bytes if bytes.starts_with(b"glX") => lookup(name),
        _ => std::ptr::null(),
    }
}

unsafe extern "C" fn no_dispatch_address(_name: *const c_char) -> *const c_void {
    std::ptr::null()
}

unsafe extern "C" fn set_dispatch_index(_name: *const c_char, _index: c_int) {}

/// Tells libGLX that an object is ours. The answer is the object, or null when libGLX refuses it.
///
/// # Safety
/// `dpy` is the application's display. libGLX reads it during the call.
unsafe fn mapped(
    add: impl Fn(&GlxExports) -> Option<AddMapping>,
    dpy: *mut c_void,
    object: *mut c_void,
) -> *mut c_void {
    // SAFETY: libGLX's table stays for the life of the process.
    unsafe {
        let exports = EXPORTS.load(Ordering::Acquire).as_ref();
        match exports.and_then(add) {
            Some(add)
                if !object.is_null() && add(dpy, object, VENDOR.load(Ordering::Acquire)) != 0 =>
            {
                std::ptr::null_mut()
            }
            _ => object,
        }
    }
}

unsafe extern "C" fn create_context_attribs(
    dpy: *mut c_void,
    config: *mut c_void,
    share: *mut c_void,
    direct: c_int,
    list: *const c_int,
) -> *mut c_void {
    // SAFETY: the application's promise is passed on.
    unsafe {
        let made = glXCreateContextAttribsARB(dpy, config, share, direct, list);
        mapped(|e| e.add_vendor_context_mapping, dpy, made)
    }
}

unsafe extern "C" fn create_context_with_config(
    dpy: *mut c_void,
    config: *mut c_void,
    kind: c_int,
    share: *mut c_void,
    direct: c_int,
) -> *mut c_void {
    // SAFETY: the application's promise is passed on.
    unsafe {
        let made = glXCreateContextWithConfigSGIX(dpy, config, kind, share, direct);
        mapped(|e| e.add_vendor_context_mapping, dpy, made)
    }
}

unsafe extern "C" fn choose_config(
    dpy: *mut c_void,
    screen: c_int,
    list: *mut c_int,
    n: *mut c_int,
) -> *mut *mut c_void {
    let mut count = 0;
    // SAFETY: the application's promise is passed on. The answer has `count` handles.
    unsafe {
        let found = glXChooseFBConfigSGIX(dpy, screen, list, &mut count);
        for i in 0..if found.is_null() {
            0
        } else {
            count.max(0) as usize
        } {
            mapped(|e| e.add_vendor_config_mapping, dpy, *found.add(i));
        }
        if !n.is_null() {
            n.write_unaligned(count);
        }
        found
    }
}

unsafe extern "C" fn egl_platform_display(
    platform: u32,
    native: *mut c_void,
    list: *const isize,
) -> *mut c_void {
    const EGL_NONE: u32 = 0x3038;
    // SAFETY: the application's promise is passed on. EGL_NONE asks for a default display.
    unsafe {
        match platform {
            EGL_NONE => GL::egl::display::eglGetDisplay(native),
            _ => GL::egl::display::eglGetPlatformDisplay(platform, native, list),
        }
    }
}

unsafe extern "C" fn egl_supports_api(api: u32) -> u32 {
    const EGL_OPENGL_API: u32 = 0x30A2;
    u32::from(api == EGL_OPENGL_API)
}

/// The vendor's strings. Only __EGL_VENDOR_STRING_PLATFORM_EXTENSIONS, 0, is asked for.
unsafe extern "C" fn egl_vendor_string(name: c_int) -> *const c_char {
    match name {
        0 => c"EGL_EXT_platform_x11 EGL_KHR_platform_x11 EGL_MESA_platform_surfaceless".as_ptr(),
        _ => std::ptr::null(),
    }
}
