//! Splits a run among threads. The cost of an element is unknown, so the first elements are timed.
#![forbid(unsafe_code)]

use crate::platform::workers::{self, JobPanicked, Waking};
use crate::simd::LANES;
use std::ops::Range;
use std::time::{Duration, Instant};

/// The most elements in one share. A run can be stopped between shares.
pub(super) const MOST_SHARE: usize = 1 << 20;
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
pub(super) fn share_of(rest: usize, n_workers: usize, seconds: f64) -> (usize, usize) {
    if seconds < WORTH_WAKING.as_secs_f64() {
        return (MOST_SHARE, 0);
    }
    let least = rest as f64 * LEAST_TIME.as_secs_f64() / seconds;
    let share = rest.div_ceil(SHARES * (n_workers + 1)).max(least as usize);
    let share = share.clamp(LANES, MOST_SHARE).next_multiple_of(LANES);
    (share, n_workers)
}

/// Runs `elements` in shares of `share` elements, on this thread and `n_workers` others.
pub(super) fn run_rest(
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
