//! EGL configurations (EGL 1.5 section 3.4).

use super::display::{EglDisplay, write};
use super::tokens::*;
use super::{Result, door};
use crate::framebuffer_config::FramebufferConfig;
use crate::native;
use std::ffi::c_void;
use trilobite::surface::MAX_SIZE;

/// The visual class of X. EGL has no token for true colour.
const X_TRUE_COLOR: i32 = 4;

/// The value of an attribute (EGL 1.5 table 3.1); `None` for an unknown attribute.
fn attribute(config: &FramebufferConfig, attribute: i32) -> Option<i32> {
    let storage = config.storage;
    Some(match attribute {
        CONFIG_ID => config.id,
        BUFFER_SIZE => storage.colour_bits(),
        RED_SIZE | GREEN_SIZE | BLUE_SIZE => 8,
        ALPHA_SIZE => storage.alpha_bits(),
        DEPTH_SIZE => storage.depth_bits(),
        STENCIL_SIZE => storage.stencil_bits(),
        SAMPLE_BUFFERS => storage.sample_buffers(),
        SAMPLES => storage.samples(),
        LUMINANCE_SIZE | ALPHA_MASK_SIZE | LEVEL => 0,
        BIND_TO_TEXTURE_RGB | BIND_TO_TEXTURE_RGBA => 0,
        TRANSPARENT_BLUE_VALUE | TRANSPARENT_GREEN_VALUE | TRANSPARENT_RED_VALUE => 0,
        CONFIG_CAVEAT | TRANSPARENT_TYPE => NONE,
        COLOR_BUFFER_TYPE => RGB_BUFFER,
        CONFORMANT => OPENGL_BIT,
        RENDERABLE_TYPE => OPENGL_BIT | OPENGL_ES_BIT | OPENGL_ES2_BIT,
        SURFACE_TYPE if config.visual.is_some() => WINDOW_BIT | PIXMAP_BIT | PBUFFER_BIT,
        SURFACE_TYPE => PBUFFER_BIT,
        NATIVE_RENDERABLE => i32::from(config.visual.is_some()),
        NATIVE_VISUAL_ID => config.visual_id(),
        NATIVE_VISUAL_TYPE if config.visual.is_some() => X_TRUE_COLOR,
        NATIVE_VISUAL_TYPE => NONE,
        MAX_PBUFFER_WIDTH | MAX_PBUFFER_HEIGHT => MAX_SIZE as i32,
        MAX_PBUFFER_PIXELS => (MAX_SIZE * MAX_SIZE / 2) as i32,
        MIN_SWAP_INTERVAL => 0,
        MAX_SWAP_INTERVAL => 1,
        _ => return None,
    })
}

fn fits(config: &FramebufferConfig, token: i32, wanted: i32) -> bool {
    let Some(actual) = attribute(config, token) else {
        return false;
    };
    match token {
        SURFACE_TYPE | RENDERABLE_TYPE | CONFORMANT => actual & wanted == wanted,
        BUFFER_SIZE | RED_SIZE | GREEN_SIZE | BLUE_SIZE | LUMINANCE_SIZE | ALPHA_SIZE
        | ALPHA_MASK_SIZE | DEPTH_SIZE | STENCIL_SIZE | SAMPLE_BUFFERS | SAMPLES => {
            actual >= wanted
        }
        // Not matched: EGL 1.5 section 3.4.1.
        MAX_PBUFFER_WIDTH | MAX_PBUFFER_HEIGHT | MAX_PBUFFER_PIXELS | NATIVE_VISUAL_ID => true,
        TRANSPARENT_RED_VALUE | TRANSPARENT_GREEN_VALUE | TRANSPARENT_BLUE_VALUE => true,
        _ => actual == wanted,
    }
}

