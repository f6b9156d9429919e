//! The vertex program of a draw, with the kernels that run it.
//!
//! Where chunk after chunk is dropped because all of it is outside the view, a short form of the program runs first. It computes
//! only what decides where vertices lie.
#![forbid(unsafe_code)]

use super::sequence::{n_vertices, vertex_index};
use super::transform::{Transform, Transformed};
use super::varyings::constant_colors;
use crate::ir::Program;
use crate::kernel::Kernel;
use crate::raster::call::draw_call::{Stage, VertexInput};
use crate::simd::LANES;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// The number of vertices that [`VertexStage::transform`] transforms at a time.
const TRANSFORMED_AT_A_TIME: usize = 1024;

/// After this number of dropped chunks in a row, the next one is expected to be dropped, too.
const LIKELY_DROPPED: u32 = 2;

/// A vertex program with its kernels.
pub(crate) struct VertexStage {
    program: Arc<Program>,
    /// The whole program.
    pub(crate) whole: Transform,
    /// The colours that are the same for all vertices, by [`color_bit`](crate::raster::geometry::slots::color_bit).
    pub(crate) constant_colors: u8,
    /// The short form that computes positions, if it is short enough to pay.
    positions: OnceLock<Option<Transform>>,
    /// The number of chunks in a row that were dropped. Workers update it without an order, since it is only a hint.
    n_dropped: AtomicU32,
}

impl VertexStage {
    pub(crate) fn new(stage: &Stage) -> VertexStage {
        VertexStage {
            program: stage.program.clone(),
            whole: Transform::new(&stage.program),
            constant_colors: constant_colors(&stage.program),
            positions: OnceLock::new(),
            n_dropped: AtomicU32::new(0),
        }
    }

    /// Makes a stage whose whole program runs in this kernel.
    pub(crate) fn with_kernel(stage: &Stage, kernel: Arc<dyn Kernel>) -> VertexStage {
        VertexStage {
            whole: Transform::with_kernel(&stage.program, kernel),
            ..VertexStage::new(stage)
        }
    }

    /// Compiles the short form if it seems to pay. This happens before a flush, since workers do not compile.
    pub(crate) fn prepare(&self) {
        if self.n_dropped.load(Ordering::Relaxed) >= LIKELY_DROPPED {
            self.positions
                .get_or_init(|| Transform::of_places(&self.program));
        }
    }

    /// Returns the short form if the next chunk is expected to be dropped.
    pub(crate) fn places_first(&self) -> Option<&Transform> {
        let is_likely = self.n_dropped.load(Ordering::Relaxed) >= LIKELY_DROPPED;
        self.positions.get()?.as_ref().filter(|_| is_likely)
    }

    /// Records whether a chunk was dropped.
    pub(crate) fn note_chunk(&self, is_dropped: bool) {
        let n = self.n_dropped.load(Ordering::Relaxed);
        // The counter is written only if it changes, because all workers read it.
        if is_dropped && n < LIKELY_DROPPED {
            self.n_dropped.store(n + 1, Ordering::Relaxed);
        } else if !is_dropped && n > 0 {
            self.n_dropped.store(0, Ordering::Relaxed);
        }
    }

    /// Returns the varyings of all vertices of a draw, in the order of the sequence.
    pub(crate) fn transform(
        &self,
        vertices: &VertexInput,
        stage: &Stage,
    ) -> Vec<crate::raster::TransformedVertex> {
        let mut scratch = Transformed::default();
        let n = n_vertices(vertices);
        let mut all = Vec::new();
        for start in (0..n).step_by(TRANSFORMED_AT_A_TIME) {
            let end = n.min(start + TRANSFORMED_AT_A_TIME as u32);
            scratch.indices.clear();
            let run = (start..end).map(|seq| vertex_index(vertices, seq));
            scratch.indices.extend(run);
            scratch.fill_up();
            self.whole.run(vertices, stage, &mut scratch);
            for i in 0..scratch.vertices().len() {
                let group = self.whole.group(scratch.outputs.all(), i / LANES);
                let vec4 = |v: usize| group.vec4(v as u32).map(|lanes| lanes[i % LANES]);
                all.push(std::array::from_fn(vec4));
            }
        }
        all
    }
}
