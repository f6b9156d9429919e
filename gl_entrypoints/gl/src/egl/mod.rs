//! EGL 1.5 for desktop OpenGL on X11 windows, pixmaps, pbuffers, and without any surface.
//!
//! | file | what it holds |
//! |---|---|
//! | `display` | displays: eglGetDisplay, eglInitialize, eglTerminate, strings |
//! | `config` | the table of configurations, and how requests choose among them |
//! | `surface` | how windows, pixmaps and pbuffers become surfaces |
//! | `surface_commands` | attributes, destruction and swaps of surfaces |
//! | `context` | contexts, and what is current |
//! | `sync` | fence syncs, which are always signalled, and the refusal of images |
//! | `tokens` | the values of egl.h |
//!
//! Handles. A handle of a display, configuration, surface or context is the address of our object. It is compared with
//! the addresses in our tables and never dereferenced, so a stale handle is found out. Syncs have numbers as handles.
//! Displays are never freed; eglTerminate empties them.
//!
//! Errors. Every command runs in a `door`, which sets the thread's error for eglGetError. The door uses the
//! boundary's guard, so a panic ends there.
//!
//! Quirks. Configurations answer the OpenGL ES bits as well: Debian's xscreensaver programs choose by them and then
//! bind desktop GL. Contexts of OpenGL ES are refused.
//!
//! GLX, EGL and OSMesa share `native`, which binds a context to surfaces. What EGL must find again, its `Binding`, is
//! the thread's companion of the current context (`current`). A context of another window layer is not found there.
#![allow(non_snake_case)]

pub mod config;
pub mod context;
pub mod display;
pub mod surface;
pub mod surface_commands;
pub mod sync;
mod tokens;

#[cfg(test)]
mod tests;

use crate::boundary::guard;
use std::cell::Cell;
use tokens::{BAD_ALLOC, NONE, SUCCESS};

thread_local! {
    static ERROR: Cell<i32> = const { Cell::new(SUCCESS) };
    /// The API of eglBindAPI. Its usual first value is OpenGL ES. We do not support that, so it is NONE (EGL 1.5
    /// section 3.7).
    static API: Cell<i32> = const { Cell::new(NONE) };
}

/// An EGL error code.
pub(crate) type Result<T> = std::result::Result<T, i32>;

/// Runs a command and stores its error, or SUCCESS, for eglGetError. A failure answers `otherwise`; a panic is
/// BAD_ALLOC.
fn door<R: Copy>(name: &'static str, otherwise: R, body: impl FnOnce() -> Result<R>) -> R {
    let outcome = guard(name, Err(BAD_ALLOC), body);
    match outcome {
        Ok(result) => {
            ERROR.set(SUCCESS);
            result
        }
        Err(error) => {
            log::debug!("{name}: EGL error {error:#x}");
            ERROR.set(error);
            otherwise
        }
    }
}

/// eglGetError answers the error of this thread's last command, and resets it to SUCCESS.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetError() -> i32 {
    ERROR.replace(SUCCESS)
}

/// eglBindAPI accepts desktop OpenGL only.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglBindAPI(api: u32) -> u32 {
    door("eglBindAPI", 0, || match api as i32 {
        tokens::OPENGL_API => {
            API.set(tokens::OPENGL_API);
            Ok(1)
        }
        _ => Err(tokens::BAD_PARAMETER),
    })
}

/// eglQueryAPI answers the API that eglBindAPI has set in this thread.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglQueryAPI() -> u32 {
    API.get() as u32
}
