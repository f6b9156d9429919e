//! A context is current in one thread at a time.

use crate::current::*;
use std::sync::Arc;
use trilobite::gl::Context;

fn cell() -> Arc<ContextCell> {
    ContextCell::new(Context::new(Default::default()))
}

#[test]
fn a_context_is_current_in_one_thread_only() {
    let shared = cell();
    set_current(Some(shared.clone())).unwrap();
    assert!(Arc::ptr_eq(&current().unwrap(), &shared));
    let other = shared.clone();
    let (bound, with) =
        std::thread::spawn(move || (set_current(Some(other.clone())), other.with(|_| ())))
            .join()
            .unwrap();
    assert_eq!((bound, with), (Err(BindError::CurrentElsewhere), None));
    set_current(None).unwrap();
    assert!(current().is_none() && !shared.is_current_somewhere());
    assert_eq!(shared.with(|_| 7), Some(7));
}

#[test]
fn a_thread_that_ends_releases_its_context() {
    let shared = cell();
    let other = shared.clone();
    std::thread::spawn(move || set_current(Some(other)).unwrap())
        .join()
        .unwrap();
    // The pthread destructor has run by the time join returns.
    assert!(!shared.is_current_somewhere());
    assert_eq!(Arc::strong_count(&shared), 1);
}

#[test]
fn nested_access_is_refused_and_recorded() {
    let shared = cell();
    set_current(Some(shared.clone())).unwrap();
    let inner = shared.with(|_| {
        shared.note_nested();
        (shared.with(|_| ()).is_none(), set_current(None))
    });
    assert_eq!(inner, Some((true, Err(BindError::Busy))));
    assert_eq!(shared.with(|cx| cx.take_error()), Some(Some(0x0502)));
    set_current(None).unwrap();
}
