//! Says which positions of a draw's vertex sequence a range of primitives uses, and which vertex each position names.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{Topology, VertexInput};
use std::ops::Range;

/// The positions that neighbouring primitives use: some consecutive ones, and perhaps position 0 before them, which fans and
/// line loops need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    with_first: bool,
    run: Range<u32>,
}

impl Run {
    /// Returns the positions that a range of the primitives of `count` vertices uses.
    pub(crate) fn of(topology: Topology, primitives: &Range<u32>, count: u32) -> Run {
        let Range { start: a, end: b } = *primitives;
        let (with_first, run) = match topology {
            Topology::Points => (false, a..b),
            Topology::Lines => (false, 2 * a..2 * b),
            Topology::LineStrip => (false, a..b + 1),
            Topology::LineLoop => (a > 0 && b == count, a..count.min(b + 1)),
            Topology::Triangles => (false, 3 * a..3 * b),
            Topology::TriangleStrip => (false, a..b + 2),
            Topology::TriangleFan | Topology::Polygon if a > 0 => (true, a + 1..b + 2),
            Topology::TriangleFan | Topology::Polygon => (false, 0..b + 2),
            Topology::Quads => (false, 4 * a..4 * b),
            Topology::QuadStrip => (false, 2 * a..2 * b + 2),
        };
        Run { with_first, run }
    }

    /// Returns the positions in order: position 0 or nothing, then the consecutive ones.
    pub(crate) fn parts(&self) -> [Range<u32>; 2] {
        [0..u32::from(self.with_first), self.run.clone()]
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        usize::from(self.with_first) + self.run.len()
    }

    /// Returns the number of positions before `seq`, which is one of them.
    #[inline(always)]
    pub(crate) fn number_of(&self, seq: u32) -> usize {
        match seq.checked_sub(self.run.start) {
            Some(offset) => offset as usize + usize::from(self.with_first),
            None => 0,
        }
    }
}

/// Returns the number of vertices in the sequence, which is never more than there are indices.
pub(crate) fn n_vertices(vertices: &VertexInput) -> u32 {
    vertices.indices.as_ref().map_or(vertices.count, |indices| {
        vertices.count.min(indices.len() as u32)
    })
}

/// Returns the index of the vertex at a position in the sequence.
pub(crate) fn vertex_index(vertices: &VertexInput, seq: u32) -> u32 {
    match &vertices.indices {
        Some(indices) => {
            let index = indices.get(seq as usize).copied().unwrap_or(0);
            index.wrapping_add_signed(vertices.base_vertex)
        }
        None => vertices.first.wrapping_add(seq),
    }
}
