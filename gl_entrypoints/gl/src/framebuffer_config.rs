//! Framebuffer configurations: what GLX calls FBConfigs and EGL configs.
//!
//! Both depths of window (the default one, and 32) appear with every combination of one or two colour buffers,
//! depth-stencil or none. The same combinations with four samples per pixel follow. Storage is ours, so none of them
//! depends on the server. All of them store alpha, as programs of the time found it on every driver, though windows
//! of depth 24 do not show it. All have an accumulation buffer, which takes no memory before its first use.
//!
//! A visual stands for one configuration, as on every driver: programs (SFML, wine) enumerate all configurations with
//! their visuals, and then make windows and contexts by visual. Only where the server has too few visuals do the last
//! configurations of a depth share one.

use trilobite::platform::x11::VisualInfo;
use trilobite::surface::Config;

/// A configuration with the visual of its windows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FramebufferConfig {
    /// 1, 2, 3 …: GLX_FBCONFIG_ID, EGL_CONFIG_ID.
    pub(crate) id: i32,
    pub(crate) storage: Config,
    /// The visual of windows and pixmaps; `None` where there is no window system.
    pub(crate) visual: Option<VisualInfo>,
}

impl FramebufferConfig {
    /// VisualID, 0 without.
    pub(crate) fn visual_id(&self) -> i32 {
        self.visual.map_or(0, |v| v.visual_id as i32)
    }

    /// Bits per pixel of the visual, 0 without.
    pub(crate) fn visual_depth(&self) -> i32 {
        self.visual.map_or(0, |v| v.depth)
    }
}

const TRUE_COLOR: i32 = 4;

/// Every combination of storage, those that programs want by default first.
const COMBINATIONS: usize = 8;

fn combination(index: usize) -> Config {
    Config {
        double_buffer: index & 1 == 0,
        depth_stencil: index & 2 == 0,
        alpha: true,
        accumulation: true,
        multisampled: index & 4 != 0,
    }
}

/// The visuals that are listed, from a screen's visuals with the default one first. There is at most one for each
/// combination of storage, and as many of depth 32. They are like the default visual or, if that has no fixed
/// colours, like the first TrueColor visual.
pub(crate) fn listed_visuals(all: &[VisualInfo]) -> Vec<VisualInfo> {
    let usable = |v: &&VisualInfo| {
        v.class == TRUE_COLOR && matches!(v.depth, 15 | 16 | 24 | 32) && v.red_mask != 0
    };
    let first = all.iter().find(usable);
    let deep = all.iter().filter(usable).find(|v| v.depth == 32);
    let deep = deep.filter(|_| first.is_none_or(|f| f.depth != 32));
    let format = |v: &VisualInfo| (v.depth, v.red_mask, v.green_mask, v.blue_mask);
    first
        .into_iter()
        .chain(deep)
        .flat_map(|model| {
            let alike = move |v: &&VisualInfo| format(v) == format(model);
            all.iter().filter(usable).filter(alike).take(COMBINATIONS)
        })
        .copied()
        .collect()
}

/// The configurations over these visuals ([`listed_visuals`]): all combinations for each depth; one set without a visual
/// when there is none.
pub(crate) fn configurations(visuals: &[VisualInfo]) -> Vec<FramebufferConfig> {
    let depths: Vec<Option<&[VisualInfo]>> = if visuals.is_empty() {
        vec![None]
    } else {
        visuals
            .chunk_by(|a, b| a.depth == b.depth)
            .map(Some)
            .collect()
    };
    let half = COMBINATIONS / 2;
    let all = [0..half, half..COMBINATIONS].into_iter().flat_map(|some| {
        let depths = depths.iter();
        depths.flat_map(move |alike| some.clone().map(move |index| (*alike, index)))
    });
    all.zip(1..)
        .map(|((alike, index), id)| FramebufferConfig {
            id,
            storage: combination(index),
            visual: alike.and_then(|v| v.get(index).or(v.last())).copied(),
        })
        .collect()
}
