//! The worker threads: one pool per process for all renderers.
//!
//! [`parallel_for`] hands out job numbers from an atomic counter. The calling thread takes part, and what it calls never
//! depends on a worker running: with none it does every job itself. The pool starts with the first call that wants
//! workers, its threads block all signals and are never joined, and a forked child starts with an empty pool. The locks
//! here are std's, whose whole state lies in the forgotten pool: a fork finds workers that are about to sleep, and
//! parking_lot's process-wide table of sleepers would stay locked in the child.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, Once, OnceLock, PoisonError};

/// No pool grows beyond this many threads.
const MAX_WORKERS: usize = 64;

/// A job panicked; the others ran to their end or were not started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a job panicked")]
pub struct JobPanicked;

/// The number of workers beside the calling thread: `TRILOBITE_WORKERS`, else one less than the processors.
pub fn default_workers() -> usize {
    // Asking costs a dozen system calls: once is enough.
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    let processors =
        || *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
    let asked = crate::config::get().workers;
    asked.unwrap_or_else(|| processors() - 1).min(MAX_WORKERS)
}

/// Calls `job` with every number in `0..n_jobs`, each once, in increasing order of start, on the calling thread and up
/// to `n_workers` workers. Returns when all are done. After a panic no further job is started.
pub fn parallel_for(
    n_workers: usize,
    n_jobs: usize,
    job: &(dyn Fn(usize) + Sync),
) -> Result<(), JobPanicked> {
    let run = Run::new(
        n_jobs,
        n_workers.min(n_jobs.saturating_sub(1)).min(MAX_WORKERS),
        job,
    );
    if run.max_helpers == 0 {
        run.work();
    } else {
        let pool = Pool::get();
        pool.start_threads(run.max_helpers);
        pool.post(&run);
        run.work();
        pool.retire(&run);
    }
    if run.panicked.load(Ordering::Acquire) {
        Err(JobPanicked)
    } else {
        Ok(())
    }
}

/// Fewer bytes are not worth waking a worker for.
const PARALLEL_BYTES: usize = 256 << 10;

/// Calls `job` with each chunk of `len` items (the last one may have fewer) and its number, on the workers when the items
/// are many.
pub fn for_chunks<T: Send>(items: &mut [T], len: usize, job: impl Fn(usize, &mut [T]) + Sync) {
    let n_workers = match size_of_val(items) < PARALLEL_BYTES {
        true => 0,
        false => default_workers(),
    };
    let chunks: Vec<Mutex<&mut [T]>> = items.chunks_mut(len.max(1)).map(Mutex::new).collect();
    let done = parallel_for(n_workers, chunks.len(), &|i| {
        // Every number comes once.
        job(
            i,
            &mut chunks[i].lock().unwrap_or_else(PoisonError::into_inner),
        );
    });
    done.expect("a job panicked");
}

/// One `parallel_for` in progress; lives on its caller's stack until no helper is inside.
struct Run {
    job: *const (dyn Fn(usize) + Sync),
    n_jobs: usize,
    max_helpers: usize,
    next: AtomicUsize,
    panicked: AtomicBool,
    left: Condvar,
}

impl Run {
    fn new(n_jobs: usize, max_helpers: usize, job: &(dyn Fn(usize) + Sync)) -> Run {
        // SAFETY: only the lifetime is erased. `parallel_for` keeps `job` borrowed until it has retired the run, and
        // nobody calls it afterwards.
        let job: *const (dyn Fn(usize) + Sync) = unsafe {
            std::mem::transmute::<&(dyn Fn(usize) + Sync), &'static (dyn Fn(usize) + Sync)>(job)
        };
        Run {
            job,
            n_jobs,
            max_helpers,
            next: AtomicUsize::new(0),
            panicked: AtomicBool::new(false),
            left: Condvar::new(),
        }
    }

    fn has_jobs(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.n_jobs
    }

    fn work(&self) {
        let result = catch_unwind(AssertUnwindSafe(|| {
            loop {
                let i = self.next.fetch_add(1, Ordering::Relaxed);
                if i >= self.n_jobs {
                    break;
                }
                // SAFETY: the caller of `parallel_for` keeps the closure alive while anyone is in `work`.
                unsafe { (*self.job)(i) };
            }
        }));
        if result.is_err() {
            self.panicked.store(true, Ordering::Release);
            self.next.store(self.n_jobs, Ordering::Relaxed);
        }
    }
}

