//! Contexts: the three ways to create one, destroying and copying them (GLX 1.4 section 3.3.7).

use super::display::*;
use super::tokens::*;
use crate::boundary::guard;
use crate::current::ContextCell;
use crate::forks::new_group;
use crate::framebuffer_config::FramebufferConfig;
use crate::native;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::ffi::{c_int, c_ulong, c_void};
use std::sync::{Arc, LazyLock};
use trilobite::gl::state::attrib_stack::StateGroups;
use trilobite::gl::{Context, ShareGroup};
use trilobite::platform::x11::VisualInfo;

/// A GLXContext. Its handle is its address; `CONTEXTS` holds those that exist.
#[derive(Debug)]
pub(crate) struct GlxContext {
    pub(crate) cell: Arc<ContextCell>,
    pub(crate) shared: Arc<ShareGroup>,
    pub(crate) display: usize,
    pub(crate) screen: i32,
    pub(crate) config: FramebufferConfig,
    /// The GLXContextID of the context that it was created to share with, or 0.
    pub(super) share_id: c_ulong,
    /// Its own GLXContextID.
    pub(crate) id: c_ulong,
}

static CONTEXTS: LazyLock<Mutex<HashMap<usize, Arc<GlxContext>>>> = LazyLock::new(Default::default);

impl GlxContext {
    /// The context with this handle; `None` for a stale or foreign handle.
    pub(crate) fn of(handle: *const c_void) -> Option<Arc<GlxContext>> {
        CONTEXTS.lock().get(&(handle as usize)).cloned()
    }

    pub(crate) fn handle(self: &Arc<GlxContext>) -> *mut c_void {
        Arc::as_ptr(self).cast_mut().cast()
    }

    fn create(
        display: &GlxDisplay,
        screen: i32,
        config: FramebufferConfig,
        share: Option<&GlxContext>,
        is_debug: bool,
    ) -> *mut c_void {
        let shared = share.map_or_else(new_group, |s| s.shared.clone());
        let mut state = Context::new(shared.clone());
        if is_debug {
            state.debug().make_debug_context();
        }
        let context = Arc::new(GlxContext {
            cell: ContextCell::new(state),
            shared,
            display: display.connection.display() as usize,
            screen,
            config,
            share_id: share.map_or(0, |s| s.id),
            id: new_xid(),
        });
        let handle = context.handle();
        CONTEXTS.lock().insert(handle as usize, context);
        handle
    }
}

/// Drops the contexts of a display that was closed. One that is current lives until it is released.
pub(super) fn forget_display(display: usize) {
    let mut contexts = CONTEXTS.lock();
    let gone: Vec<_> = contexts.extract_if(|_, c| c.display == display).collect();
    drop(contexts);
    drop(gone);
}

/// The context to share with, or `None` for a null handle. A stale handle is BadContext, another screen is BadMatch.
fn share_context(
    display: &GlxDisplay,
    screen: i32,
    handle: *const c_void,
) -> Result<Option<Arc<GlxContext>>, XError> {
    if handle.is_null() {
        return Ok(None);
    }
    let share = GlxContext::of(handle).ok_or(XError::BadContext)?;
    let same_server =
        share.display == display.connection.display() as usize && share.screen == screen;
    if same_server {
        Ok(Some(share))
    } else {
        Err(BAD_MATCH)
    }
}

/// Creates a context for the screen and configuration that `what` finds. An error goes to the application's X error
/// handler.
///
/// # Safety
/// `dpy` is null or an open display.
unsafe fn create_door(
    name: &'static str,
    minor: u8,
    dpy: *mut c_void,
    share_list: *mut c_void,
    what: impl FnOnce(&GlxDisplay) -> Result<(i32, FramebufferConfig), XError>,
) -> *mut c_void {
    guard(name, std::ptr::null_mut(), || {
        // SAFETY: as the caller says.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            return std::ptr::null_mut();
        };
        let create = || {
            let (screen, config) = what(&display)?;
            let share = share_context(&display, screen, share_list)?;
            let share = share.as_deref();
            Ok(GlxContext::create(&display, screen, config, share, false))
        };
        create().unwrap_or_else(|error| {
            display.raise(error, 0, minor);
            std::ptr::null_mut()
        })
    })
}

