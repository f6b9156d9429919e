//! The vertex stage: primitives of a chunk → transformed vertices → records.
//!
//! A chunk is a range of a draw's primitives. Its vertices are fetched and transformed in groups of 16, each index
//! once while it stays in a small direct-mapped table; then the primitives are assembled, clipped and set up in order.
//! Where nothing was left of the chunks before, only the places of the vertices are computed first.
//! Chunks know nothing of each other, so any worker takes any of them; only a line stipple chains them.
#![forbid(unsafe_code)]

use crate::ir::Program;
use crate::ir::interface::attribute;
use crate::kernel::Kernel;
use crate::kernel::layout::{Sampler, SamplerSlot};
use crate::raster::call::draw_call::{Stage, Topology, VertexInput};
use crate::raster::primitive::assembly::{Assembled, Run, assemble, n_primitives};
use crate::raster::primitive::clip_and_cull::{RasterContext, RasterScratch};
use crate::raster::primitive::sink::PrimitiveSink;
use crate::raster::setup::batch::PolygonBatches;
use crate::raster::vertex::element::fetch_of_instance;
use crate::raster::vertex::gather::WindowPlaces;
use crate::raster::vertex::reuse::{Numbers, VertexList};
use crate::raster::vertex::transform::{Transform, Transformed};
use crate::raster::vertex::varyings::{VertexLayout, constant_colors};
use crate::raster::vertex::window::{Project, WindowVertices};
use crate::simd::{InstructionSet, LANES, LanesF32, PerWidth, Vectors, run_on};
use crate::texture::Texture;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// The most vertices that are transformed at a time, where they go together into no primitive.
const TRANSFORMED_AT_A_TIME: usize = 1024;
/// After so many chunks of which nothing was left, the next one is likely one more.
const LIKELY_DROPPED: u32 = 2;

/// A vertex program ready to run.
pub(crate) struct VertexStage {
    program: Arc<Program>,
    whole: Transform,
    pub(crate) constant_colors: u8,
    /// The part of it that says where vertices lie, if that is worth a run of its own.
    places: OnceLock<Option<Transform>>,
    /// Chunks in a row of which nothing was left, as far as workers see each other's.
    n_dropped: AtomicU32,
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
    vertices: Transformed,
    vertex_list: VertexList,
    window: WindowVertices,
    places: WindowPlaces,
    pub(crate) raster: RasterScratch,
}

