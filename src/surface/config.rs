//! Framebuffer configurations: what GLX calls FBConfigs and EGL configs.
//!
//! Each listed visual (the default one, and one of depth 32) appears with every combination of one or two colour
//! buffers, depth-stencil or none, and behind all of these the same with four samples per pixel. Storage is ours, so no combination depends on the server; all of them store alpha,
//! as programs of the time found it on every driver, though windows of depth 24 do not show it, and all of them have an
//! accumulation buffer, which takes no memory before its first use.

use super::accumulation::ACCUMULATION_BITS;
use crate::platform::PixelStorage;
use crate::platform::x11::VisualInfo;

/// Bits of a framebuffer configuration. Colour planes always store 8 bits per component; without alpha bits,
/// destination alpha reads 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Config {
    /// Alpha is stored.
    pub alpha: bool,
    /// 24 depth and 8 stencil bits are stored.
    pub depth_stencil: bool,
    /// There is an accumulation buffer; it takes memory when it is used.
    pub accumulation: bool,
    /// There is a back buffer.
    pub double_buffer: bool,
    /// Each pixel has [`PixelStorage::SAMPLES`] samples.
    pub multisampled: bool,
}

impl Config {
    /// Bits of the alpha component.
    pub fn alpha_bits(self) -> i32 {
        if self.alpha { 8 } else { 0 }
    }

    /// Bits of a pixel's colour.
    pub fn colour_bits(self) -> i32 {
        24 + self.alpha_bits()
    }

    /// Bits of depth.
    pub fn depth_bits(self) -> i32 {
        if self.depth_stencil { 24 } else { 0 }
    }

    /// Bits of stencil.
    pub fn stencil_bits(self) -> i32 {
        if self.depth_stencil { 8 } else { 0 }
    }

    /// Samples per pixel; 0 without multisampling.
    pub fn samples(self) -> i32 {
        if self.multisampled {
            PixelStorage::SAMPLES as i32
        } else {
            0
        }
    }

    /// Multisample buffers: 0 or 1.
    pub fn sample_buffers(self) -> i32 {
        i32::from(self.multisampled)
    }

    /// Bits of each component of the accumulation buffer.
    pub fn accumulation_bits(self) -> i32 {
        if self.accumulation {
            ACCUMULATION_BITS
        } else {
            0
        }
    }
}

/// A configuration with the visual of its windows.
#[derive(Debug, Clone, Copy)]
pub struct FramebufferConfig {
    /// 1, 2, 3 …: GLX_FBCONFIG_ID, EGL_CONFIG_ID.
    pub id: i32,
    /// The storage.
    pub storage: Config,
    /// The visual of windows and pixmaps; `None` where there is no window system.
    pub visual: Option<VisualInfo>,
}

impl FramebufferConfig {
    /// VisualID, 0 without.
    pub fn visual_id(&self) -> i32 {
        self.visual.map_or(0, |v| v.visual_id as i32)
    }

    /// Bits per pixel of the visual, 0 without.
    pub fn visual_depth(&self) -> i32 {
        self.visual.map_or(0, |v| v.depth)
    }
}

const TRUE_COLOR: i32 = 4;

/// The visuals that are listed: from a screen's visuals, the default one first, takes the default visual (or, if that
/// has no fixed colours, the first TrueColor visual) and one of depth 32.
pub fn listed_visuals(all: &[VisualInfo]) -> Vec<VisualInfo> {
    let usable = |v: &&VisualInfo| {
        v.class == TRUE_COLOR && matches!(v.depth, 15 | 16 | 24 | 32) && v.red_mask != 0
    };
    let first = all.iter().find(usable);
    let deep = all
        .iter()
        .filter(usable)
        .find(|v| v.depth == 32 && first.is_none_or(|f| f.visual_id != v.visual_id));
    first.into_iter().chain(deep).copied().collect()
}

/// The configurations over these visuals, those that programs want by default first; one set without a visual when
/// there is none.
pub fn configurations(visuals: &[VisualInfo]) -> Vec<FramebufferConfig> {
    let visuals: Vec<Option<VisualInfo>> = if visuals.is_empty() {
        vec![None]
    } else {
        visuals.iter().copied().map(Some).collect()
    };
    let mut configs = Vec::new();
    for multisampled in [false, true] {
        for visual in &visuals {
            for bits in 0..4 {
                let storage = Config {
                    double_buffer: bits & 1 == 0,
                    depth_stencil: bits & 2 == 0,
                    alpha: true,
                    accumulation: true,
                    multisampled,
                };
                configs.push(FramebufferConfig {
                    id: configs.len() as i32 + 1,
                    storage,
                    visual: *visual,
                });
            }
        }
    }
    configs
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
        assert_eq!(ids, [0x21, 0x40]);
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
