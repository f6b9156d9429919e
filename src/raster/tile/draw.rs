//! The tile writer: executes one tile's bin, in order.
//!
//! The groups of consecutive primitives of a draw are collected and go through the kernels together. A kernel runs
//! group by group. One kernel of a draw touches depth and stencil, another one colours. So each pixel sees its
//! fragments in the primitives' order, wherever runs begin and end.

use super::clear::clear_tile;
use super::collect::{Collect, Common};
use super::fragments::FragmentRun;
use super::prefetch::TilePrefetch;
use super::scratch::TileScratch;
use super::tile_planes::TilePlanes;
use crate::raster::coverage::coarse_depth::BlockDepths;
use crate::raster::fragment::depth_use::DepthUse;
use crate::raster::scene::bins::{Binned, Pass, PreparedDraw};
use crate::raster::vertex::transform::sampler_slots;
use crate::simd::{InstructionSet, run_on};
use std::sync::atomic::Ordering;

/// Groups of one run of a kernel: the data between kernels stays in the first cache.
pub(crate) const GROUPS_OF_A_RUN: usize = 64;

/// How many times more groups a run of a fused kernel has: it writes nothing for other kernels.
const FUSED: usize = 4;

/// Draws one tile of the pass. A run of a kernel has `groups_of_a_run` groups; the picture is the same for all numbers.
/// `next` is the tile that this thread will probably draw next.
pub(crate) fn draw_tile(
    pass: &Pass,
    draws: &[PreparedDraw],
    tile: usize,
    groups_of_a_run: usize,
    next: Option<usize>,
    scratch: &mut TileScratch,
) {
    scratch.prefetch = TilePrefetch::of(pass, next);
    let (x, y) = pass.tile_corner(tile);
    // SAFETY: `parallel_for` hands every tile number to one job; the renderer owns the target's planes during a flush.
    let mut windows = unsafe { TilePlanes::new(pass, x, y) };
    scratch.coverage.depths.forget();
    // Clears take effect at once. Primitives are collected to runs, as long as they share a draw and a run has room.
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
                    depth_use: depth_use_of(draw, &windows, &mut scratch.coverage.depths),
                    entries: &mut entries,
                    n_done: &mut n_done,
                    scratch,
                };
                run_on(InstructionSet::of_process(), collect);
                if !scratch.coverage.groups.is_empty() {
                    windows.forget_values();
                }
                draw_fragments(draw, first, &windows, groups_of_a_run, scratch);
            }
        }
    }
    windows.keep_values(pass, x, y);
}

/// How the next draw relates to the bounds of the tile's depths. Samples have depths of their own, and a stipple
/// excludes pixels of a whole block.
fn depth_use_of(
    draw: &PreparedDraw,
    windows: &TilePlanes<'_>,
    depths: &mut BlockDepths,
) -> Option<DepthUse> {
    let covers_whole = windows.n_samples == 1 && draw.call.raster.polygon_stipple.is_none();
    depths.use_of(draw.fragment.depth_use, covers_whole)
}

/// Draws the collected groups; `first` is the first of their primitives.
fn draw_fragments(
    draw: &PreparedDraw,
    first: Common,
    windows: &TilePlanes<'_>,
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
