//! Indices near each other become a range; others are listed once each.

use crate::raster::call::draw_call::{Topology, VertexInput};
use crate::raster::vertex::reuse::VertexList;
use crate::raster::vertex::sequence::Run;
use std::sync::Arc;

fn run_positions(run: &Run) -> impl Iterator<Item = u32> {
    run.parts().into_iter().flatten()
}

fn listed(topology: Topology, indices: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let vertices = VertexInput {
        attributes: Vec::new(),
        indices: Some(Arc::new(indices.to_vec())),
        count: indices.len() as u32,
        ..VertexInput::default()
    };
    let n = indices.len() as u32;
    let primitives = 0..crate::raster::primitive::assembly::n_primitives(topology, n);
    let run = Run::of(topology, &primitives, n);
    let (mut list, mut vertex_indices) = (VertexList::default(), Vec::new());
    list.fill(&vertices, &run, &mut vertex_indices);
    let by_position = list.numbers(&vertices, &run);
    let numbers: Vec<u32> = (0..run.len()).map(|i| by_position.at(i)).collect();
    let named = numbers.iter().map(|i| vertex_indices[*i as usize]);
    assert!(named.eq(run_positions(&run).map(|seq| indices[seq as usize])));
    (vertex_indices, numbers)
}

#[test]
fn the_base_vertex_is_added_to_each_index() {
    for indices in [[7, 9, 8], [7, 900, 8]] {
        let vertices = VertexInput {
            indices: Some(Arc::new(indices.to_vec())),
            count: 3,
            base_vertex: -5,
            ..VertexInput::default()
        };
        let run = Run::of(Topology::Triangles, &(0..1), 3);
        let (mut list, mut listed) = (VertexList::default(), Vec::new());
        list.fill(&vertices, &run, &mut listed);
        let numbers = list.numbers(&vertices, &run);
        let by_position: Vec<u32> = (0..3).map(|i| listed[numbers.at(i) as usize]).collect();
        assert_eq!(by_position, indices.map(|index| index - 5));
    }
}

#[test]
fn near_indices_are_listed_as_a_range_and_others_once_each() {
    let near = listed(Topology::Triangles, &[7, 9, 8, 8, 9, 11]);
    assert_eq!(near, (vec![7, 8, 9, 10, 11], vec![0, 2, 1, 1, 2, 4]));
    let far = listed(Topology::Triangles, &[7, 9, 800, 800, 9, 0]);
    assert_eq!(far, (vec![7, 9, 800, 0], vec![0, 1, 2, 2, 1, 3]));
    // The whole range of numbers, and its ends.
    let ends = listed(Topology::Triangles, &[u32::MAX, 0, u32::MAX - 1]);
    assert_eq!(ends.0, [u32::MAX, 0, u32::MAX - 1]);
    let last = listed(Topology::Triangles, &[u32::MAX, u32::MAX - 2, u32::MAX - 1]);
    assert_eq!(last.0, [u32::MAX - 2, u32::MAX - 1, u32::MAX]);
}
