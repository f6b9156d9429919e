//! Why a pixel is as it is: what the recorded draws do to it, fragment by fragment.
//!
//! Before a flush carries its commands out, an [`Explainer`] carries them out as well, one primitive after the other, on a
//! copy of the 4×4 block around the pixel: the same setup, the same coverage, the same tile writer, and kernels that write
//! down what they do ([`super::explain_kernel`]). Draws that the scissor keeps away from the pixel lose their scissor, so
//! that their fragments can be told of. The picture itself is drawn as ever; at the end both pixels are compared.
#![forbid(unsafe_code)]

use super::coverage::{InTile, TileCoverage};
use super::draw_call::{DrawState, RasterState, RenderTarget};
use super::explain_kernel::{KernelRun, Log, Task, trace_fragments, trace_vertices};
use super::explain_shadow::{Shadow, block_of};
use super::explanation::*;
use super::fragment_ops::KernelCache;
use super::masks::{lane_of, stipple_mask};
use super::primitive::assemble;
use super::rasterization::RasterContext;
use super::scene::{Pass, PreparedDraw, Recorded, Work, clear_rect, target_rect};
use super::setup::{PixelRect, Primitive, SetupOutput};
use super::tile::{TileScratch, draw_tile};
use super::vertex_element::fetch;
use super::vertex_run::DrawRecord;
use super::vertex_stage::{VertexScratch, n_vertices, vertex_index};
use crate::ir::Op;
use crate::simd::Portable;
use smallvec::SmallVec;
use std::sync::Arc;

/// Fragments whose programs are told of line by line: the last ones.
const MAX_DETAILED: usize = 64;
/// Fragments and clears that are told of at all.
const MAX_EVENTS: usize = 4096;

/// What collects the explanation of a frame.
#[derive(Debug)]
pub(super) struct Explainer {
    question: Question,
    /// Draws stayed as they are recorded before, too.
    pub(super) kept_apart: bool,
    explanation: Explanation,
    /// The pixel as it must be behind the flush.
    expected: Vec<PixelValue>,
}

impl Explainer {
    pub(super) fn new(question: Question, kept_apart: bool) -> Explainer {
        Explainer {
            question,
            kept_apart,
            explanation: Explanation::new(question),
            expected: Vec::new(),
        }
    }

    pub(super) fn finish(self) -> Explanation {
        self.explanation
    }

    /// Carries out the commands of one target for the pixel, or the vertex, in question.
    pub(super) fn look_at(
        &mut self,
        target: &Arc<RenderTarget>,
        commands: &[Recorded],
        kernels: &mut KernelCache,
        stipple_counter: u32,
    ) {
        let number = self.explanation.target(target);
        match self.question {
            Question::Vertex { draw, vertex } => self.look_for_vertex(commands, draw, vertex),
            Question::Pixel { x, y } => {
                self.expected.clear();
                let rect = target_rect(target);
                if !(0..rect.x1).contains(&x) || !(0..rect.y1).contains(&y) {
                    self.explanation.count_draws(commands);
                    return;
                }
                let mut look = Look::new(self, number, target, [x, y], stipple_counter);
                for command in commands {
                    look.command(command, kernels);
                }
                self.expected = look.shadow.pixel();
            }
        }
    }

    /// Compares the pixel of the flush with the one that was explained.
    pub(super) fn check(&mut self, target: &Arc<RenderTarget>) {
        if let (Question::Pixel { x, y }, false) = (self.question, self.expected.is_empty()) {
            let drawn = PixelValue::read(target, [x as u32, y as u32]);
            self.explanation.agrees &= drawn == self.expected;
        }
    }

    fn look_for_vertex(&mut self, commands: &[Recorded], draw: u32, vertex: u32) {
        for command in commands {
            let Recorded::Draw(record) = command else {
                continue;
            };
            let number = self.explanation.next_draw();
            if number == draw && vertex < n_vertices(&record.vertices) {
                let told = explain_vertex(record, number, vertex);
                self.explanation.events.push(Event::Vertex(Box::new(told)));
            }
        }
    }
}