/// The configurations that fulfil the requests, in the order of EGL 1.5 section 3.4.1.2. EGL has no single-buffered
/// configurations: RENDER_BUFFER is chosen with the surface.
pub(super) fn choose(
    all: &[FramebufferConfig],
    requests: &[(i32, i32)],
) -> Result<Vec<FramebufferConfig>> {
    let mut wanted = vec![(LEVEL, 0), (SURFACE_TYPE, WINDOW_BIT)];
    // Requests replace the defaults. CONFIG_ID decides alone.
    for (token, value) in requests {
        let known = *token == MATCH_NATIVE_PIXMAP
            || all.first().is_some_and(|c| attribute(c, *token).is_some());
        if !known {
            return Err(BAD_ATTRIBUTE);
        }
        wanted.retain(|(t, _)| t != token);
        wanted.push((*token, *value));
    }
    if let Some((_, id)) = wanted
        .iter()
        .find(|(t, v)| *t == CONFIG_ID && *v != DONT_CARE)
    {
        return Ok(listed(all).filter(|c| c.id == *id).collect());
    }
    // The others must all be fulfilled. The sort key puts the best configuration first.
    wanted.retain(|(t, v)| (*v != DONT_CARE || *t == LEVEL) && *t != MATCH_NATIVE_PIXMAP);
    let mut found: Vec<_> = listed(all)
        .filter(|c| wanted.iter().all(|(t, v)| fits(c, *t, *v)))
        .collect();
    let asks_alpha = wanted.iter().any(|(t, v)| *t == ALPHA_SIZE && *v > 0);
    found.sort_by_key(|c| {
        let s = c.storage;
        let alpha = if asks_alpha { -s.alpha_bits() } else { 0 };
        (
            alpha,
            s.colour_bits(),
            s.samples(),
            s.depth_bits(),
            s.stencil_bits(),
            c.id,
        )
    });
    Ok(found)
}

fn listed(all: &[FramebufferConfig]) -> impl Iterator<Item = FramebufferConfig> {
    all.iter().copied().filter(|c| c.storage.double_buffer)
}

/// # Safety
/// `configs` is null or has room for `size` handles. `n` is null or writable. Both are written during the call.
unsafe fn answer(
    display: &EglDisplay,
    found: &[FramebufferConfig],
    configs: *mut *mut c_void,
    size: i32,
    n: *mut i32,
) -> Result<u32> {
    if n.is_null() {
        return Err(BAD_PARAMETER);
    }
    let room = if configs.is_null() {
        found.len()
    } else {
        found.len().min(size.max(0) as usize)
    };
    for (i, config) in found
        .iter()
        .take(room)
        .enumerate()
        .filter(|_| !configs.is_null())
    {
        let entry = display
            .configs
            .iter()
            .find(|c| c.id == config.id)
            .map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: as the caller says.
        unsafe { configs.add(i).write_unaligned(entry.cast_mut().cast()) };
    }
    // SAFETY: as the caller says.
    unsafe { write(n, room as i32) };
    Ok(1)
}

/// eglGetConfigs answers all configurations, at most `config_size` of them (EGL 1.5 section 3.4.1).
///
/// # Safety
/// `configs` is null or has room for `config_size` handles, which are written during the call. `num_config` is null or
/// writable during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetConfigs(
    dpy: *mut c_void,
    configs: *mut *mut c_void,
    config_size: i32,
    num_config: *mut i32,
) -> u32 {
    door("eglGetConfigs", 0, || {
        let display = EglDisplay::ready(dpy)?;
        let all: Vec<_> = listed(&display.configs).collect();
        // SAFETY: the application's places for the answers.
        unsafe { answer(&display, &all, configs, config_size, num_config) }
    })
}

/// eglChooseConfig answers the configurations that fulfil a list of requests, best first (EGL 1.5 section 3.4.1).
///
/// # Safety
/// `attrib_list` is null or a list of pairs of integers that ends in EGL_NONE. It is read during the call. `configs` is
/// null or has room for `config_size` handles, which are written during the call. `num_config` is null or writable
/// during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglChooseConfig(
    dpy: *mut c_void,
    attrib_list: *const i32,
    configs: *mut *mut c_void,
    config_size: i32,
    num_config: *mut i32,
) -> u32 {
    door("eglChooseConfig", 0, || {
        let display = EglDisplay::ready(dpy)?;
        // SAFETY: the application's list.
        let requests = unsafe { native::attribute_pairs(attrib_list, NONE) };
        let found = choose(&display.configs, &requests)?;
        // SAFETY: the application's places for the answers.
        unsafe { answer(&display, &found, configs, config_size, num_config) }
    })
}

/// eglGetConfigAttrib answers one attribute of a configuration (EGL 1.5 section 3.4.3).
///
/// # Safety
/// `value` is null or writable during the call. Handles are compared with ours and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eglGetConfigAttrib(
    dpy: *mut c_void,
    config: *mut c_void,
    token: i32,
    value: *mut i32,
) -> u32 {
    door("eglGetConfigAttrib", 0, || {
        let config = EglDisplay::ready(dpy)?.config(config)?;
        let answer = attribute(&config, token).ok_or(BAD_ATTRIBUTE)?;
        // SAFETY: the application's place for the answer.
        unsafe { write(value, answer) };
        Ok(1)
    })
}
