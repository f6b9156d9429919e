//! Memory is kept when nobody else holds it, up to a limit.

use crate::raster::call::draw_call::{AttributeSource, Element, VertexInput};
use crate::raster::record::spare::{Spare, VERTEX_BYTES};
use std::sync::Arc;

fn input(data: &Arc<Vec<u8>>, n_indices: usize) -> VertexInput {
    let source = || AttributeSource::Array {
        data: data.clone(),
        element: Element::vec4(0, 16),
    };
    VertexInput {
        attributes: vec![source(), AttributeSource::Constant([0.0; 4]), source()],
        indices: Some(Arc::new(vec![3; n_indices])),
        count: 0,
        ..VertexInput::default()
    }
}

#[test]
fn memory_that_nobody_else_has_is_kept_empty_up_to_a_limit() {
    let mut spare = Spare::default();
    let shared = Arc::new(vec![7; 100]);
    spare.keep_vertices(input(&shared, 50));
    assert_eq!(
        (spare.data.take().capacity(), &shared[..]),
        (0, &[7; 100][..])
    );
    let indices = spare.indices.take();
    assert!(indices.is_empty() && indices.capacity() >= 50);
    let own = input(&shared, VERTEX_BYTES);
    drop(shared);
    spare.keep_vertices(own);
    assert!(spare.data.take().capacity() >= 100);
    assert_eq!(spare.indices.take().capacity(), 0, "too much to keep");
}