/// glXCreateContext (GLX 1.4 section 3.4).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `vis` is null or points to an
/// `XVisualInfo`, which is read during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreateContext(
    dpy: *mut c_void,
    vis: *mut VisualInfo,
    share_list: *mut c_void,
    _direct: c_int,
) -> *mut c_void {
    let what = |display: &GlxDisplay| {
        if vis.is_null() {
            return Err(BAD_VALUE);
        }
        // SAFETY: the application's visual.
        let (screen, visual_id) = unsafe { ((*vis).screen, (*vis).visual_id) };
        let config = display.config_of_visual(screen, visual_id);
        Ok((screen, config.ok_or(BAD_VALUE)?))
    };
    let (name, minor) = ("glXCreateContext", opcode::CREATE_CONTEXT);
    // SAFETY: the application's display.
    unsafe { create_door(name, minor, dpy, share_list, what) }
}

/// glXCreateNewContext (GLX 1.4 section 3.3.7).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreateNewContext(
    dpy: *mut c_void,
    config: *mut c_void,
    render_type: c_int,
    share_list: *mut c_void,
    _direct: c_int,
) -> *mut c_void {
    let what = |display: &GlxDisplay| {
        let found = display.config(config).ok_or(XError::BadFbConfig)?;
        match render_type {
            RGBA_TYPE => Ok(found),
            COLOR_INDEX_TYPE => Err(BAD_MATCH),
            _ => Err(BAD_VALUE),
        }
    };
    let (name, minor) = ("glXCreateNewContext", opcode::CREATE_NEW_CONTEXT);
    // SAFETY: the application's display.
    unsafe { create_door(name, minor, dpy, share_list, what) }
}

/// glXCreateContextWithConfigSGIX (SGIX_fbconfig).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreateContextWithConfigSGIX(
    dpy: *mut c_void,
    config: *mut c_void,
    render_type: c_int,
    share_list: *mut c_void,
    direct: c_int,
) -> *mut c_void {
    // SAFETY: the application's promise is passed on.
    unsafe { glXCreateNewContext(dpy, config, render_type, share_list, direct) }
}

/// Checks the attributes of glXCreateContextAttribsARB (ARB_create_context, "Errors"; ARB_create_context_profile).
/// Answers whether they ask for a debug context.
pub(super) fn check_context_attributes(attributes: &[(i32, i32)]) -> Result<bool, XError> {
    let (mut major, mut minor, mut flags, mut profile) = (1, 0, 0, CONTEXT_CORE_PROFILE_BIT);
    for (attribute, value) in attributes {
        match *attribute {
            CONTEXT_MAJOR_VERSION => major = *value,
            CONTEXT_MINOR_VERSION => minor = *value,
            CONTEXT_FLAGS => flags = *value,
            CONTEXT_PROFILE_MASK => profile = *value,
            RENDER_TYPE if *value == RGBA_TYPE => {}
            RENDER_TYPE if *value == COLOR_INDEX_TYPE => return Err(BAD_MATCH),
            RENDER_TYPE => return Err(BAD_VALUE),
            _ => return Err(BAD_VALUE),
        }
    }
    if flags & !(CONTEXT_DEBUG_BIT | CONTEXT_FORWARD_COMPATIBLE_BIT) != 0 {
        return Err(BAD_VALUE);
    }
    if profile == CONTEXT_ES2_PROFILE_BIT {
        return Err(XError::BadProfile);
    }
    if !native::gl_version_exists(major, minor)
        || (flags & CONTEXT_FORWARD_COMPATIBLE_BIT != 0 && major < 3)
    {
        return Err(BAD_MATCH);
    }
    // A mask that names no profile is refused for every version, as every driver does.
    let one_profile =
        profile == CONTEXT_CORE_PROFILE_BIT || profile == CONTEXT_COMPATIBILITY_PROFILE_BIT;
    if !one_profile {
        return Err(XError::BadProfile);
    }
    if native::gl_version_is_supported(major, minor) {
        Ok(flags & CONTEXT_DEBUG_BIT != 0)
    } else {
        Err(XError::BadFbConfig)
    }
}

