//! The worker threads: one pool per process for all renderers.
//!
//! A *run* is one call of [`parallel_for`]: its threads take job indices from an atomic counter. The calling thread takes part,
//! and does not depend on workers: without any it does every job itself.
//!
//! The states of a worker:
//!
//! ```text
//!   ┌──────────────▶ in a run ──no jobs left, and no other run is posted──▶ asleep ──┐
//!   │                    │                                                    ▲      │ woken for a run
//!   │                    │ the same, but another run follows soon             │      │
//!   │                    ▼                                                    │      │
//!   │                spinning ──nothing is posted for SPIN_TIME───────────────┘      │
//!   │                    │ a run is posted                                           │
//!   └────────────────────┴───────────────────────────────────────────────────────────┘
//! ```
//!
//! The caller spins, too, and then sleeps, until all workers have left its run. No worker is woken while enough of them spin.
//!
//! # Threads, signals, forks
//! The pool starts with the first call that wants workers. Its threads block all signals and are never joined. A forked child
//! forgets the pool and starts its own.
//!
//! The locks are those of std, because their whole state is in the forgotten pool. parking_lot has one table of sleeping threads
//! per process. A fork may find a worker about to sleep, and the table would then stay locked in the child.

mod run;
mod start;

use super::PerProcess;
use super::affinity::processors;
use run::Run;
pub use start::{make_ready_to_wait, start_thread};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

/// The most threads in a pool.
const MAX_WORKERS: usize = 64;

/// How long a thread spins before it sleeps. Sleeping and being woken costs 10 to 20 us of processor time on a virtual machine,
/// so spinning longer would not pay.
const SPIN_TIME: Duration = Duration::from_micros(10);

/// When sleeping workers are woken for a run.
#[derive(Clone, Copy)]
pub enum Waking {
    /// At once, for a long run.
    AtOnce,
    /// After this time, if jobs are left. Workers that are awake help at once.
    After(Duration),
    /// Never, for a run that is over before a worker could have its data. Workers that are awake do not help either.
    Never,
}

/// A job panicked. The other jobs ran to their end, or were not started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a job panicked")]
pub struct JobPanicked;

/// Returns the number of workers beside the calling thread: `TRILOBITE_WORKERS`, else the number of processors less one.
pub fn default_workers() -> usize {
    let asked = crate::config::get().workers;
    asked.unwrap_or_else(|| processors() - 1).min(MAX_WORKERS)
}

/// Calls `job` once with each index in `0..n_jobs`, on the calling thread and on up to `n_workers` workers. Jobs start in
/// ascending order. Returns when all are done. After a panic, no further job is started.
pub fn parallel_for(
    n_workers: usize,
    waking: Waking,
    n_jobs: usize,
    job: &(dyn Fn(usize) + Sync),
) -> Result<(), JobPanicked> {
    let job = |i| {
        job(i);
        ControlFlow::Continue(())
    };
    execute_run(n_workers, waking, n_jobs, &job, false).map(|_| ())
}

/// Does the job with this index. It breaks if no further job is needed.
pub(super) type Job<'a> = dyn Fn(usize) -> ControlFlow<()> + Sync + 'a;

/// Does jobs as [`parallel_for`] does, until one breaks. Returns the number of jobs that were started, which are all done. Afterwards the workers
/// spin, since another run follows soon.
pub fn parallel_until(
    n_workers: usize,
    waking: Waking,
    n_jobs: usize,
    job: &Job<'_>,
) -> Result<usize, JobPanicked> {
    execute_run(n_workers, waking, n_jobs, job, true)
}

/// Executes a run. Returns the number of jobs that were started. `is_followed`: another run follows soon.
fn execute_run(
    n_workers: usize,
    waking: Waking,
    n_jobs: usize,
    job: &Job<'_>,
    is_followed: bool,
) -> Result<usize, JobPanicked> {
    // A run without helpers needs no pool.
    let (n_workers, mut wakes_after) = match waking {
        Waking::AtOnce => (n_workers, None),
        Waking::After(time) => (n_workers, Some(time)),
        Waking::Never => (0, None),
    };
    let max_helpers = n_workers.min(n_jobs.saturating_sub(1)).min(MAX_WORKERS);
    if max_helpers == 0 {
        return do_alone(n_jobs, job);
    }
    // Posts the run, so that awake workers see it, and wakes others now or after some time.
    let run = Run::new(max_helpers, n_jobs, job, is_followed);
    let pool = Pool::get();
    pool.post(&run);
    if wakes_after.is_none() {
        pool.wake_for(&run);
    }
    let start = Instant::now();
    run.work(|| {
        if wakes_after.is_some_and(|time| start.elapsed() >= time) && run.has_jobs() {
            wakes_after = None;
            pool.wake_for(&run);
        }
    });
    // Nobody may be inside when the run leaves the stack.
    pool.retire(&run);
    if run.panicked.into_inner() {
        Err(JobPanicked)
    } else {
        Ok(run.n_started.into_inner())
    }
}

/// Does all jobs on the calling thread.
fn do_alone(n_jobs: usize, job: &Job<'_>) -> Result<usize, JobPanicked> {
    let all = || {
        let last = (0..n_jobs).find(|i| job(*i).is_break());
        last.map_or(n_jobs, |i| i + 1)
    };
    catch_unwind(AssertUnwindSafe(all)).map_err(|_| JobPanicked)
}

/// A run that workers may enter.
struct Posted(*const Run);

// SAFETY: a posted run stays alive until `retire` has removed it under the lock, when no helper is inside. Threads share its
// atomics and a `Sync` closure only.
unsafe impl Send for Posted {}

