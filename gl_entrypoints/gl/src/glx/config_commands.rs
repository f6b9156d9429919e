//! The commands that choose and describe visuals and FBConfigs (GLX 1.4 sections 3.3.3, 3.4; SGIX_fbconfig).

use super::config::{attribute, choose, choose_visual_config};
use super::display::GlxDisplay;
use super::tokens::*;
use crate::boundary::guard;
use crate::framebuffer_config::FramebufferConfig;
use std::ffi::{c_int, c_void};
use trilobite::platform::x11::{VisualInfo, malloc_copy};

/// Reads glXChooseVisual's list.
///
/// # Safety
/// `list` is null or a list of glXChooseVisual that ends in None. It is read during the call.
unsafe fn visual_list(list: *const c_int) -> Vec<(i32, i32)> {
    let mut out = Vec::new();
    let mut at = list;
    while !list.is_null() && out.len() < 256 {
        // SAFETY: the list goes on until None has been seen.
        unsafe {
            let token = at.read_unaligned();
            match token {
                NONE => break,
                USE_GL | RGBA | DOUBLEBUFFER | STEREO | FRAMEBUFFER_SRGB_CAPABLE => {
                    out.push((token, 1));
                    at = at.add(1);
                }
                _ => {
                    out.push((token, at.add(1).read_unaligned()));
                    at = at.add(2);
                }
            }
        }
    }
    out
}

/// An XVisualInfo for the application to XFree.
fn visual_for_application(display: &GlxDisplay, config: &FramebufferConfig) -> *mut VisualInfo {
    let Some(visual) = &config.visual else {
        return std::ptr::null_mut();
    };
    display.note_choice(visual, config.id);
    malloc_copy(std::slice::from_ref(visual))
}

/// Handles for the application to XFree. Their number goes to `n_elements`.
///
/// # Safety
/// `n_elements` is null or writable during the call.
unsafe fn handles_for_application(
    display: &GlxDisplay,
    screen: i32,
    configs: &[FramebufferConfig],
    n_elements: *mut c_int,
) -> *mut *mut c_void {
    let handles: Vec<*mut c_void> = configs
        .iter()
        .map(|c| display.handle(screen, c.id))
        .collect();
    if !n_elements.is_null() {
        // SAFETY: as the caller says.
        unsafe { n_elements.write_unaligned(handles.len() as c_int) };
    }
    if handles.is_empty() {
        std::ptr::null_mut()
    } else {
        malloc_copy(&handles)
    }
}

/// glXChooseVisual (GLX 1.4 section 3.4).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `list` is null or a list of
/// glXChooseVisual that ends in None. It is read during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXChooseVisual(
    dpy: *mut c_void,
    screen: c_int,
    list: *mut c_int,
) -> *mut VisualInfo {
    guard("glXChooseVisual", std::ptr::null_mut(), || {
        // SAFETY: the application's display and list.
        let (display, list) = unsafe { (GlxDisplay::of(dpy), visual_list(list)) };
        let chosen = display
            .as_ref()
            .and_then(|d| choose_visual_config(screen, d.configs(screen)?, &list));
        match (display, chosen) {
            (Some(display), Some(config)) => visual_for_application(&display, &config),
            _ => std::ptr::null_mut(),
        }
    })
}

/// glXGetConfig (GLX 1.4 section 3.4).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `visual` is null or points to
/// an `XVisualInfo`, which is read during the call. `value` is null or writable during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetConfig(
    dpy: *mut c_void,
    visual: *mut VisualInfo,
    attrib: c_int,
    value: *mut c_int,
) -> c_int {
    guard("glXGetConfig", BAD_VISUAL, || {
        // SAFETY: the application's display, visual and place for the answer.
        unsafe {
            let Some(display) = GlxDisplay::of(dpy) else {
                return NO_EXTENSION;
            };
            if visual.is_null() {
                return BAD_VISUAL;
            }
            if value.is_null() {
                return BAD_VALUE_CODE;
            }
            let (screen, visual_id) = ((*visual).screen, (*visual).visual_id);
            if display.configs(screen).is_none() {
                return BAD_SCREEN;
            }
            let config = display.config_of_visual(screen, visual_id);
            let answer = match (attrib, &config) {
                (USE_GL, found) => i32::from(found.is_some()),
                (_, None) => return BAD_VISUAL,
                (RGBA, Some(_)) => 1,
                (_, Some(c)) => match attribute(screen, c, attrib) {
                    Some(answer) => answer,
                    None => return BAD_ATTRIBUTE,
                },
            };
            value.write_unaligned(answer);
            0
        }
    })
}

/// glXGetFBConfigs (GLX 1.4 section 3.3.3).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `nelements` is null or writable
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetFBConfigs(
    dpy: *mut c_void,
    screen: c_int,
    nelements: *mut c_int,
) -> *mut *mut c_void {
    guard("glXGetFBConfigs", std::ptr::null_mut(), || {
        // SAFETY: the application's display and place for the number.
        unsafe {
            let Some(display) = GlxDisplay::of(dpy) else {
                return std::ptr::null_mut();
            };
            handles_for_application(
                &display,
                screen,
                display.configs(screen).unwrap_or(&[]),
                nelements,
            )
        }
    })
}

