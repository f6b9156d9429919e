//! A vertex program ready to run over chunks.
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

/// The most vertices that are transformed at a time, where they go together into no primitive.
const TRANSFORMED_AT_A_TIME: usize = 1024;

/// When nothing was left of this many chunks in a row, the next one is likely dropped, too.
const LIKELY_DROPPED: u32 = 2;

/// A vertex program ready to run.
pub(crate) struct VertexStage {
    program: Arc<Program>,
    pub(crate) whole: Transform,
    pub(crate) constant_colors: u8,
    /// The part of it that says where vertices lie, if that is worth a run of its own.
    places: OnceLock<Option<Transform>>,
    /// Chunks in a row of which nothing was left, as far as workers see each other's.
    n_dropped: AtomicU32,
}

impl VertexStage {
    pub(crate) fn new(stage: &Stage) -> VertexStage {
        VertexStage {
            program: stage.program.clone(),
            whole: Transform::new(&stage.program),
            constant_colors: constant_colors(&stage.program),
            places: OnceLock::new(),
            n_dropped: AtomicU32::new(0),
        }
    }

    /// The stage with another kernel.
    pub(crate) fn with_kernel(stage: &Stage, kernel: Arc<dyn Kernel>) -> VertexStage {
        VertexStage {
            whole: Transform::with_kernel(&stage.program, kernel),
            ..VertexStage::new(stage)
        }
    }

    /// Compiles the program of places if it seems worth a run of its own. Workers do not compile.
    pub(crate) fn prepare(&self) {
        if self.n_dropped.load(Ordering::Relaxed) >= LIKELY_DROPPED {
            self.places
                .get_or_init(|| Transform::of_places(&self.program));
        }
    }

    /// The program of places, for a chunk of which likely nothing is left.
    pub(crate) fn places_first(&self) -> Option<&Transform> {
        let is_likely = self.n_dropped.load(Ordering::Relaxed) >= LIKELY_DROPPED;
        self.places.get()?.as_ref().filter(|_| is_likely)
    }

    /// Notes whether something was left of a chunk.
    pub(crate) fn note_chunk(&self, is_dropped: bool) {
        let n = self.n_dropped.load(Ordering::Relaxed);
        match is_dropped {
            true if n < LIKELY_DROPPED => self.n_dropped.store(n + 1, Ordering::Relaxed),
            false if n > 0 => self.n_dropped.store(0, Ordering::Relaxed),
            _ => {}
        }
    }

    /// The varyings of every vertex of a draw, in order.
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
