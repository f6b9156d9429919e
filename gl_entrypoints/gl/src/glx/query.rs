//! Versions and strings (GLX 1.4 sections 3.3.1, 3.3.2; MESA_query_renderer).

use super::display::GlxDisplay;
use super::tokens::*;
use crate::boundary::guard;
use crate::native;
use std::ffi::{c_char, c_int, c_uint, c_void};

/// The extensions that work, and no others. A space ends it, as in the string of GL.
const EXTENSIONS_STRING: &std::ffi::CStr = c"GLX_ARB_create_context GLX_ARB_create_context_profile \
GLX_ARB_framebuffer_sRGB GLX_ARB_get_proc_address GLX_ARB_multisample GLX_EXT_framebuffer_sRGB GLX_EXT_swap_control \
GLX_EXT_texture_from_pixmap \
GLX_EXT_visual_info GLX_EXT_visual_rating GLX_MESA_copy_sub_buffer GLX_MESA_query_renderer GLX_MESA_swap_control GLX_SGIS_multisample GLX_SGIX_fbconfig \
GLX_SGIX_pbuffer GLX_SGI_make_current_read GLX_SGI_swap_control ";

const VENDOR_STRING: &std::ffi::CStr = c"Trilobite";
const RENDERER_STRING: &std::ffi::CStr = c"Trilobite software renderer";

fn string(name: c_int) -> *const c_char {
    match name {
        VENDOR => VENDOR_STRING.as_ptr(),
        VERSION => c"1.4".as_ptr(),
        EXTENSIONS => EXTENSIONS_STRING.as_ptr(),
        _ => std::ptr::null(),
    }
}

/// glXQueryExtension is true for every display, whether or not the server has the extension.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `errorb` and `event` are each
/// null or writable during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryExtension(
    dpy: *mut c_void,
    errorb: *mut c_int,
    event: *mut c_int,
) -> c_int {
    guard("glXQueryExtension", 0, || {
        // SAFETY: the application's display and places for the answers.
        unsafe {
            let Some(display) = GlxDisplay::of(dpy) else {
                return 0;
            };
            write(errorb, display.error_base);
            write(event, display.event_base);
            1
        }
    })
}

/// glXQueryVersion answers 1.4.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `maj` and `min` are each null
/// or writable during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryVersion(
    dpy: *mut c_void,
    maj: *mut c_int,
    min: *mut c_int,
) -> c_int {
    guard("glXQueryVersion", 0, || {
        // SAFETY: the application's display and places for the answers.
        unsafe {
            if GlxDisplay::of(dpy).is_none() {
                return 0;
            }
            write(maj, 1);
            write(min, 4);
            1
        }
    })
}

/// # Safety
/// `place` is null or writable during the call.
unsafe fn write(place: *mut c_int, value: c_int) {
    if !place.is_null() {
        // SAFETY: as the caller says.
        unsafe { place.write_unaligned(value) };
    }
}

/// glXQueryExtensionsString answers the extensions, the same for each screen.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryExtensionsString(
    _dpy: *mut c_void,
    _screen: c_int,
) -> *const c_char {
    string(EXTENSIONS)
}

/// glXQueryServerString gives the client's answers, since there is no server part.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryServerString(
    _dpy: *mut c_void,
    _screen: c_int,
    name: c_int,
) -> *const c_char {
    string(name)
}

/// glXGetClientString: vendor, version or extensions.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetClientString(_dpy: *mut c_void, name: c_int) -> *const c_char {
    string(name)
}

/// The integers of a renderer attribute; `None` for an unknown attribute.
fn renderer_integers(attribute: c_int) -> Option<Vec<u32>> {
    let (major, minor) = (native::GL_VERSION.0 as u32, native::GL_VERSION.1 as u32);
    let part = |text: &str| text.parse().unwrap_or(0);
    Some(match attribute {
        // This PCI number belongs to no vendor.
        RENDERER_VENDOR_ID | RENDERER_DEVICE_ID => vec![0xffff_ffff],
        RENDERER_VERSION => vec![
            part(env!("CARGO_PKG_VERSION_MAJOR")),
            part(env!("CARGO_PKG_VERSION_MINOR")),
            part(env!("CARGO_PKG_VERSION_PATCH")),
        ],
        RENDERER_ACCELERATED => vec![0],
        RENDERER_VIDEO_MEMORY => vec![memory_megabytes()],
        RENDERER_UNIFIED_MEMORY_ARCHITECTURE => vec![1],
        RENDERER_PREFERRED_PROFILE => vec![CONTEXT_COMPATIBILITY_PROFILE_BIT as u32],
        RENDERER_COMPATIBILITY_PROFILE_VERSION => vec![major, minor],
        RENDERER_CORE_PROFILE_VERSION
        | RENDERER_ES_PROFILE_VERSION
        | RENDERER_ES2_PROFILE_VERSION => vec![0, 0],
        _ => return None,
    })
}

