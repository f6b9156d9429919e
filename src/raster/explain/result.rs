//! What [`Renderer::explain`](crate::raster::Renderer::explain) finds out about a pixel or a vertex: plain data;
//! [`crate::explain`] formats it.
#![forbid(unsafe_code)]

use super::kernel::KernelRun;
use crate::ir::Noted;
use crate::ir::interface::fragment_output;
use crate::kernel::trace::{Fact, Trace, Value};
use crate::raster::TransformedVertex;
use crate::raster::call::draw_call::{ClearCall, DrawState, RenderTarget, Topology};
use crate::raster::fragment::depth_stencil::facts;
use crate::raster::geometry::target::is_same_target;
use crate::raster::record::command::Recorded;
use smallvec::SmallVec;
use std::sync::Arc;

/// What is asked about a frame. Everything is counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// A pixel, in window coordinates (y upward).
    Pixel {
        /// Column.
        x: i32,
        /// Row.
        y: i32,
    },
    /// A vertex of a draw, by its place in the draw's sequence.
    Vertex {
        /// The draw.
        draw: u32,
        /// The place.
        vertex: u32,
    },
}

/// What the commands of a frame did.
#[derive(Debug)]
pub struct Explanation {
    /// What was asked.
    pub question: Question,
    /// The targets drawn to, in their order.
    pub targets: Vec<Arc<RenderTarget>>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Events before those, of which nothing is known any more.
    pub n_forgotten: u32,
    /// The number of draws.
    pub n_draws: u32,
    /// The pixel that was drawn is the one that the last event left. Else there is a bug of ours.
    pub agrees: bool,
}

/// Something that reached the pixel, or the vertex.
#[derive(Debug)]
pub enum Event {
    /// A clear.
    Clear(Box<ClearEvent>),
    /// A fragment.
    Fragment(Box<FragmentEvent>),
    /// The vertex.
    Vertex(Box<VertexEvent>),
}

/// A clear of the pixel.
#[derive(Debug)]
pub struct ClearEvent {
    /// Number of the target.
    pub target: usize,
    /// The clear.
    pub clear: ClearCall,
    /// The pixel before, by sample.
    pub before: Vec<PixelValue>,
    /// The pixel after it.
    pub after: Vec<PixelValue>,
}

/// A fragment of the pixel.
#[derive(Debug)]
pub struct FragmentEvent {
    /// Number of the target.
    pub target: usize,
    /// The draw.
    pub draw: u32,
    /// The primitive among those of the draw.
    pub primitive: u32,
    /// Its vertices, by index.
    pub vertices: SmallVec<[u32; 4]>,
    /// It faces front.
    pub front: bool,
    /// The samples that it covers, by bit.
    pub samples: u8,
    /// What became of it.
    pub fate: Fate,
    /// What the fragment program did; `None` when it did not run.
    pub shading: Option<Shading>,
    /// The tests and what is written, by sample.
    pub outcomes: Vec<Outcome>,
    /// The pixel before, by sample.
    pub before: Vec<PixelValue>,
    /// The pixel after it.
    pub after: Vec<PixelValue>,
    /// The state of the draw.
    pub state: Arc<DrawState>,
}

/// A vertex.
#[derive(Debug)]
pub struct VertexEvent {
    /// The draw.
    pub draw: u32,
    /// How its vertices form primitives.
    pub topology: Topology,
    /// The place in the draw's sequence.
    pub seq: u32,
    /// The index that stands there.
    pub index: u32,
    /// The attributes that the program reads.
    pub inputs: Vec<(u32, [f32; 4])>,
    /// What the program did.
    pub trace: Trace,
    /// The varyings.
    pub outputs: TransformedVertex,
    /// Window coordinates, not clipped.
    pub window: [f64; 3],
    /// The state of the draw.
    pub state: Arc<DrawState>,
}

/// What became of a fragment, or of one sample of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fate {
    /// The primitive does not cover this sample.
    #[default]
    NotCovered,
    /// Left out by the polygon stipple.
    Stippled,
    /// Outside of the scissor box.
    Scissored,
    /// Discarded by the fragment program.
    Killed,
    /// Alpha or the sample coverage took this sample away.
    CoverageRemoved,
    /// The stored depth lies outside of the bounds.
    DepthBounds,
    /// Failed the alpha test.
    Alpha,
    /// Failed the stencil test.
    Stencil,
    /// Failed the depth test.
    Depth,
    /// Passed all tests; no colour is written.
    NothingWritten,
    /// Written to the pixel.
    Written,
}

/// A run of the fragment program.
#[derive(Debug)]
pub struct Shading {
    /// What it did.
    pub trace: Trace,
    /// The trace was left out, since many fragments came after this one.
    pub is_forgotten: bool,
    /// It discarded the fragment.
    pub is_killed: bool,
    /// Colour 0.
    pub color: [f32; 4],
    /// The depth, if the program writes one.
    pub depth: Option<f32>,
}

