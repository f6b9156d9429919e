//! The textures of a run: one for each sampler of the signature.
#![forbid(unsafe_code)]

use super::function::{Function, RunError};
use super::texels::state;
use crate::kernel::SamplerSlot;
use crate::texture::Texture;
use smallvec::SmallVec;

impl Function {
    /// Compares textures with the samplers of the signature. A run that binds none at all has samplers without textures.
    pub(super) fn check_textures(&self, textures: &[Option<&Texture>]) -> Result<(), RunError> {
        let samplers = &self.signature.samplers;
        if textures.len() != samplers.len() && !textures.is_empty() {
            return Err(RunError::Textures {
                function: self.signature.name.clone(),
                wanted: samplers.len(),
                given: textures.len(),
            });
        }
        for (sampler, texture) in samplers.iter().zip(textures) {
            let (Some(wanted), Some(texture)) = (sampler.shape, texture) else {
                continue;
            };
            let given = texture.image.kind;
            if wanted != given {
                return Err(RunError::TextureShape {
                    name: sampler.name.clone(),
                    wanted: wanted.name(),
                    given: given.name(),
                });
            }
        }
        Ok(())
    }

    /// The textures by the numbers that the code has for samplers.
    pub(super) fn samplers<'t>(
        &self,
        textures: &[Option<&'t Texture>],
    ) -> SmallVec<[SamplerSlot<'t>; 4]> {
        let mut slots = SmallVec::new();
        for (sampler, texture) in self.signature.samplers.iter().zip(textures) {
            let number = sampler.number as usize;
            if slots.len() <= number {
                slots.resize(number + 1, None);
            }
            slots[number] = texture.map(|t| t as _);
        }
        slots
    }

    /// Writes what code reads of the textures beside texels: their sizes.
    pub(super) fn write_states(&self, textures: &[Option<&Texture>], uniforms: &mut [f32]) {
        for (sampler, texture) in self.signature.samplers.iter().zip(textures) {
            if let (Some(first), Some(texture)) = (sampler.state, texture) {
                let first = first as usize;
                uniforms[first..first + 4].copy_from_slice(&state(texture));
            }
        }
    }
}
