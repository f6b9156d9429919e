//! Display lists: names, nested calls, what they set and draw, and errors inside them.

use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::{Fixture, GREEN, RED};
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::color::{color3f, color4ub};
use crate::gl::list::record::*;
use crate::gl::state::enable::{enable, is_enabled};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

#[test]
fn a_list_honours_the_colour_of_its_caller() {
    let mut f = Fixture::new();
    let name = f.call(|c| gen_lists(c, 3)).unwrap();
    assert_eq!(f.call(|c| new_list(c, 0, COMPILE)), Err(INVALID_VALUE));
    assert_eq!(f.call(|c| new_list(c, name, FRONT)), Err(INVALID_ENUM));
    f.call(|c| new_list(c, name, COMPILE)).unwrap();
    assert_eq!(
        f.call(|c| new_list(c, name + 1, COMPILE)),
        Err(INVALID_OPERATION)
    );
    f.square();
    f.call(|c| color4ub(c, 0, 255, 0, 255)).unwrap();
    f.call(end_list).unwrap();
    assert_eq!(f.call(end_list), Err(INVALID_OPERATION));
    assert_eq!(f.pixel(3, 3), 0, "compiled, not executed");

    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    f.call(|c| call_list(c, name)).unwrap();
    assert_eq!(f.pixel(3, 3), RED);
    assert_eq!(
        f.0.immediate.current[attribute::COLOR as usize],
        [0.0, 1.0, 0.0, 1.0],
        "what the list leaves behind"
    );
    let names = [0u8, 1];
    f.call(|c| list_base(c, name)).unwrap();
    f.call(|c| call_lists(c, 2, UNSIGNED_BYTE, ClientPtr::of(&names)))
        .unwrap();
    assert_eq!(f.pixel(3, 3), GREEN);
    assert_eq!(f.call(|c| is_list(c, name)), Ok(1));
    f.call(|c| delete_lists(c, name, i32::MAX)).unwrap();
    assert_eq!(f.call(|c| is_list(c, name + 2)), Ok(0));
}

#[test]
fn a_list_that_calls_itself_ends() {
    let mut f = Fixture::new();
    f.call(|c| new_list(c, 5, COMPILE)).unwrap();
    f.call(|c| c.run(|c| call_list(c, 5))).unwrap();
    f.call(|c| c.run(|c| delete_lists(c, 5, 1))).unwrap();
    f.call(end_list).unwrap();
    f.call(|c| call_list(c, 5)).unwrap();
    assert_eq!(f.call(|c| is_list(c, 5)), Ok(0), "a list may delete itself");
}

#[test]
fn compile_and_execute_records_once() {
    let mut f = Fixture::new();
    f.call(|c| new_list(c, 1, COMPILE_AND_EXECUTE)).unwrap();
    f.call(|c| color3f(c, 0.0, 1.0, 0.0)).unwrap();
    f.call(|c| c.run(|c| crate::gl::immediate::rect::rectf(c, -1.0, -1.0, 1.0, 1.0)))
        .unwrap();
    f.call(end_list).unwrap();
    assert_eq!(f.pixel(1, 1), GREEN);
    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(f.pixel(1, 1), GREEN, "the list sets its own colour");
}

#[test]
fn a_list_called_inside_begin_refuses_what_is_not_allowed_there() {
    let mut f = Fixture::new();
    f.call(|c| new_list(c, 1, COMPILE)).unwrap();
    // This records glLoadIdentity as its door does.
    f.call(|c| c.run(crate::gl::transform::commands::load_identity))
        .unwrap();
    f.call(end_list).unwrap();
    f.call(|c| crate::gl::transform::commands::translatef(c, 3.0, 0.0, 0.0))
        .unwrap();
    f.call(|c| begin(c, TRIANGLES)).unwrap();
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(f.0.take_error(), Some(INVALID_OPERATION));
    f.call(end).unwrap();
    assert_eq!(f.0.matrix.modelview()[3][0], 3.0);
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(f.0.matrix.modelview()[3][0], 0.0);
}

#[test]
fn a_nested_begin_in_a_list_is_an_error_and_leaves_nothing_open() {
    let mut f = Fixture::new();
    f.call(|c| new_list(c, 1, COMPILE)).unwrap();
    f.call(|c| begin(c, TRIANGLES)).unwrap();
    f.call(|c| begin(c, TRIANGLES)).unwrap();
    f.call(end).unwrap();
    f.call(end_list).unwrap();
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(f.0.take_error(), Some(INVALID_OPERATION));
    assert!(!f.0.inside_begin());

    // A list with a whole primitive is called between Begin and End. Its End is executed.
    f.call(|c| new_list(c, 2, COMPILE)).unwrap();
    f.square();
    f.call(end_list).unwrap();
    f.call(|c| begin(c, LINES)).unwrap();
    f.call(|c| call_list(c, 2)).unwrap();
    assert_eq!(f.0.take_error(), Some(INVALID_OPERATION));
    assert!(!f.0.inside_begin());
}

/// A command that is refused between Begin and End is in the list all the same (GL 1.5 section 5.4).
#[test]
fn a_list_holds_what_was_refused_when_it_was_compiled() {
    let mut f = Fixture::new();
    f.call(|c| new_list(c, 1, COMPILE_AND_EXECUTE)).unwrap();
    f.call(|c| begin(c, POINTS)).unwrap();
    let refused = f.call(|c| c.refuse_inside_begin(|c| c.run(|c| enable(c, FOG))));
    assert_eq!(refused, Err(INVALID_OPERATION));
    f.call(end).unwrap();
    f.call(end_list).unwrap();
    assert_eq!(f.call(|c| is_enabled(c, FOG)), Ok(0), "it was not executed");
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(
        f.0.take_error(),
        Some(INVALID_OPERATION),
        "the list refuses it again"
    );
}