/// What became of one sample.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// Its fate.
    pub fate: Fate,
    /// The tests, with the numbers that were compared and whether it passed.
    pub tests: Vec<Fact>,
    /// Source, destination and result of blending or of the logic operation.
    pub colors: Vec<Fact>,
}

/// The stored colour of a pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StoredPixel {
    /// Red, green, blue, alpha in 0 ..= 255.
    Bytes([u8; 4]),
    /// Red, green, blue, alpha.
    Floats([f32; 4]),
}

/// One sample of a pixel.
#[derive(Debug, Clone, PartialEq)]
pub struct PixelValue {
    /// By colour plane.
    pub colors: SmallVec<[StoredPixel; 1]>,
    /// 24 bits of depth and 8 of stencil.
    pub depth_stencil: Option<(u32, u8)>,
}

impl PixelValue {
    /// The samples of a pixel of a target.
    pub(crate) fn read(target: &RenderTarget, [x, y]: [u32; 2]) -> Vec<PixelValue> {
        let raw = |plane: &crate::platform::PixelStorage, sample: u32| {
            let mut pixel = [0];
            plane.read_sample_row(x, y, sample.min(plane.samples() - 1), &mut pixel);
            pixel[0]
        };
        let sample = |sample: u32| PixelValue {
            colors: target
                .color
                .iter()
                .map(|(_, plane)| {
                    if plane.is_float() {
                        let mut color = [[0.0; 4]];
                        plane.read_sample_colors(x, y, sample, &mut color);
                        StoredPixel::Floats(color[0])
                    } else {
                        let [b, g, r, a] = raw(plane, sample).to_le_bytes();
                        StoredPixel::Bytes([r, g, b, a])
                    }
                })
                .collect(),
            depth_stencil: target.depth_stencil.as_ref().map(|plane| {
                let pixel = raw(plane, sample);
                (pixel >> 8, pixel as u8)
            }),
        };
        (0..target.samples()).map(sample).collect()
    }
}

impl Explanation {
    pub(crate) fn new(question: Question) -> Explanation {
        Explanation {
            question,
            targets: Vec::new(),
            events: Vec::new(),
            n_forgotten: 0,
            n_draws: 0,
            agrees: true,
        }
    }

    /// The number of a target.
    pub(crate) fn target(&mut self, target: &Arc<RenderTarget>) -> usize {
        let known = self.targets.iter().position(|t| is_same_target(t, target));
        known.unwrap_or_else(|| {
            self.targets.push(target.clone());
            self.targets.len() - 1
        })
    }

    /// Counts a draw; its number.
    pub(crate) fn next_draw(&mut self) -> u32 {
        self.n_draws += 1;
        self.n_draws - 1
    }

    pub(crate) fn count_draws(&mut self, commands: &[Recorded]) {
        let draws = commands.iter().filter(|c| matches!(c, Recorded::Draw(_)));
        self.n_draws += draws.count() as u32;
    }

    /// The pixel as the last event left it, by sample.
    pub fn last_pixel(&self) -> Option<&[PixelValue]> {
        self.events.iter().rev().find_map(|event| match event {
            Event::Clear(clear) => Some(&clear.after[..]),
            Event::Fragment(fragment) => Some(&fragment.after[..]),
            Event::Vertex(_) => None,
        })
    }
}

impl Shading {
    pub(crate) fn new(run: &KernelRun) -> Shading {
        let output = |slot: u32| run.outputs.get(slot as usize).copied();
        Shading {
            trace: run.trace.clone(),
            is_forgotten: false,
            is_killed: !run.is_live,
            color: std::array::from_fn(|c| output(c as u32).unwrap_or(0.0)),
            depth: output(4 * fragment_output::DEPTH + 2),
        }
    }

    pub(crate) fn forget(&mut self) {
        self.trace = Trace::default();
        self.is_forgotten = true;
    }
}

/// The tests in the order of GL 1.5 sections 4.1.4 to 4.1.6, and what the fragment has met where it fails.
const TESTS: [(&str, Fate); 4] = [
    (facts::DEPTH_BOUNDS, Fate::DepthBounds),
    (facts::ALPHA, Fate::Alpha),
    (facts::STENCIL, Fate::Stencil),
    (facts::DEPTH, Fate::Depth),
];

impl Outcome {
    /// What the tests said.
    pub(crate) fn test(&mut self, run: &KernelRun) {
        let notes = run.trace.statements.iter().flat_map(|s| &s.facts);
        let notes: Vec<Fact> = notes.copied().collect();
        self.fate = Fate::Written;
        for (name, fate) in TESTS {
            let is_it = |fact: &&Fact| fact.what == Noted::Fact(name);
            let Some(fact) = notes.iter().find(is_it) else {
                continue;
            };
            self.tests.push(*fact);
            if fact.present().last() == Some(Value::Mask(false)) {
                self.fate = fate;
                return;
            }
        }
    }

    /// What was written.
    pub(crate) fn write(&mut self, run: &KernelRun) {
        self.fate = Fate::Written;
        let facts = run.trace.statements.iter().flat_map(|s| &s.facts);
        self.colors = facts.copied().collect();
    }
}
