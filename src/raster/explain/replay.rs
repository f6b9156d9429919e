//! Executes one flush for one pixel.
//!
//! The setup, the coverage and the tile writer are those of every flush. They process one primitive after the other, on a copy
//! of the 4×4 block around the pixel, with recording kernels ([`super::kernel`]). A draw whose scissor excludes the pixel is
//! replayed without a scissor, so that its fragments can be reported.
#![forbid(unsafe_code)]

use super::explainer::Explainer;
use super::kernel::{Log, trace_fragments};
use super::result::*;
use super::shadow::{Shadow, block_of};
use crate::raster::call::draw_call::{DrawState, RasterState, RenderTarget};
use crate::raster::coverage::masks::{lane_of, stipple_mask};
use crate::raster::coverage::tile::{InTile, TileCoverage};
use crate::raster::flush::chunk::{VertexScratch, run_chunk};
use crate::raster::flush::prepare::Preparer;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::target::{clear_rect, target_rect};
use crate::raster::primitive::assembly::assemble;
use crate::raster::primitive::context::RasterContext;
use crate::raster::record::command::Recorded;
use crate::raster::record::merged_draw::DrawRecord;
use crate::raster::scene::bins::{Pass, PreparedDraw, Work};
use crate::raster::setup::record::{Primitive, SetupOutput};
use crate::raster::tile::draw::draw_tile;
use crate::raster::tile::scratch::TileScratch;
use crate::raster::vertex::sequence::{n_vertices, vertex_index};
use crate::simd::Portable;
use smallvec::SmallVec;
use std::sync::Arc;

/// The most fragments whose programs are reported line by line. These are the last ones.
const MAX_DETAILED: usize = 64;
/// The most fragments and clears that are reported at all.
const MAX_EVENTS: usize = 4096;

/// Replays one flush for one pixel.
pub(crate) struct Replay<'a> {
    explainer: &'a mut Explainer,
    /// The number of the target.
    target: usize,
    /// The pixel, and its lane in the block.
    at: [i32; 2],
    lane: usize,
    /// The block around the pixel.
    block: PixelRect,
    pass: Pass,
    shadow: Shadow,
    draws: Vec<PreparedDraw>,
    /// Whether the kernels of the present draw have been replaced.
    is_traced: bool,
    log: Log,
    vertices: VertexScratch,
    tile: TileScratch,
}

/// A primitive of a draw during the replay.
struct Place {
    draw: u32,
    primitive: u32,
    vertices: SmallVec<[u32; 4]>,
}

