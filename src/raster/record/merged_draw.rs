//! Merges small draws: neighbours whose vertices are processed alike share a vertex buffer.
//!
//! ```text
//! polygon in state A, polygon in A, strip in B   →   vertices ┆ indices of triangles ┆ A from 0 on, B from 4 on
//! ```
//!
//! A run takes only draws that give the same picture in it. Strips, fans, loops and polygons become independent
//! primitives, with the vertices in the order that assembly gives them. Where the provoking vertex counts, polygons and
//! quad strips are refused, since their provoking vertex has another place. Outlines of polygons and stippled lines are
//! refused, since they depend on where a primitive begins. The states of a run may differ in what comes after the
//! vertices.
//!
//! The vertices of a run can be borrowed, so that a caller writes the next ones where they are read:
//!
//! ```text
//!   lend ──→ [vertices of the run][new vertices ...   ──→ take_back_with: a draw of the new ones belongs to the run
//!                                                     └─→ take_back: they are dropped
//! ```
#![forbid(unsafe_code)]

use super::independent::{append_independent, independent, vertices_per_primitive};
use super::spare::Spare;
use super::vertex_bytes::VertexBytes;
use crate::cache::Lru;
use crate::ir::interface::attribute;
use crate::ir::{Program, ProgramId};
use crate::raster::call::draw_call::{
    AttributeSource, DrawState, Element, PackedVertices, Topology, VertexInput,
};
use crate::raster::primitive::assembly::{Geometry, n_primitives};
use crate::raster::vertex::fetch::attributes_read;
use smallvec::{SmallVec, smallvec};
use std::collections::TryReserveError;
use std::sync::Arc;

/// Draws with more vertices are not merged.
const MAX_DRAW_VERTICES: u32 = 4096;
/// A run that is larger takes no more draws.
const MAX_RUN_BYTES: usize = 1 << 20;
/// How many of the last states of a run are compared with the state of a new draw.
const RECENT_STATES: usize = 4;
/// The value of an attribute that has neither data nor a constant.
const NOT_GIVEN: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The states of a record, with the primitives that each holds for.
#[derive(Debug, Default)]
pub(crate) struct Segments {
    /// One or more states. All agree on what [`shares_vertices`] compares.
    pub(crate) states: SmallVec<[Arc<DrawState>; 2]>,
    /// First primitive and number of the state that holds from there on. Empty when the first state holds for all.
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

    /// The number of this state, if it is among the last few of the record.
    fn find(&self, state: &Arc<DrawState>) -> Option<u32> {
        let mut recent = self.states.iter().enumerate().rev().take(RECENT_STATES);
        let found = recent.find(|(_, own)| Arc::ptr_eq(own, state));
        found.map(|(number, _)| number as u32)
    }

    /// The number of the state that holds at a primitive, and the changes after it.
    pub(crate) fn split(&self, primitive: u32) -> (u32, &[(u32, u32)]) {
        let at = self
            .changes
            .partition_point(|(first, _)| *first <= primitive);
        let (before, rest) = self.changes.split_at(at);
        (before.last().map_or(0, |(_, state)| *state), rest)
    }

    /// Sets this state for the primitives from `first` on.
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
    /// The state of the first primitive. The others agree with it in what vertices depend on.
    pub(crate) fn state(&self) -> &Arc<DrawState> {
        &self.segments.states[0]
    }

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

/// Draws that are being collected.
#[derive(Debug)]
pub(crate) struct VertexRun {
    topology: Topology,
    /// The attributes of a vertex that the vertex program reads.
    format: Arc<[u8]>,
    /// The layout of the last draw, and where its vertices have the attributes of `format`.
    layout: SmallVec<[u8; 16]>,
    places: SmallVec<[Place; 16]>,
    /// Whether the attributes of `layout` are all in `format`, and `format` is plain. Then the next vertices may be
    /// written in it.
    is_complete: bool,
    /// Empty while it is borrowed ([`VertexRun::lend`]).
    data: VertexBytes,
    n_vertices: u32,
    indices: Vec<u32>,
    segments: Segments,
}

/// The source of an attribute of a run.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// The place in a vertex.
    InVertex(usize),
    /// The attribute has one value for all vertices of a draw.
    Constant(usize),
}

