//! Sync objects: of one context, and of two in different threads.

use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::framebuffer::window_buffers::flush;
use crate::gl::query::sync::*;
use crate::gl::{Call, Context};
use crate::platform::{ClientMemory, ClientPtr};
use std::panic::{AssertUnwindSafe, catch_unwind};

const SECOND: u64 = 1_000_000_000;

fn fence(f: &mut Fixture) -> ClientPtr<u8> {
    f.call(|c| fence_sync(c, SYNC_GPU_COMMANDS_COMPLETE, 0))
        .unwrap()
}

#[test]
fn a_poll_sees_the_end() {
    let mut f = Fixture::new();
    f.square();
    let sync = fence(&mut f);
    let mut poll = || f.call(|c| client_wait_sync(c, sync, 0, 0)).unwrap();
    assert_eq!([poll(), poll()], [TIMEOUT_EXPIRED, ALREADY_SIGNALED]);
    f.square();
    let sync = fence(&mut f);
    let poll = f.call(|c| client_wait_sync(c, sync, SYNC_FLUSH_COMMANDS_BIT, 0));
    assert_eq!(poll, Ok(ALREADY_SIGNALED));
    let sync = fence(&mut f);
    let wait = |f: &mut Fixture, flags, time| f.call(|c| client_wait_sync(c, sync, flags, time));
    assert_eq!(
        wait(&mut f, SYNC_FLUSH_COMMANDS_BIT, u64::MAX),
        Ok(CONDITION_SATISFIED)
    );
    f.call(|c| delete_sync(c, sync)).unwrap();
    assert_eq!(wait(&mut f, 0, 0), Ok(WAIT_FAILED));
    assert_eq!(f.0.take_error(), Some(INVALID_VALUE));
    assert_eq!(f.call(|c| is_sync(c, sync)), Ok(0));
    assert_eq!(f.call(|c| delete_sync(c, ClientPtr::NULL)), Ok(()));
}

#[test]
fn properties_are_those_of_the_table() {
    let mut f = Fixture::new();
    let sync = fence(&mut f);
    let mut get = |name, size| {
        let (mut length, mut value) = ([-1], [-1]);
        f.call(|c| {
            let (length, value) = (
                ClientPtr::of_mut(&mut length),
                ClientPtr::of_mut(&mut value),
            );
            get_synciv(c, sync, name, size, length, value)
        })
        .unwrap();
        (length[0], value[0])
    };
    assert_eq!(get(OBJECT_TYPE, 1), (1, SYNC_FENCE as i32));
    assert_eq!(
        get(SYNC_CONDITION, 4),
        (1, SYNC_GPU_COMMANDS_COMPLETE as i32)
    );
    assert_eq!(get(SYNC_FLAGS, 1), (1, 0));
    assert_eq!(get(SYNC_FLAGS, 0), (0, -1));
    assert_eq!(get(SYNC_STATUS, 1), (1, UNSIGNALED as i32));
    assert_eq!(get(SYNC_STATUS, 1), (1, SIGNALED as i32));
}

#[test]
fn another_context_waits_for_the_flush() {
    let mut f = Fixture::new();
    let sync = fence(&mut f);
    let address = sync.address();
    let shared = f.0.shared.clone();
    std::thread::scope(|scope| {
        let waits = scope.spawn(move || {
            let mut cx = Context::new(shared);
            let mut call = Call::new(&mut cx, ClientMemory::for_tests());
            let sync = ClientPtr::from_address(address);
            let early = client_wait_sync(&mut call, sync, 0, 1000).unwrap();
            let late = client_wait_sync(&mut call, sync, 0, 60 * SECOND).unwrap();
            (early, late)
        });
        std::thread::sleep(std::time::Duration::from_millis(20));
        f.call(flush).unwrap();
        let (early, late) = waits.join().unwrap();
        assert!(matches!(early, TIMEOUT_EXPIRED | ALREADY_SIGNALED));
        assert!(matches!(late, CONDITION_SATISFIED | ALREADY_SIGNALED));
    });
}

#[test]
fn a_context_that_goes_signals_what_it_had() {
    let mut f = Fixture::new();
    let shared = f.0.shared.clone();
    let sync = fence(&mut f);
    drop(f);
    let mut cx = Context::new(shared);
    let mut call = Call::new(&mut cx, ClientMemory::for_tests());
    assert_eq!(
        client_wait_sync(&mut call, sync, 0, 0),
        Ok(ALREADY_SIGNALED)
    );
}

#[test]
fn a_panic_while_finishing_ends_the_waits() {
    let mut f = Fixture::new();
    let sync = fence(&mut f);
    let finish = AssertUnwindSafe(|| f.0.finish_by(|_| panic!("expected by the test")));
    assert!(catch_unwind(finish).is_err());
    assert_eq!(
        f.call(|c| client_wait_sync(c, sync, 0, 0)),
        Ok(ALREADY_SIGNALED)
    );
}
