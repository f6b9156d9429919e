//! Records draws and clears, and carries them out.
#![forbid(unsafe_code)]

use super::draw_call::{ClearCall, DrawCall, Stage, VertexInput};
use super::feedback::{FeedbackCall, FeedbackPrimitive, FeedbackVertex, feed_back};
use super::fragment_ops::{KernelCache, planes};
use super::fragment_stage::FragmentStageKey;
use super::rasterization::RasterContext;
use super::scene::{Pass, PreparedDraw, Recorded, is_same_target, target_rect};
use super::setup::SetupOutput;
use super::tile::{TileScratch, draw_tile};
use super::varyings::VertexLayout;
use super::vertex_stage::{VertexScratch, primitives_per_chunk};
use super::{Topology, TransformedVertex};
use crate::platform::roomy_stack;
use crate::platform::workers::{self, JobPanicked};
use parking_lot::Mutex;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// A scene is carried out when its recording holds more bytes.
const RECORDED_BYTES: usize = 8 << 20;
/// Tiles are drawn when pages and bins hold more bytes.
const BINNED_BYTES: usize = 8 << 20;
/// Chunks that are made at a time before they are binned.
const CHUNKS_AT_A_TIME: usize = 32;

/// Records draws and carries them out.
#[derive(Debug, Default)]
pub struct Renderer {
    recorded: Vec<Recorded>,
    recorded_bytes: usize,
    /// Buffers and images whose bytes are counted already.
    counted: FxHashSet<usize>,
    kernels: KernelCache,
    scratch: Scratches,
    n_workers: Option<usize>,
    is_lost: bool,
}

/// A range of a draw's primitives.
struct Chunk {
    draw: usize,
    primitives: Range<u32>,
    /// Needs the line stipple counter of the chunk before it.
    is_chained: bool,
}

/// Scratch memory handed from job to job.
#[derive(Default)]
struct ScratchPool<T>(Mutex<Vec<Box<T>>>);

impl<T: Default> ScratchPool<T> {
    fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let mut scratch = self.0.lock().pop().unwrap_or_default();
        let result = f(&mut scratch);
        self.0.lock().push(scratch);
        result
    }
}

impl Renderer {
    /// A renderer with nothing recorded.
    pub fn new() -> Renderer {
        Renderer::default()
    }

    /// Uses up to `n` workers beside the calling thread instead of the process's default. The picture is the same.
    pub fn set_workers(&mut self, n: usize) {
        self.n_workers = Some(n);
    }

    /// Whether a bug stopped this renderer: it draws nothing any more.
    pub fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Records a draw.
    pub fn draw(&mut self, draw: DrawCall) {
        if !has_its_uniforms(&draw.vertex) || !has_its_uniforms(&draw.fragment) {
            log::error!("a draw without all of its uniforms was dropped");
            return;
        }
        self.record(Recorded::Draw(Box::new(draw)));
    }

    /// Records a clear.
    pub fn clear(&mut self, clear: ClearCall) {
        self.record(Recorded::Clear(clear));
    }

    fn record(&mut self, command: Recorded) {
        self.recorded_bytes += command.size_bytes(&mut self.counted);
        self.recorded.push(command);
        if self.recorded_bytes > RECORDED_BYTES {
            self.flush();
        }
    }

    /// Carries out everything recorded; returns when the pixels are there.
    pub fn flush(&mut self) {
        let recorded = std::mem::take(&mut self.recorded);
        self.recorded_bytes = 0;
        self.counted.clear();
        if self.is_lost || recorded.is_empty() {
            return;
        }
        roomy_stack::with_room(|| self.carry_out_all(recorded));
    }

    /// Commands of any number of targets, in order.
    fn carry_out_all(&mut self, recorded: Vec<Recorded>) {
        let mut commands = recorded.into_iter().peekable();
        while let Some(first) = commands.next() {
            let target = first.target().clone();
            let mut same = vec![first];
            while let Some(next) = commands.next_if(|next| is_same_target(next.target(), &target)) {
                same.push(next);
            }
            let scratch = std::mem::take(&mut self.scratch);
            let result = self.carry_out(Pass::new(&target), same, &scratch);
            self.scratch = scratch;
            if result.is_err() {
                log::error!("a rendering job panicked; this context draws nothing any more");
                self.is_lost = true;
                return;
            }
        }
    }

