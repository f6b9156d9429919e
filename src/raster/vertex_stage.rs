//! The vertex stage: primitives of a chunk → transformed vertices → records.
//!
//! A chunk is a range of a draw's primitives. Its vertices are fetched and transformed in groups of 16, each index
//! once while it stays in a small direct-mapped table; then the primitives are assembled, clipped and set up in order.
//! Chunks know nothing of each other, so any worker takes any of them; only a line stipple chains them.
#![forbid(unsafe_code)]

use super::draw_call::{PolygonMode, Stage, Topology, VertexInput};
use super::primitive::{Assembled, assemble, n_primitives};
use super::rasterization::{PrimitiveSink, RasterContext, RasterScratch};
use super::varyings::default_of;
use super::vertex_fetch::{attributes_read, fetch, fetch_group};
use crate::ir::interface::attribute;
use crate::kernel::layout::{MAX_PIXEL_PLANES, Sampler, SamplerSlot};
use crate::kernel::{Invocation, Kernel, PixelWindow, Scratch};
use crate::simd::{LANES, LanesF32};
use crate::texture::Texture;
use smallvec::SmallVec;
use std::sync::Arc;

/// Entries of the index reuse table.
const REUSE_ENTRIES: usize = 1024;
/// No vertex: an index table entry that matches nothing.
const NO_LOCAL: u32 = u32::MAX;

/// A vertex program ready to run.
pub(crate) struct VertexStage {
    pub(crate) kernel: Arc<dyn Kernel>,
    attributes: Vec<u32>,
    n_inputs: usize,
    n_outputs: usize,
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
    indices: Vec<u32>,
    reuse: Vec<(u32, u32)>,
    locals: Vec<[u32; 4]>,
    vertices: Vec<f32>,
    kernel: Scratch,
    pub(crate) raster: RasterScratch,
}

/// The texture image units as kernels take them.
pub(crate) fn sampler_slots(textures: &[Option<Texture>]) -> SmallVec<[SamplerSlot<'_>; 16]> {
    textures
        .iter()
        .map(|t| t.as_ref().map(|t| t as &dyn Sampler))
        .collect()
}

impl VertexStage {
    pub(crate) fn new(stage: &Stage) -> VertexStage {
        VertexStage {
            kernel: crate::kernel::compile(&stage.program),
            attributes: attributes_read(&stage.program),
            n_inputs: stage.program.n_inputs as usize,
            n_outputs: stage.program.n_outputs as usize,
        }
    }