/// The transformed vertices of a chunk.
pub(crate) struct ChunkVertices<'a> {
    pub(crate) window: &'a WindowVertices,
    pub(crate) places: &'a WindowPlaces,
    /// Indices of the vertices.
    pub(crate) indices: &'a [u32],
    input: &'a VertexInput,
    transform: &'a Transform,
    outputs: &'a [LanesF32],
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
        let group = self.transform.group(self.outputs, number / LANES);
        let edge_flags = self.input.attributes.get(attribute::EDGE_FLAG as usize);
        let flag = match edge_flags {
            Some(source) if wants_edge_flag => {
                let index = self.indices[number];
                let [flag, ..] = fetch_of_instance(source, index, self.input.instance);
                f32::from(u8::from(flag != 0.0))
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
    numbers: Numbers<'a>,
    chunk: &'a ChunkVertices<'a>,
    context: &'a RasterContext,
    scratch: &'a mut RasterScratch,
    out: &'a mut S,
}

impl<S: PrimitiveSink> PerWidth for Assembly<'_, S> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let number_of = |seq: u32| self.numbers.at(self.run.number_of(seq));
        let n = assemble(self.topology, 0, self.count).n;
        if n > 2 && self.context.fills_triangles(n) && self.out.keeps_meshes() {
            let is_separate = self.topology == Topology::Triangles;
            let batches = PolygonBatches {
                separate: self.numbers.listed().filter(|_| is_separate),
                topology: self.topology,
                count: self.count,
                primitives: self.primitives,
                chunk: self.chunk,
                context: self.context,
                scratch: self.scratch,
                out: self.out,
            };
            return match n {
                3 => batches.run::<V, 3>(number_of),
                _ => batches.run::<V, 4>(number_of),
            };
        }
        for i in self.primitives {
            let assembled = assemble(self.topology, i, self.count);
            let numbers = assembled.seq.map(|seq| number_of(seq) as usize);
            self.context
                .rasterize(&assembled, numbers, self.chunk, self.scratch, self.out);
        }
    }
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

    /// Gets ready to compute places first, if that looks worth it. Workers do not compile.
    pub(crate) fn prepare(&self) {
        if self.n_dropped.load(Ordering::Relaxed) >= LIKELY_DROPPED {
            self.places
                .get_or_init(|| Transform::of_places(&self.program));
        }
    }

    /// What computes the places of a chunk of which nothing may be left.
    fn places_first(&self) -> Option<&Transform> {
        let is_likely = self.n_dropped.load(Ordering::Relaxed) >= LIKELY_DROPPED;
        self.places.get()?.as_ref().filter(|_| is_likely)
    }

    /// Notes whether something was left of a chunk.
    fn note(&self, is_dropped: bool) {
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
        let indices = &mut scratch.vertices.indices;
        scratch.vertex_list.fill(input, &run, indices);
        scratch.vertices.fill_up();
        let n = usize::from(assemble(geometry.topology, 0, count).n);
        let dropping = match n > 2 && !is_whole_polygon {
            true => context.dropping_codes(n),
            false => 0,
        };
        let places_first = self.places_first().filter(|_| dropping != 0);
        for transform in places_first.into_iter().chain([&self.whole]) {
            transform.run(input, geometry.stage, &mut scratch.vertices);
            let project = Project {
                transform,
                outputs: scratch.vertices.outputs.all(),
                n_groups: scratch.vertices.n_groups(),
                n_vertices: scratch.vertices.vertices().len(),
                context,
                dropping,
                only_codes: !std::ptr::eq(transform, &self.whole),
                out: &mut scratch.window,
                places: &mut scratch.places,
            };
            run_on(InstructionSet::of_process(), project);
            if scratch.window.common_codes & dropping != 0 {
                return self.note(true);
            }
        }
        self.note(false);
        let chunk = ChunkVertices {
            window: &scratch.window,
            places: &scratch.places,
            indices: scratch.vertices.vertices(),
            input,
            transform: &self.whole,
            outputs: scratch.vertices.outputs.all(),
        };
        if is_whole_polygon {
            let outline = Assembled {
                edges: 0xf,
                ..assemble(Topology::Polygon, 0, count)
            };
            return context.rasterize_whole(&outline, &chunk, &mut scratch.raster, out);
        }
        let assembly = Assembly {
            topology: geometry.topology,
            count,
            primitives,
            run: &run,
            numbers: scratch.vertex_list.numbers(input, &run),
            chunk: &chunk,
            context,
            scratch: &mut scratch.raster,
            out,
        };
        run_on(InstructionSet::of_process(), assembly);
        out.keep_vertices(&mut scratch.window);
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
        Some(indices) => {
            let index = indices.get(seq as usize).copied().unwrap_or(0);
            index.wrapping_add_signed(vertices.base_vertex)
        }
        None => vertices.first.wrapping_add(seq),
    }
}

/// Primitives of one chunk: 384 to 1024 vertices, which with what the program reads and writes of them stay in the first cache.
/// Triangles by index share vertices.
pub(crate) fn primitives_per_chunk(topology: Topology, vertices: &VertexInput) -> u32 {
    match topology {
        Topology::Points | Topology::LineStrip | Topology::LineLoop => 768,
        Topology::TriangleStrip | Topology::TriangleFan | Topology::Polygon => 768,
        Topology::Lines | Topology::QuadStrip => 384,
        Topology::Triangles if vertices.indices.is_some() => 768,
        Topology::Triangles => 256,
        Topology::Quads => 192,
    }
}
