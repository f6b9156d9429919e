//! One run of jobs, which the caller and the workers do together.

use super::Job;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Condvar;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A run in progress. It lives on its caller's stack until no helper is inside.
pub(super) struct Run {
    job: *const Job<'static>,
    n_jobs: usize,
    pub(super) max_helpers: usize,
    /// The index of the next job.
    next: AtomicUsize,
    /// The number of jobs that will have been started: `n_jobs`, or fewer after a job that breaks.
    pub(super) n_started: AtomicUsize,
    pub(super) panicked: AtomicBool,
    /// Whether the next run comes soon.
    pub(super) is_followed: bool,
    /// The number of workers inside. It changes under the pool's lock only.
    pub(super) helpers: AtomicUsize,
    /// Whether the caller sleeps until no helper is inside. It changes under the pool's lock only.
    pub(super) is_awaited: AtomicBool,
    /// Is notified when the last helper leaves.
    pub(super) left: Condvar,
}

impl Run {
    pub(super) fn new(max_helpers: usize, n_jobs: usize, job: &Job<'_>, is_followed: bool) -> Run {
        // SAFETY: only the lifetime is erased. `execute_run` keeps `job` borrowed until it has retired the run, and nobody calls
        // it afterwards.
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

    /// Does jobs until none is left. Calls `done` after each.
    pub(super) fn work(&self, mut done: impl FnMut()) {
        let result = catch_unwind(AssertUnwindSafe(|| {
            loop {
                let i = self.next.fetch_add(1, Ordering::Relaxed);
                if i >= self.n_jobs {
                    break;
                }
                // SAFETY: the caller of `execute_run` keeps the closure alive as long as a thread is in `work`.
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

    /// Prevents that further jobs start.
    fn stop(&self) {
        let n_started = self.next.swap(self.n_jobs, Ordering::Relaxed);
        self.n_started.fetch_min(n_started, Ordering::Relaxed);
    }
}
