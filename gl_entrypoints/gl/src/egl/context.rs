//! EGL contexts and what is current (EGL 1.5 section 3.7).

use super::display::{EglDisplay, write};
use super::surface::EglSurface;
use super::tokens::*;
use super::{API, Result, door};
use crate::current::{BindError, ContextCell};
use crate::forks::new_group;
use crate::framebuffer_config::FramebufferConfig;
use crate::native;
use std::ffi::c_void;
use std::sync::Arc;
use trilobite::gl::{Context, ShareGroup};

/// An EGLContext. Its handle is its address.
#[derive(Debug)]
pub(crate) struct EglContext {
    cell: Arc<ContextCell>,
    shared: Arc<ShareGroup>,
    config: Option<FramebufferConfig>,
}

/// What eglMakeCurrent has made current in this thread.
pub(crate) struct Binding {
    display: Arc<EglDisplay>,
    context: Arc<EglContext>,
    pub(super) draw: Option<Arc<EglSurface>>,
    read: Option<Arc<EglSurface>>,
}

pub(super) fn binding() -> Option<Arc<Binding>> {
    native::companion()
}

/// Checks the attributes of eglCreateContext (EGL 1.5 section 3.7.1). Answers whether they ask for a debug context.
pub(super) fn check_attributes(attributes: &[(i32, i32)]) -> Result<bool> {
    let mut is_debug = false;
    let (mut major, mut minor, mut profile, mut forward) = (1, 0, 1, false);
    // Read the list. What we cannot give is BAD_MATCH, what EGL does not know BAD_ATTRIBUTE.
    for (token, value) in attributes {
        match *token {
            CONTEXT_MAJOR_VERSION => major = *value,
            CONTEXT_MINOR_VERSION => minor = *value,
            CONTEXT_PROFILE_MASK => profile = *value,
            CONTEXT_OPENGL_DEBUG => is_debug = *value != 0,
            CONTEXT_OPENGL_ROBUST_ACCESS if *value == 0 => {}
            CONTEXT_OPENGL_ROBUST_ACCESS => return Err(BAD_MATCH),
            CONTEXT_OPENGL_FORWARD_COMPATIBLE => forward = *value != 0,
            CONTEXT_FLAGS_KHR if value & !7 == 0 => {
                (is_debug, forward) = (value & 1 != 0, value & 2 != 0);
            }
            CONTEXT_RESET_NOTIFICATION_STRATEGY if *value == NO_RESET_NOTIFICATION => {}
            CONTEXT_RESET_NOTIFICATION_STRATEGY => return Err(BAD_MATCH),
            _ => return Err(BAD_ATTRIBUTE),
        }
    }
    // Profiles exist from GL 3.2 on; before that the mask is ignored.
    let profile_counts = (major, minor) >= (3, 2);
    if !native::gl_version_is_supported(major, minor)
        || forward
        || (profile_counts && !matches!(profile, 1 | 2))
    {
        return Err(BAD_MATCH);
    }
    Ok(is_debug)
}

/// eglCreateContext makes contexts of desktop OpenGL, for versions up to ours. `config` may be EGL_NO_CONFIG for
/// surfaceless use.
///
/// # Safety
/// `attrib_list` is null or a list of pairs of integers that ends in EGL_NONE. It is read during the call. Handles are
/// compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreateContext(
    dpy: *mut c_void,
    config: *mut c_void,
    share_context: *mut c_void,
    attrib_list: *const i32,
) -> *mut c_void {
    door("eglCreateContext", std::ptr::null_mut(), || {
        let display = EglDisplay::ready(dpy)?;
        if API.get() != OPENGL_API {
            return Err(BAD_MATCH);
        }
        let config = if config.is_null() {
            None
        } else {
            Some(display.config(config)?)
        };
        let share = if share_context.is_null() {
            None
        } else {
            Some(display.context(share_context)?)
        };
        // SAFETY: the application's list.
        let attributes = unsafe { native::attribute_pairs(attrib_list, NONE) };
        let is_debug = check_attributes(&attributes)?;
        let shared = share.map_or_else(new_group, |s| s.shared.clone());
        let mut state = Context::new(shared.clone());
        if is_debug {
            state.debug().make_debug_context();
        }
        let cell = ContextCell::new(state);
        let context = Arc::new(EglContext {
            cell,
            shared,
            config,
        });
        let handle = Arc::as_ptr(&context).cast_mut().cast::<c_void>();
        display.contexts.lock().insert(handle as usize, context);
        Ok(handle)
    })
}

/// eglDestroyContext makes the handle stale. A context that is current lives until it is released.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglDestroyContext(dpy: *mut c_void, ctx: *mut c_void) -> u32 {
    door("eglDestroyContext", 0, || {
        let removed = EglDisplay::ready(dpy)?
            .contexts
            .lock()
            .remove(&(ctx as usize));
        removed.map(|_| 1).ok_or(BAD_CONTEXT)
    })
}

