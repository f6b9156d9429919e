//! Starts threads of the driver.

use super::spin_until;
use crate::platform::affinity::leave_pin;
use crate::platform::{FloatEnvironment, reserve};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a thread that starts another one waits for it: without sleep, and at all.
const START_TIMES: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(200)];

/// Starts a thread of the driver. Returns `false` where it has no memory or the system refuses.
pub fn start_thread(name: &str, body: impl FnOnce() + Send + 'static) -> bool {
    // The standard library ends the process where it lacks memory for a thread.
    if !reserve::has_ample_memory() {
        return false;
    }
    let is_ready = Arc::new(AtomicBool::new(false));
    let ready = is_ready.clone();
    let run = move || {
        // A thread inherits the floating-point environment of its creator, so the driver's is set for good.
        std::mem::forget(FloatEnvironment::enter());
        make_ready_to_wait();
        leave_pin();
        ready.store(true, Ordering::Relaxed);
        body();
    };
    let thread = std::thread::Builder::new().name(name.into());
    if with_signals_blocked(|| thread.spawn(run)).is_err() {
        return false;
    }
    // Until then, this thread must not use up the memory that the new one needs.
    let start = Instant::now();
    spin_until(|| is_ready.load(Ordering::Relaxed), START_TIMES[0]);
    while !is_ready.load(Ordering::Relaxed) && start.elapsed() < START_TIMES[1] {
        std::thread::sleep(START_TIMES[0] / 10);
    }
    true
}

/// Lets this thread allocate what it needs to wait for a lock. It is a few bytes, at the first wait; the C library ends the process
/// where they are not there. So a thread calls this while there is memory.
pub fn make_ready_to_wait() {
    let lock = parking_lot::Mutex::new(());
    parking_lot::Condvar::new().wait_for(&mut lock.lock(), Duration::ZERO);
}

/// Calls `f` with all signals blocked. A thread that it starts never runs handlers of the application.
fn with_signals_blocked<T>(f: impl FnOnce() -> T) -> T {
    // SAFETY: these are plain calls on sets of our own, and the old mask is restored.
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