impl<'a> Replay<'a> {
    pub(crate) fn new(
        explainer: &'a mut Explainer,
        number: usize,
        target: &RenderTarget,
        at: [i32; 2],
        stipple_counter: u32,
    ) -> Replay<'a> {
        let shadow = Shadow::of(target, at.map(|c| c as u32));
        let mut vertices = VertexScratch::default();
        vertices.raster.stipple_counter = stipple_counter;
        Replay {
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

    /// The current pixel.
    pub(crate) fn pixel(&self) -> Vec<PixelValue> {
        self.shadow.pixel()
    }

    /// Executes a draw or a clear.
    pub(crate) fn command(&mut self, command: &Recorded, preparer: &mut Preparer) {
        match command {
            Recorded::Draw(record) => {
                let number = self.explainer.explanation.next_draw();
                self.draw(record, number, preparer);
            }
            Recorded::Clear(clear) => {
                let rect = clear_rect(clear, self.pass.rect);
                if !rect.intersect(self.block_pixel()).is_empty() {
                    let before = self.shadow.pixel();
                    self.pass.add_clear(clear.clone(), &[]);
                    self.draw_block();
                    self.pass.clear_work(Work::All);
                    self.add_event(Event::Clear(Box::new(ClearEvent {
                        target: self.target,
                        clear: clear.clone(),
                        before,
                        after: self.shadow.pixel(),
                    })));
                }
            }
        }
    }

    /// The pixel as a rectangle.
    fn block_pixel(&self) -> PixelRect {
        PixelRect::from_size([self.at[0], self.at[1], 1, 1])
    }

    /// Draws the recorded work to the copy of the block.
    fn draw_block(&mut self) {
        let [x, y] = self.at.map(|c| c as usize / 64);
        let tile = y * self.pass.tiles_across + x;
        draw_tile(&self.pass, &self.draws, tile, 1, None, &mut self.tile);
    }

    /// Executes a draw, one primitive after the other.
    fn draw(&mut self, record: &DrawRecord, number: u32, preparer: &mut Preparer) {
        let Some(state) = record.segments.states.first().cloned() else {
            return;
        };
        // Prepares the draw, without its scissor if that excludes the pixel.
        let is_scissored = state.raster.scissor.is_some_and(|scissor| {
            let rect = PixelRect::from_size(scissor);
            rect.intersect(self.block_pixel()).is_empty()
        });
        self.draws.clear();
        preparer
            .numbers()
            .of(&state, record.topology, &mut self.draws);
        let Some(draw) = self.draws.first_mut() else {
            return;
        };
        self.is_traced = false;
        prepare_for_replay(draw, &state, is_scissored);
        // Each primitive becomes a page of its own, whose records are drawn one by one.
        let geometry = record.geometry();
        let count = n_vertices(&record.vertices);
        let mut page = SetupOutput::of_records();
        for primitive in 0..geometry.n_primitives() {
            page.clear();
            let (draw, scratch) = (&self.draws[0], &mut self.vertices);
            let one = primitive..primitive + 1;
            run_chunk(
                &draw.vertex,
                geometry,
                &draw.raster,
                one,
                scratch,
                &mut page,
            );
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

    /// Draws one record of a primitive, and reports its fragment. Returns the page for the next one.
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
        // The stipple and the scissor may remove the fragment before any kernel runs.
        let [gx, gy] = [self.block.x0, self.block.y0];
        let stipple = state.raster.polygon_stipple.as_deref();
        let is_stippled = stipple.is_some_and(|rows| {
            record.is_filled_polygon() && stipple_mask(rows, gx, gy) >> self.lane & 1 == 0
        });
        let before = self.shadow.pixel();
        self.log.lock().clear();
        // Otherwise the primitive is drawn alone, with kernels that report the lane.
        if !is_stippled && !is_scissored {
            if !std::mem::replace(&mut self.is_traced, true) {
                trace_fragments(&mut self.draws[0], state, self.lane, &self.log);
            }
            page.primitives.clear();
            page.order.clear();
            page.push_primitive(record);
            self.pass.add_page(page, &self.draws);
            self.draw_block();
            let drawn = self.pass.clear_work(Work::All).next_back();
            page = drawn.unwrap_or_else(SetupOutput::of_records);
        }
        // The event has the pixel from before and after it, and the kernels' runs.
        let runs = std::mem::take(&mut *self.log.lock());
        let mut event = FragmentEvent {
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
        event.add_runs(runs, is_stippled, is_scissored, writes_color);
        self.add_event(Event::Fragment(Box::new(event)));
        page
    }

    /// Returns the samples of the pixel that a record covers, by bit, if there are some. The stipple does not count.
    fn covered(&self, record: &Primitive, page: &SetupOutput) -> Option<u8> {
        let mut coverage = TileCoverage::default();
        let what = InTile {
            shape: &record.shape,
            corners: &page.corners,
            bounds: record.bounds,
            tile: self.at.map(|c| c & !63),
            rule: self.draws[0].raster.edge_rule,
            stipple: None,
            depth: None,
        };
        if record.by_sample {
            coverage.cover_samples::<Portable>(&what);
        } else {
            coverage.cover::<Portable>(&what);
            coverage.cover_whole_pixels();
        }
        let has = |masks: &[u16]| masks.first().is_some_and(|m| m >> self.lane & 1 != 0);
        let n_samples = self.shadow.n_samples();
        let samples = coverage.samples[..n_samples].iter().enumerate();
        let bits = samples.fold(0, |bits, (i, masks)| bits | u8::from(has(masks)) << i);
        (bits != 0).then_some(bits)
    }

    /// Adds an event. The oldest one is removed if there are too many.
    fn add_event(&mut self, event: Event) {
        let explanation = &mut self.explainer.explanation;
        if explanation.events.len() >= MAX_EVENTS {
            explanation.events.remove(0);
            explanation.n_forgotten += 1;
        }
        explanation.events.push(event);
        // Only the last fragments keep what their programs did.
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

/// Makes a draw fit the replay: it counts no samples, since the draw itself did, and has no scissor that excludes the pixel.
fn prepare_for_replay(draw: &mut PreparedDraw, state: &DrawState, is_scissored: bool) {
    draw.call = Arc::new(DrawState {
        occlusion: None,
        ..state.clone()
    });
    if is_scissored {
        let raster = Arc::new(RasterState {
            scissor: None,
            ..(*state.raster).clone()
        });
        let layout = draw.raster.layout.clone();
        draw.raster = RasterContext::new(0, raster, layout, target_rect(&state.target));
    }
}
