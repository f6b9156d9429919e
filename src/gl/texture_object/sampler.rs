//! Sampler objects: sampling parameters that a unit has in place of those of its textures (ARB_sampler_objects 3.9.2).
#![forbid(unsafe_code)]

use super::parameters::Sampling;
use crate::device::Share;
use crate::device::state::revision::Watched;
use std::collections::BTreeMap;
use std::sync::Arc;

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
    pub(crate) fn sampling(&self) -> Sampling {
        self.state.lock().sampling.clone()
    }
}

/// The sampler objects of a share group by name. GenSamplers makes them.
#[derive(Debug, Default)]
pub struct SamplerObjects {
    objects: BTreeMap<u32, Arc<SamplerObject>>,
    last: u32,
}

impl SamplerObjects {
    pub(crate) fn get(&self, name: u32) -> Option<&Arc<SamplerObject>> {
        self.objects.get(&name)
    }

    /// Makes an object in its initial state, and returns its name.
    pub(crate) fn make(&mut self, share: &Share) -> u32 {
        loop {
            self.last = self.last.wrapping_add(1);
            if self.last != 0 && !self.objects.contains_key(&self.last) {
                break;
            }
        }
        let params = SamplerParams {
            sampling: Sampling::INITIAL,
            border_integers: None,
        };
        let object = SamplerObject {
            name: self.last,
            state: Watched::new(share, params),
        };
        self.objects.insert(self.last, Arc::new(object));
        self.last
    }

    /// Frees a name, and returns the object that had it.
    pub(crate) fn remove(&mut self, name: u32) -> Option<Arc<SamplerObject>> {
        self.objects.remove(&name)
    }
}
