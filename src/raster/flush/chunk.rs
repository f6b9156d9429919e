//! The vertex stage: primitives of a chunk become transformed vertices, and these become records.
//!
//! A chunk is a range of a draw's primitives. Its vertices are fetched and transformed in groups of 16, each index
//! once while it stays in a small direct-mapped table. Then the primitives are assembled, clipped and set up in
//! order. If earlier chunks were dropped wholly, only the positions of the vertices are computed first. Chunks are
//! independent, so any worker takes any of them; only a line stipple chains them.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{Topology, VertexInput};
use crate::raster::primitive::assembly::{Assembled, Geometry, assemble};
use crate::raster::primitive::chunk::ChunkVertices;
use crate::raster::primitive::clip_and_cull::RasterScratch;
use crate::raster::primitive::context::RasterContext;
use crate::raster::setup::batch::PolygonBatches;
use crate::raster::setup::mesh::sink::MeshSink;
use crate::raster::vertex::gather::WindowPlaces;
use crate::raster::vertex::reuse::{Numbers, VertexList};
use crate::raster::vertex::sequence::{Run, n_vertices};
use crate::raster::vertex::stage::VertexStage;
use crate::raster::vertex::transform::Transformed;
use crate::raster::vertex::window::{Project, WindowVertices};
use crate::simd::{InstructionSet, PerWidth, Vectors, run_on};

/// Working memory of one chunk, reused.
#[derive(Default)]
pub(crate) struct VertexScratch {
    vertices: Transformed,
    vertex_list: VertexList,
    window: WindowVertices,
    places: WindowPlaces,
    pub(crate) raster: RasterScratch,
}

/// Hands primitives of transformed vertices to a sink, in order.
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

impl<S: MeshSink> PerWidth for Assembly<'_, S> {
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

/// Runs the stage on the vertices of a chunk and takes them to the window. Returns whether no primitive can be visible: all
/// vertices have an outcode of `dropping`.
fn transform_vertices(
    stage: &VertexStage,
    geometry: Geometry<'_>,
    context: &RasterContext,
    dropping: u32,
    scratch: &mut VertexScratch,
) -> bool {
    let places_first = stage.places_first().filter(|_| dropping != 0);
    // Where many chunks are dropped, positions alone are computed first. The whole stage runs only if the chunk may be
    // visible.
    for transform in places_first.into_iter().chain([&stage.whole]) {
        transform.run(geometry.vertices, geometry.stage, &mut scratch.vertices);
        let project = Project {
            transform,
            outputs: scratch.vertices.outputs.all(),
            n_groups: scratch.vertices.n_groups(),
            n_vertices: scratch.vertices.vertices().len(),
            viewport: context.viewport,
            layout: &context.layout,
            rules: context.outcode_rules(),
            dropping,
            only_codes: !std::ptr::eq(transform, &stage.whole),
            out: &mut scratch.window,
            places: &mut scratch.places,
        };
        run_on(InstructionSet::of_process(), project);
        if scratch.window.common_codes & dropping != 0 {
            return true;
        }
    }
    false
}

/// Hands primitives `first .. end` of a draw to `out`, in order.
pub(crate) fn run_chunk(
    stage: &VertexStage,
    geometry: Geometry<'_>,
    context: &RasterContext,
    primitives: std::ops::Range<u32>,
    scratch: &mut VertexScratch,
    out: &mut impl MeshSink,
) {
    let (input, count) = (geometry.vertices, n_vertices(geometry.vertices));
    let is_whole_polygon = geometry.is_whole_polygon();
    // Finds the vertices of the primitives. A whole polygon takes all of them.
    let run = if is_whole_polygon {
        Run::of(Topology::Points, &(0..count), count)
    } else {
        Run::of(geometry.topology, &primitives, count)
    };
    let indices = &mut scratch.vertices.indices;
    scratch.vertex_list.fill(input, &run, indices);
    scratch.vertices.fill_up();
    // The outcodes for which a primitive is dropped, if all vertices have them.
    let n = usize::from(assemble(geometry.topology, 0, count).n);
    let dropping = if n > 2 && !is_whole_polygon {
        context.dropping_codes(n)
    } else {
        0
    };
    let is_dropped = transform_vertices(stage, geometry, context, dropping, scratch);
    stage.note_chunk(is_dropped);
    if is_dropped {
        return;
    }
    // Assembles, clips and culls the primitives, and hands them to `out`.
    let chunk = ChunkVertices {
        window: &scratch.window,
        places: &scratch.places,
        indices: scratch.vertices.vertices(),
        input,
        transform: &stage.whole,
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

/// Primitives of one chunk: 384 to 1024 vertices. They stay in the first cache together with the program's inputs and
/// outputs. Triangles by index share vertices.
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
