//! Small draws that become one: neighbours whose vertices are processed alike share a vertex buffer.
//!
//! ```text
//! polygon in state A, polygon in A, strip in B   →   vertices ┆ indices of triangles ┆ A from 0 on, B from 4 on
//! ```
//!
//! Only what gives the same picture is taken: strips, fans, loops and polygons fall apart into independent primitives
//! with the vertices in the order that assembly gives them. Where the provoking vertex counts, a polygon or a quad strip
//! stays out, since its provoking vertex has another place; so do outlines of polygons and stippled lines, which know
//! where a primitive begins. The states of a run may differ in what comes after the vertices.
#![forbid(unsafe_code)]

use super::draw_call::{
    AttributeSource, ComponentType, DrawState, PackedVertices, PolygonMode, Topology, VertexInput,
};
use super::primitive::{assemble, n_primitives};
use super::vertex_fetch::attributes_read;
use super::vertex_stage::Geometry;
use crate::ir::interface::attribute;
use crate::ir::{Program, ProgramId};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// Draws with more vertices stay by themselves.
const MAX_DRAW_VERTICES: u32 = 4096;
/// A run that is larger takes no more draws.
const MAX_RUN_BYTES: usize = 1 << 20;

/// From which primitive on a state holds.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub(crate) first: u32,
    pub(crate) state: Arc<DrawState>,
}

/// A recorded draw, or several that became one.
#[derive(Debug)]
pub(crate) struct DrawRecord {
    pub(crate) topology: Topology,
    pub(crate) vertices: VertexInput,
    /// One or more, the first from primitive 0 on. All agree on what [`shares_vertices`] compares.
    pub(crate) segments: SmallVec<[Segment; 1]>,
}

impl DrawRecord {
    /// The state of its first primitive, which all share as far as vertices go.
    pub(crate) fn state(&self) -> &Arc<DrawState> {
        &self.segments[0].state
    }

    /// What becomes primitives.
    pub(crate) fn geometry(&self) -> Geometry<'_> {
        let state = self.state();
        Geometry {
            topology: self.topology,
            vertices: &self.vertices,
            stage: &state.vertex,
            whole_polygons: state.raster.polygon_smooth,
        }
    }
}

/// Draws that are still being collected.
#[derive(Debug)]
pub(crate) struct VertexRun {
    topology: Topology,
    /// The attributes of a vertex: those that the vertex program reads.
    format: Arc<[u8]>,
    data: Vec<u8>,
    n_vertices: u32,
    indices: Vec<u32>,
    segments: SmallVec<[Segment; 1]>,
}

/// Independent primitives that give the same picture; `None` when there are none.
fn independent(topology: Topology, state: &DrawState) -> Option<Topology> {
    let raster = &state.raster;
    let is_plain = raster.polygon_mode == [PolygonMode::Fill; 2]
        && !raster.polygon_smooth
        && raster.line_stipple.is_none();
    if !is_plain {
        return None;
    }
    Some(match topology {
        Topology::Points => Topology::Points,
        Topology::Lines | Topology::LineStrip | Topology::LineLoop => Topology::Lines,
        Topology::Triangles | Topology::TriangleStrip | Topology::TriangleFan => {
            Topology::Triangles
        }
        Topology::Quads => Topology::Quads,
        Topology::Polygon if !raster.flat => Topology::Triangles,
        Topology::QuadStrip if !raster.flat => Topology::Quads,
        Topology::Polygon | Topology::QuadStrip => return None,
    })
}

fn vertices_per_primitive(independent: Topology) -> u32 {
    match independent {
        Topology::Points => 1,
        Topology::Lines => 2,
        Topology::Triangles => 3,
        _ => 4,
    }
}

/// Whether vertices of both states are transformed, clipped and laid out alike.
fn shares_vertices(a: &DrawState, b: &DrawState) -> bool {
    Arc::ptr_eq(&a.raster, &b.raster)
        && Arc::ptr_eq(&a.target, &b.target)
        && a.vertex.program.id == b.vertex.program.id
        && Arc::ptr_eq(&a.vertex.uniforms, &b.vertex.uniforms)
        && a.vertex.textures.is_empty()
        && b.vertex.textures.is_empty()
        && a.fragment.program.id == b.fragment.program.id
        && a.ops.clamp_color == b.ops.clamp_color
}

impl VertexRun {
    /// A run without vertices for draws like this one; `None` for a draw that cannot be in a run.
    pub(crate) fn new(
        state: &Arc<DrawState>,
        topology: Topology,
        formats: &mut VertexFormats,
    ) -> Option<VertexRun> {
        Some(VertexRun {
            topology: independent(topology, state)?,
            format: formats.get(&state.vertex.program),
            data: Vec::new(),
            n_vertices: 0,
            indices: Vec::new(),
            segments: smallvec![Segment {
                first: 0,
                state: state.clone(),
            }],
        })
    }

    /// Whether a draw of this size belongs in runs at all.
    pub(crate) fn is_small(vertices: &PackedVertices<'_>) -> bool {
        vertices.count() <= MAX_DRAW_VERTICES
    }

