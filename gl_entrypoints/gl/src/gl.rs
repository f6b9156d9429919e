//! GL doors that are written by hand, because they belong to the boundary itself.

use crate::boundary;

/// `glGetError` (GL 1.5 section 2.5) answers the recorded error and clears it. Between Begin and End it records
/// INVALID_OPERATION and answers 0.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glGetError() -> u32 {
    // SAFETY: the body reaches no memory of the application.
    unsafe { boundary::outside_begin("glGetError", |call| Ok(call.cx.take_error().unwrap_or(0))) }
}
