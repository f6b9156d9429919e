//! The vertex stage: primitives of a chunk → transformed vertices → records.
//!
//! A chunk is a range of a draw's primitives. Its vertices are fetched and transformed in groups of 16, each index
//! once while it stays in a small direct-mapped table; then the primitives are assembled, clipped and set up in order.
//! Chunks know nothing of each other, so any worker takes any of them; only a line stipple chains them.
#![forbid(unsafe_code)]

use super::draw_call::{Stage, Topology, VertexInput};
use super::primitive::{Assembled, Run, assemble, n_primitives};
use super::rasterization::{PrimitiveSink, RasterContext, RasterScratch};
use super::varyings::{GroupOutputs, VertexLayout, default_of};
use super::vertex_fetch::{Fetch, attributes_read, fetch};
use super::window_vertices::{Project, WindowVertices};
use crate::ir::Op;
use crate::ir::interface::attribute;
use crate::kernel::layout::{MAX_PIXEL_PLANES, Sampler, SamplerSlot};
use crate::kernel::{Invocation, Kernel, PixelWindow, Scratch};
use crate::simd::{InstructionSet, LANES, LanesF32, PerWidth, Vectors, run_on};
use crate::texture::Texture;
use smallvec::SmallVec;
use std::sync::Arc;

/// The most entries of the index reuse table.
const REUSE_ENTRIES: usize = 1024;
/// The most vertices that are transformed at a time, where they go together into no primitive.
const TRANSFORMED_AT_A_TIME: usize = 1024;
/// No vertex: an entry that matches nothing.
const NO_LOCAL: u32 = u32::MAX;

/// A vertex program ready to run.
pub(crate) struct VertexStage {
    pub(crate) kernel: Arc<dyn Kernel>,
    attributes: Vec<u32>,
    n_inputs: usize,
    n_outputs: usize,
    /// By output slot: the program stores it.
    written: Vec<bool>,
    /// The output slots that the program may leave out for some vertices.
    maybe_written: Vec<u32>,
}

/// The part of a draw that becomes primitives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Geometry<'a> {
    pub(crate) topology: Topology,
    pub(crate) vertices: &'a VertexInput,
    pub(crate) stage: &'a Stage,
    /// A polygon stays in one piece: antialiasing must not see the edges between its triangles.
    pub(crate) whole_polygons: bool,
}

/// The most vertices of a polygon that stays in one piece; larger ones are antialiased triangle by triangle.
const WHOLE_POLYGON_VERTICES: u32 = 64;

impl Geometry<'_> {
    /// The number of primitives that the vertices form.
    pub(crate) fn n_primitives(&self) -> u32 {
        if self.is_whole_polygon() {
            1
        } else {
            n_primitives(self.topology, n_vertices(self.vertices))
        }
    }

    fn is_whole_polygon(&self) -> bool {
        self.whole_polygons
            && self.topology == Topology::Polygon
            && (4..=WHOLE_POLYGON_VERTICES).contains(&n_vertices(self.vertices))
    }
}

/// Working memory of one chunk, reused.
#[derive(Default)]
pub(crate) struct VertexScratch {
    inputs: Vec<LanesF32>,
    outputs: Vec<LanesF32>,
    masks: Vec<u16>,
    /// The vertices by their indices, filled up to whole groups with the last one.
    indices: Vec<u32>,
    n_vertices: usize,
    reuse: Vec<(u32, u32)>,
    /// By position in the chunk's run of vertices: the vertex. Empty when they are the same.
    numbers: Vec<u32>,
    window: WindowVertices,
    kernel: Scratch,
    pub(crate) raster: RasterScratch,
}

/// The transformed vertices of a chunk.
pub(crate) struct ChunkVertices<'a> {
    pub(crate) window: &'a WindowVertices,
    /// Indices of the vertices.
    pub(crate) indices: &'a [u32],
    input: &'a VertexInput,
    outputs: &'a [LanesF32],
    n_outputs: usize,
    written: &'a [bool],
}

impl ChunkVertices<'_> {
    /// Appends a vertex with its header. Its edge flag is 1 where nobody wants it.
    pub(crate) fn append_vertex(
        &self,
        layout: &VertexLayout,
        number: usize,
        wants_edge_flag: bool,
        out: &mut Vec<f32>,
    ) {
        let group = GroupOutputs {
            slots: &self.outputs[number / LANES * self.n_outputs..][..self.n_outputs],
            written: self.written,
        };
        let edge_flags = self.input.attributes.get(attribute::EDGE_FLAG as usize);
        let flag = match edge_flags {
            Some(source) if wants_edge_flag => {
                f32::from(u8::from(fetch(source, self.indices[number])[0] != 0.0))
            }
            _ => 1.0,
        };
        layout.append_vertex(group, number % LANES, flag, out);
    }
}

