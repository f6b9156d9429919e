//! Multisampling: how many samples the framebuffers have, and what the state makes of fragments (GL 1.5 sections 3.2.1 and
//! 4.1.3, EXT_framebuffer_multisample 4.4.4.2). The commands are with the other state, in [`super::commands`].
#![forbid(unsafe_code)]

use crate::gl::Context;
use crate::gl::framebuffer::object::Framebuffer;
use crate::platform::PixelStorage;
use crate::raster::Multisample;
use crate::surface::Surface;
use std::sync::Arc;

/// MAX_SAMPLES_EXT: the one number of samples that there is beside none.
pub(crate) const MAX_SAMPLES: u32 = PixelStorage::SAMPLES;

impl Context {
    fn samples_of(&self, own: Option<&Arc<Framebuffer>>, surface: Option<&Arc<Surface>>) -> u32 {
        match (own, surface) {
            (Some(own), _) => own.facts(&self.shared).samples,
            (None, Some(surface)) => surface.config().samples() as u32,
            (None, None) => 0,
        }
    }

    /// SAMPLES: of the framebuffer for drawing; 0 when it has no multisample buffer.
    pub fn samples(&self) -> u32 {
        self.samples_of(self.framebuffer.draw.as_ref(), self.draw_surface.as_ref())
    }

    /// The same of the framebuffer for reading.
    pub(crate) fn read_samples(&self) -> u32 {
        self.samples_of(self.framebuffer.read.as_ref(), self.read_surface.as_ref())
    }
}

/// What multisampling does to fragments now; `None` when primitives cover pixels.
pub(crate) fn fragment_rules(cx: &Context) -> Option<Multisample> {
    let state = &cx.rasterization.multisample;
    let is_active = state.enabled && cx.samples() > 0;
    is_active.then(|| Multisample {
        alpha_to_coverage: state.alpha_to_coverage,
        alpha_to_one: state.alpha_to_one,
        coverage: (state.coverage).then_some((state.coverage_value, state.coverage_invert)),
        point_threshold: cx.rasterization.point.fade_threshold,
        shades_samples: false,
    })
}
