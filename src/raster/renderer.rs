//! Records draws and clears. A flush executes them at once; a frame that is handed over is executed while the next one is
//! recorded.
#![forbid(unsafe_code)]

use super::TransformedVertex;
use super::feedback::{FeedbackCall, FeedbackPrimitive, FeedbackVertex, feed_back};
use crate::debug::counters;
use crate::platform::frame_thread::FrameThread;
use crate::platform::{roomy_stack, workers};
use crate::raster::call::draw_call::{
    AttributeSource, ClearCall, DrawState, PackedVertices, Stage, Topology, VertexInput,
};
use crate::raster::executor::Executor;
use crate::raster::explain::explainer::Explainer;
use crate::raster::explain::result::{Explanation, Question};
use crate::raster::flush::prepare::Preparer;
use crate::raster::record::command::Recorded;
use crate::raster::record::held::Held;
use crate::raster::record::independent::independent;
use crate::raster::record::merged_draw::{DrawRecord, Segments, VertexFormats, VertexRun};
use crate::raster::record::spare::{Returned, Spare};
use crate::raster::record::vertex_bytes::VertexBytes;
use crate::raster::record::vertices::Vertices;
use parking_lot::Mutex;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Instant;

/// A context's connection to the rasterizer.
#[derive(Debug)]
pub struct Renderer {
    recorded: Vec<Recorded>,
    held: Held,
    /// Small draws after the recorded ones, which are being collected.
    run: Option<VertexRun>,
    formats: VertexFormats,
    keeps_apart: bool,
    /// Memory for what is recorded, and what flushes have given back since. Arrays are copied while the state is borrowed.
    spare: RefCell<Spare>,
    returned: Arc<Returned>,
    /// For vertices that are transformed while others are recorded.
    preparer: Preparer,
    executor: Arc<Mutex<Executor>>,
    /// Executes frames that were handed over. Whoever uses what they use waits for it first.
    frames: FrameThread,
    n_workers: Option<usize>,
    /// Explains a pixel or a vertex.
    explainer: Option<Box<Explainer>>,
}

impl Default for Renderer {
    fn default() -> Self {
        let executor = Executor::default();
        Renderer {
            recorded: Vec::new(),
            held: Held::default(),
            run: None,
            formats: VertexFormats::default(),
            keeps_apart: false,
            spare: RefCell::default(),
            returned: executor.returned(),
            preparer: Preparer::default(),
            executor: Arc::new(Mutex::new(executor)),
            frames: FrameThread::default(),
            n_workers: None,
            explainer: None,
        }
    }
}

impl Renderer {
    pub fn new() -> Renderer {
        Renderer::default()
    }

    /// Fragment kernels run over `n` groups at a time, at least one, instead of the usual number. The picture is the same.
    pub fn set_groups_of_a_run(&mut self, n: usize) {
        self.idle_executor().lock().scratch.groups_of_a_run = Some(n.max(1));
    }

    /// Uses up to `n` workers beside the calling thread instead of the process's default. The picture is the same.
    pub fn set_workers(&mut self, n: usize) {
        self.n_workers = Some(n);
    }

    /// Whether a rendering job panicked. The renderer then draws nothing more.
    pub fn is_lost(&self) -> bool {
        self.idle_executor().lock().is_lost()
    }

    /// The executor, when all frames that were handed over are done.
    fn idle_executor(&self) -> &Mutex<Executor> {
        self.wait_for_frames(0);
        &self.executor
    }

    /// Waits until at most `n` frames that were handed over are not done.
    pub fn wait_for_frames(&self, n: usize) {
        counters::timed(&counters::WAIT_TIME, || self.frames.wait_until(n));
    }

    /// Whether small draws are merged. Tests compare both; the picture is the same.
    pub fn set_merging(&mut self, merges: bool) {
        self.keeps_apart = !merges;
    }

    /// Explains a pixel or a vertex from the next command on. Meanwhile draws are not merged.
    pub fn explain(&mut self, question: Question) {
        self.flush();
        self.explainer = Some(Box::new(Explainer::new(question, self.keeps_apart)));
        self.keeps_apart = true;
    }

    /// Ends [`Renderer::explain`], and returns the explanation of the commands that have been executed.
    pub fn take_explanation(&mut self) -> Option<Explanation> {
        self.flush();
        let explainer = self.explainer.take()?;
        self.keeps_apart = explainer.kept_apart;
        Some(explainer.finish())
    }

    /// Whether an explanation is under way.
    pub fn is_explaining(&self) -> bool {
        self.explainer.is_some()
    }

    /// An empty list for the data of a draw's vertices. It reuses the memory of drawn vertices, if any is free.
    pub fn spare_data(&self) -> Vec<u8> {
        self.spare.borrow_mut().data.take()
    }

    /// An empty list for indices, as [`Renderer::spare_data`].
    pub fn spare_indices(&self) -> Vec<u32> {
        self.spare.borrow_mut().indices.take()
    }

    /// An empty list for attributes, as [`Renderer::spare_data`].
    pub(crate) fn spare_attributes(&self) -> Vec<AttributeSource> {
        self.spare.borrow_mut().attributes.take()
    }

    /// A copy of a state with other uniforms for its vertex and its fragment stage, in the memory of an earlier one.
    pub(crate) fn changed_state(
        &mut self,
        like: &DrawState,
        uniforms: [Arc<[f32]>; 2],
    ) -> Arc<DrawState> {
        self.spare.get_mut().states.changed(like, uniforms)
    }