/// The texture image units as kernels take them.
pub(crate) fn sampler_slots(textures: &[Option<Texture>]) -> SmallVec<[SamplerSlot<'_>; 16]> {
    textures
        .iter()
        .map(|t| t.as_ref().map(|t| t as &dyn Sampler))
        .collect()
}

/// Carries primitives of transformed vertices to a sink, in order.
struct Assembly<'a, S> {
    topology: Topology,
    count: u32,
    primitives: std::ops::Range<u32>,
    run: &'a Run,
    /// By position in the run: the vertex. Empty when they are the same.
    numbers: &'a [u32],
    chunk: &'a ChunkVertices<'a>,
    context: &'a RasterContext,
    scratch: &'a mut RasterScratch,
    out: &'a mut S,
}

impl<S: PrimitiveSink> PerWidth for Assembly<'_, S> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let number_of = |seq: u32| {
            let number = self.run.number_of(seq);
            match self.numbers.get(number) {
                Some(number) => *number as usize,
                None => number,
            }
        };
        for i in self.primitives {
            let assembled = assemble(self.topology, i, self.count);
            let [a, b, c, d] = assembled.seq;
            let numbers = [number_of(a), number_of(b), number_of(c), number_of(d)];
            self.context
                .rasterize(&assembled, numbers, self.chunk, self.scratch, self.out);
        }
    }
}

/// Makes a buffer at least `n` long; what it holds may be anything.
fn at_least(buffer: &mut Vec<LanesF32>, n: usize) -> &mut [LanesF32] {
    if buffer.len() < n {
        buffer.resize(n, [0.0; LANES]);
    }
    &mut buffer[..n]
}

impl VertexStage {
    pub(crate) fn new(stage: &Stage) -> VertexStage {
        let program = &stage.program;
        let n_outputs = program.n_outputs as usize;
        let mut written = vec![false; n_outputs];
        for store in program.insts().filter(|i| i.op == Op::StoreOutput) {
            written[store.imm[0] as usize] = true;
        }
        let is_straight = program.blocks.len() == 1;
        let maybe_written = (0..n_outputs as u32).filter(|slot| written[*slot as usize]);
        VertexStage {
            kernel: crate::kernel::compile(program),
            attributes: attributes_read(program),
            n_inputs: program.n_inputs as usize,
            n_outputs,
            maybe_written: maybe_written.filter(|_| !is_straight).collect(),
            written,
        }
    }

    /// The stage with another kernel.
    pub(crate) fn with_kernel(stage: &Stage, kernel: Arc<dyn Kernel>) -> VertexStage {
        VertexStage {
            kernel,
            ..VertexStage::new(stage)
        }
    }

    /// Transforms the vertices `scratch.indices` into `scratch.outputs`.
    fn run(&self, vertices: &VertexInput, stage: &Stage, scratch: &mut VertexScratch) {
        let VertexScratch { indices, masks, .. } = scratch;
        let n_vertices = indices.len();
        scratch.n_vertices = n_vertices;
        let n_groups = n_vertices.div_ceil(LANES);
        indices.resize(n_groups * LANES, indices.last().copied().unwrap_or(0));
        masks.clear();
        masks.resize(n_groups, 0xffff);
        if let (Some(last), 1..) = (masks.last_mut(), n_vertices % LANES) {
            *last >>= LANES - n_vertices % LANES;
        }
        let inputs = at_least(&mut scratch.inputs, n_groups * self.n_inputs);
        if self.n_inputs > 0 {
            run_on(
                InstructionSet::of_process(),
                Fetch {
                    sources: &vertices.attributes,
                    read: &self.attributes,
                    indices,
                    n_inputs: self.n_inputs,
                    inputs,
                },
            );
        }
        let outputs = at_least(&mut scratch.outputs, n_groups * self.n_outputs);
        for slot in &self.maybe_written {
            for group in outputs.chunks_exact_mut(self.n_outputs) {
                group[*slot as usize] = [default_of(*slot); LANES];
            }
        }
        self.kernel.run(
            &mut Invocation {
                uniforms: &stage.uniforms,
                inputs,
                n_inputs: self.n_inputs,
                outputs,
                n_outputs: self.n_outputs,
                planes: &[],
                groups: &[],
                masks,
                front_facing: true,
                pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                samplers: &sampler_slots(&stage.textures),
            },
            &mut scratch.kernel,
        );
    }

    /// The varyings of every vertex of a draw, in order.
    pub(crate) fn transform(
        &self,
        vertices: &VertexInput,
        stage: &Stage,
    ) -> Vec<super::TransformedVertex> {
        let mut scratch = VertexScratch::default();
        let n = n_vertices(vertices);
        let mut all = Vec::new();
        for start in (0..n).step_by(TRANSFORMED_AT_A_TIME) {
            let end = n.min(start + TRANSFORMED_AT_A_TIME as u32);
            scratch.indices.clear();
            scratch
                .indices
                .extend((start..end).map(|seq| vertex_index(vertices, seq)));
            self.run(vertices, stage, &mut scratch);
            for i in 0..scratch.n_vertices {
                let group = GroupOutputs {
                    slots: &scratch.outputs[i / LANES * self.n_outputs..][..self.n_outputs],
                    written: &self.written,
                };
                let vec4 = |v: usize| group.vec4(v as u32).map(|lanes| lanes[i % LANES]);
                all.push(std::array::from_fn(vec4));
            }
        }
        all
    }

