//! Primitive assembly: which vertices form primitive `i` of a topology (GL 1.5 sections 2.6.1 and 2.14.7).
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{Stage, Topology, VertexInput};
use crate::raster::vertex::sequence::n_vertices;

/// A point, line, triangle or quadrilateral, whose vertices are positions in the vertex sequence.
///
/// The vertices of a polygon are in the order in which its outline is walked. A quadrilateral of a strip starts with its last
/// vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Assembled {
    /// Positions in the sequence. The first `n` of them are used.
    pub(crate) seq: [u32; 4],
    /// The number of vertices: 1, 2, 3 or 4.
    pub(crate) n: u8,
    /// The index in `seq` of the vertex that gives flat colours, for each [`Provoking`](crate::raster::call::conventions::Provoking).
    /// The first is that of GL 1.5 table 2.12, the second that of EXT_provoking_vertex's first column.
    pub(crate) provoking: [u8; 2],
    /// Bit k says whether the edge from vertex k to the next one can be a boundary.
    pub(crate) edges: u8,
    /// Whether the vertices' edge flags decide which of these edges are boundaries. If not, all are,
    /// as in strips and fans.
    pub(crate) uses_edge_flags: bool,
    /// Whether the line stipple starts again with this primitive.
    pub(crate) restarts_stipple: bool,
}

/// Returns the number of primitives that `count` vertices form. An incomplete one at the end is dropped.
pub(crate) fn n_primitives(topology: Topology, count: u32) -> u32 {
    match topology {
        Topology::Points => count,
        Topology::Lines => count / 2,
        Topology::LineStrip => count.saturating_sub(1),
        Topology::LineLoop => {
            if count < 2 {
                0
            } else {
                count
            }
        }
        Topology::Triangles => count / 3,
        Topology::TriangleStrip | Topology::TriangleFan | Topology::Polygon => {
            count.saturating_sub(2)
        }
        Topology::Quads => count / 4,
        Topology::QuadStrip => (count / 2).saturating_sub(1),
    }
}

/// Returns primitive `i` of `count` vertices. `i` must be below [`n_primitives`].
#[inline(always)]
pub(crate) fn assemble(topology: Topology, i: u32, count: u32) -> Assembled {
    let make = |seq: [u32; 4], n: u8, provoking: [u8; 2]| Assembled {
        seq,
        n,
        provoking,
        edges: 0xf,
        uses_edge_flags: false,
        restarts_stipple: true,
    };
    match topology {
        Topology::Points => make([i, 0, 0, 0], 1, [0, 0]),
        Topology::Lines => make([2 * i, 2 * i + 1, 0, 0], 2, [1, 0]),
        Topology::LineStrip => Assembled {
            restarts_stipple: i == 0,
            ..make([i, i + 1, 0, 0], 2, [1, 0])
        },
        Topology::LineLoop => {
            let next = if i + 1 == count { 0 } else { i + 1 };
            Assembled {
                restarts_stipple: i == 0,
                ..make([i, next, 0, 0], 2, [1, 0])
            }
        }
        Topology::Triangles => Assembled {
            uses_edge_flags: true,
            ..make([3 * i, 3 * i + 1, 3 * i + 2, 0], 3, [2, 0])
        },
        Topology::TriangleStrip => {
            // Odd triangles swap two vertices, so that all of the strip face alike.
            let odd = i % 2;
            make([i + odd, i + 1 - odd, i + 2, 0], 3, [2, odd as u8])
        }
        Topology::TriangleFan => make([0, i + 1, i + 2, 0], 3, [2, 1]),
        Topology::Polygon => {
            // The triangles fan out from vertex 0. Only the first and the last have an edge of the outline there.
            let (first, last) = (i == 0, i + 3 == count);
            Assembled {
                edges: u8::from(first) | 2 | u8::from(last) << 2,
                uses_edge_flags: true,
                restarts_stipple: first,
                ..make([0, i + 1, i + 2, 0], 3, [0, 0])
            }
        }
        Topology::Quads => {
            let q = 4 * i;
            Assembled {
                uses_edge_flags: true,
                ..make([q, q + 1, q + 2, q + 3], 4, [3, 0])
            }
        }
        Topology::QuadStrip => {
            // Around the quadrilateral, from its last vertex on.
            let q = 2 * i;
            make([q + 3, q + 2, q, q + 1], 4, [0, 2])
        }
    }
}

/// The vertices of a draw, and how they form primitives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Geometry<'a> {
    pub(crate) topology: Topology,
    pub(crate) vertices: &'a VertexInput,
    pub(crate) stage: &'a Stage,
    /// Whether polygons are not divided into triangles. Antialiasing must not see the edges between these.
    pub(crate) whole_polygons: bool,
}

/// The most vertices of a polygon that is not divided. Larger ones are antialiased triangle by triangle.
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

    /// Whether the vertices form one polygon that is not divided into triangles.
    pub(crate) fn is_whole_polygon(&self) -> bool {
        self.whole_polygons
            && self.topology == Topology::Polygon
            && (4..=WHOLE_POLYGON_VERTICES).contains(&n_vertices(self.vertices))
    }
}