/// The size of main memory, where textures live.
fn memory_megabytes() -> u32 {
    // SAFETY: sysconf has no preconditions.
    let (pages, size) = unsafe {
        (
            libc::sysconf(libc::_SC_PHYS_PAGES),
            libc::sysconf(libc::_SC_PAGESIZE),
        )
    };
    ((pages.max(0) as u64).saturating_mul(size.max(0) as u64) >> 20).min(u64::from(u32::MAX)) as u32
}

/// # Safety
/// `value` is null or has room for the attribute's integers, which are written during the call.
unsafe fn answer_renderer(attribute: c_int, value: *mut c_uint) -> c_int {
    let Some(integers) = renderer_integers(attribute).filter(|_| !value.is_null()) else {
        return 0;
    };
    for (i, integer) in integers.into_iter().enumerate() {
        // SAFETY: as the caller says.
        unsafe { value.add(i).write_unaligned(integer) };
    }
    1
}

/// glXQueryRendererIntegerMESA (MESA_query_renderer). There is one renderer, 0.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `value` is null or has room for
/// the integers of the attribute, which are written during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryRendererIntegerMESA(
    dpy: *mut c_void,
    screen: c_int,
    renderer: c_int,
    attribute: c_int,
    value: *mut c_uint,
) -> c_int {
    guard("glXQueryRendererIntegerMESA", 0, || {
        // SAFETY: the application's display and place for the answer.
        unsafe {
            let known = GlxDisplay::of(dpy).is_some_and(|d| d.configs(screen).is_some());
            if known && renderer == 0 {
                answer_renderer(attribute, value)
            } else {
                0
            }
        }
    })
}

/// glXQueryCurrentRendererIntegerMESA (MESA_query_renderer).
///
/// # Safety
/// `value` is null or has room for the integers of the attribute, which are written during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryCurrentRendererIntegerMESA(
    attribute: c_int,
    value: *mut c_uint,
) -> c_int {
    guard(
        "glXQueryCurrentRendererIntegerMESA",
        0,
        || match native::companion::<super::Binding>() {
            // SAFETY: the application's place for the answer.
            Some(_) => unsafe { answer_renderer(attribute, value) },
            None => 0,
        },
    )
}

fn renderer_string(attribute: c_int) -> *const c_char {
    match attribute {
        RENDERER_VENDOR_ID => VENDOR_STRING.as_ptr(),
        RENDERER_DEVICE_ID => RENDERER_STRING.as_ptr(),
        _ => std::ptr::null(),
    }
}

/// glXQueryRendererStringMESA (MESA_query_renderer).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryRendererStringMESA(
    dpy: *mut c_void,
    screen: c_int,
    renderer: c_int,
    attribute: c_int,
) -> *const c_char {
    guard("glXQueryRendererStringMESA", std::ptr::null(), || {
        // SAFETY: the application's display.
        let known = unsafe { GlxDisplay::of(dpy) }.is_some_and(|d| d.configs(screen).is_some());
        if known && renderer == 0 {
            renderer_string(attribute)
        } else {
            std::ptr::null()
        }
    })
}

/// glXQueryCurrentRendererStringMESA (MESA_query_renderer).
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryCurrentRendererStringMESA(attribute: c_int) -> *const c_char {
    guard(
        "glXQueryCurrentRendererStringMESA",
        std::ptr::null(),
        || {
            native::companion::<super::Binding>()
                .map_or(std::ptr::null(), |_| renderer_string(attribute))
        },
    )
}

/// glXGetProcAddress answers null for a command without a body, so that programs fall back.
///
/// # Safety
/// `proc_name` is null or a C string, which is read during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetProcAddress(proc_name: *const u8) -> *const c_void {
    if proc_name.is_null() {
        return std::ptr::null();
    }
    // SAFETY: as the caller says.
    crate::proc_address::lookup(unsafe { std::ffi::CStr::from_ptr(proc_name.cast()) })
}

/// glXGetProcAddressARB (ARB_get_proc_address).
///
/// # Safety
/// As [`glXGetProcAddress`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetProcAddressARB(proc_name: *const u8) -> *const c_void {
    // SAFETY: the caller's promise is passed on.
    unsafe { glXGetProcAddress(proc_name) }
}
