//! There is room after the vertices, and memory is used again.

use crate::raster::record::vertex_bytes::VertexBytes;

#[test]
fn there_is_room_behind_the_vertices_and_memory_is_used_again() {
    let mut vertices = VertexBytes::default();
    assert!(vertices.room(16).is_none());
    vertices.extend_from_slice(&[7; 16]).unwrap();
    vertices.room(16).unwrap().fill(8);
    assert_eq!(vertices.from(0), [7; 16]);
    vertices.advance(16);
    vertices.close_gap(4, 12);
    assert_eq!(vertices.from(0)[..10], [7, 7, 7, 7, 7, 7, 7, 7, 8, 8]);
    vertices.truncate(4);
    assert_eq!((vertices.end(), vertices.from(0)), (4, &[7; 4][..]));
    let mut again = VertexBytes::within(vertices.into_memory());
    assert_eq!(
        (again.end(), again.room(16).map(|room| room[0])),
        (0, Some(7))
    );
    assert!(again.reserve(usize::MAX).is_err());
}
