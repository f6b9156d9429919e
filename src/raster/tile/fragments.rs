//! Runs the fragment kernels over some groups of primitives of a draw.
#![forbid(unsafe_code)]

use super::scratch::TileScratch;
use crate::kernel::layout::{MAX_PIXEL_PLANES, SamplerSlot};
use crate::kernel::{Invocation, Kernel, PixelWindow};
use crate::raster::coverage::area::CoveredGroup;
use crate::raster::fragment::kernels::{FragmentKernels, Fused};
use crate::raster::geometry::slots::COVERAGE_INPUTS;
use crate::raster::scene::bins::PreparedDraw;
use crate::simd::{LANES, LanesF32};
use std::ops::Range;

/// Some groups of primitives of a draw: each kernel runs over all of them.
pub(crate) struct FragmentRun<'a> {
    pub(crate) draw: &'a PreparedDraw,
    pub(crate) front: bool,
    pub(crate) fade: f32,
    /// The range among the scratch's groups.
    pub(crate) groups: Range<usize>,
    pub(crate) samplers: &'a [SamplerSlot<'a>],
}

impl FragmentRun<'_> {
    /// Draws the groups to the one sample of their pixels.
    pub(super) fn draw_pixels(
        &self,
        pixels: &[PixelWindow<'_>; MAX_PIXEL_PLANES],
        scratch: &mut TileScratch,
    ) {
        let FragmentKernels {
            fused,
            depth_stencil,
            colour,
            early,
            skip_shade,
            ..
        } = &*self.draw.fragment;
        // One kernel may do it all.
        if let Some(fused) = fused {
            return self.draw_fused(fused, pixels, scratch);
        }
        // Tests come before shading where shading cannot change their result: hidden fragments are not shaded then.
        let depth_stencil = depth_stencil[usize::from(self.front)].as_deref();
        if let (true, Some(kernel)) = (*early, depth_stencil) {
            self.operate(kernel, pixels, scratch, false);
            let masks = &scratch.coverage.masks[self.groups.clone()];
            if masks.iter().all(|mask| *mask == 0) {
                return;
            }
        }
        // Else they come after it, since they read its outputs.
        if !skip_shade {
            self.shade(scratch);
        }
        if let (false, Some(kernel)) = (*early, depth_stencil) {
            self.operate(kernel, pixels, scratch, true);
        }
        if let Some(kernel) = colour {
            self.operate(kernel.as_ref(), pixels, scratch, true);
        }
    }

    /// Everything in one kernel: planes → pixels.
    fn draw_fused(
        &self,
        fused: &Fused,
        pixels: &[PixelWindow<'_>; MAX_PIXEL_PLANES],
        scratch: &mut TileScratch,
    ) {
        self.count_pixels(scratch);
        let (face, groups) = (usize::from(self.front), self.groups.clone());
        let (inputs, n_inputs) = self.parts(&scratch.coverage.parts);
        fused.kernels[face].get(scratch.is_affine).run(
            &mut Invocation {
                uniforms: &fused.uniforms[face],
                inputs,
                n_inputs,
                outputs: &mut [],
                n_outputs: 0,
                planes: &scratch.planes,
                groups: &scratch.coverage.groups[groups.clone()],
                masks: &mut scratch.coverage.masks[groups],
                front_facing: self.front,
                pixels,
                samplers: self.samplers,
            },
            &mut scratch.kernel,
        );
    }

    /// The kernel inputs of shading, and how many there are: the parts of pixels that are covered.
    fn parts<'a>(&self, parts: &'a [CoveredGroup]) -> (&'a [LanesF32], usize) {
        if self.draw.fragment.shade.reads_coverage {
            (
                parts[self.groups.clone()].as_flattened(),
                COVERAGE_INPUTS as usize,
            )
        } else {
            (&[], 0)
        }
    }

    /// Adds the live fragments to the statistics, if these are on.
    fn count_pixels(&self, scratch: &TileScratch) {
        if crate::debug::words().stats {
            let masks = scratch.coverage.masks[self.groups.clone()].iter();
            let n: u64 = masks.map(|mask| u64::from(mask.count_ones())).sum();
            crate::debug::counters::PIXELS.add(n);
        }
    }

    /// The fragment program: planes → outputs.
    pub(crate) fn shade(&self, scratch: &mut TileScratch) {
        let shade = &self.draw.fragment.shade;
        let (n_slots, groups) = (self.draw.n_slots, self.groups.clone());
        // Outputs that the program may leave out must read as 0, so they are cleared before.
        if shade.needs_zeroed_outputs || n_slots > shade.n_outputs {
            scratch.outputs.clear();
        }
        let n_outputs = groups.len() * n_slots;
        if scratch.outputs.len() < n_outputs {
            scratch.outputs.resize(n_outputs, [0.0; LANES]);
        }
        self.count_pixels(scratch);
        let (inputs, n_inputs) = self.parts(&scratch.coverage.parts);
        shade.kernels().get(scratch.is_affine).run(
            &mut Invocation {
                uniforms: &self.draw.call.fragment.uniforms,
                inputs,
                n_inputs,
                outputs: &mut scratch.outputs,
                n_outputs: n_slots,
                planes: &scratch.planes,
                groups: &scratch.coverage.groups[groups.clone()],
                masks: &mut scratch.coverage.masks[groups],
                front_facing: self.front,
                pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                samplers: self.samplers,
            },
            &mut scratch.kernel,
        );
    }

    /// A kernel of the fragment operations; its inputs are the shading's outputs once there are some.
    pub(crate) fn operate(
        &self,
        kernel: &dyn Kernel,
        pixels: &[PixelWindow<'_>; MAX_PIXEL_PLANES],
        scratch: &mut TileScratch,
        after_shade: bool,
    ) {
        let n_inputs = if after_shade { self.draw.n_slots } else { 0 };
        let groups = self.groups.clone();
        kernel.run(
            &mut Invocation {
                uniforms: &self.draw.fragment.uniforms[usize::from(self.front)],
                inputs: &scratch.outputs[..groups.len() * n_inputs],
                n_inputs,
                outputs: &mut [],
                n_outputs: 0,
                planes: &scratch.planes,
                groups: &scratch.coverage.groups[groups.clone()],
                masks: &mut scratch.coverage.masks[groups],
                front_facing: self.front,
                pixels,
                samplers: &[],
            },
            &mut scratch.kernel,
        );
    }
}
