//! What [`Renderer::explain`](crate::raster::Renderer::explain) finds out about a pixel or a vertex. This is plain data, which
//! [`crate::explain`] formats.
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

/// A question about a frame. Pixels, draws and vertices are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Why does the pixel at these window coordinates have its colour? y counts upwards.
    Pixel { x: i32, y: i32 },
    /// What did the vertex program compute for the vertex at this position of a draw's sequence?
    Vertex { draw: u32, vertex: u32 },
}

/// The answer: what the commands of a frame did.
#[derive(Debug)]
pub struct Explanation {
    /// The question that was asked.
    pub question: Question,
    /// The targets that the frame drew to, in the order of their first commands.
    pub targets: Vec<Arc<RenderTarget>>,
    /// The events that reached the pixel or the vertex, in order.
    pub events: Vec<Event>,
    /// The number of earlier events, which have been dropped.
    pub n_forgotten: u32,
    /// The number of draws in the frame.
    pub n_draws: u32,
    /// Whether the pixel that was drawn is the one that the last event left. If not, the driver has a bug.
    pub agrees: bool,
}

/// Something that reached the pixel, or the vertex.
#[derive(Debug)]
pub enum Event {
    Clear(Box<ClearEvent>),
    Fragment(Box<FragmentEvent>),
    Vertex(Box<VertexEvent>),
}

/// A clear of the pixel.
#[derive(Debug)]
pub struct ClearEvent {
    /// The number of the target.
    pub target: usize,
    pub clear: ClearCall,
    /// The pixel before the clear, by sample.
    pub before: Vec<PixelValue>,
    /// The pixel after the clear, by sample.
    pub after: Vec<PixelValue>,
}

/// A fragment of the pixel.
#[derive(Debug)]
pub struct FragmentEvent {
    /// The number of the target.
    pub target: usize,
    /// The number of the draw in the frame.
    pub draw: u32,
    /// The number of the primitive in the draw.
    pub primitive: u32,
    /// The indices of the primitive's vertices.
    pub vertices: SmallVec<[u32; 4]>,
    /// Whether the primitive faces front.
    pub front: bool,
    /// The samples that the primitive covers, by bit.
    pub samples: u8,
    /// What happened to the fragment.
    pub fate: Fate,
    /// What the fragment program did. `None`: it did not run.
    pub shading: Option<Shading>,
    /// What happened to each sample.
    pub outcomes: Vec<Outcome>,
    /// The pixel before the fragment, by sample.
    pub before: Vec<PixelValue>,
    /// The pixel after the fragment, by sample.
    pub after: Vec<PixelValue>,
    /// The state of the draw.
    pub state: Arc<DrawState>,
}

/// A vertex, and what the vertex program computed for it.
#[derive(Debug)]
pub struct VertexEvent {
    /// The number of the draw in the frame.
    pub draw: u32,
    /// How the draw's vertices form primitives.
    pub topology: Topology,
    /// The position in the draw's sequence.
    pub seq: u32,
    /// The index of the vertex.
    pub index: u32,
    /// The attributes that the program reads, by number.
    pub inputs: Vec<(u32, [f32; 4])>,
    /// What the vertex program did.
    pub trace: Trace,
    /// The outputs of the vertex program.
    pub outputs: TransformedVertex,
    /// The window coordinates, computed without clipping.
    pub window: [f64; 3],
    /// The state of the draw.
    pub state: Arc<DrawState>,
}

/// What happened to a fragment, or to one sample of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fate {
    /// The primitive does not cover this sample.
    #[default]
    NotCovered,
    /// The polygon stipple removed it.
    Stippled,
    /// It lies outside of the scissor box.
    Scissored,
    /// The fragment program discarded it.
    Killed,
    /// Alpha to coverage or the sample coverage removed this sample.
    CoverageRemoved,
    /// It failed the depth bounds test.
    DepthBounds,
    /// It failed the alpha test.
    Alpha,
    /// It failed the stencil test.
    Stencil,
    /// It failed the depth test.
    Depth,
    /// It passed all tests, but the draw writes no colour.
    NothingWritten,
    /// Its colour was written or blended.
    Written,
}

/// A run of the fragment program.
#[derive(Debug)]
pub struct Shading {
    /// What the program did, statement by statement.
    pub trace: Trace,
    /// Whether the trace was dropped, because many fragments came after this one.
    pub is_forgotten: bool,
    /// Whether the program discarded the fragment.
    pub is_killed: bool,
    /// Output colour 0.
    pub color: [f32; 4],
    /// The depth, if the program writes one.
    pub depth: Option<f32>,
}

/// What happened to one sample.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    pub fate: Fate,
    /// The tests that ran: the numbers that each compared, and whether the sample passed.
    pub tests: Vec<Fact>,
    /// The source, destination and result of blending or of the logic operation.
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
    /// The colour in each colour plane.
    pub colors: SmallVec<[StoredPixel; 1]>,
    /// The depth (24 bits) and the stencil value.
    pub depth_stencil: Option<(u32, u8)>,
}

impl PixelValue {
    /// Reads a pixel of a target, by sample.
    pub(crate) fn read(target: &RenderTarget, [x, y]: [u32; 2]) -> Vec<PixelValue> {
        // A plane with fewer samples than the others stands for all with its last one.
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

    /// Returns the number of a target. A new target gets the next one.
    pub(crate) fn target(&mut self, target: &Arc<RenderTarget>) -> usize {
        let known = self.targets.iter().position(|t| is_same_target(t, target));
        known.unwrap_or_else(|| {
            self.targets.push(target.clone());
            self.targets.len() - 1
        })
    }

    /// Counts a draw and returns its number.
    pub(crate) fn next_draw(&mut self) -> u32 {
        self.n_draws += 1;
        self.n_draws - 1
    }

    /// Counts the draws among these commands.
    pub(crate) fn count_draws(&mut self, commands: &[Recorded]) {
        let draws = commands.iter().filter(|c| matches!(c, Recorded::Draw(_)));
        self.n_draws += draws.count() as u32;
    }

    /// Returns the pixel after the last event, by sample.
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

    /// Drops the trace.
    pub(crate) fn forget(&mut self) {
        self.trace = Trace::default();
        self.is_forgotten = true;
    }
}

/// The facts that the tests note, in the order of GL 1.5 sections 4.1.4 to 4.1.6, and the fate of a sample that fails.
const TESTS: [(&str, Fate); 4] = [
    (facts::DEPTH_BOUNDS, Fate::DepthBounds),
    (facts::ALPHA, Fate::Alpha),
    (facts::STENCIL, Fate::Stencil),
    (facts::DEPTH, Fate::Depth),
];

impl Outcome {
    /// Adds a run of the kernel of the tests. The first test that fails decides the fate.
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

    /// Adds a run of the colour kernel.
    pub(crate) fn write(&mut self, run: &KernelRun) {
        self.fate = Fate::Written;
        let facts = run.trace.statements.iter().flat_map(|s| &s.facts);
        self.colors = facts.copied().collect();
    }
}
