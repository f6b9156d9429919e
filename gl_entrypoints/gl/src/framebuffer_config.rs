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
    /// The storage.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn visual(visual_id: u64, depth: i32, class: i32) -> VisualInfo {
        let visual = std::ptr::null_mut();
        let (red_mask, green_mask, blue_mask) = (0xff0000, 0xff00, 0xff);
        VisualInfo {
            visual,
            visual_id,
            screen: 0,
            depth,
            class,
            red_mask,
            green_mask,
            blue_mask,
            colormap_size: 256,
            bits_per_rgb: 8,
        }
    }

    #[test]
    fn lists_the_default_visual_and_one_of_depth_32() {
        let all = [
            visual(0x21, 24, 4),
            visual(0x22, 24, 5),
            visual(0x40, 32, 4),
            visual(0x41, 32, 4),
        ];
        let ids: Vec<u64> = listed_visuals(&all).iter().map(|v| v.visual_id).collect();
        assert_eq!(ids, [0x21, 0x40, 0x41]);
    }

    #[test]
    fn a_visual_stands_for_one_configuration_where_the_server_has_enough() {
        let all: Vec<VisualInfo> = (0x21..0x2b).map(|id| visual(id, 24, 4)).collect();
        let configs = configurations(&listed_visuals(&all));
        let ids: Vec<i32> = configs.iter().map(|c| c.visual_id()).collect();
        assert!(ids.iter().copied().eq(0x21..0x29));
        // The default visual is what programs want.
        assert!(configs[0].storage.double_buffer && configs[0].storage.depth_stencil);

        let few = configurations(&listed_visuals(&all[..2]));
        let ids: Vec<i32> = few.iter().map(|c| c.visual_id()).collect();
        assert_eq!(ids, [[0x21].as_slice(), &[0x22; 7]].concat());
    }

    #[test]
    fn a_default_visual_with_a_palette_is_passed_over() {
        let ids: Vec<u64> = listed_visuals(&[visual(1, 8, 3), visual(2, 24, 4)])
            .iter()
            .map(|v| v.visual_id)
            .collect();
        assert_eq!(ids, [2]);
    }

    #[test]
    fn every_combination_has_its_own_number() {
        let configs = configurations(&[visual(1, 24, 4), visual(2, 32, 4)]);
        assert_eq!(configs.len(), 16);
        assert!(
            configs
                .iter()
                .enumerate()
                .all(|(i, c)| c.id == i as i32 + 1)
        );
        let first = configs[0].storage;
        assert!(first.alpha && first.depth_stencil && first.double_buffer);
        assert!(configs.is_sorted_by_key(|c| c.storage.multisampled));
        assert_eq!(configs[8].storage.samples(), 4);
        assert_eq!(configurations(&[]).len(), 8);
    }
}
