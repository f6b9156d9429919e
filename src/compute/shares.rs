//! Splits a run among threads. The cost of an element is unknown, so the first elements are timed.
#![forbid(unsafe_code)]

use crate::platform::workers::{self, JobPanicked, Waking};
use crate::simd::LANES;
use std::ops::Range;
use std::time::{Duration, Instant};

/// The most elements in one share. A run can be stopped between shares.
const MOST_SHARE: usize = 1 << 20;
/// The number of shares for each thread. Several shares keep the others from waiting for a thread that starts late.
const SHARES: usize = 8;
/// The least work of a share.
const LEAST_TIME: Duration = Duration::from_micros(10);
/// The least work for which a thread is woken. To wake one takes some 50 µs on a virtual machine, and less on others.
const WORTH_WAKING: Duration = Duration::from_micros(100);
/// A run of at most this number of elements is not timed.
const LEAST_TIMED: usize = 4 * LANES;

/// Calls `run` with ranges that cover `0..n`, each element once, on the calling thread and up to `n_workers` others. It
/// measures the time of the first elements: work for less than 100 µs stays on the calling thread.
pub(super) fn run_shared(
    n: usize,
    n_workers: usize,
    run: &(dyn Fn(Range<usize>) + Sync),
) -> Result<(), JobPanicked> {
    if n_workers == 0 || n <= LEAST_TIMED {
        return run_rest(0..n, MOST_SHARE, 0, run);
    }
    // Time the first elements on this thread.
    let first = (n / 64).clamp(LANES, MOST_SHARE).next_multiple_of(LANES);
    let start = Instant::now();
    run_rest(0..first, first, 0, run)?;
    // Share what remains, by the time that it will take.
    let (taken, rest) = (start.elapsed(), n - first);
    let seconds = taken.as_secs_f64() * rest as f64 / first as f64;
    let (share, n_workers) = share_of(rest, n_workers, seconds);
    run_rest(first..n, share, n_workers, run)
}

/// The number of elements in one share, if `rest` elements take one thread `seconds`, and the number of workers that
/// help.
fn share_of(rest: usize, n_workers: usize, seconds: f64) -> (usize, usize) {
    if seconds < WORTH_WAKING.as_secs_f64() {
        return (MOST_SHARE, 0);
    }
    let least = rest as f64 * LEAST_TIME.as_secs_f64() / seconds;
    let share = rest.div_ceil(SHARES * (n_workers + 1)).max(least as usize);
    let share = share.clamp(LANES, MOST_SHARE).next_multiple_of(LANES);
    (share, n_workers)
}

/// Runs `elements` in shares of `share` elements, on this thread and `n_workers` others.
fn run_rest(
    elements: Range<usize>,
    share: usize,
    n_workers: usize,
    run: &(dyn Fn(Range<usize>) + Sync),
) -> Result<(), JobPanicked> {
    let job = |i: usize| {
        let start = elements.start + i * share;
        run(start..elements.end.min(start + share));
    };
    workers::parallel_for(
        n_workers,
        Waking::AtOnce,
        elements.len().div_ceil(share),
        &job,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
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
}
