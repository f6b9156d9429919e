//! Commands on existing surfaces: attributes, destruction, swaps (EGL 1.5 sections 3.5.5 to 3.6, 3.10).

use super::context::binding;
use super::display::{EglDisplay, write};
use super::door;
use super::surface::Kind;
use super::tokens::*;
use crate::native;
use std::ffi::{c_ulong, c_void};
use std::sync::atomic::Ordering;
use trilobite::platform::x11::XDrawable;

/// eglDestroySurface makes the handle stale. A surface that is current lives until it is released.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglDestroySurface(dpy: *mut c_void, surface: *mut c_void) -> u32 {
    door("eglDestroySurface", 0, || {
        let removed = EglDisplay::ready(dpy)?
            .surfaces
            .lock()
            .remove(&(surface as usize));
        removed.map(|_| 1).ok_or(BAD_SURFACE)
    })
}

/// eglQuerySurface answers one attribute of a surface (EGL 1.5 section 3.5.6).
///
/// # Safety
/// `value` is null or writable during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglQuerySurface(
    dpy: *mut c_void,
    surface: *mut c_void,
    token: i32,
    value: *mut i32,
) -> u32 {
    door("eglQuerySurface", 0, || {
        let s = EglDisplay::ready(dpy)?.surface(surface)?;
        let kept = |default| s.attributes.lock().get(&token).copied().unwrap_or(default);
        let answer = match (token, s.kind) {
            (WIDTH | HEIGHT, _) => {
                s.surface.follow();
                let (width, height) = s.surface.size();
                if token == WIDTH {
                    width as i32
                } else {
                    height as i32
                }
            }
            (CONFIG_ID, _) => s.config.id,
            (RENDER_BUFFER, _) => s.render_buffer(),
            (SWAP_BEHAVIOR, _) => kept(BUFFER_DESTROYED),
            (MULTISAMPLE_RESOLVE, _) => kept(MULTISAMPLE_RESOLVE_DEFAULT),
            (GL_COLORSPACE, _) => COLORSPACE_LINEAR,
            (VG_ALPHA_FORMAT, _) => ALPHA_FORMAT_NONPRE,
            (HORIZONTAL_RESOLUTION | VERTICAL_RESOLUTION | PIXEL_ASPECT_RATIO, _) => UNKNOWN,
            (LARGEST_PBUFFER, Kind::Pbuffer { largest }) => i32::from(largest),
            (TEXTURE_FORMAT | TEXTURE_TARGET, Kind::Pbuffer { .. }) => NO_TEXTURE,
            (MIPMAP_TEXTURE, Kind::Pbuffer { .. }) => 0,
            (MIPMAP_LEVEL, Kind::Pbuffer { .. }) => kept(0),
            // Attributes of pbuffers leave the value alone for other surfaces.
            (
                LARGEST_PBUFFER | TEXTURE_FORMAT | TEXTURE_TARGET | MIPMAP_TEXTURE | MIPMAP_LEVEL,
                _,
            ) => return Ok(1),
            _ => return Err(BAD_ATTRIBUTE),
        };
        // SAFETY: the application's place for the answer.
        unsafe { write(value, answer) };
        Ok(1)
    })
}

/// eglSurfaceAttrib sets an attribute that may be changed (EGL 1.5 section 3.5.6).
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglSurfaceAttrib(
    dpy: *mut c_void,
    surface: *mut c_void,
    token: i32,
    value: i32,
) -> u32 {
    door("eglSurfaceAttrib", 0, || {
        let s = EglDisplay::ready(dpy)?.surface(surface)?;
        match (token, value) {
            (MIPMAP_LEVEL, _) | (SWAP_BEHAVIOR, BUFFER_DESTROYED) => {}
            (MULTISAMPLE_RESOLVE, MULTISAMPLE_RESOLVE_DEFAULT) => {}
            // The configurations lack SWAP_BEHAVIOR_PRESERVED_BIT and MULTISAMPLE_RESOLVE_BOX_BIT.
            (SWAP_BEHAVIOR | MULTISAMPLE_RESOLVE, _) => return Err(BAD_MATCH),
            _ => return Err(BAD_ATTRIBUTE),
        }
        s.attributes.lock().insert(token, value);
        Ok(1)
    })
}

/// eglBindTexImage always fails: no configuration can be bound to a texture.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglBindTexImage(
    dpy: *mut c_void,
    surface: *mut c_void,
    _buffer: i32,
) -> u32 {
    door("eglBindTexImage", 0, || {
        EglDisplay::ready(dpy)?.surface(surface)?;
        Err(BAD_MATCH)
    })
}

/// eglReleaseTexImage always fails, as [`eglBindTexImage`] does.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglReleaseTexImage(
    dpy: *mut c_void,
    surface: *mut c_void,
    _buffer: i32,
) -> u32 {
    door("eglReleaseTexImage", 0, || {
        EglDisplay::ready(dpy)?.surface(surface)?;
        Err(BAD_MATCH)
    })
}

/// eglSwapInterval stores the interval, clamped to 0 and 1. There is no vertical retrace to wait for.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglSwapInterval(dpy: *mut c_void, interval: i32) -> u32 {
    door("eglSwapInterval", 0, || {
        EglDisplay::ready(dpy)?;
        let current = binding().ok_or(BAD_CONTEXT)?;
        let draw = current.draw.as_ref().ok_or(BAD_SURFACE)?;
        draw.swap_interval
            .store(interval.clamp(0, 1), Ordering::Relaxed);
        Ok(1)
    })
}

/// eglSwapBuffers shows the back buffer of a window. Nothing happens for other surfaces.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglSwapBuffers(dpy: *mut c_void, surface: *mut c_void) -> u32 {
    door("eglSwapBuffers", 0, || {
        let s = EglDisplay::ready(dpy)?.surface(surface)?;
        if s.kind != Kind::Window {
            return Ok(1);
        }
        if s.surface.config().double_buffer {
            native::swap(&s.surface);
        } else {
            native::flush_current().map_err(|_| BAD_ACCESS)?;
        }
        Ok(1)
    })
}

/// eglCopyBuffers copies the colour buffer to a pixmap.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCopyBuffers(
    dpy: *mut c_void,
    surface: *mut c_void,
    target: c_ulong,
) -> u32 {
    door("eglCopyBuffers", 0, || {
        let display = EglDisplay::ready(dpy)?;
        let s = display.surface(surface)?;
        let connection = display.connection.as_ref().ok_or(BAD_NATIVE_PIXMAP)?;
        let size = connection.geometry(target).ok_or(BAD_NATIVE_PIXMAP)?;
        let visual = s
            .config
            .visual
            .filter(|v| v.depth == size.depth as i32)
            .ok_or(BAD_MATCH)?;
        native::finish_current();
        let buffers = s.surface.buffers();
        let source = buffers.back.as_ref().unwrap_or(&buffers.front);
        let pixmap = XDrawable::new(
            connection.clone(),
            target,
            visual,
            size.depth,
            !s.config.storage.alpha,
        );
        let put = pixmap.put(source, 0, 0, buffers.width, buffers.height);
        put.map(|_| 1).ok_or(BAD_NATIVE_PIXMAP)
    })
}
