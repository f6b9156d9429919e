//! Making contexts current (GLX 1.4 section 3.3.7).

use super::context::GlxContext;
use super::display::*;
use super::tokens::*;
use crate::boundary::guard;
use crate::current::BindError;
use crate::native;
use std::ffi::{c_int, c_ulong, c_void};
use std::sync::Arc;

/// What glXMakeContextCurrent has made current in this thread.
pub(crate) struct Binding {
    pub(crate) display: usize,
    pub(crate) context: Arc<GlxContext>,
    pub(crate) draw: Option<Arc<Drawable>>,
    pub(crate) read: Option<Arc<Drawable>>,
}

pub(super) fn binding() -> Option<Arc<Binding>> {
    native::companion()
}

/// The current context if this is its handle. It is found after glXDestroyContext as well, since it lives until
/// release.
fn current_context(handle: *const c_void) -> Option<Arc<GlxContext>> {
    let context = binding()?.context.clone();
    (context.handle().cast_const() == handle).then_some(context)
}

/// Whether the context with this handle is current in this thread, destroyed or not.
pub(super) fn is_current(handle: *const c_void) -> bool {
    current_context(handle).is_some()
}

/// Carries out MakeCurrent and MakeContextCurrent. The error is the one that an X server would report.
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
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
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
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
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
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
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

/// glXGetCurrentContext answers null when no context is current, or one of EGL or OSMesa.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentContext() -> *mut c_void {
    guard("glXGetCurrentContext", std::ptr::null_mut(), || {
        binding().map_or(std::ptr::null_mut(), |b| b.context.handle())
    })
}

/// glXGetCurrentDisplay answers the X display of the current context, or null.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentDisplay() -> *mut c_void {
    guard("glXGetCurrentDisplay", std::ptr::null_mut(), || {
        binding().map_or(std::ptr::null_mut(), |b| b.display as *mut c_void)
    })
}

/// glXGetCurrentDisplayEXT (EXT_import_context).
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentDisplayEXT() -> *mut c_void {
    // SAFETY: as above.
    unsafe { glXGetCurrentDisplay() }
}

/// glXGetCurrentDrawable answers the drawable that the current context draws to, or 0.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentDrawable() -> c_ulong {
    guard("glXGetCurrentDrawable", 0, || {
        binding()
            .and_then(|b| b.draw.as_ref().map(|d| d.xid))
            .unwrap_or(0)
    })
}

/// glXGetCurrentReadDrawable answers the drawable that the current context reads from, or 0.
///
/// # Safety
/// No pointer is read or written.
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
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetCurrentReadDrawableSGI() -> c_ulong {
    // SAFETY: as above.
    unsafe { glXGetCurrentReadDrawable() }
}