    /// Runs the vertex stage for the vertices of a draw at once and returns their varyings, unclipped (raster
    /// position).
    pub fn transform(&mut self, vertices: &VertexInput, stage: &Stage) -> Vec<TransformedVertex> {
        if !has_its_uniforms(stage) {
            log::error!("a transformation without all of its uniforms was dropped");
            return Vec::new();
        }
        roomy_stack::with_room(|| self.kernels.vertex_stage(stage).transform(vertices, stage))
    }

    /// Carries a draw as far as its primitives in the window, and hands each to `take`, in order.
    pub fn feed_back(
        &mut self,
        call: &FeedbackCall,
        take: &mut dyn FnMut(FeedbackPrimitive, &[FeedbackVertex]),
    ) {
        if !has_its_uniforms(&call.vertex) {
            log::error!("a draw without all of its uniforms was not fed back");
            return;
        }
        roomy_stack::with_room(|| {
            feed_back(&self.kernels.vertex_stage(&call.vertex), call, take);
        });
    }

    /// All commands of one target.
    fn carry_out(
        &mut self,
        mut pass: Pass,
        commands: Vec<Recorded>,
        scratch: &Scratches,
    ) -> Result<(), JobPanicked> {
        let stage = Stages {
            scratch,
            n_workers: self.n_workers.unwrap_or_else(workers::default_workers),
        };
        if pass.bins.is_empty() {
            return Ok(());
        }
        let mut draws: Vec<PreparedDraw> = Vec::new();
        let mut pending: Vec<Chunk> = Vec::new();
        for command in commands {
            match command {
                Recorded::Draw(draw) => {
                    let number = draws.len();
                    draws.push(self.prepare(*draw, number as u32));
                    for chunk in chunks(&draws[number], number) {
                        pending.push(chunk);
                        if pending.len() >= CHUNKS_AT_A_TIME {
                            stage.bin_chunks(&mut pass, &draws, &mut pending)?;
                        }
                    }
                }
                Recorded::Clear(clear) => {
                    stage.bin_chunks(&mut pass, &draws, &mut pending)?;
                    pass.add_clear(clear, &draws);
                }
            }
        }
        stage.bin_chunks(&mut pass, &draws, &mut pending)?;
        stage.draw_tiles(&mut pass, &draws)
    }

    /// Finds the kernels of a draw.
    fn prepare(&mut self, call: DrawCall, number: u32) -> PreparedDraw {
        let state = &call.raster;
        let is_point = call.topology == Topology::Points;
        let is_line = matches!(
            call.topology,
            Topology::Lines | Topology::LineStrip | Topology::LineLoop
        );
        let has_mode = |mode| !is_point && !is_line && state.polygon_mode.contains(&mode);
        let points = is_point || has_mode(super::PolygonMode::Point);
        let lines = is_line || has_mode(super::PolygonMode::Line);
        let polygons = has_mode(super::PolygonMode::Fill);
        let key = FragmentStageKey {
            flat: state.flat,
            // Where samples are covered, nothing is antialiased besides.
            coverage: state.multisample.is_none()
                && (points && state.point_smooth && state.point_sprite == 0
                    || lines && state.line_smooth
                    || polygons && state.polygon_smooth),
            clamp: call.ops.clamp_color,
            means: polygons && state.polygon_smooth,
        };
        let fragment = self.kernels.fragment_kernels(
            &call.fragment.program,
            key,
            &call.ops,
            &call.values,
            &call.target,
        );
        let layout = VertexLayout::new(&fragment.shade.scalars, state);
        let planes = planes(&call.ops, &call.target);
        let outputs = planes
            .iter()
            .map(|plane| 4 * (usize::from(plane.output) + 1));
        PreparedDraw {
            raster: RasterContext::new(number, state.clone(), layout, target_rect(&call.target)),
            vertex: self.kernels.vertex_stage(&call.vertex),
            n_slots: outputs.max().unwrap_or(0).max(fragment.shade.n_outputs),
            fragment,
            call,
        }
    }
}

