//! Sampler objects: sampling parameters that a unit has in place of those of its textures (ARB_sampler_objects 3.9.2).
#![forbid(unsafe_code)]

use super::parameters::Sampling;
use crate::device::Share;
use crate::device::state::revision::Watched;

/// A sampler object. Contexts share it.
#[derive(Debug)]
pub struct SamplerObject {
    pub name: u32,
    /// Its parameters, whose changes are counted for all contexts of the share group.
    pub(crate) state: Watched<SamplerParams>,
}

/// The parameters of a sampler object.
#[derive(Debug)]
pub struct SamplerParams {
    pub sampling: Sampling,
    /// The border colour, if SamplerParameterI has set it: the bits of four integers.
    pub border_integers: Option<[u32; 4]>,
}

impl SamplerObject {
    /// A sampler in its initial state.
    pub(crate) fn new(share: &Share, name: u32) -> SamplerObject {
        let params = SamplerParams {
            sampling: Sampling::INITIAL,
            border_integers: None,
        };
        SamplerObject {
            name,
            state: Watched::new(share, params),
        }
    }

    pub(crate) fn sampling(&self) -> Sampling {
        self.state.lock().sampling.clone()
    }
}