impl Place {
    fn of(slot: u8, layout: &[u8]) -> Place {
        // Generic attribute 0 is the position (QUIRKS 0.47).
        let slot = match u32::from(slot) {
            attribute::GENERIC_0 => attribute::POSITION as u8,
            _ => slot,
        };
        let place = layout.iter().position(|own| *own == slot);
        place.map_or(Place::Constant(usize::from(slot)), Place::InVertex)
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
    /// A run without vertices for draws like this one; `None` if the draw cannot be in a run.
    pub(crate) fn new(
        state: &Arc<DrawState>,
        topology: Topology,
        formats: &mut VertexFormats,
        spare: &mut Spare,
    ) -> Option<VertexRun> {
        let format = formats.get(&state.vertex.program);
        Some(VertexRun {
            topology: independent(topology, state)?,
            is_complete: is_plain(&format),
            format,
            layout: SmallVec::new(),
            places: SmallVec::new(),
            data: VertexBytes::within(spare.data.take_as_it_is()),
            n_vertices: 0,
            indices: spare.indices.take(),
            segments: Segments::one(state.clone()),
        })
    }

    /// Whether a draw of this size may be in runs.
    pub(crate) fn is_small(vertices: &PackedVertices<'_>) -> bool {
        vertices.count() <= MAX_DRAW_VERTICES
    }

    /// Whether a draw can be appended.
    pub(crate) fn takes(&self, state: &Arc<DrawState>, topology: Topology) -> bool {
        (self.segments.find(state).is_some() || shares_vertices(&self.segments.states[0], state))
            && self.end() < MAX_RUN_BYTES
            && independent(topology, state) == Some(self.topology)
    }

    /// Appends a draw that [`VertexRun::takes`] allows.
    pub(crate) fn append(
        &mut self,
        state: &Arc<DrawState>,
        topology: Topology,
        vertices: &PackedVertices<'_>,
    ) -> Result<(), TryReserveError> {
        let all = [vertices.count()];
        let counts = match vertices.counts {
            [] => &all,
            counts => counts,
        };
        if counts
            .iter()
            .any(|count| n_primitives(topology, *count) > 0)
        {
            self.append_vertices(vertices)?;
            self.append_primitives(state, topology, counts);
        }
        Ok(())
    }

    /// Hands the vertices to the caller, who can write more after them. `layout` becomes the attributes of each vertex.
    /// `None` if the next vertices likely have other attributes, or if the run is full. The run must not be used until
    /// the vertices are returned.
    pub(crate) fn lend(&mut self, layout: &mut Vec<u8>) -> Option<VertexBytes> {
        if !self.is_complete || self.end() >= MAX_RUN_BYTES {
            return None;
        }
        if **layout != *self.format {
            layout.clear();
            layout.extend_from_slice(&self.format);
        }
        Some(std::mem::take(&mut self.data))
    }

    /// Takes borrowed vertices back, without new ones.
    pub(crate) fn take_back(&mut self, data: VertexBytes) {
        self.data = data;
        self.data.truncate(self.end());
    }

    /// Takes borrowed vertices back together with those after them, which are a draw that [`VertexRun::takes`] allows.
    pub(crate) fn take_back_with(
        &mut self,
        data: VertexBytes,
        state: &Arc<DrawState>,
        topology: Topology,
    ) {
        let count = (data.end() - self.end()) / (16 * self.format.len());
        if n_primitives(topology, count as u32) == 0 {
            return self.take_back(data);
        }
        self.data = data;
        self.append_primitives(state, topology, &[count as u32]);
    }

    /// The end of the vertices, which is known while they are borrowed, too.
    fn end(&self) -> usize {
        16 * self.format.len() * self.n_vertices as usize
    }

    /// Appends the primitives of the next vertices; each count is one from Begin to End.
    fn append_primitives(&mut self, state: &Arc<DrawState>, topology: Topology, counts: &[u32]) {
        self.segments.change(self.n_primitives(), state);
        for count in counts {
            append_independent(topology, self.n_vertices, *count, &mut self.indices);
            self.n_vertices += count;
        }
    }

    /// The states of the draws so far.
    pub(crate) fn segments(&self) -> &Segments {
        &self.segments
    }

    fn n_primitives(&self) -> u32 {
        self.indices.len() as u32 / vertices_per_primitive(self.topology)
    }

    fn append_vertices(&mut self, vertices: &PackedVertices<'_>) -> Result<(), TryReserveError> {
        // Vertices in the run's own format are copied as they are.
        if vertices.layout == &*self.format {
            return self.data.extend_from_slice(vertices.data);
        }
        // Others are converted, by a list of places that is kept while their layout stays the same.
        if vertices.layout != &*self.layout {
            self.set_layout(vertices.layout);
        }
        // Each value comes from the vertex, or is a constant of the draw.
        let n_bytes = 16 * self.format.len() * vertices.count() as usize;
        self.data.reserve(n_bytes)?;
        let (room, _) = self.data.room(n_bytes).unwrap_or_default().as_chunks_mut();
        let vertices_of_run = room.chunks_exact_mut(self.format.len().max(1));
        for (vertex, values) in vertices
            .data
            .chunks_exact(vertices.stride())
            .zip(vertices_of_run)
        {
            let (given, _) = vertex.as_chunks::<16>();
            for (value, place) in values.iter_mut().zip(&self.places) {
                *value = match place {
                    Place::InVertex(at) => given[*at],
                    Place::Constant(slot) => {
                        bytemuck::cast(*vertices.constants.get(*slot).unwrap_or(&NOT_GIVEN))
                    }
                };
            }
        }
        self.data.advance(n_bytes);
        Ok(())
    }

    /// Prepares for draws in this layout: finds where each attribute of the format lies in it.
    fn set_layout(&mut self, layout: &[u8]) {
        self.layout = SmallVec::from_slice(layout);
        let places = self.format.iter();
        self.places = places.map(|slot| Place::of(*slot, layout)).collect();
        self.is_complete =
            is_plain(&self.format) && layout.iter().all(|slot| self.format.contains(slot));
    }

    /// Returns the merged draw; `None` when nothing was appended.
    pub(crate) fn finish(self, spare: &mut Spare) -> Option<DrawRecord> {
        if self.indices.is_empty() {
            return None;
        }
        let count = self.indices.len() as u32;
        let data = spare.data.share(self.data.into_memory());
        let last = self.format.last().map_or(0, |last| usize::from(*last));
        let mut attributes = spare.attributes.take();
        attributes.resize(last + 1, AttributeSource::Constant(NOT_GIVEN));
        for (place, slot) in self.format.iter().enumerate() {
            attributes[usize::from(*slot)] = AttributeSource::Array {
                data: data.clone(),
                element: Element::vec4(16 * place, 16 * self.format.len()),
            };
        }
        Some(DrawRecord {
            topology: self.topology,
            vertices: VertexInput {
                attributes,
                indices: Some(spare.indices.share(self.indices)),
                count,
                ..VertexInput::default()
            },
            segments: self.segments,
        })
    }
}

/// Whether vertices of this format can be written without conversion. The position must come first and have no second
/// name, and no attribute may be a material parameter, which is state.
fn is_plain(format: &[u8]) -> bool {
    let materials = attribute::MATERIAL_0..attribute::MATERIAL_0 + attribute::MATERIALS;
    let is_special = |slot: u32| slot == attribute::GENERIC_0 || materials.contains(&slot);
    let first = format.first().map(|slot| u32::from(*slot));
    first == Some(attribute::POSITION) && !format.iter().any(|slot| is_special((*slot).into()))
}

/// The number of vertex programs whose formats are cached.
const MAX_FORMATS: u32 = 1024;

/// The attributes that vertex programs read, ascending, by program.
#[derive(Debug)]
pub(crate) struct VertexFormats(Lru<ProgramId, Arc<[u8]>>);

impl Default for VertexFormats {
    fn default() -> Self {
        VertexFormats(Lru::new(MAX_FORMATS))
    }
}

impl VertexFormats {
    fn get(&mut self, program: &Program) -> Arc<[u8]> {
        let format = |_: &ProgramId| {
            let read = attributes_read(program).into_iter();
            read.map(|attribute| attribute as u8).collect()
        };
        self.0.get_or_insert_with(program.id, format).clone()
    }
}