fn has_its_uniforms(stage: &Stage) -> bool {
    stage.uniforms.len() >= stage.program.n_uniforms as usize
}

/// The chunks of a draw, in order.
fn chunks(draw: &PreparedDraw, number: usize) -> impl Iterator<Item = Chunk> + use<> {
    let n = draw.n_primitives();
    let step = primitives_per_chunk(draw.call.topology);
    let is_chained = draw.call.raster.line_stipple.is_some();
    (0..n).step_by(step as usize).map(move |first| Chunk {
        draw: number,
        primitives: first..first.saturating_add(step).min(n),
        is_chained: is_chained && first > 0,
    })
}

/// Scratch memory kept from flush to flush.
#[derive(Default)]
struct Scratches {
    vertex: ScratchPool<VertexScratch>,
    tile: ScratchPool<TileScratch>,
    /// The line stipple counter behind the last chunk.
    stipple_counter: AtomicU32,
}

impl std::fmt::Debug for Scratches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Scratches")
    }
}

/// The two parallel stages of a flush.
struct Stages<'a> {
    scratch: &'a Scratches,
    n_workers: usize,
}

impl Stages<'_> {
    /// Makes the pending chunks in parallel, then bins them in order; draws the tiles when the bins have grown.
    fn bin_chunks(
        &self,
        pass: &mut Pass,
        draws: &[PreparedDraw],
        pending: &mut Vec<Chunk>,
    ) -> Result<(), JobPanicked> {
        // A job is a chunk with those chained to it.
        let mut jobs: Vec<Range<usize>> = Vec::new();
        for (i, chunk) in pending.iter().enumerate() {
            match jobs.last_mut() {
                Some(job) if chunk.is_chained => job.end = i + 1,
                _ => jobs.push(i..i + 1),
            }
        }
        let pages: Vec<Mutex<SetupOutput>> = jobs.iter().map(|_| Mutex::default()).collect();
        workers::parallel_for(self.n_workers, jobs.len(), &|job| {
            self.scratch.vertex.with(|scratch| {
                let page = &mut *pages[job].lock();
                // Only the first job can go on from an earlier call, only the last can be gone on from.
                if job == 0 {
                    scratch.raster.stipple_counter =
                        self.scratch.stipple_counter.load(Ordering::Relaxed);
                }
                for chunk in &pending[jobs[job].clone()] {
                    let draw = &draws[chunk.draw];
                    draw.vertex.run_chunk(
                        (&draw.call).into(),
                        &draw.raster,
                        chunk.primitives.clone(),
                        scratch,
                        page,
                    );
                }
                if job + 1 == jobs.len() {
                    self.scratch
                        .stipple_counter
                        .store(scratch.raster.stipple_counter, Ordering::Relaxed);
                }
            });
        })?;
        for page in pages {
            pass.add_page(page.into_inner());
        }
        pending.clear();
        if pass.size_bytes() > BINNED_BYTES {
            self.draw_tiles(pass, draws)
        } else {
            Ok(())
        }
    }

    /// Draws what is binned.
    fn draw_tiles(&self, pass: &mut Pass, draws: &[PreparedDraw]) -> Result<(), JobPanicked> {
        let tiles: Vec<usize> = (0..pass.bins.len())
            .filter(|tile| !pass.bins[*tile].is_empty())
            .collect();
        let drawn: &Pass = pass;
        workers::parallel_for(self.n_workers, tiles.len(), &|i| {
            self.scratch
                .tile
                .with(|scratch| draw_tile(drawn, draws, tiles[i], scratch));
        })?;
        pass.clear_work();
        Ok(())
    }
}
