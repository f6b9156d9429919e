//! Explains the effect of the recorded draws on a pixel, fragment by fragment, or on a vertex.
//!
//! Before a flush executes its commands, an [`Explainer`] executes them for the pixel alone. It works on a copy of the 4×4
//! block around it, one primitive after the other ([`super::replay`]). Then the picture is drawn as usual, and both pixels are
//! compared.
#![forbid(unsafe_code)]

use super::kernel::{KernelRun, Log, Task, trace_vertices};
use super::replay::Replay;
use super::result::*;
use crate::ir::Op;
use crate::raster::call::draw_call::RenderTarget;
use crate::raster::flush::prepare::Preparer;
use crate::raster::geometry::target::target_rect;
use crate::raster::record::command::Recorded;
use crate::raster::record::merged_draw::DrawRecord;
use crate::raster::vertex::element::fetch;
use crate::raster::vertex::sequence::{n_vertices, vertex_index};
use std::sync::Arc;

/// Collects the explanation of a frame.
#[derive(Debug)]
pub(crate) struct Explainer {
    question: Question,
    /// Whether the renderer already recorded draws without merging them before the question was asked.
    pub(crate) kept_apart: bool,
    pub(crate) explanation: Explanation,
    /// The pixel that the flush must leave, by sample. It is empty if the pixel lies outside the target.
    expected: Vec<PixelValue>,
}

impl Explainer {
    pub(crate) fn new(question: Question, kept_apart: bool) -> Explainer {
        Explainer {
            question,
            kept_apart,
            explanation: Explanation::new(question),
            expected: Vec::new(),
        }
    }

    pub(crate) fn finish(self) -> Explanation {
        self.explanation
    }

    /// Executes the commands of one flush for the pixel, or the vertex, in question.
    pub(crate) fn replay_flush(
        &mut self,
        target: &Arc<RenderTarget>,
        commands: &[Recorded],
        preparer: &mut Preparer,
        stipple_counter: u32,
    ) {
        let number = self.explanation.target(target);
        match self.question {
            Question::Vertex { draw, vertex } => self.trace_vertex(commands, draw, vertex),
            Question::Pixel { x, y } => {
                self.expected.clear();
                let rect = target_rect(target);
                if !(0..rect.x1).contains(&x) || !(0..rect.y1).contains(&y) {
                    self.explanation.count_draws(commands);
                    return;
                }
                let mut replay = Replay::new(self, number, target, [x, y], stipple_counter);
                for command in commands {
                    replay.command(command, preparer);
                }
                self.expected = replay.pixel();
            }
        }
    }

    /// Compares the pixel that the flush drew with the explained one.
    pub(crate) fn check(&mut self, target: &Arc<RenderTarget>) {
        if let (Question::Pixel { x, y }, false) = (self.question, self.expected.is_empty()) {
            let drawn = PixelValue::read(target, [x as u32, y as u32]);
            self.explanation.agrees &= drawn == self.expected;
        }
    }

    /// Runs the vertex program for the vertex in question, if its draw is among the commands.
    fn trace_vertex(&mut self, commands: &[Recorded], draw: u32, vertex: u32) {
        for command in commands {
            let Recorded::Draw(record) = command else {
                continue;
            };
            let number = self.explanation.next_draw();
            if number == draw && vertex < n_vertices(&record.vertices) {
                let event = explain_vertex(record, number, vertex);
                self.explanation.events.push(Event::Vertex(Box::new(event)));
            }
        }
    }
}

/// Runs the vertex program of a draw on the vertex at a position of its sequence.
fn explain_vertex(record: &DrawRecord, draw: u32, seq: u32) -> VertexEvent {
    // Runs a draw of just this vertex.
    let state = record.state();
    let log = Log::default();
    let index = vertex_index(&record.vertices, seq);
    let mut input = record.vertices.clone();
    (input.indices, input.count) = (Some(Arc::new(vec![index])), 1);
    input.base_vertex = 0;
    let stage = trace_vertices(&state.vertex, &log);
    let outputs = stage.transform(&input, &state.vertex);
    // Collects the attributes that the program reads.
    let program = &state.vertex.program;
    let mut read: Vec<u32> = program
        .insts()
        .filter(|inst| inst.op == Op::LoadInput)
        .map(|inst| inst.imm[0] / 4)
        .collect();
    read.sort_unstable();
    read.dedup();
    let source = |attribute: &u32| input.attributes.get(*attribute as usize);
    let inputs = read
        .iter()
        .filter_map(|attribute| Some((*attribute, fetch(source(attribute)?, index))));
    let trace = log.lock().pop().map(|run| run.trace).unwrap_or_default();
    let outputs = outputs.first().copied().unwrap_or_default();
    VertexEvent {
        draw,
        topology: record.topology,
        seq,
        index,
        inputs: inputs.collect(),
        trace,
        outputs,
        window: crate::raster::vertex::viewport::Viewport::new(&state.raster)
            .window_position(outputs[0])
            .0,
        state: state.clone(),
    }
}

impl FragmentEvent {
    /// Adds the runs of the kernels, and decides the fragment's fate from them.
    pub(crate) fn add_runs(
        &mut self,
        runs: Vec<KernelRun>,
        is_stippled: bool,
        is_scissored: bool,
        writes_color: bool,
    ) {
        // The kernels of tests and writes run once per sample, in the order of the samples.
        let n_samples = self.before.len();
        let mut outcomes = vec![Outcome::default(); n_samples];
        let mut counts = [0; 2];
        let mut next = |task: usize| {
            counts[task] += 1;
            (counts[task] - 1) % n_samples.max(1)
        };
        for run in runs {
            match run.task {
                Task::Shade if run.was_live => self.shading = Some(Shading::new(&run)),
                Task::Test => {
                    let sample = next(0);
                    if run.was_live {
                        outcomes[sample].test(&run);
                    }
                }
                Task::Colour => {
                    let sample = next(1);
                    if run.was_live {
                        outcomes[sample].write(&run);
                    }
                }
                Task::Shade | Task::Vertex => {}
            }
        }
        // A sample that no test has decided about was removed before.
        let is_killed = self.shading.as_ref().is_some_and(|s| s.is_killed);
        for (sample, outcome) in outcomes.iter_mut().enumerate() {
            outcome.fate = match outcome.fate {
                _ if self.samples >> sample & 1 == 0 => Fate::NotCovered,
                _ if is_stippled => Fate::Stippled,
                _ if is_scissored => Fate::Scissored,
                Fate::NotCovered if is_killed => Fate::Killed,
                Fate::NotCovered if writes_color => Fate::CoverageRemoved,
                Fate::NotCovered | Fate::Written if !writes_color => Fate::NothingWritten,
                fate => fate,
            };
        }
        // The fragment's fate is that of the sample that came furthest.
        let rank = |fate: Fate| match fate {
            Fate::Written => 0,
            Fate::NothingWritten => 1,
            Fate::NotCovered => 3,
            _ => 2,
        };
        let fates = outcomes.iter().map(|o| o.fate);
        self.fate = fates.min_by_key(|f| rank(*f)).unwrap_or(Fate::NotCovered);
        self.outcomes = outcomes;
    }
}
