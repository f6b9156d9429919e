//! GL doors that are written by hand, because they belong to the boundary itself.

use crate::boundary;

/// `glGetError` (GL 1.5 section 2.5): the recorded error, which it clears. Between Begin and End it records
/// INVALID_OPERATION and answers 0.
///
/// # Safety
/// Reaches no memory of the application.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glGetError() -> u32 {
    // SAFETY: reaches no memory of the application.
    unsafe { boundary::outside_begin("glGetError", |call| Ok(call.cx.take_error().unwrap_or(0))) }
}
