//! Attributes and event masks of drawables (GLX 1.4 sections 3.3.6, 3.3.11; SGIX_pbuffer).

use super::display::*;
use super::tokens::*;
use crate::boundary::guard;
use std::ffi::{c_int, c_uint, c_ulong, c_void};
use std::sync::atomic::Ordering;

/// Calls `answer` with the drawable of this number, or raises GLXBadDrawable when there is none.
///
/// # Safety
/// `dpy` is null or an open display.
unsafe fn with_drawable(
    name: &'static str,
    dpy: *mut c_void,
    draw: c_ulong,
    minor: u8,
    answer: impl FnOnce(&GlxDisplay, &Drawable),
) {
    guard(name, (), || {
        // SAFETY: as the caller says.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            return;
        };
        match display.drawable(draw) {
            Some(drawable) => answer(&display, &drawable),
            None => display.raise(XError::BadDrawable, draw, minor),
        }
    });
}

/// glXQueryDrawable (GLX 1.4 section 3.3.6), with the intervals of EXT_swap_control.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `value` is null or writable
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryDrawable(
    dpy: *mut c_void,
    draw: c_ulong,
    attribute: c_int,
    value: *mut c_uint,
) {
    let answer = |_: &GlxDisplay, d: &Drawable| {
        d.surface.follow();
        let (width, height) = d.surface.size();
        let answer = match attribute {
            WIDTH => width,
            HEIGHT => height,
            PRESERVED_CONTENTS => u32::from(d.preserved),
            LARGEST_PBUFFER => u32::from(d.largest),
            FBCONFIG_ID => d.config.id as u32,
            TEXTURE_FORMAT => d.texture.format as u32,
            TEXTURE_TARGET => d.texture.target as u32,
            MIPMAP_TEXTURE => u32::from(d.texture.mipmap),
            SWAP_INTERVAL => d.swap_interval.load(Ordering::Relaxed) as u32,
            MAX_SWAP_INTERVAL => super::swap::MAX_SWAP_INTERVAL_VALUE as u32,
            EVENT_MASK => d.event_mask.load(Ordering::Relaxed) as u32,
            // An unknown attribute leaves the value as it was.
            _ => return,
        };
        if !value.is_null() {
            // SAFETY: the application's place for the answer.
            unsafe { value.write_unaligned(answer) };
        }
    };
    // SAFETY: the application's display.
    unsafe {
        with_drawable(
            "glXQueryDrawable",
            dpy,
            draw,
            opcode::GET_DRAWABLE_ATTRIBUTES,
            answer,
        )
    }
}

/// glXQueryGLXPbufferSGIX (SGIX_pbuffer).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `value` is null or writable
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryGLXPbufferSGIX(
    dpy: *mut c_void,
    pbuf: c_ulong,
    attribute: c_int,
    value: *mut c_uint,
) -> c_int {
    // SAFETY: the application's promise is passed on.
    unsafe { glXQueryDrawable(dpy, pbuf, attribute, value) };
    0
}

/// glXSelectEvent (GLX 1.4 section 3.3.8) stores the mask. The only event, a clobbered pbuffer, never happens here.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXSelectEvent(dpy: *mut c_void, draw: c_ulong, event_mask: c_ulong) {
    let keep = |_: &GlxDisplay, d: &Drawable| d.event_mask.store(event_mask, Ordering::Relaxed);
    // SAFETY: the application's display.
    unsafe {
        with_drawable(
            "glXSelectEvent",
            dpy,
            draw,
            opcode::CHANGE_DRAWABLE_ATTRIBUTES,
            keep,
        )
    }
}

/// glXGetSelectedEvent (GLX 1.4 section 3.3.8).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `event_mask` is null or
/// writable during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetSelectedEvent(
    dpy: *mut c_void,
    draw: c_ulong,
    event_mask: *mut c_ulong,
) {
    let answer = |_: &GlxDisplay, d: &Drawable| {
        if !event_mask.is_null() {
            // SAFETY: the application's place for the answer.
            unsafe { event_mask.write_unaligned(d.event_mask.load(Ordering::Relaxed)) };
        }
    };
    // SAFETY: the application's display.
    unsafe {
        with_drawable(
            "glXGetSelectedEvent",
            dpy,
            draw,
            opcode::GET_DRAWABLE_ATTRIBUTES,
            answer,
        )
    }
}

/// glXSelectEventSGIX (SGIX_pbuffer).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXSelectEventSGIX(dpy: *mut c_void, drawable: c_ulong, mask: c_ulong) {
    // SAFETY: the application's promise is passed on.
    unsafe { glXSelectEvent(dpy, drawable, mask) }
}

/// glXGetSelectedEventSGIX (SGIX_pbuffer).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `mask` is null or writable
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetSelectedEventSGIX(
    dpy: *mut c_void,
    drawable: c_ulong,
    mask: *mut c_ulong,
) {
    // SAFETY: the application's promise is passed on.
    unsafe { glXGetSelectedEvent(dpy, drawable, mask) }
}