    /// Carries primitives `first .. end` of a draw to `out`, in order.
    pub(crate) fn run_chunk(
        &self,
        geometry: Geometry<'_>,
        context: &RasterContext,
        primitives: std::ops::Range<u32>,
        scratch: &mut VertexScratch,
        out: &mut impl PrimitiveSink,
    ) {
        let (input, count) = (geometry.vertices, n_vertices(geometry.vertices));
        let is_whole_polygon = geometry.is_whole_polygon();
        let run = match is_whole_polygon {
            true => Run::of(Topology::Points, &(0..count), count),
            false => Run::of(geometry.topology, &primitives, count),
        };
        gather(input, &run, scratch);
        self.run(input, geometry.stage, scratch);
        self.project(context, scratch);
        let chunk = ChunkVertices {
            window: &scratch.window,
            indices: &scratch.indices[..scratch.n_vertices],
            input,
            outputs: &scratch.outputs,
            n_outputs: self.n_outputs,
            written: &self.written,
        };
        if is_whole_polygon {
            let outline = Assembled {
                edges: 0xf,
                ..assemble(Topology::Polygon, 0, count)
            };
            return context.rasterize_whole(&outline, &chunk, &mut scratch.raster, out);
        }
        let n = usize::from(assemble(geometry.topology, 0, count).n);
        if n > 2 && chunk.window.common_codes & context.dropping_codes(n) != 0 {
            return;
        }
        out.reserve(primitives.len(), context);
        let assembly = Assembly {
            topology: geometry.topology,
            count,
            primitives,
            run: &run,
            numbers: &scratch.numbers,
            chunk: &chunk,
            context,
            scratch: &mut scratch.raster,
            out,
        };
        run_on(InstructionSet::of_process(), assembly);
    }

    /// Finds out where the vertices of the chunk lie.
    fn project(&self, context: &RasterContext, scratch: &mut VertexScratch) {
        let project = Project {
            outputs: &scratch.outputs,
            n_outputs: self.n_outputs,
            written: &self.written,
            n_groups: scratch.masks.len(),
            layout: &context.layout,
            viewport: &context.viewport,
            rules: context.outcode_rules(),
            out: &mut scratch.window,
        };
        run_on(InstructionSet::of_process(), project);
    }
}

/// The number of vertices in sequence, never more than there are indices.
pub(crate) fn n_vertices(vertices: &VertexInput) -> u32 {
    vertices.indices.as_ref().map_or(vertices.count, |indices| {
        vertices.count.min(indices.len() as u32)
    })
}

/// The index of the vertex at a place in the sequence.
pub(crate) fn vertex_index(vertices: &VertexInput, seq: u32) -> u32 {
    match &vertices.indices {
        Some(indices) => indices.get(seq as usize).copied().unwrap_or(0),
        None => vertices.first.wrapping_add(seq),
    }
}

/// Lists the vertices of a run; those with the same index once while it stays in the table.
fn gather(vertices: &VertexInput, run: &Run, scratch: &mut VertexScratch) {
    let VertexScratch {
        indices,
        reuse,
        numbers,
        ..
    } = scratch;
    indices.clear();
    numbers.clear();
    let Some(by_seq) = &vertices.indices else {
        indices.extend(run.positions().map(|seq| vertices.first.wrapping_add(seq)));
        return;
    };
    let n_entries = (2 * run.len()).next_power_of_two().min(REUSE_ENTRIES);
    reuse.clear();
    reuse.resize(n_entries, (0, NO_LOCAL));
    for seq in run.positions() {
        let index = by_seq.get(seq as usize).copied().unwrap_or(0);
        let entry = &mut reuse[index as usize & (n_entries - 1)];
        if entry.0 != index || entry.1 == NO_LOCAL {
            *entry = (index, indices.len() as u32);
            indices.push(index);
        }
        numbers.push(entry.1);
    }
}

/// Primitives of one chunk: 512 to 1024 vertices.
pub(crate) fn primitives_per_chunk(topology: Topology) -> u32 {
    match topology {
        Topology::Points | Topology::LineStrip | Topology::LineLoop => 768,
        Topology::TriangleStrip | Topology::TriangleFan | Topology::Polygon => 768,
        Topology::Lines | Topology::QuadStrip => 384,
        Topology::Triangles => 256,
        Topology::Quads => 192,
    }
}
