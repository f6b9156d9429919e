//! Queries of contexts (GLX 1.4 section 3.3.7; EXT_import_context).

use super::context::GlxContext;
use super::display::*;
use super::tokens::*;
use crate::boundary::guard;
use std::ffi::{c_int, c_ulong, c_void};

/// glXQueryContext (GLX 1.4 section 3.3.7).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `value` is null or writable
/// during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryContext(
    dpy: *mut c_void,
    ctx: *mut c_void,
    attribute: c_int,
    value: *mut c_int,
) -> c_int {
    guard("glXQueryContext", BAD_CONTEXT_CODE, || {
        let Some(context) = GlxContext::of(ctx) else {
            // SAFETY: the application's display.
            if let Some(display) = unsafe { GlxDisplay::of(dpy) } {
                display.raise(XError::BadContext, 0, opcode::QUERY_CONTEXT);
            }
            return BAD_CONTEXT_CODE;
        };
        let answer = match attribute {
            FBCONFIG_ID => context.config.id,
            RENDER_TYPE => RGBA_TYPE,
            SCREEN => context.screen,
            _ => return BAD_ATTRIBUTE,
        };
        if !value.is_null() {
            // SAFETY: the application's place for the answer.
            unsafe { value.write_unaligned(answer) };
        }
        0
    })
}

/// glXQueryContextInfoEXT (EXT_import_context).
///
/// # Safety
/// `value` is null or writable during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXQueryContextInfoEXT(
    _dpy: *mut c_void,
    context: *mut c_void,
    attribute: c_int,
    value: *mut c_int,
) -> c_int {
    guard("glXQueryContextInfoEXT", BAD_CONTEXT_CODE, || {
        let Some(context) = GlxContext::of(context) else {
            return BAD_CONTEXT_CODE;
        };
        let answer = match attribute {
            SHARE_CONTEXT => context.share_id as i32,
            VISUAL_ID => context.config.visual_id(),
            SCREEN => context.screen,
            FBCONFIG_ID => context.config.id,
            RENDER_TYPE => RGBA_TYPE,
            _ => return BAD_ATTRIBUTE,
        };
        if !value.is_null() {
            // SAFETY: the application's place for the answer.
            unsafe { value.write_unaligned(answer) };
        }
        0
    })
}

/// glXGetContextIDEXT (EXT_import_context) answers 0 for a stale handle.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetContextIDEXT(context: *const c_void) -> c_ulong {
    guard("glXGetContextIDEXT", 0, || {
        GlxContext::of(context).map_or(0, |c| c.id)
    })
}
