//! The boundary that every command passes: current context, busy flag, floating-point environment, panics, errors.
//!
//! ```text
//!    door ── enter ──┬─ no current context ─────────────────────────────▶ result 0
//!                    ├─ context is busy ── note_nested ─────────────────▶ result 0
//!                    └─ copying: body without a guard ──┬─ Ok ──────────▶ leave
//!                       others:  body inside a guard    ├─ Err or panic ▶ settle: record the error, leave
//!                                                       └─ copying, Err: the body runs again, inside a guard
//! ```
//!
//! - Without a current context nothing happens, and the result is zero.
//! - A nested call comes from a callback or a signal handler inside a command. It is refused. INVALID_OPERATION is
//!   recorded when the outer call leaves.
//! - `Err` records the GL error (the first stays) and logs the reason under `TRILOBITE_DEBUG=calls`.
//! - Debug messages wait for the application's callback until the command has left the context. So the callback may
//!   call GL, throw, and leave by longjmp.
//! - A panic is a bug of ours. It is caught, logged in one line with the command's name, and recorded as
//!   GL_OUT_OF_MEMORY. `TRILOBITE_PANIC=abort` stops the process instead, for tests.
//! - A small allocation that fails is met from a reserve, and recorded as GL_OUT_OF_MEMORY when the command leaves. While the
//!   reserve is low and the system has no memory, commands that free nothing are refused.
//! - Commands compute with MXCSR 0x1F80, whatever the application has set, and restore its value. Those that only copy
//!   f32 (`copying`) do not change it.

use crate::current::{self, ContextCell, Entry};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use trilobite::debug::guard::take_panic;
use trilobite::gl::debug::message::{CallbackCall, MAX_MESSAGE_LENGTH};
use trilobite::gl::{Call, GlError, INSIDE_BEGIN, Result};
use trilobite::platform::{ClientMemory, FloatEnvironment, reserve};

/// Carries out a command that is allowed between Begin and End and outside of it.
///
/// # Safety
/// The application vouches for the memory that GL lets this command reach (see [`ClientMemory::new`]).
#[inline(always)]
pub(crate) unsafe fn anywhere<R: Default>(
    name: &'static str,
    body: impl FnOnce(&mut Call<'_>) -> Result<R>,
) -> R {
    match enter(name) {
        // SAFETY: the caller's promise is passed on.
        Some(entry) => unsafe {
            guarded(entry, name, |call| {
                let _ours = FloatEnvironment::enter();
                body(call)
            })
        },
        None => R::default(),
    }
}

/// Carries out a command that copies a few numbers into state. Where the body computes, it enters our floating-point
/// environment by itself.
///
/// First comes a fast path without a panic guard, so that the numbers stay in registers. There the body may only copy
/// its arguments, which cannot panic. Anything else returns `Err` before it changes anything, and the body runs again,
/// guarded.
///
/// # Safety
/// As [`anywhere`].
#[inline(always)]
pub(crate) unsafe fn copying(name: &'static str, body: impl Fn(&mut Call<'_>) -> Result) {
    let Some(mut entry) = enter(name) else {
        return;
    };
    // SAFETY: the caller passes the application's promise on; the token lives as long as the call.
    let mem = unsafe { ClientMemory::new() };
    let mut call = Call {
        only_copies: true,
        ..Call::new(entry.context(), mem)
    };
    match body(&mut call) {
        Ok(()) => leave_or_settle(entry, name, ()),
        // SAFETY: the caller's promise is passed on.
        Err(_) => unsafe { more_than_a_copy(entry, name, body) },
    }
}

/// Runs the body of [`copying`] again, inside a guard.
///
/// # Safety
/// As [`anywhere`].
#[cold]
#[inline(never)]
unsafe fn more_than_a_copy(
    entry: Entry<'_>,
    name: &'static str,
    body: impl Fn(&mut Call<'_>) -> Result,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe { guarded(entry, name, body) }
}

/// Enters the current context; `None` if there is none, or if it is busy.
#[inline(always)]
fn enter<'a>(name: &'static str) -> Option<Entry<'a>> {
    let Some(cell) = current::current_cell() else {
        no_context(name);
        return None;
    };
    let entry = cell.enter();
    if entry.is_none() {
        // No log here: the caller may be a signal handler.
        cell.note_nested();
    }
    entry
}

