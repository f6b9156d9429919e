//! The worker threads: one pool per process for all renderers.
//!
//! [`parallel_for`] gives out job indices from an atomic counter. The calling thread takes part and never depends on a
//! running worker: without one it does every job itself.
//!
//! A thread that waits spins first and sleeps later. The caller waits until workers have finished their last jobs.
//! Workers wait for the next run, if one follows soon. No worker is woken while enough of them spin.
//!
//! The pool starts with the first call that wants workers. Its threads block all signals and are never joined, and a forked
//! child starts with an empty pool. The locks here are std's, whose whole state lies in the forgotten pool. A fork may find
//! workers that are about to sleep, and parking_lot's process-wide table of sleepers would stay locked in the child.

use super::workers_run::Run;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The most threads in a pool.
const MAX_WORKERS: usize = 64;

/// How long a thread spins before it sleeps: no longer than sleeping and being woken costs (10 to 20 us of processor time
/// on a virtual machine).
const SPIN_TIME: Duration = Duration::from_micros(10);

/// The time at which sleeping workers are woken for a run. Awake workers help at once, unless it says otherwise.
#[derive(Clone, Copy)]
pub enum Waking {
    /// At once: the run is long.
    AtOnce,
    /// After this time, if jobs are left.
    After(Duration),
    /// Never: the run is over before a worker has its data, and even awake workers do not help.
    Never,
}

/// A job panicked; the others ran to their end or were not started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a job panicked")]
pub struct JobPanicked;

/// The number of workers beside the calling thread: `TRILOBITE_WORKERS`, else one less than the processors.
pub fn default_workers() -> usize {
    // The query costs a dozen system calls: it is made once.
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    let processors =
        || *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
    let asked = crate::config::get().workers;
    asked.unwrap_or_else(|| processors() - 1).min(MAX_WORKERS)
}

/// Calls `job` once with every index in `0..n_jobs`, on the calling thread and up to `n_workers` workers. They start in
/// increasing order. Returns when all are done. After a panic no further job is started.
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
    carry_out(n_workers, waking, n_jobs, &job, false).map(|_| ())
}

/// Does the job of an index; breaks if no further job is needed.
pub(super) type Job<'a> = dyn Fn(usize) -> ControlFlow<()> + Sync + 'a;

/// Does the same, up to a job that breaks. Returns n: the jobs `0..n` were started, and are done. The workers spin
/// afterwards, since another run follows soon.
pub fn parallel_until(
    n_workers: usize,
    waking: Waking,
    n_jobs: usize,
    job: &Job<'_>,
) -> Result<usize, JobPanicked> {
    carry_out(n_workers, waking, n_jobs, job, true)
}

/// Does the jobs, with the workers' help. Returns how many.
fn carry_out(
    n_workers: usize,
    waking: Waking,
    n_jobs: usize,
    job: &Job<'_>,
    is_followed: bool,
) -> Result<usize, JobPanicked> {
    let (n_workers, mut wakes_after) = match waking {
        Waking::AtOnce => (n_workers, None),
        Waking::After(time) => (n_workers, Some(time)),
        Waking::Never => (0, None),
    };
    let max_helpers = n_workers.min(n_jobs.saturating_sub(1)).min(MAX_WORKERS);
    if max_helpers == 0 {
        return do_alone(n_jobs, job);
    }
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
    pool.retire(&run);
    if run.panicked.into_inner() {
        Err(JobPanicked)
    } else {
        Ok(run.n_started.into_inner())
    }
}

/// [`carry_out`] on the calling thread alone.
fn do_alone(n_jobs: usize, job: &Job<'_>) -> Result<usize, JobPanicked> {
    let all = || {
        let last = (0..n_jobs).find(|i| job(*i).is_break());
        last.map_or(n_jobs, |i| i + 1)
    };
    catch_unwind(AssertUnwindSafe(all)).map_err(|_| JobPanicked)
}

/// A run that workers may enter.
struct Posted(*const Run);

// SAFETY: a posted run stays alive until `retire` has removed it under the lock with no helper inside; `Run` itself is
// shared by atomics and a `Sync` closure only.
unsafe impl Send for Posted {}

#[derive(Default)]
struct PoolState {
    posted: Vec<Posted>,
    n_threads: usize,
    /// Threads that spin, and will see a run that is posted now.
    n_spinning: usize,
    n_asleep: usize,
    /// The number of sleeping threads that have been woken.
    n_woken: usize,
}

impl PoolState {
    /// Enters a run that has jobs left, and returns it.
    fn enter(&self) -> Option<*const Run> {
        let mut posted = self.posted.iter().map(|posted| posted.0);
        posted.find(|run| {
            // SAFETY: a listed run is alive while the lock is held.
            let run = unsafe { &**run };
            let is_open = run.has_jobs() && run.helpers.load(Ordering::Relaxed) < run.max_helpers;
            if is_open {
                run.helpers.fetch_add(1, Ordering::Relaxed);
            }
            is_open
        })
    }
}

