//! Draws fragments to a multisampled target. The program runs once per pixel, at its centre. Tests, blending and writes run for
//! each sample, which has its own coverage, depth and pixels (GL 1.5 sections 4.1.3 and 4.1.11).
//!
//! ```text
//!   tests first:     test each sample → shade the pixels that are left → write each sample
//!   program first:   shade → alpha to coverage → test each sample → write each sample
//! ```
//!
//! The tests come first unless the program can change what they see, by a kill, a depth or alpha.
#![forbid(unsafe_code)]

use super::fragments::FragmentRun;
use super::scratch::TileScratch;
use super::tile_planes::SampleWindows;
use crate::ir::interface::fragment_output;
use crate::kernel::PixelWindow;
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::raster::call::draw_call::Multisample;
use crate::raster::coverage::tile::TileCoverage;
use crate::raster::geometry::plane;
use crate::raster::geometry::samples::{SAMPLES, place_in_pixels};
use crate::simd::{LANES, LanesF32};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// What is added before alpha is rounded down to a number of samples, by the fragment's place in its quad. So a quad has
/// sixteen different steps of alpha, though a pixel has four samples.
const ROUNDING: [f32; 4] = [0.125, 0.625, 0.875, 0.375];

/// The slot of alpha among those of a colour output.
const ALPHA: usize = 3;

/// Returns the samples, by bit, that pass for a covered part of a pixel: none for 0, all for 1 (section 4.1.3). A greater part
/// adds samples and removes none.
pub(super) fn samples_of(part: f32, lane: usize) -> u8 {
    // NaN gives none.
    let n = (part.clamp(0.0, 1.0) * SAMPLES as f32 + ROUNDING[lane % 4]).floor() as usize;
    let bit = |rank: usize| 1u8 << ((rank + lane) % SAMPLES);
    (0..n.min(SAMPLES)).fold(0, |samples, rank| samples | bit(rank))
}

/// Returns, for each sample, the mask of the lanes in which it passes, given the covered part of each lane.
fn masks_of(part: impl Fn(usize) -> f32) -> [u16; SAMPLES] {
    let mut masks = [0; SAMPLES];
    for lane in 0..LANES {
        let samples = samples_of(part(lane), lane);
        for (sample, mask) in masks.iter_mut().enumerate() {
            *mask |= u16::from(samples >> sample & 1) << lane;
        }
    }
    masks
}

/// Writes, as kernel inputs, where each pixel's varyings with centroid sampling are taken. This is the centre of a pixel of
/// which all samples are covered, or none. Else it is the first covered sample.
fn find_centroids(coverage: &mut TileCoverage) {
    let samples = &coverage.samples;
    coverage.parts.clear();
    coverage
        .parts
        .extend((0..coverage.groups.len()).map(|group| {
            let (mut x_offsets, mut y_offsets) = ([0.0; LANES], [0.0; LANES]);
            for (lane, offsets) in x_offsets.iter_mut().zip(&mut y_offsets).enumerate() {
                let is_covered = |sample: &usize| samples[*sample][group] >> lane & 1 != 0;
                let n_covered = (0..SAMPLES).filter(is_covered).count();
                if let Some(first) = (0..SAMPLES).find(is_covered)
                    && n_covered < SAMPLES
                {
                    let [x, y] = place_in_pixels(first);
                    (*offsets.0, *offsets.1) = (x as f32, y as f32);
                }
            }
            [[1.0; LANES], x_offsets, y_offsets]
        }));
}

/// Moves a plane so that its values at the pixels' centres are those that it had at a sample (x, y) away.
pub(super) fn moved([a, b, c, constant]: [f32; 4], [x, y]: [f64; 2]) -> [f32; 4] {
    let at = f64::from(c) + f64::from(a) * x + f64::from(b) * y;
    [a, b, at as f32, constant]
}

