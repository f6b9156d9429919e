//! The framebuffers in use: where fragments go, and where pixels are read (ARB_framebuffer_object 4.4.1). Each is a framebuffer
//! object, or the one of a surface.
#![forbid(unsafe_code)]

use super::object::Framebuffer;
use super::status::{FramebufferFacts, Status};
use crate::device::target::stored::StoredBits;
use crate::gl::context::shared_enums::ClampMode;
use crate::gl::fragment::color_clamp::clamp;
use crate::gl::{Context, GlError, Result, ShareGroup};
use crate::raster::{MAX_COLOR_PLANES, StoredColor};
use crate::surface::Surface;

/// The framebuffer object that is bound or, without one, the surface's buffers.
#[derive(Clone, Copy)]
pub(crate) struct BoundFramebuffer<'a> {
    /// `None` for the surface's framebuffer.
    object: Option<&'a Framebuffer>,
    surface: Option<&'a Surface>,
    shared: &'a ShareGroup,
}

/// The bound framebuffer object, or the draw surface's framebuffer.
pub(crate) fn draw_framebuffer(cx: &Context) -> BoundFramebuffer<'_> {
    BoundFramebuffer {
        object: cx.framebuffer.draw.as_deref(),
        surface: cx.surfaces.draw.as_deref(),
        shared: &cx.shared,
    }
}

/// The bound framebuffer object, or the read surface's framebuffer.
pub(crate) fn read_framebuffer(cx: &Context) -> BoundFramebuffer<'_> {
    BoundFramebuffer {
        object: cx.framebuffer.read.as_deref(),
        surface: cx.surfaces.read.as_deref(),
        shared: &cx.shared,
    }
}

impl BoundFramebuffer<'_> {
    /// INVALID_FRAMEBUFFER_OPERATION unless it is complete.
    pub(crate) fn check_complete(self) -> Result {
        match self.object {
            Some(own) if own.facts(self.shared).status != Status::Complete => Err(
                GlError::invalid_framebuffer_operation("the framebuffer is not complete"),
            ),
            _ => Ok(()),
        }
    }

    /// The bits of each component that it stores.
    pub(crate) fn stored_bits(self) -> StoredBits {
        if let Some(own) = self.object {
            let FramebufferFacts { bits, float, .. } = own.facts(self.shared);
            return StoredBits { bits, float };
        }
        let config = self.surface.map(|surface| surface.config());
        let [alpha, depth, stencil] = config.map_or([8, 24, 8], |config| {
            [
                config.alpha_bits(),
                config.depth_bits(),
                config.stencil_bits(),
            ]
        });
        StoredBits {
            bits: [8, 8, 8, alpha, depth, stencil],
            float: false,
        }
    }

    /// RGBA_SIGNED_COMPONENTS_EXT: which colour components can be negative. Those of surfaces cannot.
    pub(crate) fn signed_components(self) -> [bool; 4] {
        let object = self.object;
        object.map_or([false; 4], |own| own.facts(self.shared).signed)
    }

    /// Its height in pixels; 0 without a surface.
    pub(crate) fn height(self) -> u32 {
        match self.object {
            Some(own) => own.facts(self.shared).size[1],
            None => self.surface.map_or(0, |surface| surface.size().1),
        }
    }

    /// What its colour planes store, in their order.
    pub(crate) fn stored_colors(self) -> [StoredColor; MAX_COLOR_PLANES] {
        if let Some(own) = self.object {
            return own.facts(self.shared).stored;
        }
        let config = self.surface.map(|surface| surface.config());
        [StoredColor::of_surface(config.is_none_or(|config| config.alpha)); MAX_COLOR_PLANES]
    }

    /// Which of its colour planes can hold colours encoded as sRGB: every one of a surface, and those of sRGB images
    /// (EXT_framebuffer_sRGB issue 13).
    fn srgb_planes(self) -> [bool; MAX_COLOR_PLANES] {
        match self.object {
            Some(own) => own.facts(self.shared).srgb,
            None => [true; MAX_COLOR_PLANES],
        }
    }

    /// FRAMEBUFFER_SRGB_CAPABLE_EXT: some plane can.
    pub(crate) fn is_srgb_capable(self) -> bool {
        self.srgb_planes().contains(&true)
    }

    /// Which of its colour planes take linear colours and encode them as sRGB, given FRAMEBUFFER_SRGB.
    pub(crate) fn encoded_planes(self, framebuffer_srgb: bool) -> [bool; MAX_COLOR_PLANES] {
        if framebuffer_srgb {
            self.srgb_planes()
        } else {
            [false; MAX_COLOR_PLANES]
        }
    }

    /// SAMPLES: 0 without a multisample buffer.
    pub(crate) fn samples(self) -> u32 {
        match (self.object, self.surface) {
            (Some(own), _) => own.facts(self.shared).samples,
            (None, Some(surface)) => surface.config().samples() as u32,
            (None, None) => 0,
        }
    }

    /// Whether a clamp of ARB_color_buffer_float applies: FIXED_ONLY clamps unless a float buffer is drawn to.
    fn clamps(self, clamp: ClampMode) -> bool {
        match clamp {
            ClampMode::On => true,
            ClampMode::Off => false,
            ClampMode::FixedOnly => !self.stored_bits().float,
        }
    }
}

/// Whether vertex colours are clamped.
pub(crate) fn clamps_vertices(cx: &Context) -> bool {
    draw_framebuffer(cx).clamps(cx.lighting.clamp_vertex)
}

/// Whether fragment colours are clamped.
pub(crate) fn clamps_fragments(cx: &Context) -> bool {
    draw_framebuffer(cx).clamps(cx.fragment.color.clamp_fragment)
}

/// A colour of the state as fragments and queries see it: clamped where fragment colours are.
pub(crate) fn fragment_value<const N: usize>(cx: &Context, value: [f32; N]) -> [f32; N] {
    if clamps_fragments(cx) {
        value.map(clamp)
    } else {
        value
    }
}
