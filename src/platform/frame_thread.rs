//! A thread that carries out one frame while the application records the next one.
//!
//! Jobs run in the order in which they are posted. The owner waits before it touches what a job uses.
//!
//! # Threads, signals, forks
//! The thread starts with the first job, blocks all signals, and ends with its owner. A fork waits until all jobs of the process
//! are done, so the child finds no half-drawn frame; its first job starts a thread of its own. The process's end waits, too, so
//! that the last frame is shown.
//!
//! The locks are those of std: see [`super::workers`].

use super::affinity::processors;
use super::per_process::n_forks;
use super::reserve;
use super::workers::start_thread;
use crate::config;
use std::cell::UnsafeCell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Work for a frame thread.
pub type FrameJob = Box<dyn FnOnce() + Send>;

/// How long a fork and the process's end wait for frames. A server that does not answer must not hold them up.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many frames the application may be ahead: `TRILOBITE_FRAMES_AHEAD`, else 1 where there are several processors.
pub fn frames_ahead() -> usize {
    let asked = config::get().frames_ahead;
    asked.unwrap_or_else(|| usize::from(processors() > 1))
}

/// A thread for the frames of one owner.
#[derive(Default)]
pub struct FrameThread {
    shared: Option<Arc<Shared>>,
}

impl std::fmt::Debug for FrameThread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FrameThread(started: {})", self.shared.is_some())
    }
}

/// What the owner and the thread share.
struct Shared {
    state: Mutex<State>,
    /// A job was posted, a job is done, or the owner is gone.
    changed: Condvar,
    /// The process that has the thread, by its number of forks.
    process: u32,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<FrameJob>,
    is_running: bool,
    is_over: bool,
}

impl State {
    /// The jobs that are not done.
    fn n_left(&self) -> usize {
        self.waiting.len() + usize::from(self.is_running)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Waits until at most `n` jobs are not done.
    fn wait_until(&self, n: usize) {
        let mut state = self.lock();
        while state.n_left() > n {
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until all jobs are done, or the time is over. It takes no lock that somebody else has.
    fn wait_idle(&self, end: Instant) {
        let is_idle = || self.state.try_lock().is_ok_and(|state| state.n_left() == 0);
        while !is_idle() && Instant::now() < end {
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    /// The loop of the thread.
    fn serve(&self) {
        let mut state = self.lock();
        loop {
            let Some(job) = state.waiting.pop_front() else {
                if state.is_over {
                    return;
                }
                state = self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.is_running = true;
            drop(state);
            // What the job owns is dropped before it counts as done.
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                log::error!("a frame panicked");
            }
            state = self.lock();
            state.is_running = false;
            self.changed.notify_all();
        }
    }
}

impl FrameThread {
    /// Does a job after those before it. `Err` gives the job back where no thread can be started.
    pub fn post(&mut self, job: FrameJob) -> Result<(), FrameJob> {
        guard_forks();
        // No fork may come between the question for the process and the job.
        let mut threads = locked(&THREADS);
        let process = n_forks();
        let shared = match &self.shared {
            Some(shared) if shared.process == process => shared,
            _ => match start(&mut threads, process) {
                Some(shared) => self.shared.insert(shared),
                None => return Err(job),
            },
        };
        shared.lock().waiting.push_back(job);
        shared.changed.notify_all();
        Ok(())
    }

    /// Waits until at most `n` jobs are not done.
    pub fn wait_until(&self, n: usize) {
        // A child has no jobs of its parent.
        if let Some(shared) = self.shared.as_ref().filter(|s| s.process == n_forks()) {
            shared.wait_until(n);
        }
    }
}

impl Drop for FrameThread {
    fn drop(&mut self) {
        self.wait_until(0);
        if let Some(shared) = self.shared.take().filter(|s| s.process == n_forks()) {
            shared.lock().is_over = true;
            shared.changed.notify_all();
        }
    }
}

/// The threads of this process.
static THREADS: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code that holds such a lock panics, so a poisoned lock is as good as any.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From the first call on, forks and the process's end wait for frames.
fn guard_forks() {
    static HOOKS: Once = Once::new();
    HOOKS.call_once(|| {
        // Handlers before a fork run in the reverse order: frames end before the allocator is locked.
        reserve::survive_forks();
        // SAFETY: the handlers are functions of this library, which is linked with `-z nodelete` and never unloaded.
        unsafe { libc::pthread_atfork(Some(before_fork), Some(in_parent), Some(in_child)) };
        crate::process::at_exit(wait_at_exit);
    });
}

fn start(threads: &mut Vec<Weak<Shared>>, process: u32) -> Option<Arc<Shared>> {
    let shared = Arc::new(Shared {
        state: Mutex::default(),
        changed: Condvar::new(),
        process,
    });
    let own = shared.clone();
    if !start_thread("trilobite-frame", move || own.serve()) {
        return None;
    }
    threads.retain(|thread| thread.strong_count() > 0);
    threads.push(Arc::downgrade(&shared));
    Some(shared)
}

/// The list of threads, which the thread that forks holds meanwhile: no job can be posted.
struct HeldCell(UnsafeCell<Option<MutexGuard<'static, Vec<Weak<Shared>>>>>);

// SAFETY: only the thread that has locked `THREADS` reaches what is inside.
unsafe impl Sync for HeldCell {}

static HELD: HeldCell = HeldCell(UnsafeCell::new(None));

extern "C" fn before_fork() {
    let threads = locked(&THREADS);
    let end = Instant::now() + PATIENCE;
    for thread in threads.iter().filter_map(Weak::upgrade) {
        thread.wait_idle(end);
    }
    // SAFETY: this thread has the lock.
    unsafe { *HELD.0.get() = Some(threads) };
}

extern "C" fn in_parent() {
    // SAFETY: this thread has had the lock since `before_fork`.
    drop(unsafe { (*HELD.0.get()).take() });
}

extern "C" fn in_child() {
    // SAFETY: this thread has had the lock since `before_fork`.
    if let Some(mut threads) = unsafe { (*HELD.0.get()).take() } {
        // They are the parent's.
        threads.clear();
    }
}

extern "C" fn wait_at_exit() {
    let end = Instant::now() + PATIENCE;
    // The process may end in a signal handler, whose thread holds a lock: so nobody waits for one.
    let Ok(threads) = THREADS.try_lock() else {
        return;
    };
    for thread in threads.iter().filter_map(Weak::upgrade) {
        thread.wait_idle(end);
    }
}