/// What the vertex program of a draw does with the vertex at a place of its sequence.
fn explain_vertex(record: &DrawRecord, draw: u32, seq: u32) -> VertexEvent {
    let state = record.state();
    let log = Log::default();
    let index = vertex_index(&record.vertices, seq);
    let mut input = record.vertices.clone();
    (input.indices, input.count) = (Some(Arc::new(vec![index])), 1);
    let stage = trace_vertices(&state.vertex, &log);
    let outputs = stage.transform(&input, &state.vertex);
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
        window: super::viewport::Viewport::new(&state.raster)
            .window_position(outputs[0])
            .0,
        state: state.clone(),
    }
}

/// One flush, looked at for one pixel.
struct Look<'a> {
    explainer: &'a mut Explainer,
    target: usize,
    at: [i32; 2],
    lane: usize,
    /// The block around the pixel.
    block: PixelRect,
    pass: Pass,
    shadow: Shadow,
    draws: Vec<PreparedDraw>,
    /// The draw's kernels tell what they do.
    is_traced: bool,
    log: Log,
    vertices: VertexScratch,
    tile: TileScratch,
}

/// A primitive of a draw, on its way through the pixel.
struct Place {
    draw: u32,
    primitive: u32,
    vertices: SmallVec<[u32; 4]>,
}

