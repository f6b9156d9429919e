//! Turns strips, fans, loops and polygons into independent primitives that give the same picture.
#![forbid(unsafe_code)]

use crate::raster::call::conventions::Provoking;
use crate::raster::call::draw_call::{DrawState, PolygonMode, Topology};
use crate::raster::primitive::assembly::{assemble, n_primitives};

/// Independent primitives that give the same picture; `None` when there are none.
pub(crate) fn independent(topology: Topology, state: &DrawState) -> Option<Topology> {
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
        // As separate triangles, their first corner differs from the one that the other convention takes.
        Topology::TriangleStrip | Topology::TriangleFan
            if raster.flat && raster.conventions.provoking == Provoking::First =>
        {
            return None;
        }
        Topology::Triangles | Topology::TriangleStrip | Topology::TriangleFan => {
            Topology::Triangles
        }
        Topology::Quads => Topology::Quads,
        Topology::Polygon if !raster.flat => Topology::Triangles,
        Topology::QuadStrip if !raster.flat => Topology::Quads,
        Topology::Polygon | Topology::QuadStrip => return None,
    })
}

pub(crate) fn vertices_per_primitive(independent: Topology) -> u32 {
    match independent {
        Topology::Points => 1,
        Topology::Lines => 2,
        Topology::Triangles => 3,
        _ => 4,
    }
}

/// Triangles of a strip whose vertices are written at once; an even number.
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
