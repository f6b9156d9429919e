//! Names of queries while one is active (QUIRKS 6.40).

use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::query::active::*;
use crate::gl::query::object::*;
use crate::platform::ClientPtr;

#[test]
fn names_are_made_and_deleted_while_a_query_is_active() {
    let mut f = Fixture::new();
    f.call(|c| begin_query(c, SAMPLES_PASSED, 1)).unwrap();
    let mut names = [0u32];
    f.call(|c| gen_queries(c, 1, ClientPtr::of_mut(&mut names)))
        .unwrap();
    f.call(|c| delete_queries(c, 1, ClientPtr::of(&names)))
        .unwrap();
    assert_eq!(f.0.queries.current(QueryTarget::Samples), 1);
    // The active one ends when it is deleted.
    f.call(|c| delete_queries(c, 1, ClientPtr::of(&[1u32])))
        .unwrap();
    assert_eq!(f.0.queries.current(QueryTarget::Samples), 0);
    assert_eq!(
        f.call(|c| end_query(c, SAMPLES_PASSED)),
        Err(INVALID_OPERATION)
    );
    assert_eq!(f.call(|c| is_query(c, 1)), Ok(0));
}

#[test]
fn names_are_the_lowest_unused_ones() {
    let mut f = Fixture::new();
    let mut names = [0u32; 4];
    let generate = |f: &mut Fixture, names: &mut [u32]| {
        let n = names.len() as i32;
        f.call(|c| gen_queries(c, n, ClientPtr::of_mut(names)))
            .unwrap();
    };
    generate(&mut f, &mut names);
    assert_eq!(names, [1, 2, 3, 4]);
    f.call(|c| delete_queries(c, 1, ClientPtr::of(&[2u32])))
        .unwrap();
    generate(&mut f, &mut names[..2]);
    assert_eq!(names[..2], [2, 5]);
    // A name of the application's own is above a gap.
    f.call(|c| begin_query(c, SAMPLES_PASSED, 8)).unwrap();
    generate(&mut f, &mut names);
    assert_eq!(names, [6, 7, 9, 10]);
}
