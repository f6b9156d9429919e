//! One run of jobs, which its caller and workers do together.

use super::Job;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Condvar;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// One `carry_out` in progress; lives on its caller's stack until no helper is inside.
pub(super) struct Run {
    job: *const Job<'static>,
    n_jobs: usize,
    pub(super) max_helpers: usize,
    next: AtomicUsize,
    /// `n_jobs`, or fewer after a job that breaks.
    pub(super) n_started: AtomicUsize,
    pub(super) panicked: AtomicBool,
    /// The next run comes soon.
    pub(super) is_followed: bool,
    /// The workers inside. Changes under the pool's lock.
    pub(super) helpers: AtomicUsize,
    /// The caller sleeps until no helper is inside. Changes under the pool's lock.
    pub(super) is_awaited: AtomicBool,
    pub(super) left: Condvar,
}

impl Run {
    pub(super) fn new(max_helpers: usize, n_jobs: usize, job: &Job<'_>, is_followed: bool) -> Run {
        // SAFETY: only the lifetime is erased. `carry_out` keeps `job` borrowed until it has retired the run, and it is
        // not called afterwards.
        let job: *const Job<'static> =
            unsafe { std::mem::transmute::<&Job<'_>, &'static Job<'static>>(job) };
        Run {
            job,
            n_jobs,
            max_helpers,
            next: AtomicUsize::new(0),
            n_started: AtomicUsize::new(n_jobs),
            panicked: AtomicBool::new(false),
            is_followed,
            helpers: AtomicUsize::new(0),
            is_awaited: AtomicBool::new(false),
            left: Condvar::new(),
        }
    }

    pub(super) fn has_jobs(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.n_jobs
    }

    /// Does jobs until there are none; calls `done` after each.
    pub(super) fn work(&self, mut done: impl FnMut()) {
        let result = catch_unwind(AssertUnwindSafe(|| {
            loop {
                let i = self.next.fetch_add(1, Ordering::Relaxed);
                if i >= self.n_jobs {
                    break;
                }
                // SAFETY: the caller of `carry_out` keeps the closure alive while any thread is in `work`.
                if unsafe { (*self.job)(i) }.is_break() {
                    self.stop();
                }
                done();
            }
        }));
        if result.is_err() {
            self.panicked.store(true, Ordering::Release);
            self.stop();
        }
    }

    /// Prevents the start of further jobs.
    fn stop(&self) {
        let n_started = self.next.swap(self.n_jobs, Ordering::Relaxed);
        self.n_started.fetch_min(n_started, Ordering::Relaxed);
    }
}
