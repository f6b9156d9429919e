//! Making contexts current, swapping, waiting (GLX 1.4 sections 3.3.7 to 3.3.10).

use super::context::GlxContext;
use super::display::*;
use super::tokens::*;
use crate::boundary::guard;
use crate::current::BindError;
use crate::native;
use std::ffi::{c_int, c_uint, c_ulong, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use trilobite::surface::Region;

/// What is current in a thread through GLX.
pub(crate) struct Binding {
    pub(crate) display: usize,
    pub(crate) context: Arc<GlxContext>,
    pub(crate) draw: Option<Arc<Drawable>>,
    pub(crate) read: Option<Arc<Drawable>>,
}

fn binding() -> Option<Arc<Binding>> {
    native::companion()
}

/// The current context if this is its handle: it lives on after glXDestroyContext.
fn current_context(handle: *const c_void) -> Option<Arc<GlxContext>> {
    let context = binding()?.context.clone();
    (context.handle().cast_const() == handle).then_some(context)
}

/// Whether the context with this handle is current in this thread, destroyed or not.
pub(super) fn is_current(handle: *const c_void) -> bool {
    current_context(handle).is_some()
}

/// MakeCurrent and MakeContextCurrent; the error that the server would report.
fn make_current(
    display: &Arc<GlxDisplay>,
    draw: c_ulong,
    read: c_ulong,
    ctx: *mut c_void,
) -> Result<(), XError> {
    if ctx.is_null() {
        if draw != 0 || read != 0 {
            return Err(BAD_MATCH);
        }
        return native::unbind().map_err(|_| BAD_ACCESS);
    }
    let context = GlxContext::of(ctx)
        .or_else(|| current_context(ctx))
        .ok_or(XError::BadContext)?;
    // Both or neither: without drawables a context would need GL 3.0.
    if draw == 0 || read == 0 {
        return Err(BAD_MATCH);
    }
    if context.display != display.connection.display() as usize {
        return Err(BAD_MATCH);
    }
    let find = |xid| {
        let found = display
            .drawable_or_window(xid, context.config, context.screen)
            .ok_or(XError::BadDrawable)?;
        if found.screen == context.screen && found.is_compatible(context.config.storage) {
            Ok(found)
        } else {
            Err(BAD_MATCH)
        }
    };
    let draw = find(draw)?;
    let read = find(read)?;
    let (draw_surface, read_surface) = (draw.surface.clone(), read.surface.clone());
    let cell = context.cell.clone();
    let binding = Binding {
        display: context.display,
        context,
        draw: Some(draw),
        read: Some(read),
    };
    native::bind(
        &cell,
        Some(draw_surface),
        Some(read_surface),
        Arc::new(binding),
    )
    .map_err(|error| match error {
        BindError::CurrentElsewhere | BindError::Busy => BAD_ACCESS,
    })
}

/// # Safety
/// `dpy` is null or an open display.
unsafe fn make_current_door(
    name: &'static str,
    dpy: *mut c_void,
    draw: c_ulong,
    read: c_ulong,
    ctx: *mut c_void,
    minor: u8,
) -> c_int {
    guard(name, 0, || {
        // SAFETY: as the caller says.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            // Programs release the context with a null display after XCloseDisplay.
            return c_int::from(ctx.is_null() && native::unbind().is_ok());
        };
        match make_current(&display, draw, read, ctx) {
            Ok(()) => 1,
            Err(error) => {
                display.raise(error, draw, minor);
                0
            }
        }
    })
}

/// glXMakeCurrent (GLX 1.4 section 3.4).
///
/// # Safety
/// As GLX requires of its caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXMakeCurrent(
    dpy: *mut c_void,
    drawable: c_ulong,
    ctx: *mut c_void,
) -> c_int {
    // SAFETY: the application's promise is passed on.
    unsafe {
        make_current_door(
            "glXMakeCurrent",
            dpy,
            drawable,
            drawable,
            ctx,
            opcode::MAKE_CURRENT,
        )
    }
}

/// glXMakeContextCurrent (GLX 1.4 section 3.3.7).
///
/// # Safety
/// As GLX requires of its caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXMakeContextCurrent(
    dpy: *mut c_void,
    draw: c_ulong,
    read: c_ulong,
    ctx: *mut c_void,
) -> c_int {
    // SAFETY: the application's promise is passed on.
    unsafe {
        make_current_door(
            "glXMakeContextCurrent",
            dpy,
            draw,
            read,
            ctx,
            opcode::MAKE_CONTEXT_CURRENT,
        )
    }
}