struct Pool {
    state: Mutex<PoolState>,
    /// The number of posted runs. Changes under the lock.
    n_posted: AtomicUsize,
    wake: Condvar,
}

/// The pool of this process; null before first use and in a forked child.
static POOL: AtomicPtr<Pool> = AtomicPtr::new(std::ptr::null_mut());

extern "C" fn forget_pool_in_child() {
    // Only an atomic store: the parent's locks may be held by threads that do not exist here.
    POOL.store(std::ptr::null_mut(), Ordering::Release);
}

impl Pool {
    fn get() -> &'static Pool {
        static AT_FORK: Once = Once::new();
        AT_FORK.call_once(|| {
            // SAFETY: the handler does one atomic store; the library is linked `-z nodelete`.
            unsafe { libc::pthread_atfork(None, None, Some(forget_pool_in_child)) };
        });
        let mut pool = POOL.load(Ordering::Acquire);
        if pool.is_null() {
            let new = Box::into_raw(Box::new(Pool {
                state: Mutex::default(),
                n_posted: AtomicUsize::new(0),
                wake: Condvar::new(),
            }));
            match POOL.compare_exchange(
                std::ptr::null_mut(),
                new,
                Ordering::AcqRel,
                Ordering::Acquire,
            ) {
                Ok(_) => pool = new,
                Err(other) => {
                    // SAFETY: `new` came from `Box::into_raw` above and no other thread saw it.
                    drop(unsafe { Box::from_raw(new) });
                    pool = other;
                }
            }
        }
        // SAFETY: a published pool is never freed.
        unsafe { &*pool }
    }

    /// Ensures that there are `n` threads, or fewer if the system refuses.
    fn start_threads(&'static self, n: usize) {
        let mut state = self.lock();
        while state.n_threads < n {
            if !with_signals_blocked(|| {
                std::thread::Builder::new()
                    .name("trilobite".into())
                    .spawn(move || self.serve())
                    .is_ok()
            }) {
                log::warn!(
                    "a worker thread could not be started; {} run",
                    state.n_threads
                );
                break;
            }
            state.n_threads += 1;
        }
    }

    /// Takes the lock. Nothing under it panics, so that a poisoned lock is still valid.
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists a run for the workers.
    fn post(&self, run: &Run) {
        let mut state = self.lock();
        state.posted.push(Posted(run));
        self.n_posted.fetch_add(1, Ordering::Relaxed);
    }

    /// Wakes as many workers as a run may have, less those that are in it, spin or have been woken.
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

    /// Takes the run off the list when no helper is inside.
    fn retire(&self, run: &Run) {
        let is_empty = || run.helpers.load(Ordering::Relaxed) == 0;
        spin_until(is_empty);
        let mut state = self.lock();
        while !is_empty() {
            run.is_awaited.store(true, Ordering::Relaxed);
            state = wait(&run.left, state);
        }
        state.posted.retain(|posted| !std::ptr::eq(posted.0, run));
    }

    fn serve(&self) {
        // Threads inherit the environment of their creator.
        std::mem::forget(super::FloatEnvironment::enter());
        let mut state = self.lock();
        let mut is_followed = false;
        loop {
            let Some(run) = state.enter() else {
                state = self.wait_for_run(state, is_followed);
                is_followed = false;
                continue;
            };
            drop(state);
            // SAFETY: `helpers` keeps the run alive: `retire` waits until it is 0.
            let run = unsafe { &*run };
            run.work(|| {});
            is_followed = run.is_followed;
            state = self.lock();
            // The lock is held, so the caller cannot have left.
            let is_last = run.helpers.fetch_sub(1, Ordering::Relaxed) == 1;
            if is_last && run.is_awaited.load(Ordering::Relaxed) {
                run.left.notify_all();
            }
        }
    }

    /// Sleeps until a run is posted; spins before that if one `is_near`.
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
            spin_until(is_posted);
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

/// Spins until the condition holds, but no longer than [`SPIN_TIME`].
fn spin_until(is_so: impl Fn() -> bool) {
    let start = Instant::now();
    loop {
        for _ in 0..16 {
            if is_so() {
                return;
            }
            std::hint::spin_loop();
        }
        if start.elapsed() > SPIN_TIME {
            return;
        }
    }
}

fn wait<'a>(condition: &Condvar, state: MutexGuard<'a, PoolState>) -> MutexGuard<'a, PoolState> {
    condition
        .wait(state)
        .unwrap_or_else(PoisonError::into_inner)
}

/// Runs `f` with all signals blocked, so that a thread it starts never runs the application's handlers.
fn with_signals_blocked<T>(f: impl FnOnce() -> T) -> T {
    // SAFETY: plain calls on sets of our own; the old mask is restored.
    unsafe {
        let mut all = std::mem::zeroed::<libc::sigset_t>();
        let mut old = std::mem::zeroed::<libc::sigset_t>();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut old);
        let result = f();
        libc::pthread_sigmask(libc::SIG_SETMASK, &old, std::ptr::null_mut());
        result
    }
}

#[cfg(test)]
#[path = "workers_tests.rs"]
mod tests;