    /// An array of uniforms with these values, in the memory of an earlier one.
    pub(crate) fn uniforms_of(&mut self, values: &[f32]) -> Arc<[f32]> {
        self.spare.get_mut().states.uniforms_of(values)
    }

    /// Makes a state one that can be shared, in the memory of an earlier one.
    pub(crate) fn share_state(&mut self, state: DrawState) -> Arc<DrawState> {
        self.spare.get_mut().states.share(state)
    }

    /// Records a draw. `false`: these vertices cannot be drawn in this form and state, and nothing has been recorded.
    /// [`Vertices::Arrays`] always can.
    ///
    /// Inlined: each caller passes one form, so that the match costs no branch.
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
            self.run = VertexRun::new(state, topology, &mut self.formats, self.spare.get_mut());
        }
        let Some(run) = &mut self.run else {
            return false;
        };
        let is_merged = run.append(state, topology, vertices).is_ok();
        self.count_merged(state);
        is_merged
    }

    /// Counts what the state of a merged draw keeps alive, and executes everything when that is too much.
    fn count_merged(&mut self, state: &Arc<DrawState>) {
        let Some(run) = self
            .run
            .as_ref()
            .filter(|run| run.segments().states.len() > 1)
        else {
            return;
        };
        self.held.count_state(state);
        if self.held.is_too_much(&self.recorded, Some(run.segments())) {
            self.flush();
        }
    }

    /// Takes the borrowed vertices back together with those that were written after them.
    fn merge_lent(
        &mut self,
        state: &Arc<DrawState>,
        topology: Topology,
        vertices: &mut VertexBytes,
    ) -> bool {
        match &mut self.run {
            Some(run) if run.takes(state, topology) => {
                run.take_back_with(std::mem::take(vertices), state, topology);
                self.count_merged(state);
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

    /// Hands the vertices of the collected small draws to the caller, who can write more after them. `layout` becomes
    /// the attributes of each vertex, the position first. The caller returns them before anything else is drawn. It
    /// adds a draw of what it wrote ([`Vertices::Lent`]), or none ([`Renderer::take_back_vertices`]).
    pub fn lend_vertices(&mut self, layout: &mut Vec<u8>) -> Option<VertexBytes> {
        self.run.as_mut()?.lend(layout)
    }

    /// Takes borrowed vertices back, without new ones.
    pub fn take_back_vertices(&mut self, vertices: VertexBytes) {
        if let Some(run) = &mut self.run {
            run.take_back(vertices);
        }
    }

    /// Records the collected run.
    fn end_run(&mut self) {
        let run = self.run.take();
        if let Some(record) = run.and_then(|run| run.finish(self.spare.get_mut())) {
            self.record(Recorded::Draw(record));
        }
    }

    pub fn clear(&mut self, clear: ClearCall) {
        self.end_run();
        self.record(Recorded::Clear(clear));
    }

    fn record(&mut self, command: Recorded) {
        self.held.count(&command);
        self.recorded.push(command);
        if self.held.is_too_much(&self.recorded, None) {
            self.carry_out_recorded();
        }
    }

    /// The number of records so far.
    #[cfg(test)]
    pub(crate) fn n_recorded(&mut self) -> usize {
        self.end_run();
        self.recorded.len()
    }

    /// Executes everything recorded. The pixels are written when this returns.
    pub fn flush(&mut self) {
        self.end_run();
        self.carry_out_recorded();
    }

    fn carry_out_recorded(&mut self) {
        let recorded = self.take_recorded();
        let n_workers = self.n_workers();
        self.wait_for_frames(0);
        let explainer = self.explainer.as_deref_mut();
        self.executor
            .lock()
            .carry_out(recorded, n_workers, explainer);
    }

    fn take_recorded(&mut self) -> Vec<Recorded> {
        self.held.clear();
        self.returned.take(self.spare.get_mut());
        std::mem::replace(&mut self.recorded, self.spare.get_mut().commands.take())
    }

    fn n_workers(&self) -> usize {
        self.n_workers.unwrap_or_else(workers::default_workers)
    }

    /// Executes everything recorded in a thread of the driver, then calls `show` there with the time at which the execution
    /// began. [`Renderer::flush`] waits for it. Where no thread can be started, all is done when this returns. Nothing is being
    /// explained.
    pub fn hand_over(&mut self, show: impl FnOnce(Instant) + Send + 'static) {
        self.end_run();
        let (recorded, n_workers) = (self.take_recorded(), self.n_workers());
        let executor = self.executor.clone();
        let frame = Box::new(move || {
            counters::timed(&counters::AHEAD_TIME, || {
                let start = Instant::now();
                // A frame is shown even if a bug has left it unfinished.
                let drawn = executor.lock().carry_out_frame(recorded, n_workers);
                show(start);
                drawn.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            });
        });
        if let Err(frame) = self.frames.post(frame) {
            frame();
        }
    }

    /// Runs the vertex stage at once and returns the varyings of each vertex, unclipped. The raster position needs this.
    pub fn transform(&mut self, vertices: &VertexInput, stage: &Stage) -> Vec<TransformedVertex> {
        if !has_its_uniforms(stage) {
            log::error!("a transformation without all of its uniforms was dropped");
            return Vec::new();
        }
        roomy_stack::with_room(|| self.preparer.vertex_stage(stage).transform(vertices, stage))
    }

    /// Clips and culls the primitives of a draw and hands each to `take` in order, with window coordinates.
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
            feed_back(&self.preparer.vertex_stage(&call.vertex), call, take);
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
