//! Decides whether a flush, and each of its runs, is worth waking workers for. Waking one costs 20 us of processor
//! time, and both threads then wait for data in the other's caches.
#![forbid(unsafe_code)]

use crate::debug::{counters, jobs};
use crate::platform::workers::Waking;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Flushes that take one thread this long are worth it. Shorter ones end hardly sooner with two threads, and take a sixth more
/// processor time (docs/PERFORMANCE.md, "Waking later").
pub(super) const LONG: Duration = Duration::from_micros(300);

/// The number of primitives that are set up before a woken worker has its data. Tiles then wait for its caches, even in
/// long flushes. Case 20 of glbench is 5 % slower if workers help with them, by the clock and per CPU-second.
const FEW_PRIMITIVES: u32 = 512;

/// The history of a renderer's flushes.
#[derive(Default)]
pub(crate) struct WakePolicy {
    /// The last flush was long; then the next one probably is, too.
    was_long: AtomicBool,
}

/// The time of one flush's runs, without that of compiling its kernels.
pub(crate) struct Stopwatch<'a> {
    policy: &'a WakePolicy,
    taken_ns: AtomicU64,
    is_long: bool,
}

impl WakePolicy {
    pub(crate) fn start(&self) -> Stopwatch<'_> {
        Stopwatch {
            policy: self,
            taken_ns: AtomicU64::new(0),
            is_long: self.was_long.load(Ordering::Relaxed),
        }
    }
}

impl Stopwatch<'_> {
    /// Executes a run of the flush that sets up at most this many primitives.
    pub(crate) fn time_setup<R>(&self, n_primitives: u32, run: impl FnOnce(Waking) -> R) -> R {
        match n_primitives {
            ..=FEW_PRIMITIVES => self.time_waking(Waking::Never, run),
            _ => self.time(run),
        }
    }

    /// Executes a run of the flush.
    pub(crate) fn time<R>(&self, run: impl FnOnce(Waking) -> R) -> R {
        self.time_waking(self.waking(), run)
    }

    fn time_waking<R>(&self, waking: Waking, run: impl FnOnce(Waking) -> R) -> R {
        let start = Instant::now();
        let result = jobs::run(|| run(waking));
        let time = start.elapsed();
        counters::RUN_TIME.add(time.as_nanos() as u64);
        self.add(time);
        result
    }

    /// Of the next run.
    pub(super) fn waking(&self) -> Waking {
        match LONG.checked_sub(self.taken()) {
            Some(left) if !self.is_long => Waking::After(left),
            _ => Waking::AtOnce,
        }
    }

    pub(super) fn add(&self, time: Duration) {
        let time_ns = time.as_nanos() as u64;
        self.taken_ns.fetch_add(time_ns, Ordering::Relaxed);
    }

    fn taken(&self) -> Duration {
        Duration::from_nanos(self.taken_ns.load(Ordering::Relaxed))
    }

    /// Stores the duration of the flush.
    pub(crate) fn stop(self) {
        // Two threads take about half the time.
        let n_threads = if self.is_long { 2 } else { 1 };
        let is_long = n_threads * self.taken() >= LONG;
        self.policy.was_long.store(is_long, Ordering::Relaxed);
    }
}
