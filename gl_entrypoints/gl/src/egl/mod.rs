//! EGL 1.5 for desktop OpenGL on X11 windows, pixmaps, pbuffers, and without any surface.
//!
//! Every command sets the thread's error for eglGetError. Configurations answer the OpenGL ES bits as well: Debian's
//! xscreensaver programs choose by them and then bind desktop GL. Contexts of OpenGL ES are refused.
#![allow(non_snake_case)]

pub mod config;
pub mod context;
pub mod display;
pub mod surface;
pub mod surface_commands;
pub mod sync;
mod tokens;

use crate::boundary::guard;
use std::cell::Cell;
use tokens::{BAD_ALLOC, NONE, SUCCESS};

thread_local! {
    static ERROR: Cell<i32> = const { Cell::new(SUCCESS) };
    /// The API of eglBindAPI. OpenGL ES, the usual first value, is not supported: NONE (EGL 1.5 section 3.7).
    static API: Cell<i32> = const { Cell::new(NONE) };
}

/// An EGL error code.
pub(crate) type Result<T> = std::result::Result<T, i32>;

/// Runs a command: its error, or SUCCESS, is what eglGetError answers next; a failure answers `otherwise`. A panic is
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

/// eglGetError: the error of the last command of this thread, then SUCCESS.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetError() -> i32 {
    ERROR.replace(SUCCESS)
}

/// eglBindAPI: desktop OpenGL only.
///
/// # Safety
/// None is needed.
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

/// eglQueryAPI.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglQueryAPI() -> u32 {
    API.get() as u32
}