/// glXMakeCurrentReadSGI (SGI_make_current_read).
///
/// # Safety
/// As GLX requires of its caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXMakeCurrentReadSGI(
    dpy: *mut c_void,
    draw: c_ulong,
    read: c_ulong,
    ctx: *mut c_void,
) -> c_int {
    // SAFETY: the application's promise is passed on.
    unsafe { glXMakeContextCurrent(dpy, draw, read, ctx) }
}

/// glXGetCurrentContext: null when none is current, or one of EGL or OSMesa.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentContext() -> *mut c_void {
    guard("glXGetCurrentContext", std::ptr::null_mut(), || {
        binding().map_or(std::ptr::null_mut(), |b| b.context.handle())
    })
}

/// glXGetCurrentDisplay.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentDisplay() -> *mut c_void {
    guard("glXGetCurrentDisplay", std::ptr::null_mut(), || {
        binding().map_or(std::ptr::null_mut(), |b| b.display as *mut c_void)
    })
}

/// glXGetCurrentDisplayEXT (EXT_import_context).
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentDisplayEXT() -> *mut c_void {
    // SAFETY: as above.
    unsafe { glXGetCurrentDisplay() }
}

/// glXGetCurrentDrawable.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentDrawable() -> c_ulong {
    guard("glXGetCurrentDrawable", 0, || {
        binding()
            .and_then(|b| b.draw.as_ref().map(|d| d.xid))
            .unwrap_or(0)
    })
}

/// glXGetCurrentReadDrawable.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentReadDrawable() -> c_ulong {
    guard("glXGetCurrentReadDrawable", 0, || {
        binding()
            .and_then(|b| b.read.as_ref().map(|d| d.xid))
            .unwrap_or(0)
    })
}

/// glXGetCurrentReadDrawableSGI (SGI_make_current_read).
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentReadDrawableSGI() -> c_ulong {
    // SAFETY: as above.
    unsafe { glXGetCurrentReadDrawable() }
}

/// The drawable that a swap means: the current one when its number fits, else any that we know.
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
/// As GLX requires of its caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXSwapBuffers(dpy: *mut c_void, drawable: c_ulong) {
    guard("glXSwapBuffers", (), || {
        // SAFETY: the application's display.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            return;
        };
        match drawable_to_show(&display, drawable) {
            Some(target) => {
                // The flush that a swap implies.
                native::end_frame();
                // A pixmap has no other side to show (GLX 1.4 section 3.3.10).
                if target.kind != DrawableKind::Pixmap {
                    target.surface.show_back();
                }
            }
            // A window that was never current has nothing to show, but must exist.
            None if display.connection.geometry(drawable).is_some() => {}
            None => display.raise(XError::BadDrawable, drawable, opcode::SWAP_BUFFERS),
        }
    });
}

/// glXCopySubBufferMESA (MESA_copy_sub_buffer): origin bottom left.
///
/// # Safety
/// As GLX requires of its caller.
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

/// A rectangle with what lies at negative coordinates cut off; `None` when nothing is left.
fn region(x: c_int, y: c_int, width: c_int, height: c_int) -> Option<Region> {
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

/// glXWaitGL: X sees what GL has drawn.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXWaitGL() {
    guard("glXWaitGL", (), || {
        // Inside a command there is nothing to wait for.
        let _ = native::flush_current();
    });
}

/// glXWaitX: GL sees what X has drawn into the current pixmap.
///
/// # Safety
/// None is needed.
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

/// The greatest interval that is kept.
pub(super) const MAX_SWAP_INTERVAL_VALUE: i32 = 1000;

/// glXSwapIntervalEXT (EXT_swap_control). The interval is state of the drawable; there is no vertical retrace to wait
/// for, so swaps are never delayed.
///
/// # Safety
/// As GLX requires of its caller.
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

/// glXSwapIntervalSGI (SGI_swap_control): intervals from 1 on; GLX_BAD_VALUE, GLX_BAD_CONTEXT.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXSwapIntervalSGI(interval: c_int) -> c_int {
    guard("glXSwapIntervalSGI", BAD_CONTEXT_CODE, || match interval {
        ..=0 => BAD_VALUE_CODE,
        _ => set_current_interval(interval),
    })
}

/// glXSwapIntervalMESA (MESA_swap_control): 0 turns waiting off.
///
/// # Safety
/// None is needed.
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

/// glXGetSwapIntervalMESA (MESA_swap_control): 0 at first.
///
/// # Safety
/// None is needed.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_are_cut_at_the_axes() {
        assert_eq!(
            region(-2, 1, 5, 3),
            Some(Region {
                x: 0,
                y: 1,
                width: 3,
                height: 3
            })
        );
        assert_eq!(region(0, 0, i32::MAX, -1), None);
        assert_eq!(region(i32::MIN, 0, 4, 4), None);
    }
}