    /// Transforms the vertices `scratch.indices` into `scratch.outputs`.
    fn run(&self, vertices: &VertexInput, stage: &Stage, scratch: &mut VertexScratch) {
        let n_groups = scratch.indices.len().div_ceil(LANES);
        scratch.inputs.clear();
        scratch
            .inputs
            .resize(n_groups * self.n_inputs, [0.0; LANES]);
        scratch.masks.clear();
        scratch.outputs.clear();
        for (g, indices) in scratch.indices.chunks(LANES).enumerate() {
            let group = &mut scratch.inputs[g * self.n_inputs..][..self.n_inputs];
            fetch_group(&vertices.attributes, &self.attributes, indices, group);
            scratch
                .masks
                .push((0xffffu32 >> (LANES - indices.len())) as u16);
            scratch
                .outputs
                .extend((0..self.n_outputs as u32).map(|slot| [default_of(slot); LANES]));
        }
        self.kernel.run(
            &mut Invocation {
                uniforms: &stage.uniforms,
                inputs: &scratch.inputs,
                n_inputs: self.n_inputs,
                outputs: &mut scratch.outputs,
                n_outputs: self.n_outputs,
                planes: &[],
                groups: &[],
                masks: &mut scratch.masks,
                front_facing: true,
                pixels: [PixelWindow::NONE; MAX_PIXEL_PLANES],
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
        for start in (0..n).step_by(REUSE_ENTRIES) {
            scratch.indices.clear();
            scratch.indices.extend(
                (start..n.min(start + REUSE_ENTRIES as u32)).map(|seq| vertex_index(vertices, seq)),
            );
            self.run(vertices, stage, &mut scratch);
            for i in 0..scratch.indices.len() {
                let group = &scratch.outputs[i / LANES * self.n_outputs..][..self.n_outputs];
                let get = |slot: usize| {
                    group
                        .get(slot)
                        .map_or(default_of(slot as u32), |lanes| lanes[i % LANES])
                };
                all.push(std::array::from_fn(|v| {
                    std::array::from_fn(|c| get(4 * v + c))
                }));
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
        if geometry.is_whole_polygon() {
            return self.run_whole_polygon(geometry, context, scratch, out);
        }
        let vertices = geometry.vertices;
        let count = n_vertices(vertices);
        let assembled = |i: u32| assemble(geometry.topology, i, count);
        gather(vertices, primitives.clone().map(assembled), scratch);
        self.run(vertices, geometry.stage, scratch);
        self.pack_vertices(vertices, context, scratch);
        let stride = context.layout.stride();
        for (local, i) in scratch.locals.iter().zip(primitives) {
            let primitive = assembled(i);
            let vertices: [&[f32]; 4] =
                std::array::from_fn(|k| &scratch.vertices[local[k] as usize * stride..][..stride]);
            context.rasterize(
                &primitive,
                &vertices[..primitive.n as usize],
                &mut scratch.raster,
                out,
            );
        }
    }

    /// Carries the one primitive of a draw to `out`: a polygon of any number of vertices.
    fn run_whole_polygon(
        &self,
        geometry: Geometry<'_>,
        context: &RasterContext,
        scratch: &mut VertexScratch,
        out: &mut impl PrimitiveSink,
    ) {
        let vertices = geometry.vertices;
        let count = n_vertices(vertices);
        scratch.indices.clear();
        scratch
            .indices
            .extend((0..count).map(|seq| vertex_index(vertices, seq)));
        self.run(vertices, geometry.stage, scratch);
        self.pack_vertices(vertices, context, scratch);
        let stride = context.layout.stride();
        let polygon: SmallVec<[&[f32]; 8]> = scratch.vertices.chunks_exact(stride).collect();
        let outline = Assembled {
            edges: 0xf,
            ..assemble(Topology::Polygon, 0, count)
        };
        context.rasterize(&outline, &polygon, &mut scratch.raster, out);
    }

    /// Lays the transformed vertices out one behind the other.
    fn pack_vertices(
        &self,
        vertices: &VertexInput,
        context: &RasterContext,
        scratch: &mut VertexScratch,
    ) {
        let wants_edge_flags = context.state.polygon_mode != [PolygonMode::Fill; 2];
        let edge_flags = vertices.attributes.get(attribute::EDGE_FLAG as usize);
        scratch.vertices.clear();
        for (i, index) in scratch.indices.iter().enumerate() {
            let group = &scratch.outputs[i / LANES * self.n_outputs..][..self.n_outputs];
            let flag = match edge_flags {
                Some(source) if wants_edge_flags => {
                    f32::from(u8::from(fetch(source, *index)[0] != 0.0))
                }
                _ => 1.0,
            };
            context
                .layout
                .append_vertex(group, i % LANES, flag, &mut scratch.vertices);
        }
    }
}

/// The number of vertices in sequence, never more than there are indices.
pub(crate) fn n_vertices(vertices: &VertexInput) -> u32 {
    vertices.indices.as_ref().map_or(vertices.count, |indices| {
        vertices.count.min(indices.len() as u32)
    })
}

fn vertex_index(vertices: &VertexInput, seq: u32) -> u32 {
    match &vertices.indices {
        Some(indices) => indices.get(seq as usize).copied().unwrap_or(0),
        None => vertices.first.wrapping_add(seq),
    }
}

/// Lists the vertices that the primitives use, and which of them each primitive has.
fn gather(
    vertices: &VertexInput,
    primitives: impl Iterator<Item = Assembled>,
    scratch: &mut VertexScratch,
) {
    scratch.indices.clear();
    scratch.locals.clear();
    scratch.reuse.clear();
    scratch.reuse.resize(REUSE_ENTRIES, (0, NO_LOCAL));
    for primitive in primitives {
        let mut local = [0; 4];
        for (local, seq) in local.iter_mut().zip(&primitive.seq[..primitive.n as usize]) {
            let index = vertex_index(vertices, *seq);
            let entry = &mut scratch.reuse[index as usize % REUSE_ENTRIES];
            if entry.0 != index || entry.1 == NO_LOCAL {
                *entry = (index, scratch.indices.len() as u32);
                scratch.indices.push(index);
            }
            *local = entry.1;
        }
        scratch.locals.push(local);
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