/// glXCreateContextAttribsARB (ARB_create_context). A version up to ours makes a context of our version. A later
/// version is GLXBadFBConfig.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `attrib_list` is null or a list
/// of pairs of integers that ends in None. It is read during the call. Handles are compared with ours and never
/// dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCreateContextAttribsARB(
    dpy: *mut c_void,
    config: *mut c_void,
    share_context_handle: *mut c_void,
    _direct: c_int,
    attrib_list: *const c_int,
) -> *mut c_void {
    guard("glXCreateContextAttribsARB", std::ptr::null_mut(), || {
        // SAFETY: the application's display and list.
        let (display, attributes) = unsafe {
            (
                GlxDisplay::of(dpy),
                native::attribute_pairs(attrib_list, NONE),
            )
        };
        let Some(display) = display else {
            return std::ptr::null_mut();
        };
        let create = || {
            let (screen, config) = display.config(config).ok_or(XError::BadFbConfig)?;
            let share = share_context(&display, screen, share_context_handle)?;
            let is_debug = check_context_attributes(&attributes)?;
            Ok(GlxContext::create(
                &display,
                screen,
                config,
                share.as_deref(),
                is_debug,
            ))
        };
        create().unwrap_or_else(|error| {
            display.raise(error, 0, opcode::CREATE_CONTEXT_ATTRIBS);
            std::ptr::null_mut()
        })
    })
}

/// glXDestroyContext (GLX 1.4 section 3.3.7). A context that is current lives until it is released.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXDestroyContext(dpy: *mut c_void, ctx: *mut c_void) {
    guard("glXDestroyContext", (), || {
        let removed = CONTEXTS.lock().remove(&(ctx as usize));
        if removed.is_some() || ctx.is_null() || super::current::is_current(ctx) {
            return;
        }
        // SAFETY: the application's display.
        if let Some(display) = unsafe { GlxDisplay::of(dpy) } {
            display.raise(XError::BadContext, 0, opcode::DESTROY_CONTEXT);
        }
    });
}

/// glXIsDirect is true for every context, since rendering never leaves the process.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXIsDirect(_dpy: *mut c_void, ctx: *mut c_void) -> c_int {
    guard("glXIsDirect", 0, || {
        c_int::from(GlxContext::of(ctx).is_some())
    })
}

/// glXCopyContext (GLX 1.4 section 3.3.7) copies the attribute groups of the mask, as glPushAttrib would save them.
/// It is BadAccess when the destination is current anywhere, or the source is current in another thread.
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXCopyContext(
    dpy: *mut c_void,
    src: *mut c_void,
    dst: *mut c_void,
    mask: c_ulong,
) {
    guard("glXCopyContext", (), || {
        // SAFETY: the application's display.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }) else {
            return;
        };
        let copy = || {
            let source = GlxContext::of(src).ok_or(XError::BadContext)?;
            let destination = GlxContext::of(dst).ok_or(XError::BadContext)?;
            if source.display != destination.display || source.screen != destination.screen {
                return Err(BAD_MATCH);
            }
            if destination.cell.is_current_somewhere() {
                return Err(BAD_ACCESS);
            }
            let groups = source.cell.with(|cx| StateGroups::of(cx, mask as u32));
            let copied = destination
                .cell
                .with(|cx| groups.map(|groups| groups.copy_to(cx)));
            copied.flatten().ok_or(BAD_ACCESS)
        };
        if let Err(error) = copy() {
            display.raise(error, 0, opcode::COPY_CONTEXT);
        }
    });
}
