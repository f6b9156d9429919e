//! Multisampling: the number of samples of framebuffers, and the effect of the state on fragments (GL 1.5 sections 3.2.1
//! and 4.1.3, EXT_framebuffer_multisample 4.4.4.2). The commands are in [`super::commands`].
#![forbid(unsafe_code)]

use super::state::RasterizationState;
use crate::platform::PixelStorage;
use crate::raster::Multisample;

/// MAX_SAMPLES_EXT. A framebuffer has this many samples or none.
pub(crate) const MAX_SAMPLES: u32 = PixelStorage::SAMPLES;

/// What multisampling does to fragments in a framebuffer with this number of samples. Returns `None` when primitives cover
/// whole pixels.
pub(crate) fn fragment_rules(state: &RasterizationState, samples: u32) -> Option<Multisample> {
    let multisample = &state.multisample;
    let is_active = multisample.enabled && samples > 0;
    is_active.then(|| Multisample {
        alpha_to_coverage: multisample.alpha_to_coverage,
        alpha_to_one: multisample.alpha_to_one,
        coverage: multisample
            .coverage
            .then_some((multisample.coverage_value, multisample.coverage_invert)),
        point_threshold: state.point.fade_threshold,
        shades_samples: false,
    })
}