    /// Whether a draw can be appended.
    pub(crate) fn takes(&self, state: &Arc<DrawState>, topology: Topology) -> bool {
        let last = &self.segments[self.segments.len() - 1].state;
        (Arc::ptr_eq(last, state) || shares_vertices(last, state))
            && self.data.len() < MAX_RUN_BYTES
            && independent(topology, state) == Some(self.topology)
    }

    /// Appends a draw that [`VertexRun::takes`] allows.
    pub(crate) fn append(
        &mut self,
        state: &Arc<DrawState>,
        topology: Topology,
        vertices: &PackedVertices<'_>,
    ) {
        let n = n_primitives(topology, vertices.count());
        if n == 0 {
            return;
        }
        let last = &self.segments[self.segments.len() - 1];
        if !Arc::ptr_eq(&last.state, state) {
            let first = self.n_primitives();
            let segment = Segment {
                first,
                state: state.clone(),
            };
            // A state without primitives goes.
            if last.first == first {
                self.segments.pop();
            }
            self.segments.push(segment);
        }
        self.append_indices(topology, vertices.count(), n);
        self.append_vertices(vertices);
        self.n_vertices += vertices.count();
    }

    fn n_primitives(&self) -> u32 {
        self.indices.len() as u32 / vertices_per_primitive(self.topology)
    }

    fn append_indices(&mut self, topology: Topology, count: u32, n: u32) {
        let base = self.n_vertices;
        match topology {
            Topology::Triangles | Topology::Quads | Topology::Lines | Topology::Points => {
                let used = n * vertices_per_primitive(topology);
                self.indices.extend(base..base + used);
            }
            _ => {
                for i in 0..n {
                    let primitive = assemble(topology, i, count);
                    let vertices = &primitive.seq[..usize::from(primitive.n)];
                    self.indices.extend(vertices.iter().map(|seq| base + seq));
                }
            }
        }
    }

    fn append_vertices(&mut self, vertices: &PackedVertices<'_>) {
        if vertices.layout == &*self.format {
            self.data.extend_from_slice(vertices.data);
            return;
        }
        let places: SmallVec<[Place; 16]> = self
            .format
            .iter()
            .map(|slot| Place::of(*slot, vertices))
            .collect();
        let stride = 16 * self.format.len();
        let start = self.data.len();
        self.data
            .resize(start + stride * vertices.count() as usize, 0);
        let own = self.data[start..].chunks_exact_mut(stride.max(1));
        for (own, vertex) in own.zip(vertices.data.chunks_exact(vertices.stride())) {
            let (values, _) = own.as_chunks_mut::<16>();
            let (given, _) = vertex.as_chunks::<16>();
            for (value, place) in values.iter_mut().zip(&places) {
                *value = match place {
                    Place::InVertex(at) => given[*at],
                    Place::Constant(bytes) => *bytes,
                };
            }
        }
    }

    /// The draw that all of them became; `None` when nothing was appended.
    pub(crate) fn finish(self) -> Option<DrawRecord> {
        if self.indices.is_empty() {
            return None;
        }
        let count = self.indices.len() as u32;
        let data = Arc::new(self.data);
        let last = self.format.last().map_or(0, |last| usize::from(*last));
        let mut attributes = vec![AttributeSource::Constant([0.0, 0.0, 0.0, 1.0]); last + 1];
        for (place, slot) in self.format.iter().enumerate() {
            attributes[usize::from(*slot)] = AttributeSource::Array {
                data: data.clone(),
                offset: 16 * place,
                stride: 16 * self.format.len(),
                component: ComponentType::F32,
                size: 4,
                normalized: false,
            };
        }
        Some(DrawRecord {
            topology: self.topology,
            vertices: VertexInput {
                attributes,
                indices: Some(Arc::new(self.indices)),
                first: 0,
                count,
            },
            segments: self.segments,
        })
    }
}

/// Where an attribute of a run comes from.
enum Place {
    /// The place in a vertex.
    InVertex(usize),
    /// The same for all vertices of a draw.
    Constant([u8; 16]),
}

impl Place {
    fn of(slot: u8, vertices: &PackedVertices<'_>) -> Place {
        // Generic attribute 0 is the position (TRAPS 0.47).
        let slot = match u32::from(slot) {
            attribute::GENERIC_0 => attribute::POSITION as u8,
            _ => slot,
        };
        let place = vertices.layout.iter().position(|own| *own == slot);
        place.map_or_else(
            || {
                let constant = vertices.constants.get(usize::from(slot));
                Place::Constant(bytemuck::cast(*constant.unwrap_or(&[0.0, 0.0, 0.0, 1.0])))
            },
            Place::InVertex,
        )
    }
}

/// Formats kept.
const MAX_FORMATS: usize = 1024;

/// The attributes that vertex programs read, ascending, by program.
#[derive(Debug, Default)]
pub(crate) struct VertexFormats(FxHashMap<ProgramId, Arc<[u8]>>);

impl VertexFormats {
    fn get(&mut self, program: &Program) -> Arc<[u8]> {
        if self.0.len() >= MAX_FORMATS {
            self.0.clear();
        }
        let format = || {
            let read = attributes_read(program).into_iter();
            read.map(|attribute| attribute as u8).collect()
        };
        self.0.entry(program.id).or_insert_with(format).clone()
    }
}