impl FragmentRun<'_> {
    /// Draws all groups to all samples. The planes in `scratch` give values at the centres, as always.
    pub(crate) fn draw_samples(&self, windows: &SampleWindows<'_>, scratch: &mut TileScratch) {
        let multisample = self.draw.call.raster.multisample;
        if let Some((part, inverted)) = multisample.and_then(|m| m.coverage) {
            let kept = masks_of(|_| part);
            for (masks, kept) in scratch.coverage.samples.iter_mut().zip(kept) {
                let kept = if inverted { !kept } else { kept };
                masks.iter_mut().for_each(|mask| *mask &= kept);
            }
            scratch.unite_samples();
        }
        match multisample {
            Some(rules) if rules.shades_samples => self.shade_samples(&rules, windows, scratch),
            rules => self.shade_pixels(rules.as_ref(), windows, scratch),
        }
    }

    /// Runs the fragment program once for all samples.
    fn shade_pixels(
        &self,
        rules: Option<&Multisample>,
        windows: &SampleWindows<'_>,
        scratch: &mut TileScratch,
    ) {
        let kernels = &self.draw.fragment;
        if kernels.shade.reads_centroids {
            find_centroids(&mut scratch.coverage);
        }
        // Tests come first if neither the program nor alpha can remove samples.
        let is_early = kernels.early && !rules.is_some_and(|rules| rules.alpha_to_coverage);
        if is_early {
            self.test_samples(rules.is_some(), windows, scratch, false);
            if scratch.coverage.masks.iter().all(|mask| *mask == 0) {
                return;
            }
        }
        if !is_early || !kernels.skip_shade {
            self.shade(scratch);
            if let Some(rules) = rules {
                self.apply(rules, 0..SAMPLES, scratch);
            }
        }
        if !is_early {
            scratch.kill_samples();
            self.test_samples(rules.is_some(), windows, scratch, true);
        }
        self.count(scratch);
        for (sample, windows) in windows.iter().enumerate() {
            self.write_sample(sample, windows, scratch);
        }
    }

    /// Runs the fragment program for each sample, at its position.
    fn shade_samples(
        &self,
        rules: &Multisample,
        windows: &SampleWindows<'_>,
        scratch: &mut TileScratch,
    ) {
        let centre = scratch.planes.clone();
        for (sample, windows) in windows.iter().enumerate() {
            let place = place_in_pixels(sample);
            for (to, from) in scratch.planes.iter_mut().zip(centre.iter()) {
                *to = moved(*from, place);
            }
            scratch.swap_masks(sample);
            self.shade(scratch);
            scratch.swap_masks(sample);
            self.apply(rules, sample..sample + 1, scratch);
            self.test_sample(sample, windows, scratch, true);
            self.write_sample(sample, windows, scratch);
        }
        self.count(scratch);
    }

    /// Applies point fade, alpha to coverage and alpha to one to the outputs and to these samples (sections 3.12 and 4.1.3).
    fn apply(&self, rules: &Multisample, samples: Range<usize>, scratch: &mut TileScratch) {
        let n_slots = self.draw.n_slots;
        let n_groups = scratch.coverage.groups.len();
        if self.fade != 1.0 {
            let fade = |alpha: f32| alpha.clamp(0.0, 1.0) * self.fade;
            self.each_alpha(scratch, |alphas| *alphas = alphas.map(fade));
        }
        if rules.alpha_to_coverage {
            for group in 0..n_groups {
                let alpha = &scratch.outputs[group * n_slots + ALPHA];
                let kept = masks_of(|lane| alpha[lane]);
                for sample in samples.clone() {
                    scratch.coverage.samples[sample][group] &= kept[sample];
                }
            }
        }
        if rules.alpha_to_one {
            self.each_alpha(scratch, |alphas| *alphas = [1.0; LANES]);
        }
    }

    /// Changes alpha of all colours of all groups.
    fn each_alpha(&self, scratch: &mut TileScratch, change: impl Fn(&mut LanesF32)) {
        let (n_slots, n_groups) = (self.draw.n_slots, scratch.coverage.groups.len());
        let n_colors = fragment_output::DEPTH as usize;
        for outputs in scratch.outputs[..n_groups * n_slots].chunks_exact_mut(n_slots) {
            let alphas = outputs.iter_mut().skip(ALPHA).step_by(4).take(n_colors);
            alphas.for_each(&change);
        }
    }

    /// Tests depth and stencil of all samples. `moves`: depths are those at the samples, not at the centre. Afterwards
    /// `coverage.masks` has the pixels of which a sample is left.
    fn test_samples(
        &self,
        moves: bool,
        windows: &SampleWindows<'_>,
        scratch: &mut TileScratch,
        after_shade: bool,
    ) {
        let centre = scratch.planes.clone();
        let n_planes = self.draw.fragment.shade.n_planes();
        for (sample, windows) in windows.iter().enumerate() {
            if moves {
                let place = place_in_pixels(sample);
                let planes = scratch.planes.iter_mut().zip(centre.iter());
                for (to, from) in planes.skip(plane::Z).step_by(n_planes) {
                    *to = moved(*from, place);
                }
            }
            self.test_sample(sample, windows, scratch, after_shade);
        }
        scratch.planes = centre;
        scratch.unite_samples();
    }

    /// Runs the kernel of the tests for one sample, if there is one.
    fn test_sample(
        &self,
        sample: usize,
        windows: &[PixelWindow<'_>; MAX_PIXEL_PLANES],
        scratch: &mut TileScratch,
        after_shade: bool,
    ) {
        if let Some(kernel) = &self.draw.fragment.depth_stencil[usize::from(self.front)] {
            scratch.swap_masks(sample);
            self.operate(kernel.as_ref(), windows, scratch, after_shade);
            scratch.swap_masks(sample);
        }
    }

    /// Runs the colour kernel for one sample, if there is one.
    fn write_sample(
        &self,
        sample: usize,
        windows: &[PixelWindow<'_>; MAX_PIXEL_PLANES],
        scratch: &mut TileScratch,
    ) {
        if let Some(kernel) = &self.draw.fragment.colour {
            scratch.swap_masks(sample);
            self.operate(kernel.as_ref(), windows, scratch, true);
            scratch.swap_masks(sample);
        }
    }

    /// Counts the samples that passed the tests (section 4.1.7).
    fn count(&self, scratch: &TileScratch) {
        if let Some(counter) = &self.draw.call.occlusion {
            let masks = scratch
                .coverage
                .samples
                .iter()
                .flat_map(|masks| masks.iter());
            let passed: u64 = masks.map(|mask| u64::from(mask.count_ones())).sum();
            counter.fetch_add(passed, Ordering::Relaxed);
        }
    }
}

impl TileScratch {
    /// Exchanges the masks that kernels read and change with those of a sample. A second call undoes it.
    fn swap_masks(&mut self, sample: usize) {
        std::mem::swap(&mut self.coverage.masks, &mut self.coverage.samples[sample]);
    }

    /// Sets the pixels' masks: a pixel is live while one of its samples is.
    fn unite_samples(&mut self) {
        let samples = &self.coverage.samples;
        for (group, mask) in self.coverage.masks.iter_mut().enumerate() {
            *mask = samples.iter().fold(0, |any, masks| any | masks[group]);
        }
    }

    /// Removes the samples of pixels that the fragment program has killed.
    fn kill_samples(&mut self) {
        for masks in &mut self.coverage.samples {
            for (mask, live) in masks.iter_mut().zip(self.coverage.masks.iter()) {
                *mask &= live;
            }
        }
    }
}
