//! A texture bound for a draw.
//!
//! Groups come several at a time. Where there is one level and one filter, they are one call of [`OneLevel`]; else
//! [`Levels`] makes the calls.
#![forbid(unsafe_code)]

use super::blend::Blend;
use super::filter::{self, Sampling};
use super::image::Image;
use super::level_choice::{FACE_SHIFT, LEVEL_SHIFT, base_key};
use super::levels::{Levels, MOST_CHOICES};
use super::reader::Reader;
use super::sampler_state::SamplerState;
use super::square::LevelView;
use super::texel::{ReaderWork, with_reader};
use super::texel_format::TexelKind;
use crate::format::TextureShape;
use crate::ir::interface::LodMode;
use crate::kernel::layout::{SampleGroup, SampleRequest, SampleResult, Sampler};
use crate::simd::{InstructionSet, PerWidth, Vectors, run_on};
use std::sync::Arc;

/// A complete texture bound for a draw: implements [`crate::kernel::layout::Sampler`].
#[derive(Debug, Clone)]
pub struct Texture {
    /// The images of all faces and levels, shared with the texture object.
    pub image: Arc<Image>,
    /// The sampling state.
    pub sampler: SamplerState,
}

impl Sampler for Texture {
    fn sample(&self, request: &SampleRequest, result: &mut SampleResult) {
        let group = SampleGroup::of(request, result);
        self.sample_groups(request.mode, &mut [group]);
    }

    fn sample_groups(&self, mode: LodMode, groups: &mut [SampleGroup<'_>]) {
        self.sample_with(InstructionSet::of_process(), mode, groups);
        if !self.sampler.is_unswizzled() {
            for group in groups {
                self.sampler.swizzled(group.result);
            }
        }
    }
}

impl Texture {
    /// Whether all components of samples lie in [0, 1], and are neither −0 nor NaN: those of bytes, however they are mixed.
    pub fn gives_fractions(&self) -> bool {
        self.image.format.kind() == TexelKind::Bytes
    }

    /// Whether samples depend neither on r nor on q: those of one or two dimensions that are not compared.
    pub fn is_planar(&self) -> bool {
        let has_depth = matches!(self.image.kind, TextureShape::D3 | TextureShape::Cube);
        !has_depth && self.sampler.compare.is_none()
    }

    /// Samples groups with an instruction set, or the widest one below it that the CPU has. It leaves the swizzle out.
    /// Tests compare the instruction sets.
    pub fn sample_with(&self, set: InstructionSet, mode: LodMode, groups: &mut [SampleGroup<'_>]) {
        let state = &self.sampler;
        // One filter, one level: nothing to choose.
        let is_plain = state.mip.is_none()
            && state.mag == state.min
            && state.max_anisotropy <= 1.0
            && self.image.kind != TextureShape::Cube;
        if is_plain {
            return self.sample_level(set, base_key(state), Blend::All, groups);
        }
        for groups in groups.chunks_mut(MOST_CHOICES) {
            let texture = self;
            let levels = Levels {
                texture,
                set,
                mode,
                groups,
            };
            run_on(set, levels);
        }
    }

    /// Samples one level of one face.
    #[inline(always)]
    pub(super) fn sample_level(
        &self,
        set: InstructionSet,
        key: u32,
        blend: Blend<'_>,
        groups: &mut [SampleGroup<'_>],
    ) {
        let at = At {
            texture: self,
            set,
            key,
            blend,
        };
        with_reader(self.image.format, &self.sampler, LevelWork(&at, groups));
    }
}

/// A texture's sampled part, and the use of the samples.
struct At<'a> {
    texture: &'a Texture,
    set: InstructionSet,
    /// Filter, face and level.
    key: u32,
    blend: Blend<'a>,
}

/// The sampling of one level of one face, without the reader of its texels.
struct LevelWork<'a, 'g>(&'a At<'a>, &'a mut [SampleGroup<'g>]);

impl ReaderWork for LevelWork<'_, '_> {
    #[inline(always)]
    fn run<R: Reader<C>, const C: usize>(self, reader: &R) {
        let LevelWork(at, groups) = self;
        run_on(at.set, OneLevel(at, reader, groups));
    }
}

/// The same with the reader.
struct OneLevel<'a, 'g, R, const C: usize>(&'a At<'a>, &'a R, &'a mut [SampleGroup<'g>]);

impl<R: Reader<C>, const C: usize> PerWidth for OneLevel<'_, '_, R, C> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let OneLevel(at, reader, groups) = self;
        let Texture { image, sampler } = at.texture;
        let (face, level) = (at.key >> FACE_SHIFT & 7, at.key >> LEVEL_SHIFT);
        match LevelView::new(image, face, level) {
            Some(view) => {
                let sampling = Sampling {
                    state: sampler,
                    view,
                    linear: at.key & 1 == 1,
                    set: at.set,
                    blend: at.blend,
                };
                filter::sample::<V, R, C>(&sampling, reader, groups);
            }
            None => {
                let missing = reader.finish(reader.missing::<V>());
                for i in 0..groups.len() {
                    at.blend.apply::<V>(i, missing, groups[i].result);
                }
            }
        }
    }
}