/// Carries out a command in a context. A panic ends here.
///
/// # Safety
/// As [`anywhere`].
#[inline(always)]
unsafe fn guarded<R: Default>(
    mut entry: Entry<'_>,
    name: &'static str,
    body: impl FnOnce(&mut Call<'_>) -> Result<R>,
) -> R {
    if reserve::is_exhausted() && !frees(name) {
        let error = GlError::out_of_memory("the system has no memory");
        return settle(entry, name, Ok(Err(error)));
    }
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller passes the application's promise on; the token lives as long as the call.
        let mem = unsafe { ClientMemory::new() };
        body(&mut Call::new(entry.context(), mem))
    }));
    match outcome {
        Ok(Ok(result)) => leave_or_settle(entry, name, result),
        outcome => settle(entry, name, outcome),
    }
}

/// Whether a command can free memory, so that it is carried out even if there is none left.
fn frees(name: &str) -> bool {
    [
        "glDelete",
        "glEnd",
        "glFinish",
        "glFlush",
        "glGetError",
        "glUnmap",
    ]
    .iter()
    .any(|start| name.starts_with(start))
}

/// Leaves after a command that did not fail.
#[inline(always)]
fn leave_or_settle<R: Default>(entry: Entry<'_>, name: &'static str, result: R) -> R {
    match entry.leave_at_once() {
        Ok(()) => result,
        Err(entry) => settle(entry, name, Ok(Ok(result))),
    }
}

/// Leaves after a command that failed, or that has left errors or messages to handle.
#[cold]
#[inline(never)]
fn settle<R: Default>(
    mut entry: Entry<'_>,
    name: &'static str,
    outcome: std::thread::Result<Result<R>>,
) -> R {
    let result = match outcome {
        Ok(Ok(result)) => result,
        Ok(Err(error)) => failed(&mut entry, name, error),
        Err(_) => panicked(&mut entry, name),
    };
    if entry.leave() {
        deliver_messages();
    }
    result
}

/// Carries out a command that is INVALID_OPERATION between Begin and End (GL 1.5 section 2.6.3).
///
/// # Safety
/// As [`anywhere`].
#[inline(always)]
pub(crate) unsafe fn outside_begin<R: Default>(
    name: &'static str,
    body: impl FnOnce(&mut Call<'_>) -> Result<R>,
) -> R {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        anywhere(name, |call| {
            if call.cx.inside_begin() {
                return Err(INSIDE_BEGIN);
            }
            body(call)
        })
    }
}

/// As [`outside_begin`], for a command whose body records itself.
///
/// # Safety
/// As [`anywhere`].
#[inline(always)]
pub(crate) unsafe fn recording_itself(
    name: &'static str,
    body: impl FnOnce(&mut Call<'_>) -> Result,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        anywhere(name, |call| {
            if call.cx.inside_begin() {
                return call.refuse_inside_begin(body);
            }
            body(call)
        })
    }
}

/// Carries out a command without pointers that display lists may hold, outside of Begin and End. While a list is
/// compiled, the command is recorded.
///
/// # Safety
/// As [`anywhere`].
#[inline(always)]
pub(crate) unsafe fn listed(
    name: &'static str,
    body: impl Fn(&mut Call<'_>) -> Result + Send + Sync + 'static,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        anywhere(name, |call| {
            if call.cx.inside_begin() {
                return call.refuse_inside_begin(|call| call.run(body));
            }
            call.run(body)
        })
    }
}

