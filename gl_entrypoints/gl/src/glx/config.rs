//! The attributes of visuals and FBConfigs, and how requests choose among them (GLX 1.4 sections 3.3.2, 3.3.3, 3.4).

use super::tokens::*;
use crate::framebuffer_config::FramebufferConfig;
use std::cmp::Reverse;
use trilobite::surface::MAX_SIZE;

/// 1D, 2D and rectangles (GLX_EXT_texture_from_pixmap).
const ALL_TEXTURE_TARGETS: i32 = 7;

/// Whether pixmaps of this configuration hold alpha: X has a place for it in pixels of 32 bits.
pub(crate) fn has_alpha_pixmaps(config: &FramebufferConfig) -> bool {
    config.storage.alpha && config.visual.is_some() && config.visual_depth() == 32
}

/// The value of an FBConfig attribute (GLX 1.4 table 3.1); `None` for an unknown attribute.
pub(crate) fn attribute(screen: i32, config: &FramebufferConfig, attribute: i32) -> Option<i32> {
    let storage = config.storage;
    Some(match attribute {
        FBCONFIG_ID => config.id,
        BUFFER_SIZE => storage.colour_bits(),
        DOUBLEBUFFER => i32::from(storage.double_buffer),
        RED_SIZE | GREEN_SIZE | BLUE_SIZE => 8,
        ALPHA_SIZE => storage.alpha_bits(),
        DEPTH_SIZE => storage.depth_bits(),
        STENCIL_SIZE => storage.stencil_bits(),
        SAMPLE_BUFFERS => storage.sample_buffers(),
        SAMPLES => storage.samples(),
        FRAMEBUFFER_SRGB_CAPABLE => 1,
        BIND_TO_TEXTURE_RGB | BIND_TO_MIPMAP_TEXTURE => i32::from(config.visual.is_some()),
        BIND_TO_TEXTURE_RGBA => i32::from(has_alpha_pixmaps(config)),
        BIND_TO_TEXTURE_TARGETS if config.visual.is_some() => ALL_TEXTURE_TARGETS,
        BIND_TO_TEXTURE_TARGETS | Y_INVERTED => 0,
        LEVEL | STEREO | AUX_BUFFERS => 0,
        ACCUM_RED_SIZE | ACCUM_GREEN_SIZE | ACCUM_BLUE_SIZE | ACCUM_ALPHA_SIZE => {
            storage.accumulation_bits()
        }
        TRANSPARENT_INDEX_VALUE | TRANSPARENT_RED_VALUE | TRANSPARENT_GREEN_VALUE => 0,
        TRANSPARENT_BLUE_VALUE | TRANSPARENT_ALPHA_VALUE => 0,
        TRANSPARENT_TYPE | CONFIG_CAVEAT => DONE_NONE,
        RENDER_TYPE => RGBA_BIT,
        DRAWABLE_TYPE if config.visual.is_some() => WINDOW_BIT | PIXMAP_BIT | PBUFFER_BIT,
        DRAWABLE_TYPE => PBUFFER_BIT,
        X_RENDERABLE => i32::from(config.visual.is_some()),
        X_VISUAL_TYPE if config.visual.is_some() => TRUE_COLOR,
        X_VISUAL_TYPE => DONE_NONE,
        VISUAL_ID => config.visual_id(),
        MAX_PBUFFER_WIDTH | MAX_PBUFFER_HEIGHT => MAX_SIZE as i32,
        MAX_PBUFFER_PIXELS => (MAX_SIZE * MAX_SIZE / 2) as i32,
        SCREEN => screen,
        _ => return None,
    })
}

/// Whether a value fulfils a request (GLX 1.4 table 3.4).
fn matches(attribute: i32, requested: i32, actual: i32) -> bool {
    match attribute {
        DRAWABLE_TYPE | RENDER_TYPE | BIND_TO_TEXTURE_TARGETS => actual & requested == requested,
        BUFFER_SIZE | AUX_BUFFERS | RED_SIZE | GREEN_SIZE | BLUE_SIZE | ALPHA_SIZE | DEPTH_SIZE
        | STENCIL_SIZE | ACCUM_RED_SIZE | ACCUM_GREEN_SIZE | ACCUM_BLUE_SIZE | ACCUM_ALPHA_SIZE
        | SAMPLE_BUFFERS | SAMPLES => actual >= requested,
        // Ignored by glXChooseFBConfig, section 3.3.3.
        MAX_PBUFFER_WIDTH | MAX_PBUFFER_HEIGHT | MAX_PBUFFER_PIXELS | VISUAL_ID => true,
        _ => actual == requested,
    }
}

