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
use super::spare::SpareVertices;
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
/// States of a run that are looked through for one more.
const RECENT_STATES: usize = 4;
/// The value of an attribute that nobody gives.
const NOT_GIVEN: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Whose primitives a record holds.
#[derive(Debug, Default)]
pub(crate) struct Segments {
    /// The states that occur; one or more. All agree on what [`shares_vertices`] compares.
    pub(crate) states: SmallVec<[Arc<DrawState>; 2]>,
    /// From which primitive on which of them holds; empty when the first one holds for all.
    pub(crate) changes: Vec<(u32, u32)>,
}

/// A recorded draw, or several that became one.
#[derive(Debug)]
pub(crate) struct DrawRecord {
    pub(crate) topology: Topology,
    pub(crate) vertices: VertexInput,
    pub(crate) segments: Segments,
}

impl Segments {
    /// One state for all primitives.
    pub(crate) fn one(state: Arc<DrawState>) -> Segments {
        Segments {
            states: smallvec![state],
            changes: Vec::new(),
        }
    }

    /// The place of a state among the last few of this record.
    fn find(&self, state: &Arc<DrawState>) -> Option<u32> {
        let mut recent = self.states.iter().enumerate().rev().take(RECENT_STATES);
        let found = recent.find(|(_, own)| Arc::ptr_eq(own, state));
        found.map(|(number, _)| number as u32)
    }

    /// The state that holds at a primitive, and the changes behind it.
    pub(crate) fn split(&self, primitive: u32) -> (u32, &[(u32, u32)]) {
        let at = self
            .changes
            .partition_point(|(first, _)| *first <= primitive);
        let (before, rest) = self.changes.split_at(at);
        (before.last().map_or(0, |(_, state)| *state), rest)
    }

    /// Primitives from `first` on are of this state.
    fn change(&mut self, first: u32, state: &Arc<DrawState>) {
        let now = self.changes.last().map_or(0, |(_, number)| *number);
        let number = self.find(state).unwrap_or_else(|| {
            self.states.push(state.clone());
            self.states.len() as u32 - 1
        });
        if number != now {
            self.changes.push((first, number));
        }
    }
}

impl DrawRecord {
    /// The state of its first primitive, which all share as far as vertices go.
    pub(crate) fn state(&self) -> &Arc<DrawState> {
        &self.segments.states[0]
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
    /// The layout of the last draw, and where its vertices have the attributes of `format`.
    layout: SmallVec<[u8; 16]>,
    places: SmallVec<[Place; 16]>,
    data: Vec<u8>,
    n_vertices: u32,
    indices: Vec<u32>,
    segments: Segments,
}

/// Where an attribute of a run comes from.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// The place in a vertex.
    InVertex(usize),
    /// The attribute is the same for all vertices of a draw.
    Constant(usize),
}

impl Place {
    fn of(slot: u8, layout: &[u8]) -> Place {
        // Generic attribute 0 is the position (TRAPS 0.47).
        let slot = match u32::from(slot) {
            attribute::GENERIC_0 => attribute::POSITION as u8,
            _ => slot,
        };
        let place = layout.iter().position(|own| *own == slot);
        place.map_or(Place::Constant(usize::from(slot)), Place::InVertex)
    }
}

/// Independent primitives that give the same picture; `None` when there are none.
pub(super) fn independent(topology: Topology, state: &DrawState) -> Option<Topology> {
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

/// Triangles of a strip whose vertices are written at a time; an even number.
const STRIP_PIECE: u32 = 128;

/// The vertices of the triangles that begin a strip.
const STRIP: [u32; 3 * STRIP_PIECE as usize] = {
    let mut vertices = [0; 3 * STRIP_PIECE as usize];
    let mut i = 0;
    while i < STRIP_PIECE {
        let (at, odd) = (3 * i as usize, i & 1);
        (vertices[at], vertices[at + 1], vertices[at + 2]) = (i + odd, i + 1 - odd, i + 2);
        i += 1;
    }
    vertices
};

/// Appends the vertices of the independent primitives that `count` vertices from `base` on form.
pub(crate) fn append_independent(topology: Topology, base: u32, count: u32, out: &mut Vec<u32>) {
    let n = n_primitives(topology, count);
    match topology {
        Topology::Triangles | Topology::Quads | Topology::Lines | Topology::Points => {
            out.extend(base..base + n * vertices_per_primitive(topology));
        }
        Topology::TriangleStrip => {
            for first in (0..n).step_by(STRIP_PIECE as usize) {
                let piece = &STRIP[..3 * STRIP_PIECE.min(n - first) as usize];
                out.extend(piece.iter().map(|vertex| base + first + vertex));
            }
        }
        _ => {
            for i in 0..n {
                let primitive = assemble(topology, i, count);
                let vertices = &primitive.seq[..usize::from(primitive.n)];
                out.extend(vertices.iter().map(|seq| base + seq));
            }
        }
    }
}

impl VertexRun {
    /// A run without vertices for draws like this one; `None` for a draw that cannot be in a run.
    pub(crate) fn new(
        state: &Arc<DrawState>,
        topology: Topology,
        formats: &mut VertexFormats,
        spare: &SpareVertices,
    ) -> Option<VertexRun> {
        Some(VertexRun {
            topology: independent(topology, state)?,
            format: formats.get(&state.vertex.program),
            layout: SmallVec::new(),
            places: SmallVec::new(),
            data: spare.data.take(),
            n_vertices: 0,
            indices: spare.indices.take(),
            segments: Segments::one(state.clone()),
        })
    }

    /// Whether a draw of this size belongs in runs at all.
    pub(crate) fn is_small(vertices: &PackedVertices<'_>) -> bool {
        vertices.count() <= MAX_DRAW_VERTICES
    }

    /// Whether a draw can be appended.
    pub(crate) fn takes(&self, state: &Arc<DrawState>, topology: Topology) -> bool {
        (self.segments.find(state).is_some() || shares_vertices(&self.segments.states[0], state))
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
        self.segments.change(self.n_primitives(), state);
        append_independent(
            topology,
            self.n_vertices,
            vertices.count(),
            &mut self.indices,
        );
        self.append_vertices(vertices);
        self.n_vertices += vertices.count();
    }

    fn n_primitives(&self) -> u32 {
        self.indices.len() as u32 / vertices_per_primitive(self.topology)
    }

    fn append_vertices(&mut self, vertices: &PackedVertices<'_>) {
        if vertices.layout == &*self.format {
            self.data.extend_from_slice(vertices.data);
            return;
        }
        if vertices.layout != &*self.layout {
            self.layout = SmallVec::from_slice(vertices.layout);
            let places = self.format.iter();
            self.places = places
                .map(|slot| Place::of(*slot, vertices.layout))
                .collect();
        }
        let stride = 16 * self.format.len();
        self.data.reserve(stride * vertices.count() as usize);
        for vertex in vertices.data.chunks_exact(vertices.stride()) {
            let (given, _) = vertex.as_chunks::<16>();
            for place in &self.places {
                match place {
                    Place::InVertex(at) => self.data.extend_from_slice(&given[*at]),
                    Place::Constant(slot) => {
                        let constant = vertices.constants.get(*slot).unwrap_or(&NOT_GIVEN);
                        self.data.extend_from_slice(bytemuck::bytes_of(constant));
                    }
                }
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
        let mut attributes = vec![AttributeSource::Constant(NOT_GIVEN); last + 1];
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
