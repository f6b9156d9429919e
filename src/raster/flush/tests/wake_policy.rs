//! Long flushes wake workers, short ones do not.

use crate::platform::workers::Waking;
use crate::raster::flush::wake_policy::{LONG, WakePolicy};
use std::time::Duration;

/// Runs that take so long, and whether each wakes at once.
fn flush(policy: &WakePolicy, runs: &[Duration]) -> Vec<bool> {
    let stopwatch = policy.start();
    let wakes = runs.iter().map(|time| {
        let wakes = matches!(stopwatch.waking(), Waking::AtOnce);
        stopwatch.add(*time);
        wakes
    });
    let wakes = wakes.collect();
    stopwatch.stop();
    wakes
}

#[test]
fn long_flushes_wake_when_they_are_long_and_the_next_one_at_once() {
    let policy = WakePolicy::default();
    let zero = Duration::ZERO;
    assert_eq!(flush(&policy, &[2 * LONG, zero]), [false, true]);
    // Workers had half of this one.
    assert_eq!(flush(&policy, &[LONG / 2, zero]), [true, true]);
    assert_eq!(flush(&policy, &[zero]), [true]);
    assert_eq!(flush(&policy, &[zero]), [false]);
}

#[test]
fn few_primitives_are_set_up_alone_in_long_flushes_too() {
    let policy = WakePolicy::default();
    flush(&policy, &[LONG]);
    let stopwatch = policy.start();
    for (n_primitives, is_alone) in [(1, true), (512, true), (513, false)] {
        let waking = stopwatch.time_setup(n_primitives, |waking| waking);
        assert_eq!(matches!(waking, Waking::Never), is_alone, "{n_primitives}");
    }
}
