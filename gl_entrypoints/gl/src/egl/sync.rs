//! Fence syncs and images (EGL 1.5 sections 3.8, 3.9).
//!
//! Creating a fence carries out everything recorded so far, so a fence is signalled from the start. No kind of image is
//! supported.

use super::context::binding;
use super::display::EglDisplay;
use super::tokens::*;
use super::{Result, door};
use crate::native;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The handle of the next sync. Sync handles are numbers, never addresses.
static NEXT_SYNC: AtomicUsize = AtomicUsize::new(1);

fn create(dpy: *mut c_void, kind: u32, no_attributes: bool) -> Result<*mut c_void> {
    let display = EglDisplay::ready(dpy)?;
    if !no_attributes {
        return Err(BAD_ATTRIBUTE);
    }
    if kind as i32 != SYNC_FENCE {
        return Err(BAD_ATTRIBUTE);
    }
    binding().ok_or(BAD_MATCH)?;
    native::finish_current();
    let handle = NEXT_SYNC.fetch_add(1, Ordering::Relaxed);
    display.syncs.lock().insert(handle, ());
    Ok(handle as *mut c_void)
}

/// eglCreateSync makes fences (EGL_SYNC_FENCE) and nothing else.
///
/// # Safety
/// `attrib_list` is null or a list of pairs of integers that ends in EGL_NONE. It is read during the call. Handles are
/// compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreateSync(
    dpy: *mut c_void,
    kind: u32,
    attrib_list: *const isize,
) -> *mut c_void {
    // SAFETY: the application's list.
    let none = unsafe { native::attribute_pairs(attrib_list, NONE as isize) }.is_empty();
    door("eglCreateSync", std::ptr::null_mut(), || {
        create(dpy, kind, none)
    })
}

/// eglCreateSyncKHR (KHR_fence_sync).
///
/// # Safety
/// `attrib_list` is null or a list of pairs of integers that ends in EGL_NONE. It is read during the call. Handles are
/// compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreateSyncKHR(
    dpy: *mut c_void,
    kind: u32,
    attrib_list: *const i32,
) -> *mut c_void {
    // SAFETY: the application's list.
    let none = unsafe { native::attribute_pairs(attrib_list, NONE) }.is_empty();
    door("eglCreateSyncKHR", std::ptr::null_mut(), || {
        create(dpy, kind, none)
    })
}

fn find(dpy: *mut c_void, sync: *mut c_void) -> Result<()> {
    EglDisplay::ready(dpy)?
        .syncs
        .lock()
        .get(&(sync as usize))
        .copied()
        .ok_or(BAD_PARAMETER)
}

/// eglDestroySync answers the handle is stale from now on (EGL 1.5 section 3.8.1).
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglDestroySync(dpy: *mut c_void, sync: *mut c_void) -> u32 {
    let destroy = || {
        EglDisplay::ready(dpy)?
            .syncs
            .lock()
            .remove(&(sync as usize))
            .map(|_| 1)
            .ok_or(BAD_PARAMETER)
    };
    door("eglDestroySync", 0, destroy)
}

/// eglClientWaitSync returns at once, since every fence is signalled.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglClientWaitSync(
    dpy: *mut c_void,
    sync: *mut c_void,
    _flags: i32,
    _timeout: u64,
) -> i32 {
    door("eglClientWaitSync", 0, || {
        find(dpy, sync).map(|_| CONDITION_SATISFIED)
    })
}

/// eglWaitSync returns at once, since every fence is signalled. It needs a current context and no flags.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglWaitSync(dpy: *mut c_void, sync: *mut c_void, flags: i32) -> u32 {
    door("eglWaitSync", 0, || {
        find(dpy, sync)?;
        binding().ok_or(BAD_MATCH)?;
        if flags == 0 {
            Ok(1)
        } else {
            Err(BAD_PARAMETER)
        }
    })
}

fn attribute(token: i32) -> Result<i32> {
    Ok(match token {
        SYNC_TYPE => SYNC_FENCE,
        SYNC_STATUS => SIGNALED,
        SYNC_CONDITION => SYNC_PRIOR_COMMANDS_COMPLETE,
        _ => return Err(BAD_ATTRIBUTE),
    })
}

/// eglGetSyncAttrib: type, status and condition of a fence (EGL 1.5 section 3.8.1).
///
/// # Safety
/// `value` is null or writable during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetSyncAttrib(
    dpy: *mut c_void,
    sync: *mut c_void,
    token: i32,
    value: *mut isize,
) -> u32 {
    door("eglGetSyncAttrib", 0, || {
        find(dpy, sync)?;
        if value.is_null() {
            return Err(BAD_PARAMETER);
        }
        // SAFETY: the application's place for the answer.
        unsafe { value.write_unaligned(attribute(token)? as isize) };
        Ok(1)
    })
}

/// eglGetSyncAttribKHR (KHR_fence_sync).
///
/// # Safety
/// `value` is null or writable during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetSyncAttribKHR(
    dpy: *mut c_void,
    sync: *mut c_void,
    token: i32,
    value: *mut i32,
) -> u32 {
    door("eglGetSyncAttribKHR", 0, || {
        find(dpy, sync)?;
        let answer = attribute(token)?;
        // SAFETY: the application's place for the answer.
        unsafe { super::display::write(value, answer) };
        Ok(1)
    })
}

/// eglDestroySyncKHR (KHR_fence_sync).
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglDestroySyncKHR(dpy: *mut c_void, sync: *mut c_void) -> u32 {
    // SAFETY: the application's promise is passed on.
    unsafe { eglDestroySync(dpy, sync) }
}

/// eglClientWaitSyncKHR (KHR_fence_sync).
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglClientWaitSyncKHR(
    dpy: *mut c_void,
    sync: *mut c_void,
    flags: i32,
    timeout: u64,
) -> i32 {
    // SAFETY: the application's promise is passed on.
    unsafe { eglClientWaitSync(dpy, sync, flags, timeout) }
}

/// eglCreateImage always sets EGL_BAD_PARAMETER: no target is supported.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglCreateImage(
    dpy: *mut c_void,
    _ctx: *mut c_void,
    _target: u32,
    _buffer: *mut c_void,
    _attrib_list: *const isize,
) -> *mut c_void {
    door("eglCreateImage", std::ptr::null_mut(), || {
        EglDisplay::ready(dpy)?;
        Err(BAD_PARAMETER)
    })
}

/// eglDestroyImage always fails: there are no images.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglDestroyImage(dpy: *mut c_void, _image: *mut c_void) -> u32 {
    door("eglDestroyImage", 0, || {
        EglDisplay::ready(dpy)?;
        Err(BAD_PARAMETER)
    })
}
