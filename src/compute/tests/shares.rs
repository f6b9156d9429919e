//! Every element falls in exactly one range, and only long work is shared.

use crate::compute::shares::{MOST_SHARE, run_rest, run_shared, share_of};
use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering};

/// Calls `carry_out` with something to run, and checks that it has run once for each of `n` elements.
fn assert_each_once(n: usize, carry_out: impl FnOnce(&(dyn Fn(Range<usize>) + Sync))) {
    let counts: Vec<AtomicU8> = (0..n).map(|_| AtomicU8::new(0)).collect();
    carry_out(&|elements| {
        for count in &counts[elements] {
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    let is_once = |count: &AtomicU8| count.load(Ordering::Relaxed) == 1;
    assert!(counts.iter().all(is_once), "{n} elements");
}

#[test]
fn each_element_is_in_one_range_whatever_it_takes() {
    for n in [0, 1, 64, 65, 777, 5000] {
        for n_workers in [0, 1, 3] {
            assert_each_once(n, |run| run_shared(n, n_workers, run).unwrap());
            for seconds in [0.0, 99e-6, 100e-6, 1e-3, 1.0] {
                let (share, n_workers) = share_of(n, n_workers, seconds);
                assert_each_once(n, |run| run_rest(0..n, share, n_workers, run).unwrap());
            }
        }
    }
}

#[test]
fn long_work_is_shared_and_short_work_is_not() {
    let of = |seconds| share_of(8000, 3, seconds);
    assert_eq!(of(99e-6), (MOST_SHARE, 0));
    // A tenth of it takes 10 µs.
    assert_eq!(of(100e-6), (800, 3));
    // 32 shares.
    assert_eq!(of(1.0), (256, 3));
}
