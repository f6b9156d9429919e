//! Queries of time.

use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::query::active::*;
use crate::gl::query::object::*;
use crate::gl::query::timer::*;
use crate::gl::state::get::get_integer64v;
use crate::platform::ClientPtr;

fn result(f: &mut Fixture, id: u32) -> u64 {
    let mut time = [0u64];
    f.call(|c| get_query_objectui64v(c, id, QUERY_RESULT, ClientPtr::of_mut(&mut time)))
        .unwrap();
    time[0]
}

#[test]
fn times_do_not_go_back() {
    let mut f = Fixture::new();
    let mut names = [0u32; 2];
    f.call(|c| gen_queries(c, 2, ClientPtr::of_mut(&mut names)))
        .unwrap();
    let mut times = [0i64; 2];
    f.call(|c| get_integer64v(c, TIMESTAMP, ClientPtr::of_mut(&mut times[..1])))
        .unwrap();
    f.call(|c| query_counter(c, 1, TIMESTAMP)).unwrap();
    f.square();
    f.call(|c| query_counter(c, 2, TIMESTAMP)).unwrap();
    f.call(|c| get_integer64v(c, TIMESTAMP, ClientPtr::of_mut(&mut times[1..])))
        .unwrap();
    let [first, last] = times.map(|time| time as u64);
    let order = [first, result(&mut f, 1), result(&mut f, 2), last];
    assert!(order.is_sorted() && order[1] < order[2], "{order:?}");
    // Such a query can be asked again, and is never active.
    f.call(|c| query_counter(c, 1, TIMESTAMP)).unwrap();
    assert!(result(&mut f, 1) >= order[2]);
}

#[test]
fn elapsed_time_runs_beside_a_query_of_samples() {
    let mut f = Fixture::new();
    f.call(|c| begin_query(c, TIME_ELAPSED, 1)).unwrap();
    f.call(|c| begin_query(c, SAMPLES_PASSED, 2)).unwrap();
    f.square();
    f.call(|c| end_query(c, SAMPLES_PASSED)).unwrap();
    f.call(|c| end_query(c, TIME_ELAPSED)).unwrap();
    assert!(result(&mut f, 1) > 0);
    assert_eq!(result(&mut f, 2), 64);
    // A deleted one ends without a result.
    f.call(|c| begin_query(c, TIME_ELAPSED, 1)).unwrap();
    f.call(|c| delete_queries(c, 1, ClientPtr::of(&[1u32])))
        .unwrap();
    assert_eq!(
        f.call(|c| end_query(c, TIME_ELAPSED)),
        Err(INVALID_OPERATION)
    );
}