/// eglMakeCurrent binds a context, with surfaces or without any (KHR_surfaceless_context).
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglMakeCurrent(
    dpy: *mut c_void,
    draw: *mut c_void,
    read: *mut c_void,
    ctx: *mut c_void,
) -> u32 {
    door("eglMakeCurrent", 0, || {
        let display = EglDisplay::of(dpy)?;
        // No context: the current one is released.
        if ctx.is_null() {
            if !draw.is_null() || !read.is_null() {
                return Err(BAD_MATCH);
            }
            if binding().is_some() {
                native::unbind().map_err(|_| BAD_ACCESS)?;
            }
            return Ok(1);
        }
        EglDisplay::ready(dpy)?;
        let context = display.context(ctx)?;
        // Both surfaces are named, or neither is.
        if draw.is_null() != read.is_null() {
            return Err(BAD_MATCH);
        }
        let find = |handle: *mut c_void| {
            if handle.is_null() {
                Ok(None)
            } else {
                display.surface(handle).map(Some)
            }
        };
        let (draw, read) = (find(draw)?, find(read)?);
        if draw.iter().any(|s| !s.is_alive()) {
            return Err(BAD_NATIVE_WINDOW);
        }
        // The context holds the surfaces. The companion holds what EGL must find again.
        let (draw_surface, read_surface) = (
            draw.as_ref().map(|s| s.surface.clone()),
            read.as_ref().map(|s| s.surface.clone()),
        );
        let cell = context.cell.clone();
        let companion = Arc::new(Binding {
            display,
            context,
            draw,
            read,
        });
        native::bind(&cell, draw_surface, read_surface, companion).map_err(|e| match e {
            BindError::CurrentElsewhere | BindError::Busy => BAD_ACCESS,
        })?;
        Ok(1)
    })
}

/// eglGetCurrentContext answers null when none is current, or one of GLX or OSMesa.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetCurrentContext() -> *mut c_void {
    let current = || {
        Ok(binding().map_or(std::ptr::null_mut(), |b| {
            Arc::as_ptr(&b.context).cast_mut().cast()
        }))
    };
    door("eglGetCurrentContext", std::ptr::null_mut(), current)
}

/// eglGetCurrentDisplay answers the display of the current context, or null.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetCurrentDisplay() -> *mut c_void {
    let current = || Ok(binding().map_or(std::ptr::null_mut(), |b| b.display.handle()));
    door("eglGetCurrentDisplay", std::ptr::null_mut(), current)
}

/// eglGetCurrentSurface answers the surface that the current context draws to or reads from, or null.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetCurrentSurface(readdraw: i32) -> *mut c_void {
    door("eglGetCurrentSurface", std::ptr::null_mut(), || {
        let b = binding();
        let surface = match readdraw {
            DRAW => b.as_ref().and_then(|b| b.draw.clone()),
            READ => b.as_ref().and_then(|b| b.read.clone()),
            _ => return Err(BAD_PARAMETER),
        };
        Ok(surface.map_or(std::ptr::null_mut(), |s| Arc::as_ptr(&s).cast_mut().cast()))
    })
}

/// eglQueryContext answers one attribute of a context (EGL 1.5 section 3.7.4).
///
/// # Safety
/// `value` is null or writable during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglQueryContext(
    dpy: *mut c_void,
    ctx: *mut c_void,
    token: i32,
    value: *mut i32,
) -> u32 {
    door("eglQueryContext", 0, || {
        let context = EglDisplay::ready(dpy)?.context(ctx)?;
        let current = binding().filter(|b| Arc::ptr_eq(&b.context, &context));
        let answer = match token {
            CONFIG_ID => context.config.map_or(0, |c| c.id),
            CONTEXT_CLIENT_TYPE => OPENGL_API,
            CONTEXT_MAJOR_VERSION => native::GL_VERSION.0,
            RENDER_BUFFER => current
                .and_then(|b| b.draw.clone())
                .map_or(NONE, |s| s.render_buffer()),
            _ => return Err(BAD_ATTRIBUTE),
        };
        // SAFETY: the application's place for the answer.
        unsafe { write(value, answer) };
        Ok(1)
    })
}

/// eglReleaseThread releases the current context and forgets the API of eglBindAPI.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglReleaseThread() -> u32 {
    door("eglReleaseThread", 0, || {
        if binding().is_some() {
            native::unbind().map_err(|_| BAD_ACCESS)?;
        }
        API.set(NONE);
        Ok(1)
    })
}

/// eglWaitClient flushes, so that X sees what GL has drawn.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglWaitClient() -> u32 {
    door("eglWaitClient", 0, || {
        if binding().is_some() {
            native::flush_current().map_err(|_| BAD_ACCESS)?;
        }
        Ok(1)
    })
}

/// eglWaitGL does the same as [`eglWaitClient`].
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglWaitGL() -> u32 {
    // SAFETY: as above.
    unsafe { eglWaitClient() }
}

/// eglWaitNative lets GL see what X has drawn into the current pixmap.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglWaitNative(engine: i32) -> u32 {
    door("eglWaitNative", 0, || {
        if engine != CORE_NATIVE_ENGINE {
            return Err(BAD_PARAMETER);
        }
        let Some(b) = binding() else { return Ok(1) };
        if let Some(connection) = &b.display.connection {
            connection.sync();
        }
        if let Some(pixmap) = b.draw.as_ref().filter(|s| s.is_pixmap()) {
            native::flush_current().map_err(|_| BAD_ACCESS)?;
            pixmap.surface.fetch();
        }
        Ok(1)
    })
}
