//! Vertex array objects. Pictures are in shim_tests/golden/objects.c.

use super::fixture::{code, with_call};
use crate::gl::buffer::object::*;
use crate::gl::context::enums::*;
use crate::gl::state::attrib_client::{pop_client_attrib, push_client_attrib};
use crate::gl::vertex_array::client_state::enable_client_state;
use crate::gl::vertex_array::delete::delete_buffers;
use crate::gl::vertex_array::object::*;
use crate::gl::vertex_array::pointer::*;
use crate::gl::*;
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

fn objects<const N: usize>(call: &mut Call<'_>) -> [u32; N] {
    let mut names = [0; N];
    gen_vertex_arrays(call, N as i32, ClientPtr::of_mut(&mut names)).unwrap();
    names
}

fn position_buffer(call: &Call<'_>) -> u32 {
    name_of(&call.cx.arrays.array(attribute::POSITION).buffer)
}

#[test]
fn names_become_objects_when_they_are_bound() {
    with_call(|call| {
        let [a, b] = objects(call);
        assert_eq!(is_vertex_array(call, a), Ok(0));
        bind_vertex_array(call, a).unwrap();
        assert_eq!(
            [is_vertex_array(call, a), is_vertex_array(call, b)],
            [Ok(1), Ok(0)]
        );
        assert_eq!(is_vertex_array(call, 0), Ok(0));
        delete_vertex_arrays(call, 2, ClientPtr::of(&[a, 0])).unwrap();
        assert_eq!(call.cx.arrays.bound, 0);
        assert_eq!(code(bind_vertex_array(call, a)), INVALID_OPERATION);
        assert_eq!(code(bind_vertex_array(call, b)), NO_ERROR);
    });
}

#[test]
fn buffers_live_on_in_objects_that_are_not_bound() {
    with_call(|call| {
        let [a] = objects(call);
        bind_buffer(call, ARRAY_BUFFER, 7).unwrap();
        bind_vertex_array(call, a).unwrap();
        vertex_pointer(call, 2, FLOAT, 0, ClientPtr::NULL).unwrap();
        bind_vertex_array(call, 0).unwrap();
        assert_eq!(position_buffer(call), 0);
        delete_buffers(call, 1, ClientPtr::of(&[7u32])).unwrap();
        bind_vertex_array(call, a).unwrap();
        assert_eq!(position_buffer(call), 7);
    });
}

#[test]
fn client_groups_bind_their_object_again() {
    with_call(|call| {
        let [a, b] = objects(call);
        bind_vertex_array(call, a).unwrap();
        bind_buffer(call, ELEMENT_ARRAY_BUFFER, 3).unwrap();
        push_client_attrib(call, CLIENT_VERTEX_ARRAY_BIT).unwrap();
        bind_vertex_array(call, b).unwrap();
        enable_client_state(call, NORMAL_ARRAY).unwrap();
        pop_client_attrib(call).unwrap();
        assert_eq!(call.cx.arrays.bound, a);
        assert!(!call.cx.arrays.array(attribute::NORMAL).enabled);
        assert_eq!(name_of(&call.cx.buffers.element), 3);
        // What was pushed of an object that is deleted is lost.
        push_client_attrib(call, CLIENT_VERTEX_ARRAY_BIT).unwrap();
        delete_vertex_arrays(call, 1, ClientPtr::of(&[a])).unwrap();
        enable_client_state(call, COLOR_ARRAY).unwrap();
        pop_client_attrib(call).unwrap();
        assert_eq!(call.cx.arrays.bound, 0);
        assert!(call.cx.arrays.array(attribute::COLOR).enabled);
        bind_vertex_array(call, b).unwrap();
        assert!(call.cx.arrays.array(attribute::NORMAL).enabled);
    });
}
