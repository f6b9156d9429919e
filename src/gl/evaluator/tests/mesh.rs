//! Meshes of the evaluator are refused where their number of points is out of all reason.

use crate::gl::Call;
use crate::gl::Context;
use crate::gl::context::enums::*;
use crate::gl::evaluator::map::VERTEX;
use crate::gl::evaluator::mesh::{eval_mesh1, eval_mesh2};
use crate::platform::ClientMemory;
use std::sync::Arc;

#[test]
fn a_mesh_that_would_take_hours_is_refused() {
    let mut cx = Context::new(Arc::default());
    cx.evaluators.maps1[VERTEX[0]].enabled = true;
    cx.evaluators.maps2[VERTEX[0]].enabled = true;
    let mut call = Call::new(&mut cx, ClientMemory::for_tests());
    let huge = eval_mesh2(&mut call, FILL, i32::MIN, i32::MAX, i32::MIN, i32::MAX);
    assert_eq!(huge.unwrap_err().code, OUT_OF_MEMORY);
    assert_eq!(
        eval_mesh1(&mut call, LINE, i32::MIN, 0).unwrap_err().code,
        OUT_OF_MEMORY
    );
    assert!(eval_mesh2(&mut call, FILL, 3, 2, 0, 5).is_ok());
}
