//! Vertices, flat colours and edges of every topology, under both conventions of the provoking vertex.

use crate::raster::call::conventions::Provoking;
use crate::raster::call::draw_call::Topology;
use crate::raster::primitive::assembly::{assemble, n_primitives};

fn all(topology: Topology, count: u32) -> Vec<Vec<u32>> {
    (0..n_primitives(topology, count))
        .map(|i| assemble(topology, i, count))
        .map(|a| a.seq[..a.n as usize].to_vec())
        .collect()
}

#[test]
fn every_topology_drops_incomplete_primitives() {
    assert_eq!(all(Topology::Points, 2), [[0], [1]]);
    assert_eq!(all(Topology::Lines, 5), [[0, 1], [2, 3]]);
    assert_eq!(all(Topology::LineStrip, 3), [[0, 1], [1, 2]]);
    assert_eq!(all(Topology::LineLoop, 3), [[0, 1], [1, 2], [2, 0]]);
    assert_eq!(all(Topology::Triangles, 8), [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(
        all(Topology::TriangleStrip, 5),
        [[0, 1, 2], [2, 1, 3], [2, 3, 4]]
    );
    assert_eq!(all(Topology::TriangleFan, 4), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(all(Topology::Quads, 9), [[0, 1, 2, 3], [4, 5, 6, 7]]);
    assert_eq!(all(Topology::QuadStrip, 7), [[3, 2, 0, 1], [5, 4, 2, 3]]);
    assert_eq!(all(Topology::Polygon, 5), [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
    for topology in [
        Topology::LineLoop,
        Topology::Polygon,
        Topology::QuadStrip,
        Topology::TriangleFan,
    ] {
        assert_eq!(n_primitives(topology, 0) + n_primitives(topology, 1), 0);
    }
}

#[test]
fn flat_colours_come_from_table_2_12() {
    let provoking = |t, i| {
        let a = assemble(t, i, 100);
        a.seq[a.provoking[0] as usize]
    };
    assert_eq!(provoking(Topology::LineStrip, 4), 5);
    assert_eq!(provoking(Topology::Triangles, 1), 5);
    assert_eq!(
        (
            provoking(Topology::TriangleStrip, 2),
            provoking(Topology::TriangleStrip, 3)
        ),
        (4, 5)
    );
    assert_eq!(provoking(Topology::TriangleFan, 2), 4);
    assert_eq!(provoking(Topology::Quads, 1), 7);
    assert_eq!(provoking(Topology::QuadStrip, 1), 5);
    assert_eq!(provoking(Topology::Polygon, 3), 0);
}

#[test]
fn the_other_convention_takes_first_vertices() {
    // EXT_provoking_vertex's table, first column, counted from 0.
    let provoking = |t, i| {
        let a = assemble(t, i, 100);
        a.seq[a.provoking[Provoking::First as usize] as usize]
    };
    for (topology, of_third) in [
        (Topology::Points, 2),
        (Topology::Lines, 4),
        (Topology::LineStrip, 2),
        (Topology::Triangles, 6),
        (Topology::TriangleStrip, 2),
        (Topology::TriangleFan, 3),
        (Topology::Polygon, 0),
        (Topology::Quads, 8),
        (Topology::QuadStrip, 4),
    ] {
        assert_eq!(provoking(topology, 2), of_third, "{topology:?}");
    }
    assert_eq!(provoking(Topology::TriangleStrip, 3), 3);
}

#[test]
fn a_polygon_has_its_outline_only() {
    let edges: Vec<u8> = (0..3)
        .map(|i| assemble(Topology::Polygon, i, 5).edges)
        .collect();
    assert_eq!(edges, [0b011, 0b010, 0b110]);
}