/// As [`listed`], for a command that is also allowed between Begin and End (CallList).
///
/// # Safety
/// As [`anywhere`].
#[inline(always)]
pub(crate) unsafe fn listed_anywhere(
    name: &'static str,
    body: impl Fn(&mut Call<'_>) -> Result + Send + Sync + 'static,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe { anywhere(name, |call| call.run_anywhere(body)) }
}

/// Runs a door that needs no GL context (GLX, EGL, OSMesa) inside of [`trilobite::debug::guard`].
#[inline]
pub fn guard<R>(name: &'static str, otherwise: R, body: impl FnOnce() -> R) -> R {
    install_panic_hook();
    trilobite::debug::guard::guard(name, otherwise, body)
}

/// Carries out a command without a body: it reports itself once and records INVALID_OPERATION. The result is zero.
#[cold]
#[inline(never)]
pub(crate) fn stub(name: &'static str, reported: &Once) {
    reported.call_once(|| {
        trilobite::debug::init();
        log::warn!("{name} is not implemented");
    });
    let Some(cell) = current::current_cell() else {
        return;
    };
    let Some(mut entry) = cell.enter() else {
        return cell.note_nested();
    };
    let error = GlError::invalid_operation("not implemented");
    entry.context().record_error_of(name, error);
    if entry.leave() {
        deliver_messages();
    }
}

/// The application's debug callback (KHR_debug section 5.5.2).
type DebugProc = unsafe extern "C-unwind" fn(u32, u32, u32, u32, i32, *const u8, *const u8);

/// Calls the current context's debug callback with each message that waits. No local variable here needs a drop, so a
/// callback may leave by longjmp or by an exception.
#[cold]
#[inline(never)]
fn deliver_messages() {
    let mut text = [0u8; MAX_MESSAGE_LENGTH];
    let frame = &raw const text as usize;
    while let Some(next) = next_message(frame, &mut text) {
        let [source, ty, id, severity] = next.heading.names();
        // SAFETY: the application set this address as its callback, with DEBUGPROC's signature.
        unsafe {
            let callback: DebugProc = std::mem::transmute(next.callback.address());
            callback(
                source,
                ty,
                id,
                severity,
                next.length as i32,
                text.as_ptr(),
                next.user_param.address() as *const u8,
            );
        }
    }
}

/// The next message of the context that is current now. A callback may have made another one current.
fn next_message(frame: usize, text: &mut [u8; MAX_MESSAGE_LENGTH]) -> Option<CallbackCall> {
    let mut entry = current::current_cell()?.enter()?;
    entry.context().debug().next_call(frame, text)
}

/// Carries out a GLX, EGL or OSMesa command without a body: it reports itself once.
#[cold]
#[inline(never)]
pub(crate) fn windowless_stub(name: &'static str, reported: &Once) {
    reported.call_once(|| {
        trilobite::debug::init();
        log::warn!("{name} is not implemented");
    });
}

#[cold]
#[inline(never)]
fn no_context(name: &'static str) {
    static FIRST: Once = Once::new();
    FIRST.call_once(|| {
        trilobite::debug::init();
        log::debug!(target: trilobite::debug::CALLS, "{name}: no current context (said once)");
    });
}

fn failed<R: Default>(entry: &mut Entry<'_>, name: &'static str, error: GlError) -> R {
    log::debug!(target: trilobite::debug::CALLS, "{name}: {}: {}", error.name(), error.reason);
    entry.context().record_error_of(name, error);
    R::default()
}

fn panicked<R: Default>(entry: &mut Entry<'_>, name: &'static str) -> R {
    let text = format!(
        "{name}: a bug in the driver, recorded as GL_OUT_OF_MEMORY: {}",
        take_panic()
    );
    log::error!("{text}");
    let error = GlError::out_of_memory("the driver panicked");
    entry.context().record_error_with(error, || text);
    R::default()
}

/// Installs the hook that keeps this copy's panics from the application's standard error.
pub(crate) fn install_panic_hook() {
    reserve::survive_forks();
    let in_command = || current::current_cell().is_some_and(ContextCell::is_busy);
    trilobite::debug::guard::install_panic_hook(in_command);
}
