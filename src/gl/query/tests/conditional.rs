//! Conditional rendering. Pictures are in shim_tests/golden/objects.c.

use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::{Fixture, GREEN, RED};
use crate::gl::framebuffer::accumulation::accum;
use crate::gl::framebuffer::window_buffers::clear;
use crate::gl::immediate::color::color3f;
use crate::gl::query::active::*;
use crate::gl::query::conditional::*;

/// A query that has seen nothing, and one that has seen a square.
fn queries(f: &mut Fixture) {
    for id in [1, 2] {
        f.call(|c| begin_query(c, SAMPLES_PASSED, id)).unwrap();
        if id == 2 {
            f.square();
        }
        f.call(|c| end_query(c, SAMPLES_PASSED)).unwrap();
    }
}

#[test]
fn nothing_is_drawn_without_samples() {
    let mut f = Fixture::new();
    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    queries(&mut f);
    f.call(|c| color3f(c, 0.0, 1.0, 0.0)).unwrap();
    f.call(|c| begin_conditional_render(c, 1, QUERY_BY_REGION_NO_WAIT))
        .unwrap();
    f.square();
    f.call(|c| clear(c, COLOR_BUFFER_BIT)).unwrap();
    f.call(|c| accum(c, RETURN, 1.0)).unwrap();
    f.call(end_conditional_render).unwrap();
    assert_eq!(f.pixel(4, 4), RED);
    f.call(|c| begin_conditional_render(c, 2, QUERY_NO_WAIT))
        .unwrap();
    f.square();
    f.call(end_conditional_render).unwrap();
    assert_eq!(f.pixel(4, 4), GREEN);
}
