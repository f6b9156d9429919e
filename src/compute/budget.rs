//! Limits the time of a run, so that a loop without an end can be stopped.

use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A time limit. A thread sets a flag when the time has passed. Kernels test it in loops, and a run between shares.
#[derive(Default)]
pub(super) struct Budget {
    /// The flag; `None` where there is no limit.
    pub(super) spent: Option<Arc<AtomicBool>>,
    watch: Option<Arc<Watch>>,
}

/// What the run and the thread share: whether the run is over, so that the thread may end.
#[derive(Default)]
struct Watch {
    is_over: Mutex<bool>,
    changed: Condvar,
}

impl Budget {
    /// Starts the time. Without a limit, or where no thread can be started, the flag is never set.
    pub(super) fn start(limit: Option<Duration>) -> Budget {
        let mut budget = Budget::default();
        let Some(deadline) = limit.and_then(|limit| Instant::now().checked_add(limit)) else {
            return budget;
        };
        // The thread sleeps until the deadline, or until the budget is dropped.
        let (watch, spent) = (Arc::new(Watch::default()), Arc::<AtomicBool>::default());
        budget.spent = Some(spent.clone());
        let watched = watch.clone();
        let thread = std::thread::Builder::new()
            .name("trilobite-budget".into())
            .spawn(move || watched.wait(deadline, &spent));
        match thread {
            Ok(_) => budget.watch = Some(watch),
            Err(error) => log::warn!("a run has no time limit: no thread to watch it: {error}"),
        }
        budget
    }

    /// Whether the time has passed.
    pub(super) fn is_spent(&self) -> bool {
        let spent = self.spent.as_deref();
        spent.is_some_and(|spent| spent.load(Ordering::Relaxed))
    }
}

impl Watch {
    fn wait(&self, deadline: Instant, spent: &AtomicBool) {
        let mut is_over = self.is_over.lock();
        while !*is_over {
            if self.changed.wait_until(&mut is_over, deadline).timed_out() {
                spent.store(true, Ordering::Relaxed);
                return;
            }
        }
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        if let Some(watch) = &self.watch {
            *watch.is_over.lock() = true;
            watch.changed.notify_one();
        }
    }
}
