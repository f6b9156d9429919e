//! Swaps, swap intervals, and waiting for X (GLX 1.4 sections 3.3.9, 3.3.10; EXT_, SGI_ and MESA_swap_control,
//! MESA_copy_sub_buffer).

use super::current::binding;
use super::display::*;
use super::tokens::*;
use crate::boundary::guard;
use crate::native;
use std::ffi::{c_int, c_uint, c_ulong, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use trilobite::surface::Region;

/// The drawable that a swap names: the current one if it has this number, else any of the display.
fn drawable_to_show(display: &GlxDisplay, xid: c_ulong) -> Option<Arc<Drawable>> {
    let current = binding().filter(|b| b.display == display.connection.display() as usize);
    let current = current
        .and_then(|b| b.draw.clone())
        .filter(|d| d.xid == xid);
    current.or_else(|| display.drawable(xid))
}

/// glXSwapBuffers (GLX 1.4 section 3.3.10).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXSwapBuffers(dpy: *mut c_void, drawable: c_ulong) {
    guard("glXSwapBuffers", (), || {
        // SAFETY: the application's display.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            return;
        };
        match drawable_to_show(&display, drawable) {
            // A pixmap has no window to show its back buffer in, but a swap implies a flush (GLX 1.4 section 3.3.10).
            Some(target) if target.kind == DrawableKind::Pixmap => native::end_frame(),
            Some(target) => native::swap(&target.surface),
            // A window that was never current has nothing to show. It must exist, though.
            None if display.connection.geometry(drawable).is_some() => {}
            None => display.raise(XError::BadDrawable, drawable, opcode::SWAP_BUFFERS),
        }
    });
}

/// glXCopySubBufferMESA (MESA_copy_sub_buffer) shows a rectangle whose origin is at the bottom left.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCopySubBufferMESA(
    dpy: *mut c_void,
    drawable: c_ulong,
    x: c_int,
    y: c_int,
    width: c_int,
    height: c_int,
) {
    guard("glXCopySubBufferMESA", (), || {
        // SAFETY: the application's display.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            return;
        };
        let Some(target) = drawable_to_show(&display, drawable) else {
            return display.raise(XError::BadDrawable, drawable, opcode::VENDOR_PRIVATE);
        };
        native::finish_current();
        if let Some(region) = region(x, y, width, height) {
            target.surface.show_back_region(region);
        }
    });
}

/// The part of a rectangle at coordinates from 0 on; `None` when nothing is left.
pub(super) fn region(x: c_int, y: c_int, width: c_int, height: c_int) -> Option<Region> {
    let span = |from: i32, len: i32| {
        let end = i64::from(from) + i64::from(len);
        let start = i64::from(from.max(0));
        (end > start).then(|| (start as u32, (end - start) as u32))
    };
    let ((x, width), (y, height)) = (span(x, width)?, span(y, height)?);
    Some(Region {
        x,
        y,
        width,
        height,
    })
}

/// glXWaitGL flushes, so that X sees what GL has drawn.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXWaitGL() {
    guard("glXWaitGL", (), || {
        // Inside a command there is nothing to wait for.
        let _ = native::flush_current();
    });
}

/// glXWaitX lets GL see what X has drawn into the current pixmap.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXWaitX() {
    guard("glXWaitX", (), || {
        let Some(b) = binding() else { return };
        // SAFETY: the display was open when the context was made current; a closed one has released it.
        if let Some(display) = unsafe { GlxDisplay::of(b.display as *mut c_void) } {
            display.connection.sync();
        }
        if let Some(pixmap) = b.draw.as_ref().filter(|d| d.kind == DrawableKind::Pixmap) {
            let _ = native::flush_current();
            pixmap.surface.fetch();
        }
    });
}

/// The greatest interval that is stored.
pub(super) const MAX_SWAP_INTERVAL_VALUE: i32 = 1000;

/// glXSwapIntervalEXT (EXT_swap_control) stores the interval in the drawable. There is no vertical retrace, so swaps
/// are never delayed.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXSwapIntervalEXT(dpy: *mut c_void, drawable: c_ulong, interval: c_int) {
    guard("glXSwapIntervalEXT", (), || {
        // SAFETY: the application's display.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            return;
        };
        match drawable_to_show(&display, drawable) {
            _ if interval < 0 => display.raise(BAD_VALUE, drawable, opcode::VENDOR_PRIVATE),
            Some(d) => d
                .swap_interval
                .store(interval.min(MAX_SWAP_INTERVAL_VALUE), Ordering::Relaxed),
            None => display.raise(BAD_WINDOW, drawable, opcode::VENDOR_PRIVATE),
        }
    });
}

/// glXSwapIntervalSGI (SGI_swap_control) takes intervals from 1 on. It fails with GLX_BAD_VALUE or GLX_BAD_CONTEXT.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXSwapIntervalSGI(interval: c_int) -> c_int {
    guard("glXSwapIntervalSGI", BAD_CONTEXT_CODE, || match interval {
        ..=0 => BAD_VALUE_CODE,
        _ => set_current_interval(interval),
    })
}

/// glXSwapIntervalMESA (MESA_swap_control) takes 0 as well, which turns waiting off.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXSwapIntervalMESA(interval: c_uint) -> c_int {
    guard(
        "glXSwapIntervalMESA",
        BAD_CONTEXT_CODE,
        || match c_int::try_from(interval) {
            Ok(interval) => set_current_interval(interval),
            Err(_) => BAD_VALUE_CODE,
        },
    )
}

fn set_current_interval(interval: c_int) -> c_int {
    let Some(draw) = binding().and_then(|b| b.draw.clone()) else {
        return BAD_CONTEXT_CODE;
    };
    draw.swap_interval
        .store(interval.min(MAX_SWAP_INTERVAL_VALUE), Ordering::Relaxed);
    0
}

/// glXGetSwapIntervalMESA (MESA_swap_control) answers the interval, at first 0.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetSwapIntervalMESA() -> c_int {
    guard("glXGetSwapIntervalMESA", 0, || {
        binding()
            .and_then(|b| {
                b.draw
                    .as_ref()
                    .map(|d| d.swap_interval.load(Ordering::Relaxed))
            })
            .unwrap_or(0)
    })
}
