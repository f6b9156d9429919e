//! Primitives inside, outside and across the near plane and a plane of the application.

use crate::raster::geometry::vertex_header::{CLIP_DISTANCE, EDGE_FLAG, HEADER};
use crate::raster::primitive::clip::{ClipBuffer, ClipVolume, Clipped};
use crate::raster::tests::raster_state;

pub(crate) fn vertex(position: [f32; 4], value: f32) -> Vec<f32> {
    let mut v = vec![0.0; HEADER + 1];
    v[..4].copy_from_slice(&position);
    v[HEADER] = value;
    v
}

#[test]
fn inside_is_whole_and_outside_is_nothing() {
    let volume = ClipVolume::guard_band(&raster_state(64, 64));
    let mut buffer = ClipBuffer::default();
    let [a, b, c] =
        [[0.0, 0.0], [5.0, 0.0], [0.0, 5.0]].map(|[x, y]| vertex([x, y, 0.0, 1.0], 0.0));
    assert_eq!(buffer.clip_polygon(&volume, &[&a, &b, &c]), Clipped::Whole);
    let [a, b, c] =
        [[0.0, 0.0], [5.0, 0.0], [0.0, 5.0]].map(|[x, y]| vertex([x, y, 2.0, 1.0], 0.0));
    assert_eq!(
        buffer.clip_polygon(&volume, &[&a, &b, &c]),
        Clipped::Outside
    );
    let nan = vertex([f32::NAN, 0.0, 0.0, 1.0], 0.0);
    assert_eq!(
        buffer.clip_polygon(&volume, &[&nan, &b, &c]),
        Clipped::Outside
    );
    let origin = vertex([0.0; 4], 0.0);
    assert_eq!(
        buffer.clip_polygon(&volume, &[&origin, &origin, &origin]),
        Clipped::Outside
    );
}

#[test]
fn the_near_plane_cuts_linearly_in_clip_space() {
    let volume = ClipVolume::guard_band(&raster_state(64, 64));
    let mut buffer = ClipBuffer::default();
    let a = vertex([0.0, 0.0, 0.0, 1.0], 0.0);
    let b = vertex([0.0, 0.0, -3.0, 1.0], 8.0);
    assert_eq!(buffer.clip_line(&volume, [&a, &b]), Clipped::Cut);
    let end = &buffer.vertices[HEADER + 1..];
    assert_eq!((end[2], end[HEADER]), (-1.0, 8.0f32 / 3.0));
}

#[test]
fn user_distances_cut_and_flag_the_new_edge() {
    let mut state = raster_state(64, 64);
    state.clip_planes = 0b100;
    let volume = ClipVolume::guard_band(&state);
    let mut buffer = ClipBuffer::default();
    let mut vertices =
        [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|[x, y]| vertex([x, y, 0.0, 1.0], 0.0));
    for v in &mut vertices {
        v[CLIP_DISTANCE + 2] = v[0] - 0.5;
    }
    let [a, b, c] = &vertices;
    assert_eq!(buffer.clip_polygon(&volume, &[a, b, c]), Clipped::Cut);
    let cut: Vec<&[f32]> = buffer.vertices.chunks(HEADER + 1).collect();
    assert_eq!(cut.len(), 3);
    assert!(cut.iter().all(|v| v[0] >= 0.5));
    assert_eq!(cut.iter().filter(|v| v[EDGE_FLAG] == 1.0).count(), 1);
}
