//! The tile writer: carries out one tile's bin, in order.
//!
//! The groups of consecutive primitives of a draw are collected and go through the kernels together. A kernel runs group
//! by group, and each plane of pixels is touched by one kernel of a draw only (depth and stencil by depth_stencil, colours
//! by colour), so that each pixel sees its fragments in the primitives' order, wherever runs begin and end.

use super::clear::clear_tile;
use super::collect::{Collect, Common};
use super::list::List;
use super::prefetch::Ahead;
use super::tile_planes::TileWindows;
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::kernel::{Invocation, Kernel, PixelWindow, SamplerSlot, Scratch};
use crate::raster::coverage::area::CoveredGroup;
use crate::raster::coverage::tile::TileCoverage;
use crate::raster::flush::chunk::sampler_slots;
use crate::raster::fragment::kernels::{FragmentKernels, Fused};
use crate::raster::fragment::stage::COVERAGE_INPUTS;
use crate::raster::scene::bins::{Binned, Pass, PreparedDraw};
use crate::simd::{InstructionSet, LANES, LanesF32, run_on};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Groups of one run of a kernel: what one kernel writes for the next stays in the first cache.
pub(crate) const GROUPS_OF_A_RUN: usize = 64;

/// Runs of fused kernels, which write nothing for others, have so many times more groups.
const FUSED: usize = 4;

/// Working memory of one tile job, reused.
#[derive(Default)]
pub(crate) struct TileScratch {
    pub(crate) coverage: TileCoverage,
    pub(crate) planes: List<[f32; 4]>,
    pub(crate) outputs: Vec<LanesF32>,
    /// All the collected primitives are affine.
    pub(crate) is_affine: bool,
    /// Of the tile that comes next.
    pub(crate) ahead: Ahead,
    kernel: Scratch,
}

/// Draws one tile of the pass, with so many groups in a run of a kernel: the picture is the same for all numbers. The caller's next
/// tile is `next`, perhaps.
pub(crate) fn draw_tile(
    pass: &Pass,
    draws: &[PreparedDraw],
    tile: usize,
    groups_of_a_run: usize,
    next: Option<usize>,
    scratch: &mut TileScratch,
) {
    scratch.ahead = Ahead::of(pass, next);
    let (x, y) = pass.tile_corner(tile);
    // SAFETY: `parallel_for` hands every tile number to one job; the renderer owns the target's planes during a flush.
    let mut windows = unsafe { TileWindows::new(pass, x, y) };
    scratch.coverage.depths.forget();
    let mut entries = &pass.bins[tile][..];
    let mut n_done = 0;
    while let Some((first, rest)) = entries.split_first() {
        match pass.binned(*first) {
            Binned::Clear(clear) => {
                let depths = &mut scratch.coverage.depths;
                clear_tile(pass, clear, (x, y), &mut windows, depths);
                entries = rest;
            }
            primitive => {
                let first = Common::of(&primitive);
                let draw = &draws[first.draw as usize];
                let groups_of_a_run = match draw.fragment.fused {
                    Some(_) => FUSED * groups_of_a_run,
                    None => groups_of_a_run,
                };
                let collect = Collect {
                    pass,
                    draw,
                    first,
                    tile: [x, y],
                    has_samples: windows.n_samples > 1,
                    groups_of_a_run,
                    depth_use: scratch.coverage.depths.use_of(draw, windows.n_samples),
                    entries: &mut entries,
                    n_done: &mut n_done,
                    scratch,
                };
                run_on(InstructionSet::of_process(), collect);
                draw_fragments(draw, first, &windows, groups_of_a_run, scratch);
            }
        }
    }
}

/// Some groups of primitives of a draw: each kernel runs over all of them.
pub(crate) struct FragmentRun<'a> {
    pub(crate) draw: &'a PreparedDraw,
    pub(crate) front: bool,
    pub(crate) fade: f32,
    /// Which of the scratch's groups.
    pub(crate) groups: Range<usize>,
    pub(crate) samplers: &'a [SamplerSlot<'a>],
}

/// Draws the collected groups; `first` is the first of their primitives.
fn draw_fragments(
    draw: &PreparedDraw,
    first: Common,
    windows: &TileWindows<'_>,
    groups_of_a_run: usize,
    scratch: &mut TileScratch,
) {
    let n_groups = scratch.coverage.groups.len();
    let samplers = sampler_slots(&draw.call.fragment.textures);
    let mut run = FragmentRun {
        draw,
        front: first.front,
        fade: first.fade,
        groups: 0..n_groups,
        samplers: &samplers,
    };
    if windows.n_samples > 1 {
        if n_groups != 0 {
            run.draw_samples(&windows.samples, scratch);
        }
        return;
    }
    for start in (0..n_groups).step_by(groups_of_a_run) {
        run.groups = start..n_groups.min(start + groups_of_a_run);
        run.draw_pixels(&windows.samples[0], scratch);
    }
    if let Some(counter) = &draw.call.occlusion {
        let masks = scratch.coverage.masks.iter();
        let live: u64 = masks.map(|mask| u64::from(mask.count_ones())).sum();
        counter.fetch_add(live, Ordering::Relaxed);
    }
}

impl FragmentRun<'_> {
    /// Draws the groups to the one sample of their pixels.
    fn draw_pixels(&self, pixels: &[PixelWindow<'_>; MAX_PIXEL_PLANES], scratch: &mut TileScratch) {
        let FragmentKernels {
            fused,
            depth_stencil,
            colour,
            early,
            skip_shade,
            ..
        } = &self.draw.fragment;
        if let Some(fused) = fused {
            return self.draw_fused(fused, pixels, scratch);
        }
        let depth_stencil = depth_stencil[usize::from(self.front)].as_deref();
        if let (true, Some(kernel)) = (*early, depth_stencil) {
            self.operate(kernel, pixels, scratch, false);
            let masks = &scratch.coverage.masks[self.groups.clone()];
            if masks.iter().all(|mask| *mask == 0) {
                return;
            }
        }
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
        match self.draw.fragment.shade.reads_coverage {
            true => (
                parts[self.groups.clone()].as_flattened(),
                COVERAGE_INPUTS as usize,
            ),
            false => (&[], 0),
        }
    }

    /// For statistics.
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
