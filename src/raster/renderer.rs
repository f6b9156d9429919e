//! Records draws and clears, and carries them out.
#![forbid(unsafe_code)]

use super::TransformedVertex;
use super::feedback::{FeedbackCall, FeedbackPrimitive, FeedbackVertex, feed_back};
use crate::platform::{roomy_stack, workers};
use crate::raster::call::draw_call::{
    ClearCall, DrawState, PackedVertices, Stage, Topology, VertexInput,
};
use crate::raster::explain::explainer::Explainer;
use crate::raster::explain::result::{Explanation, Question};
use crate::raster::flush::run::{Flush, Scratches};
use crate::raster::fragment::kernels::KernelCache;
use crate::raster::geometry::target::is_same_target;
use crate::raster::record::command::Recorded;
use crate::raster::record::independent::independent;
use crate::raster::record::merged_draw::{DrawRecord, Segments, VertexFormats, VertexRun};
use crate::raster::record::vertex_bytes::VertexBytes;
use crate::raster::record::vertices::Vertices;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A scene is carried out when its recording holds more bytes.
const RECORDED_BYTES: usize = 8 << 20;

/// Records draws and carries them out.
#[derive(Debug, Default)]
pub struct Renderer {
    recorded: Vec<Recorded>,
    recorded_bytes: usize,
    /// Buffers and images whose bytes are counted already.
    counted: FxHashSet<usize>,
    /// Small draws behind those.
    run: Option<VertexRun>,
    formats: VertexFormats,
    keeps_apart: bool,
    kernels: KernelCache,
    scratch: Scratches,
    n_workers: Option<usize>,
    is_lost: bool,
    /// Finds out why a pixel is as it is.
    explainer: Option<Box<Explainer>>,
}

impl Renderer {
    /// A renderer with nothing recorded.
    pub fn new() -> Renderer {
        Renderer::default()
    }

    /// Lets fragment kernels run over `n` groups at a time, at least one, instead of the usual number. The picture is the
    /// same.
    pub fn set_groups_of_a_run(&mut self, n: usize) {
        self.scratch.groups_of_a_run = Some(n.max(1));
    }

    /// Uses up to `n` workers beside the calling thread instead of the process's default. The picture is the same.
    pub fn set_workers(&mut self, n: usize) {
        self.n_workers = Some(n);
    }

    /// Whether a bug stopped this renderer: it draws nothing any more.
    pub fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Draws stay as they are recorded, for comparisons. The picture is the same.
    pub fn set_merging(&mut self, merges: bool) {
        self.keeps_apart = !merges;
    }

    /// From the next command on, finds out what happens to a pixel or a vertex. Draws stay as they are recorded meanwhile.
    pub fn explain(&mut self, question: Question) {
        self.flush();
        self.explainer = Some(Box::new(Explainer::new(question, self.keeps_apart)));
        self.keeps_apart = true;
    }

    /// Ends that, and tells what was found out about the commands that have been carried out.
    pub fn take_explanation(&mut self) -> Option<Explanation> {
        self.flush();
        let explainer = self.explainer.take()?;
        self.keeps_apart = explainer.kept_apart;
        Some(explainer.finish())
    }

    /// Whether it finds something out.
    pub fn is_explaining(&self) -> bool {
        self.explainer.is_some()
    }

    /// An empty list for the data of a draw's vertices, with the memory of drawn ones if there is some.
    pub fn spare_data(&self) -> Vec<u8> {
        self.scratch.vertices.data.take()
    }

    /// The same for indices.
    pub fn spare_indices(&self) -> Vec<u32> {
        self.scratch.vertices.indices.take()
    }

    /// Records a draw. `false`: these vertices cannot be drawn in this form and state, and nothing has been recorded.
    /// [`Vertices::Arrays`] always can.
    ///
    /// Inlined, since every caller passes one form: which one it is costs no branch.
    #[inline(always)]
    pub fn draw(
        &mut self,
        state: &Arc<DrawState>,
        topology: Topology,
        vertices: Vertices<'_>,
    ) -> bool {
        match vertices {
            Vertices::Arrays(vertices) => {
                self.draw_alone(state, topology, vertices);
                true
            }
            Vertices::Packed(vertices) => self.merge(state, topology, &vertices),
            Vertices::Lent(vertices) => self.merge_lent(state, topology, vertices),
            Vertices::Assembled(vertices) => self.draw_independent(state, topology, vertices),
        }
    }