/// glXChooseFBConfig (GLX 1.4 section 3.3.3).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `list` is null or a list of
/// pairs of integers that ends in None. It is read during the call. `nelements` is null or writable during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXChooseFBConfig(
    dpy: *mut c_void,
    screen: c_int,
    list: *const c_int,
    nelements: *mut c_int,
) -> *mut *mut c_void {
    guard("glXChooseFBConfig", std::ptr::null_mut(), || {
        // SAFETY: the application's display, list and place for the number.
        unsafe {
            let Some(display) = GlxDisplay::of(dpy) else {
                return std::ptr::null_mut();
            };
            let requests = crate::native::attribute_pairs(list, NONE);
            let found = display
                .configs(screen)
                .and_then(|c| choose(screen, c, &requests))
                .unwrap_or_default();
            handles_for_application(&display, screen, &found, nelements)
        }
    })
}

/// glXGetFBConfigAttrib (GLX 1.4 section 3.3.3).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `value` is null or writable
/// during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetFBConfigAttrib(
    dpy: *mut c_void,
    config: *mut c_void,
    attrib: c_int,
    value: *mut c_int,
) -> c_int {
    guard("glXGetFBConfigAttrib", BAD_VISUAL, || {
        // SAFETY: the application's display and place for the answer.
        unsafe {
            let Some(display) = GlxDisplay::of(dpy) else {
                return NO_EXTENSION;
            };
            let Some((screen, config)) = display.config(config) else {
                return BAD_VISUAL;
            };
            let Some(answer) = attribute(screen, &config, attrib) else {
                return BAD_ATTRIBUTE;
            };
            if value.is_null() {
                return BAD_VALUE_CODE;
            }
            value.write_unaligned(answer);
            0
        }
    })
}

/// glXGetVisualFromFBConfig (GLX 1.4 section 3.3.3).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetVisualFromFBConfig(
    dpy: *mut c_void,
    config: *mut c_void,
) -> *mut VisualInfo {
    guard("glXGetVisualFromFBConfig", std::ptr::null_mut(), || {
        // SAFETY: the application's display.
        let display = unsafe { GlxDisplay::of(dpy) };
        let found = display.as_ref().and_then(|d| d.config(config));
        match (display, found) {
            (Some(display), Some((_, config))) => visual_for_application(&display, &config),
            _ => std::ptr::null_mut(),
        }
    })
}

/// glXChooseFBConfigSGIX (SGIX_fbconfig).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `list` is null or a list of
/// pairs of integers that ends in None. It is read during the call. `nelements` is null or writable during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXChooseFBConfigSGIX(
    dpy: *mut c_void,
    screen: c_int,
    list: *mut c_int,
    nelements: *mut c_int,
) -> *mut *mut c_void {
    // SAFETY: the application's promise is passed on.
    unsafe { glXChooseFBConfig(dpy, screen, list, nelements) }
}

/// glXGetFBConfigAttribSGIX (SGIX_fbconfig).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `value` is null or writable
/// during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetFBConfigAttribSGIX(
    dpy: *mut c_void,
    config: *mut c_void,
    attrib: c_int,
    value: *mut c_int,
) -> c_int {
    // SAFETY: the application's promise is passed on.
    unsafe { glXGetFBConfigAttrib(dpy, config, attrib, value) }
}

/// glXGetVisualFromFBConfigSGIX (SGIX_fbconfig).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. Handles are compared with ours
/// and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetVisualFromFBConfigSGIX(
    dpy: *mut c_void,
    config: *mut c_void,
) -> *mut VisualInfo {
    // SAFETY: the application's promise is passed on.
    unsafe { glXGetVisualFromFBConfig(dpy, config) }
}

/// glXGetFBConfigFromVisualSGIX (SGIX_fbconfig).
///
/// # Safety
/// `dpy` is null or an open display of Xlib. Its structure is used until XCloseDisplay. `vis` is null or points to an
/// `XVisualInfo`, which is read during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXGetFBConfigFromVisualSGIX(
    dpy: *mut c_void,
    vis: *mut VisualInfo,
) -> *mut c_void {
    guard("glXGetFBConfigFromVisualSGIX", std::ptr::null_mut(), || {
        // SAFETY: the application's display and visual.
        let Some(display) = (unsafe { GlxDisplay::of(dpy) }).filter(|_| !vis.is_null()) else {
            return std::ptr::null_mut();
        };
        // SAFETY: not null; the application's visual.
        let (screen, visual_id) = unsafe { ((*vis).screen, (*vis).visual_id) };
        let config = display.config_of_visual(screen, visual_id);
        config.map_or(std::ptr::null_mut(), |c| display.handle(screen, c.id))
    })
}
