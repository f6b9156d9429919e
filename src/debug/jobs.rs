//! What each frame did, in order, for `TRILOBITE_DEBUG=jobs`: one line for each swap, which `benches/cores.rs` replays on more
//! processors. Times are those of the processor, in nanoseconds, so sleep and other programs do not count.
//!
//! ```text
//! trilobite: jobs: a 81234 s 310 r 4012 3998 s 90 r 20114 18922 s 51230
//! ```
//!
//! `a` is time of the application and of recording, `s` is time of a flush or of showing that one thread needs, `r` lists the jobs of a
//! run, which threads share. Under this word one thread does all of it, so that no job waits for another.

use crate::platform::thread_time;
use parking_lot::Mutex;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static IS_TRACED: AtomicBool = AtomicBool::new(false);

static TRACE: Mutex<Option<Trace>> = Mutex::new(None);

/// The frame so far, and since when the current part goes on.
struct Trace {
    line: String,
    since: Duration,
    /// Flushes and showings that have begun. They may contain each other.
    depth: u32,
    is_in_run: bool,
}

impl Trace {
    /// Adds the time since the last change.
    fn end_part(&mut self) {
        let name = if self.depth == 0 { 'a' } else { 's' };
        let now = thread_time();
        if !self.is_in_run {
            let _ = write!(
                self.line,
                " {name} {}",
                now.saturating_sub(self.since).as_nanos()
            );
        }
        self.since = now;
    }
}

/// Traces from now on.
pub(super) fn start() {
    *TRACE.lock() = Some(Trace {
        line: String::new(),
        since: thread_time(),
        depth: 0,
        is_in_run: false,
    });
    IS_TRACED.store(true, Ordering::Relaxed);
}

fn change(how: impl FnOnce(&mut Trace)) {
    if let Some(trace) = &mut *TRACE.lock() {
        how(trace);
    }
}

/// Whether times are printed.
fn is_traced() -> bool {
    IS_TRACED.load(Ordering::Relaxed)
}

/// Does work that only one thread can do, but for its runs.
pub(super) fn serial<R>(work: impl FnOnce() -> R) -> R {
    if !is_traced() {
        return work();
    }
    change(|trace| {
        trace.end_part();
        trace.depth += 1;
    });
    let result = work();
    change(|trace| {
        trace.end_part();
        trace.depth -= 1;
    });
    result
}

/// Does a run of jobs.
pub fn run<R>(jobs: impl FnOnce() -> R) -> R {
    if !is_traced() {
        return jobs();
    }
    change(|trace| {
        trace.end_part();
        trace.line.push_str(" r");
        trace.is_in_run = true;
    });
    let result = jobs();
    change(|trace| {
        trace.is_in_run = false;
        trace.since = thread_time();
    });
    result
}

/// Does a job of the run.
pub(super) fn job(work: impl FnOnce()) {
    if !is_traced() {
        return work();
    }
    let start = thread_time();
    work();
    let time = thread_time().saturating_sub(start);
    change(|trace| {
        let _ = write!(trace.line, " {}", time.as_nanos());
    });
}

/// Prints the frame.
pub(super) fn swapped() {
    if is_traced() {
        change(|trace| {
            eprintln!("trilobite: jobs:{}", trace.line);
            trace.line.clear();
        });
    }
}