/// A posted run and the number of workers inside it.
struct Posted {
    run: *const Run,
    helpers: usize,
}

// SAFETY: a posted run stays alive until `retire` has removed it under the lock with no helper inside; `Run` itself is
// shared by atomics and a `Sync` closure only.
unsafe impl Send for Posted {}

#[derive(Default)]
struct PoolState {
    posted: Vec<Posted>,
    n_threads: usize,
}

struct Pool {
    state: Mutex<PoolState>,
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
                    // SAFETY: `new` came from `Box::into_raw` above and nobody else saw it.
                    drop(unsafe { Box::from_raw(new) });
                    pool = other;
                }
            }
        }
        // SAFETY: a published pool is never freed.
        unsafe { &*pool }
    }

    /// Sees to it that there are `n` threads; fewer when the system refuses.
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

    /// Nothing under this lock panics; a poisoned one is as good.
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn post(&self, run: &Run) {
        self.lock().posted.push(Posted { run, helpers: 0 });
        self.wake.notify_all();
    }

    /// Takes the run off the list when no helper is inside.
    fn retire(&self, run: &Run) {
        let mut state = self.lock();
        loop {
            let i = state
                .posted
                .iter()
                .position(|p| std::ptr::eq(p.run, run))
                .expect("a posted run is listed");
            if state.posted[i].helpers == 0 {
                state.posted.remove(i);
                return;
            }
            state = wait(&run.left, state);
        }
    }

    fn serve(&self) {
        // Threads inherit whatever their maker had.
        std::mem::forget(super::FloatEnvironment::enter());
        let mut state = self.lock();
        loop {
            let open = state.posted.iter_mut().find(|p| {
                // SAFETY: a listed run is alive while the lock is held.
                let run = unsafe { &*p.run };
                run.has_jobs() && p.helpers < run.max_helpers
            });
            let Some(posted) = open else {
                state = wait(&self.wake, state);
                continue;
            };
            posted.helpers += 1;
            let run = posted.run;
            drop(state);
            // SAFETY: `helpers` keeps the run alive: `retire` waits until it is 0.
            unsafe { (*run).work() };
            state = self.lock();
            let posted = state
                .posted
                .iter_mut()
                .find(|p| p.run == run)
                .expect("a run with helpers is listed");
            posted.helpers -= 1;
            if posted.helpers == 0 {
                // SAFETY: as above; the lock is held, so the caller cannot have left.
                unsafe { (*run).left.notify_all() };
            }
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
    // SAFETY: plain calls on sets of our own; the old mask is put back.
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
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn every_job_runs_once_for_any_number_of_workers() {
        for n_workers in [0, 1, 3, 200] {
            for n_jobs in [0, 1, 2, 1000] {
                let counts: Vec<AtomicU32> = (0..n_jobs).map(|_| AtomicU32::new(0)).collect();
                parallel_for(n_workers, n_jobs, &|i| {
                    counts[i].fetch_add(1, Ordering::Relaxed);
                })
                .unwrap();
                assert!(counts.iter().all(|c| c.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn every_chunk_is_handed_out_once() {
        for n in [0, 1, 7, 100_000] {
            let mut items: Vec<u32> = vec![0; n];
            for_chunks(&mut items, 7, |chunk, items| {
                items.iter_mut().for_each(|item| *item += chunk as u32);
            });
            assert!(items.iter().zip(0..).all(|(item, i)| *item == i / 7));
        }
    }

    #[test]
    fn a_panic_is_reported_and_the_pool_goes_on() {
        for n_workers in [0, 2] {
            assert_eq!(
                parallel_for(n_workers, 50, &|i| assert!(i != 7, "expected by the test")),
                Err(JobPanicked)
            );
            assert_eq!(parallel_for(n_workers, 50, &|_| ()), Ok(()));
        }
    }

    #[test]
    fn a_forked_child_starts_anew() {
        parallel_for(2, 10, &|_| ()).unwrap();
        // SAFETY: the child calls the pool and leaves by _exit.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let ok = parallel_for(2, 100, &|_| ()).is_ok();
            // SAFETY: leaves the child without running the parent's exit handlers.
            unsafe { libc::_exit(if ok { 0 } else { 1 }) };
        }
        let mut status = -1;
        // SAFETY: waits for our own child.
        unsafe { libc::waitpid(child, &mut status, 0) };
        assert_eq!(status, 0);
    }
}