    fn draw_alone(&mut self, state: &Arc<DrawState>, topology: Topology, vertices: VertexInput) {
        if has_all_uniforms(state) {
            self.end_run();
            self.record(Recorded::Draw(DrawRecord {
                topology,
                vertices,
                segments: Segments::one(state.clone()),
            }));
        }
    }

    /// Copies the vertices to those of earlier small draws. A draw that does not belong there begins another run.
    fn merge(
        &mut self,
        state: &Arc<DrawState>,
        topology: Topology,
        vertices: &PackedVertices<'_>,
    ) -> bool {
        if self.keeps_apart || !VertexRun::is_small(vertices) {
            return false;
        }
        if !self
            .run
            .as_ref()
            .is_some_and(|run| run.takes(state, topology))
        {
            self.end_run();
            if !has_all_uniforms(state) {
                return true;
            }
            self.run = VertexRun::new(state, topology, &mut self.formats, &self.scratch.vertices);
        }
        let Some(run) = &mut self.run else {
            return false;
        };
        run.append(state, topology, vertices).is_ok()
    }

    /// Takes the lent vertices back together with those that were written after them.
    fn merge_lent(
        &mut self,
        state: &Arc<DrawState>,
        topology: Topology,
        vertices: &mut VertexBytes,
    ) -> bool {
        match &mut self.run {
            Some(run) if run.takes(state, topology) => {
                run.take_back_with(std::mem::take(vertices), state, topology);
                true
            }
            _ => false,
        }
    }

    fn draw_independent(
        &mut self,
        state: &Arc<DrawState>,
        topology: Topology,
        vertices: VertexInput,
    ) -> bool {
        let Some(topology) = independent(topology, state).filter(|_| !self.keeps_apart) else {
            return false;
        };
        self.draw_alone(state, topology, vertices);
        true
    }

    /// Lends the vertices of the small draws that are being collected, so that the caller can write more after them.
    /// `layout` becomes the attributes of each vertex, the position first. The caller returns them before anything else is
    /// drawn: with a draw of what it wrote ([`Vertices::Lent`]), or without ([`Renderer::take_back_vertices`]).
    pub fn lend_vertices(&mut self, layout: &mut Vec<u8>) -> Option<VertexBytes> {
        self.run.as_mut()?.lend(layout)
    }

    /// Takes lent vertices back, as many as there were.
    pub fn take_back_vertices(&mut self, vertices: VertexBytes) {
        if let Some(run) = &mut self.run {
            run.take_back(vertices);
        }
    }

    /// Records the run that is being collected.
    fn end_run(&mut self) {
        if let Some(record) = self.run.take().and_then(VertexRun::finish) {
            self.record(Recorded::Draw(record));
        }
    }

    /// Records a clear.
    pub fn clear(&mut self, clear: ClearCall) {
        self.end_run();
        self.record(Recorded::Clear(clear));
    }

    fn record(&mut self, command: Recorded) {
        self.recorded_bytes += command.size_bytes(&mut self.counted);
        self.recorded.push(command);
        if self.recorded_bytes > RECORDED_BYTES {
            self.carry_out_recorded();
        }
    }

    /// The number of records so far.
    #[cfg(test)]
    pub(crate) fn n_recorded(&mut self) -> usize {
        self.end_run();
        self.recorded.len()
    }

    /// Carries out everything recorded; returns when the pixels are there.
    pub fn flush(&mut self) {
        self.end_run();
        self.carry_out_recorded();
    }

    fn carry_out_recorded(&mut self) {
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
            let n_workers = self.n_workers.unwrap_or_else(workers::default_workers);
            if let Some(explainer) = &mut self.explainer {
                let counter = scratch.stipple_counter();
                explainer.replay_flush(&target, &same, &mut self.kernels, counter);
            }
            let result = Flush::carry_out(&target, same, &scratch, n_workers, &mut self.kernels);
            self.scratch = scratch;
            if let Some(explainer) = &mut self.explainer {
                explainer.check(&target);
            }
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
}

fn has_its_uniforms(stage: &Stage) -> bool {
    stage.uniforms.len() >= stage.program.n_uniforms as usize
}

fn has_all_uniforms(state: &DrawState) -> bool {
    let has_all = has_its_uniforms(&state.vertex) && has_its_uniforms(&state.fragment);
    if !has_all {
        log::error!("a draw without all of its uniforms was dropped");
    }
    has_all
}