/// The configurations that fulfil the requests, best first; `None` for an unknown attribute or value.
pub(crate) fn choose(
    screen: i32,
    configs: &[FramebufferConfig],
    requests: &[(i32, i32)],
) -> Option<Vec<FramebufferConfig>> {
    let any = configs.first()?;
    if requests
        .iter()
        .any(|(a, _)| attribute(screen, any, *a).is_none())
    {
        return None;
    }
    // FBCONFIG_ID overrides every other request.
    if let Some((_, id)) = requests
        .iter()
        .find(|(a, v)| *a == FBCONFIG_ID && *v != DONT_CARE)
    {
        return Some(configs.iter().filter(|c| c.id == *id).copied().collect());
    }
    // Otherwise the requests replace these defaults.
    let mut wanted: Vec<(i32, i32)> = vec![
        (LEVEL, 0),
        (STEREO, 0),
        (RENDER_TYPE, RGBA_BIT),
        (DRAWABLE_TYPE, WINDOW_BIT),
    ];
    for (a, v) in requests {
        wanted.retain(|(default, _)| default != a);
        wanted.push((*a, *v));
    }
    wanted.retain(|(a, v)| *v != DONT_CARE || *a == LEVEL);
    let transparent_rgb = |a: i32| (TRANSPARENT_INDEX_VALUE..=TRANSPARENT_ALPHA_VALUE).contains(&a);
    wanted.retain(|(a, _)| !transparent_rgb(*a));
    // All requests must be fulfilled. The sort key puts the best configuration first.
    let fits = |c: &&FramebufferConfig| {
        wanted
            .iter()
            .all(|(a, v)| attribute(screen, c, *a).is_some_and(|actual| matches(*a, *v, actual)))
    };
    let mut found: Vec<FramebufferConfig> = configs.iter().filter(fits).copied().collect();
    let asks_alpha = wanted.iter().any(|(a, v)| *a == ALPHA_SIZE && *v > 0);
    found.sort_by_key(|c| {
        let s = c.storage;
        let alpha = if asks_alpha { s.alpha_bits() } else { 0 };
        (
            Reverse(alpha),
            s.colour_bits(),
            s.double_buffer,
            s.samples(),
            Reverse(s.depth_bits()),
            s.stencil_bits(),
            c.id,
        )
    });
    Some(found)
}

/// The best configuration for glXChooseVisual's list. Unlike in [`choose`], booleans carry no value (GLX 1.4 section
/// 3.4, table 3.7).
pub(crate) fn choose_visual_config(
    screen: i32,
    configs: &[FramebufferConfig],
    list: &[(i32, i32)],
) -> Option<FramebufferConfig> {
    let has = |token| list.iter().any(|(a, _)| *a == token);
    let asked = |token| {
        list.iter()
            .rev()
            .find(|(a, _)| *a == token)
            .map_or(0, |(_, v)| *v)
    };
    let known = |a: i32| attribute(screen, &configs[0], a).is_some() || matches!(a, USE_GL | RGBA);
    if configs.is_empty() || !list.iter().all(|(a, _)| known(*a)) {
        return None;
    }
    // There are neither colour index nor stereo visuals.
    if !has(RGBA) || has(STEREO) {
        return None;
    }
    // Sizes are minima. Caveat, transparency and class must be equal.
    let sizes = [
        RED_SIZE,
        GREEN_SIZE,
        BLUE_SIZE,
        ALPHA_SIZE,
        DEPTH_SIZE,
        STENCIL_SIZE,
        AUX_BUFFERS,
        ACCUM_RED_SIZE,
    ];
    let more = [
        ACCUM_GREEN_SIZE,
        ACCUM_BLUE_SIZE,
        ACCUM_ALPHA_SIZE,
        SAMPLE_BUFFERS,
        SAMPLES,
    ];
    let fits = |c: &&FramebufferConfig| {
        c.visual.is_some()
            && c.storage.double_buffer == has(DOUBLEBUFFER)
            && asked(LEVEL) == 0
            && sizes
                .iter()
                .chain(&more)
                .all(|a| attribute(screen, c, *a).is_some_and(|actual| actual >= asked(*a)))
            && [CONFIG_CAVEAT, TRANSPARENT_TYPE, X_VISUAL_TYPE]
                .iter()
                .all(|a| {
                    let want = asked(*a);
                    !has(*a) || want == DONT_CARE || attribute(screen, c, *a) == Some(want)
                })
    };
    // The best has the fewest samples, then alpha and depth only if they are asked for.
    let wants_alpha = asked(ALPHA_SIZE) > 0;
    let wants_depth = asked(DEPTH_SIZE) > 0 || asked(STENCIL_SIZE) > 0;
    configs
        .iter()
        .filter(fits)
        .min_by_key(|c| {
            let s = c.storage;
            let depth = s.depth_stencil != wants_depth;
            (s.samples(), s.alpha != wants_alpha, depth, c.id)
        })
        .copied()
}
