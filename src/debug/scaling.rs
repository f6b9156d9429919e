//! What more processors would bring, from the times of one run.

use super::counters::Counts;
use std::fmt::{self, Display, Formatter};

/// How many times more frames a number of processors would draw, by what a frame did on this machine. What threads share is
/// divided evenly; nothing else gets faster.
pub(super) struct Scaling {
    /// The application with the recording, the rest of flushes with showing, and the shared jobs. In milliseconds a frame.
    application: f64,
    flush: f64,
    jobs: f64,
}

impl Scaling {
    pub(super) fn of(counts: &Counts) -> Scaling {
        let frames = counts.frames.saturating_sub(1).max(1) as f64;
        let each = |nanoseconds: u64| nanoseconds as f64 / 1e6 / frames;
        let flush = counts.flush_time + counts.show_time;
        // What the application's thread did not do itself: others drew frames meanwhile, or it waited for them.
        let others = flush.saturating_sub(counts.ahead_time) + counts.wait_time;
        Scaling {
            application: each(counts.frames_time.saturating_sub(others)),
            flush: each(flush.saturating_sub(counts.run_time)),
            jobs: each(counts.job_time),
        }
    }

    /// The time of a frame.
    fn frame(&self, processors: f64) -> f64 {
        self.application + self.flush + self.jobs / processors
    }

    /// The same if the application records the next frame meanwhile, on a processor of its own.
    fn frame_ahead(&self, processors: f64) -> f64 {
        let others = self.flush + self.jobs / (processors - 1.0);
        self.application.max(others)
    }
}

impl Display for Scaling {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Scaling {
            application,
            flush,
            jobs,
        } = self;
        write!(
            f,
            "a frame: {application:.3} ms of the application and recording, {flush:.3} ms of flushes and showing on one \
             thread, {jobs:.3} ms of jobs that threads share; times the frames of one processor"
        )?;
        let one = self.frame(1.0);
        for n in [4.0, 8.0, 16.0] {
            let (now, ahead) = (one / self.frame(n), one / self.frame_ahead(n));
            write!(f, ", {n}: {now:.2} (frames ahead {ahead:.2})")?;
        }
        Ok(())
    }
}
