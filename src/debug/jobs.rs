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
use std::sync::OnceLock;
use std::time::Duration;

/// Empty unless times are printed.
static TRACE: OnceLock<Mutex<Trace>> = OnceLock::new();

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

    fn enter(&mut self) {
        self.end_part();
        self.depth += 1;
    }

    fn leave(&mut self) {
        self.end_part();
        self.depth -= 1;
    }

    fn begin_run(&mut self) {
        self.end_part();
        self.line.push_str(" r");
        self.is_in_run = true;
    }

    fn end_run(&mut self) {
        self.is_in_run = false;
        self.since = thread_time();
    }
}

/// Traces from now on.
pub(super) fn start() {
    TRACE.get_or_init(|| {
        Mutex::new(Trace {
            line: String::new(),
            since: thread_time(),
            depth: 0,
            is_in_run: false,
        })
    });
}

/// Does work that only one thread can do, but for its runs.
pub(super) fn serial<R>(work: impl FnOnce() -> R) -> R {
    let Some(trace) = TRACE.get() else {
        return work();
    };
    trace.lock().enter();
    let result = work();
    trace.lock().leave();
    result
}

/// Does a run of jobs.
pub fn run<R>(jobs: impl FnOnce() -> R) -> R {
    let Some(trace) = TRACE.get() else {
        return jobs();
    };
    trace.lock().begin_run();
    let result = jobs();
    trace.lock().end_run();
    result
}

/// Does a job of the run.
pub(super) fn job(work: impl FnOnce()) {
    let Some(trace) = TRACE.get() else {
        return work();
    };
    let start = thread_time();
    work();
    let time = thread_time().saturating_sub(start);
    let _ = write!(trace.lock().line, " {}", time.as_nanos());
}

/// Prints the frame.
pub(super) fn swapped() {
    if let Some(trace) = TRACE.get() {
        let line = &mut trace.lock().line;
        eprintln!("trilobite: jobs:{line}");
        line.clear();
    }
}