/// The state that the pool's lock protects.
#[derive(Default)]
struct PoolState {
    /// The runs that workers may enter.
    posted: Vec<Posted>,
    n_threads: usize,
    /// The number of threads that spin. They will see a run that is posted now.
    n_spinning: usize,
    n_asleep: usize,
    /// The number of sleeping threads that have been woken but do not run yet.
    n_woken: usize,
}

impl PoolState {
    /// Enters a posted run that has jobs and room for another helper, and returns it.
    fn enter(&self) -> Option<*const Run> {
        let mut posted = self.posted.iter().map(|posted| posted.0);
        posted.find(|run| {
            // SAFETY: a posted run is alive as long as the lock is held.
            let run = unsafe { &**run };
            let is_open = run.has_jobs() && run.helpers.load(Ordering::Relaxed) < run.max_helpers;
            if is_open {
                run.helpers.fetch_add(1, Ordering::Relaxed);
            }
            is_open
        })
    }
}

/// The worker threads of a process, and the run that they work on.
struct Pool {
    state: Mutex<PoolState>,
    /// How many runs have been posted so far. It changes under the lock only.
    n_posted: AtomicUsize,
    wake: Condvar,
}

/// The pool of this process. Threads that do not exist in a forked child may hold the locks of the parent's.
static POOL: PerProcess<Pool> = PerProcess::new(|| Pool {
    state: Mutex::default(),
    n_posted: AtomicUsize::new(0),
    wake: Condvar::new(),
});

impl Pool {
    /// Returns the pool, and makes it at the first call.
    fn get() -> &'static Pool {
        POOL.get()
    }

    /// Starts threads until there are `n`, or fewer if the system refuses.
    fn start_threads(&'static self, n: usize) {
        let mut state = self.lock();
        while state.n_threads < n {
            if !start_thread("trilobite", || self.serve()) {
                static WARN: Once = Once::new();
                let n_threads = state.n_threads;
                WARN.call_once(|| {
                    log::warn!("a worker thread could not be started; {n_threads} run");
                });
                break;
            }
            state.n_threads += 1;
        }
    }

    /// Takes the lock. No code that holds it panics, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Posts a run, so that workers may enter it.
    fn post(&self, run: &Run) {
        let mut state = self.lock();
        state.posted.push(Posted(run));
        self.n_posted.fetch_add(1, Ordering::Relaxed);
    }

    /// Wakes as many workers as a run may have, less those that are in it, that spin, or that have been woken already.
    fn wake_for(&'static self, run: &Run) {
        self.start_threads(run.max_helpers);
        let mut state = self.lock();
        let coming = state.n_spinning + state.n_woken + run.helpers.load(Ordering::Relaxed);
        let asleep = state.n_asleep - state.n_woken;
        let n = run.max_helpers.saturating_sub(coming).min(asleep);
        state.n_woken += n;
        drop(state);
        (0..n).for_each(|_| self.wake.notify_one());
    }

    /// Waits until no helper is inside a run, then removes it from the posted ones.
    fn retire(&self, run: &Run) {
        let is_empty = || run.helpers.load(Ordering::Relaxed) == 0;
        spin_until(is_empty, SPIN_TIME);
        let mut state = self.lock();
        while !is_empty() {
            run.is_awaited.store(true, Ordering::Relaxed);
            state = wait(&run.left, state);
        }
        state.posted.retain(|posted| !std::ptr::eq(posted.0, run));
    }

    /// The loop of a worker.
    fn serve(&self) {
        let mut state = self.lock();
        let mut is_followed = false;
        loop {
            let Some(run) = state.enter() else {
                state = self.wait_for_run(state, is_followed);
                is_followed = false;
                continue;
            };
            drop(state);
            // SAFETY: the run is alive, because `retire` waits until `helpers` is 0.
            let run = unsafe { &*run };
            run.work(|| {});
            is_followed = run.is_followed;
            state = self.lock();
            // The caller cannot have left, because this thread holds the lock.
            let is_last = run.helpers.fetch_sub(1, Ordering::Relaxed) == 1;
            if is_last && run.is_awaited.load(Ordering::Relaxed) {
                run.left.notify_all();
            }
        }
    }

    /// Waits until a run is posted or this thread is woken. It spins first if a run `is_near`.
    fn wait_for_run<'a>(
        &'a self,
        mut state: MutexGuard<'a, PoolState>,
        is_near: bool,
    ) -> MutexGuard<'a, PoolState> {
        if is_near {
            let seen = self.n_posted.load(Ordering::Relaxed);
            let is_posted = || self.n_posted.load(Ordering::Relaxed) != seen;
            state.n_spinning += 1;
            drop(state);
            spin_until(is_posted, SPIN_TIME);
            state = self.lock();
            state.n_spinning -= 1;
            if is_posted() {
                return state;
            }
        }
        state.n_asleep += 1;
        while state.n_woken == 0 {
            state = wait(&self.wake, state);
        }
        state.n_asleep -= 1;
        state.n_woken -= 1;
        state
    }
}

/// Spins until the condition holds, but no longer than a time.
fn spin_until(is_so: impl Fn() -> bool, longest: Duration) {
    let start = Instant::now();
    loop {
        for _ in 0..16 {
            if is_so() {
                return;
            }
            std::hint::spin_loop();
        }
        if start.elapsed() > longest {
            return;
        }
    }
}

fn wait<'a>(condition: &Condvar, state: MutexGuard<'a, PoolState>) -> MutexGuard<'a, PoolState> {
    condition
        .wait(state)
        .unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
