//! An attribute that comes late gets a place in the vertices before it.

use crate::device::vertex::stream::VertexStream;
use crate::ir::interface::attribute;

#[test]
fn late_attributes_get_a_place_in_earlier_vertices() {
    let mut current = [[0.0; 4]; attribute::STREAM_COUNT as usize];
    let mut stream = VertexStream::default();
    stream.push([1.0, 0.0, 0.0, 1.0], &current).unwrap();
    stream
        .add_slot(attribute::COLOR, [1.0, 0.5, 0.25, 1.0])
        .unwrap();
    current[attribute::COLOR as usize] = [0.0, 0.0, 1.0, 1.0];
    stream.push([2.0, 0.0, 0.0, 1.0], &current).unwrap();
    let expected: [f32; 16] = [
        1.0, 0.0, 0.0, 1.0, 1.0, 0.5, 0.25, 1.0, 2.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0,
    ];
    assert_eq!(stream.data(), bytemuck::bytes_of(&expected));
    assert!(stream.has(attribute::COLOR) && !stream.has(attribute::NORMAL));
}
