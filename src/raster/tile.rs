//! The tile writer: carries out one tile's bin, in order.

use super::clear::clear_tile;
use super::coverage::TileCoverage;
use super::fragment_ops::FragmentKernels;
use super::fragment_stage::COVERAGE_INPUTS;
use super::scene::{BinEntry, Binned, Pass, PreparedDraw};
use super::setup::{Primitive, SetupOutput};
use super::vertex_stage::sampler_slots;
use super::windows::TileWindows;
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::kernel::{Invocation, Kernel, PixelWindow, Scratch};
use crate::simd::{LANES, LanesF32};
use std::sync::atomic::Ordering;

/// Working memory of one tile job, reused.
#[derive(Default)]
pub(crate) struct TileScratch {
    pub(super) coverage: TileCoverage,
    pub(super) planes: Vec<[f32; 4]>,
    pub(super) outputs: Vec<LanesF32>,
    kernel: Scratch,
}

/// Draws one tile of the pass.
pub(crate) fn draw_tile(
    pass: &Pass,
    draws: &[PreparedDraw],
    tile: usize,
    scratch: &mut TileScratch,
) {
    let (x, y) = pass.tile_corner(tile);
    // SAFETY: `parallel_for` hands every tile number to one job; the renderer owns the target's planes during a flush.
    let mut windows = unsafe { TileWindows::new(pass, x, y) };
    for entry in &pass.bins[tile] {
        draw_entry(pass, draws, *entry, (x, y), &mut windows, scratch);
    }
}

fn draw_entry(
    pass: &Pass,
    draws: &[PreparedDraw],
    entry: BinEntry,
    (x, y): (i32, i32),
    windows: &mut TileWindows<'_>,
    scratch: &mut TileScratch,
) {
    match pass.binned(entry) {
        Binned::Clear(clear) => clear_tile(pass, clear, (x, y), windows),
        Binned::Primitive(page, primitive) => {
            let draw = &draws[primitive.draw as usize];
            let stipple = draw
                .call
                .raster
                .polygon_stipple
                .as_deref()
                .filter(|_| primitive.is_filled_polygon());
            let (shape, bounds) = (&primitive.shape, primitive.bounds);
            if primitive.by_sample {
                scratch
                    .coverage
                    .cover_samples(shape, &page.corners, bounds, x, y, stipple);
            } else {
                scratch
                    .coverage
                    .cover(shape, &page.corners, bounds, x, y, stipple);
            }
            if !scratch.coverage.groups.is_empty() {
                if draw.fragment.shade.reads_coverage {
                    // Polygons that are not antialiased, of a draw whose other face is, are covered wholly.
                    let n_groups = scratch.coverage.groups.len();
                    let whole = [[1.0; LANES], [0.0; LANES], [0.0; LANES]];
                    scratch.coverage.parts.resize(n_groups, whole);
                }
                draw_fragments(draw, page, primitive, (x, y), windows, scratch);
            }
        }
    }
}

/// One primitive's groups in one tile: all of them go through each kernel in one run.
pub(super) struct FragmentRun<'a> {
    pub(super) draw: &'a PreparedDraw,
    pub(super) front: bool,
    pub(super) fade: f32,
}

fn draw_fragments(
    draw: &PreparedDraw,
    page: &SetupOutput,
    primitive: &Primitive,
    (x, y): (i32, i32),
    windows: &mut TileWindows<'_>,
    scratch: &mut TileScratch,
) {
    let FragmentKernels {
        shade,
        depth_stencil,
        colour,
        early,
        skip_shade,
        ..
    } = &draw.fragment;
    scratch.planes.clear();
    primitive.planes_for_tile(page, shade.scalars.len(), x, y, &mut scratch.planes);
    debug_assert_eq!(scratch.planes.len(), shade.n_planes());
    let run = FragmentRun {
        draw,
        front: primitive.front,
        fade: primitive.fade,
    };
    if windows.n_samples > 1 {
        if !primitive.by_sample {
            scratch.coverage.cover_whole_pixels();
        }
        return run.draw_samples(&windows.samples, scratch);
    }
    let pixels = &windows.samples[0];
    let depth_stencil = depth_stencil[usize::from(primitive.front)].as_ref();
    if let (true, Some(kernel)) = (*early, depth_stencil) {
        run.operate(kernel.as_ref(), pixels, scratch, false);
        if scratch.coverage.masks.iter().all(|mask| *mask == 0) {
            return;
        }
    }
    if !skip_shade {
        run.shade(scratch);
    }
    if let (false, Some(kernel)) = (*early, depth_stencil) {
        run.operate(kernel.as_ref(), pixels, scratch, true);
    }
    if let Some(counter) = &draw.call.occlusion {
        let live: u64 = scratch
            .coverage
            .masks
            .iter()
            .map(|mask| u64::from(mask.count_ones()))
            .sum();
        counter.fetch_add(live, Ordering::Relaxed);
    }
    if let Some(kernel) = colour {
        run.operate(kernel.as_ref(), pixels, scratch, true);
    }
}

impl FragmentRun<'_> {
    /// The fragment program: planes → outputs.
    pub(super) fn shade(&self, scratch: &mut TileScratch) {
        let shade = &self.draw.fragment.shade;
        let n_slots = self.draw.n_slots;
        let n_groups = scratch.coverage.groups.len();
        if shade.needs_zeroed_outputs || n_slots > shade.n_outputs {
            scratch.outputs.clear();
        }
        scratch.outputs.resize(n_groups * n_slots, [0.0; LANES]);
        let textures = sampler_slots(&self.draw.call.fragment.textures);
        if crate::debug::words().stats {
            let masks = scratch.coverage.masks.iter();
            let n: u64 = masks.map(|mask| u64::from(mask.count_ones())).sum();
            crate::debug::counters::PIXELS.add(n);
        }
        let parts = &scratch.coverage.parts;
        shade.kernel.run(
            &mut Invocation {
                uniforms: &self.draw.call.fragment.uniforms,
                inputs: parts.as_flattened(),
                n_inputs: if parts.is_empty() {
                    0
                } else {
                    COVERAGE_INPUTS as usize
                },
                outputs: &mut scratch.outputs,
                n_outputs: n_slots,
                planes: &scratch.planes,
                groups: &scratch.coverage.groups,
                masks: &mut scratch.coverage.masks,
                front_facing: self.front,
                pixels: [PixelWindow::NONE; MAX_PIXEL_PLANES],
                samplers: &textures,
            },
            &mut scratch.kernel,
        );
    }

    /// A kernel of the fragment operations; its inputs are the shading's outputs once there are some.
    pub(super) fn operate(
        &self,
        kernel: &dyn Kernel,
        pixels: &[PixelWindow<'_>; MAX_PIXEL_PLANES],
        scratch: &mut TileScratch,
        after_shade: bool,
    ) {
        let n_inputs = if after_shade { self.draw.n_slots } else { 0 };
        let n_groups = scratch.coverage.groups.len();
        kernel.run(
            &mut Invocation {
                uniforms: &self.draw.fragment.uniforms[usize::from(self.front)],
                inputs: &scratch.outputs[..if after_shade { n_groups * n_inputs } else { 0 }],
                n_inputs,
                outputs: &mut [],
                n_outputs: 0,
                planes: &scratch.planes,
                groups: &scratch.coverage.groups,
                masks: &mut scratch.coverage.masks,
                front_facing: self.front,
                pixels: *pixels,
                samplers: &[],
            },
            &mut scratch.kernel,
        );
    }
}