impl<'a> Look<'a> {
    fn new(
        explainer: &'a mut Explainer,
        number: usize,
        target: &RenderTarget,
        at: [i32; 2],
        stipple_counter: u32,
    ) -> Look<'a> {
        let shadow = Shadow::of(target, at.map(|c| c as u32));
        let mut vertices = VertexScratch::default();
        vertices.raster.stipple_counter = stipple_counter;
        Look {
            explainer,
            target: number,
            at,
            lane: lane_of(at[0] & 3, at[1] & 3),
            block: block_of(at),
            pass: Pass::new(&shadow.target),
            shadow,
            draws: Vec::new(),
            is_traced: false,
            log: Log::default(),
            vertices,
            tile: TileScratch::default(),
        }
    }

    fn command(&mut self, command: &Recorded, kernels: &mut KernelCache) {
        match command {
            Recorded::Draw(record) => {
                let number = self.explainer.explanation.next_draw();
                self.draw(record, number, kernels);
            }
            Recorded::Clear(clear) => {
                let rect = clear_rect(clear, self.pass.rect);
                if !rect.intersect(self.block_pixel()).is_empty() {
                    let before = self.shadow.pixel();
                    self.pass.add_clear(clear.clone(), &[]);
                    self.draw_block();
                    self.pass.clear_work(Work::All);
                    self.tell(Event::Clear(Box::new(ClearEvent {
                        target: self.target,
                        clear: clear.clone(),
                        before,
                        after: self.shadow.pixel(),
                    })));
                }
            }
        }
    }

    fn block_pixel(&self) -> PixelRect {
        PixelRect::from_size([self.at[0], self.at[1], 1, 1])
    }

    fn draw_block(&mut self) {
        let [x, y] = self.at.map(|c| c as usize / 64);
        let tile = y * self.pass.tiles_across + x;
        draw_tile(&self.pass, &self.draws, tile, 1, None, &mut self.tile);
    }

    fn draw(&mut self, record: &DrawRecord, number: u32, kernels: &mut KernelCache) {
        let Some(state) = record.segments.states.first().cloned() else {
            return;
        };
        let is_scissored = state.raster.scissor.is_some_and(|scissor| {
            let rect = PixelRect::from_size(scissor);
            rect.intersect(self.block_pixel()).is_empty()
        });
        self.draws.clear();
        kernels
            .numbers()
            .of(&state, record.topology, &mut self.draws);
        let Some(draw) = self.draws.first_mut() else {
            return;
        };
        self.is_traced = false;
        // The samples that pass are counted by the draw itself, once.
        draw.call = Arc::new(DrawState {
            occlusion: None,
            ..(*state).clone()
        });
        if is_scissored {
            let raster = Arc::new(RasterState {
                scissor: None,
                ..(*state.raster).clone()
            });
            let layout = draw.raster.layout.clone();
            draw.raster = RasterContext::new(0, raster, layout, target_rect(&state.target));
        }
        let geometry = record.geometry();
        let count = n_vertices(&record.vertices);
        let mut page = SetupOutput::of_records();
        for primitive in 0..geometry.n_primitives() {
            page.clear();
            let (draw, scratch) = (&self.draws[0], &mut self.vertices);
            let one = primitive..primitive + 1;
            draw.vertex
                .run_chunk(geometry, &draw.raster, one, scratch, &mut page);
            if page.primitives.is_empty() {
                continue;
            }
            let assembled = assemble(record.topology, primitive, count);
            let seq = &assembled.seq[..usize::from(assembled.n)];
            let place = Place {
                draw: number,
                primitive,
                vertices: seq
                    .iter()
                    .map(|seq| vertex_index(&record.vertices, *seq))
                    .collect(),
            };
            for record in std::mem::take(&mut page.primitives) {
                page = self.record(record, page, &state, &place, is_scissored);
            }
        }
    }

    /// One record of a primitive; gives its page back.
    fn record(
        &mut self,
        mut record: Primitive,
        mut page: SetupOutput,
        state: &Arc<DrawState>,
        place: &Place,
        is_scissored: bool,
    ) -> SetupOutput {
        record.bounds = record.bounds.intersect(self.block);
        let Some(samples) = self.covered(&record, &page) else {
            return page;
        };
        let [gx, gy] = [self.block.x0, self.block.y0];
        let stipple = state.raster.polygon_stipple.as_deref();
        let is_stippled = stipple.is_some_and(|rows| {
            record.is_filled_polygon() && stipple_mask(rows, gx, gy) >> self.lane & 1 == 0
        });
        let before = self.shadow.pixel();
        self.log.lock().clear();
        if !is_stippled && !is_scissored {
            if !std::mem::replace(&mut self.is_traced, true) {
                trace_fragments(&mut self.draws[0], state, self.lane, &self.log);
            }
            page.primitives.clear();
            page.order.clear();
            page.push_primitive(record);
            self.pass.add_page(page, &self.draws);
            self.draw_block();
            let mut pages = self.pass.clear_work(Work::All);
            page = pages.pop().unwrap_or_else(SetupOutput::of_records);
        }
        let runs = std::mem::take(&mut *self.log.lock());
        let mut told = FragmentEvent {
            target: self.target,
            draw: place.draw,
            primitive: place.primitive,
            vertices: place.vertices.clone(),
            front: record.front,
            samples,
            fate: Fate::Written,
            shading: None,
            outcomes: Vec::new(),
            before,
            after: self.shadow.pixel(),
            state: state.clone(),
        };
        let writes_color = self.draws[0].fragment.colour.is_some();
        told.settle(runs, is_stippled, is_scissored, writes_color);
        self.tell(Event::Fragment(Box::new(told)));
        page
    }

    /// The samples of the pixel that a record covers, by bit, stippled or not; `None` when it covers nothing of it.
    fn covered(&self, record: &Primitive, page: &SetupOutput) -> Option<u8> {
        let mut coverage = TileCoverage::default();
        let what = InTile {
            shape: &record.shape,
            corners: &page.corners,
            bounds: record.bounds,
            tile: self.at.map(|c| c & !63),
            stipple: None,
            depth: None,
        };
        match record.by_sample {
            true => coverage.cover_samples::<Portable>(&what),
            false => {
                coverage.cover::<Portable>(&what);
                coverage.cover_whole_pixels();
            }
        }
        let has = |masks: &[u16]| masks.first().is_some_and(|m| m >> self.lane & 1 != 0);
        let n_samples = self.shadow.n_samples();
        let samples = coverage.samples[..n_samples].iter().enumerate();
        let bits = samples.fold(0, |bits, (i, masks)| bits | u8::from(has(masks)) << i);
        (bits != 0).then_some(bits)
    }

    fn tell(&mut self, event: Event) {
        let explanation = &mut self.explainer.explanation;
        if explanation.events.len() >= MAX_EVENTS {
            explanation.events.remove(0);
            explanation.n_forgotten += 1;
        }
        explanation.events.push(event);
        // Of many fragments the first ones keep their fates only.
        let mut detailed = explanation.events.iter_mut().rev().filter_map(|e| match e {
            Event::Fragment(f) if f.shading.is_some() => Some(f),
            _ => None,
        });
        if let Some(old) = detailed.nth(MAX_DETAILED)
            && let Some(shading) = &mut old.shading
        {
            shading.forget();
        }
    }
}

impl FragmentEvent {
    /// Fills in what the kernels did.
    fn settle(
        &mut self,
        runs: Vec<KernelRun>,
        is_stippled: bool,
        is_scissored: bool,
        writes_color: bool,
    ) {
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
        // A fragment is written where one of its samples is.
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
