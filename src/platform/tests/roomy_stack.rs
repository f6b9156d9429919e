//! A small stack gets room, nested calls are noticed, and panics reach the caller.

use crate::platform::roomy_stack::with_room;
use std::panic::catch_unwind;

/// Uses more bytes than a small stack has.
#[inline(never)]
fn deep(n: u8) -> u64 {
    let big = std::hint::black_box([n; 100_000]);
    big.iter().map(|b| u64::from(*b)).sum()
}

fn in_small_thread<R: Send + 'static>(f: impl FnOnce() -> R + Send + 'static) -> R {
    let builder = std::thread::Builder::new().stack_size(64 * 1024);
    builder.spawn(f).unwrap().join().unwrap()
}

#[test]
fn a_small_stack_gets_room() {
    assert_eq!(in_small_thread(|| with_room(|| deep(3))), 300_000);
    assert_eq!(with_room(|| deep(2)), 200_000);
}

#[test]
fn nested_calls_know_where_they_are() {
    let sum = in_small_thread(|| with_room(|| deep(1) + with_room(|| deep(1))));
    assert_eq!(sum, 200_000);
}

#[test]
fn a_panic_goes_on_in_the_caller() {
    let caught =
        in_small_thread(|| catch_unwind(|| with_room(|| panic!("expected by the test"))).is_err());
    assert!(caught);
}
