//! The tile writer: carries out one tile's bin, in order. The one place of `raster` with unsafe code, because tiles of
//! one plane are written by several threads.

use super::colour;
use super::coverage::TileCoverage;
use super::depth_stencil::depth_to_fixed24;
use super::draw_call::ClearCall;
use super::fragment_ops::FragmentKernels;
use super::fragment_stage::COVERAGE_INPUTS;
use super::sample_coverage::SAMPLES;
use super::sample_fragments::SampleWindows;
use super::scene::{BinEntry, Binned, Pass, PreparedDraw, clear_rect};
use super::setup::{PixelRect, Primitive, SetupOutput};
use super::vertex_stage::sampler_slots;
use crate::kernel::layout::{DEPTH_PLANE, MAX_PIXEL_PLANES, color_plane};
use crate::kernel::{Invocation, Kernel, PixelWindow, Scratch};
use crate::platform::PixelStorage;
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

/// The windows of a tile into the planes of the pass's target. Holding it is the right to touch this tile.
struct TileWindows<'a> {
    /// By sample; one counts where the target has one sample per pixel.
    samples: SampleWindows<'a>,
    n_samples: usize,
}

impl<'a> TileWindows<'a> {
    /// # Safety
    /// While the windows live, no other thread touches the pixels of this tile: each tile of a pass is given to one job,
    /// and nobody else touches a target's planes during a flush.
    unsafe fn new(pass: &'a Pass, x: i32, y: i32) -> TileWindows<'a> {
        let mut samples = [[PixelWindow::NONE; MAX_PIXEL_PLANES]; SAMPLES];
        let n_samples = pass.target.samples() as usize;
        let window = |plane: &'a PixelStorage, sample: usize, component: usize| {
            // A plane with fewer samples than the others, which no complete framebuffer has, is not written.
            if sample as u32 >= plane.samples() {
                return PixelWindow::NONE;
            }
            // SAFETY: (x, y) lies inside the plane, whose rows and columns are padded to whole 4×4 blocks, and only
            // blocks with a pixel inside the plane are named; the caller keeps other threads out of the tile.
            unsafe {
                PixelWindow::new(
                    plane.sample_ptr(x as u32, y as u32, sample as u32, component as u32),
                    plane.stride_bytes() as isize,
                )
            }
        };
        for (sample, pixels) in samples.iter_mut().enumerate().take(n_samples) {
            let buffers = pass.target.color.iter().take(DEPTH_PLANE).enumerate();
            for (buffer, (_, plane)) in buffers {
                for component in 0..if plane.is_float() { 4 } else { 1 } {
                    pixels[color_plane(buffer, component)] = window(plane, sample, component);
                }
            }
            if let Some(plane) = &pass.target.depth_stencil {
                pixels[DEPTH_PLANE] = window(plane, sample, 0);
            }
        }
        TileWindows { samples, n_samples }
    }

    /// Sets the bits `mask` of the pixels `rect` (relative to the tile) of one plane, in all samples, to those of `value`.
    fn fill(&mut self, plane: usize, rect: PixelRect, value: u32, mask: u32) {
        for sample in 0..self.n_samples {
            self.fill_sample(self.samples[sample][plane], rect, value, mask);
        }
    }

    fn fill_sample(&mut self, window: PixelWindow<'_>, rect: PixelRect, value: u32, mask: u32) {
        let PixelWindow {
            base, stride_bytes, ..
        } = window;
        if mask == 0 || base.is_null() {
            return;
        }
        for y in rect.y0..rect.y1 {
            // SAFETY: `rect` was cut to the tile and to the plane; `new`'s caller keeps other threads out. Tiles of one
            // plane share no pixel, and rows of pixels are plain u32.
            let row = unsafe {
                let start = base
                    .byte_offset(y as isize * stride_bytes)
                    .add(rect.x0 as usize);
                std::slice::from_raw_parts_mut(start, (rect.x1 - rect.x0) as usize)
            };
            match mask {
                u32::MAX => row.fill(value),
                _ => row
                    .iter_mut()
                    .for_each(|pixel| *pixel = (*pixel & !mask) | (value & mask)),
            }
        }
    }
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

fn clear_tile(pass: &Pass, clear: &ClearCall, (x, y): (i32, i32), windows: &mut TileWindows<'_>) {
    let tile = PixelRect::tile(x, y);
    let rect = clear_rect(clear, pass.rect).intersect(tile);
    let rect = PixelRect {
        x0: rect.x0 - x,
        y0: rect.y0 - y,
        x1: rect.x1 - x,
        y1: rect.y1 - y,
    };
    if rect.is_empty() {
        return;
    }
    if let Some((color, mask)) = clear.color {
        let planes = pass.target.color.iter().take(DEPTH_PLANE).enumerate();
        for ((plane, (_, storage)), stored) in planes.zip(clear.stored) {
            if !storage.is_float() {
                let pixel = colour::pack(stored, color);
                windows.fill(plane, rect, pixel, colour::mask_bits(mask, stored));
                continue;
            }
            let (color, written) = (stored.color(color), colour::written(mask, stored));
            for c in (0..4).filter(|c| written[*c]) {
                windows.fill(color_plane(plane, c), rect, color[c].to_bits(), u32::MAX);
            }
        }
    }
    let depth = clear
        .depth
        .map_or((0, 0), |depth| (depth_to_fixed24(depth) << 8, 0xffff_ff00));
    let stencil = clear
        .stencil
        .map_or((0, 0), |(value, mask)| (u32::from(value), u32::from(mask)));
    windows.fill(DEPTH_PLANE, rect, depth.0 | stencil.0, depth.1 | stencil.1);
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
