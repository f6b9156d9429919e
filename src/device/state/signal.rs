//! Points in a stream of commands that others wait for.

use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A point that is reached once.
#[derive(Debug, Default)]
pub struct Signal {
    is_reached: Mutex<bool>,
    changed: Condvar,
}

impl Signal {
    fn reach(&self) {
        *self.is_reached.lock() = true;
        self.changed.notify_all();
    }

    /// Whether the point was reached.
    pub fn is_reached(&self) -> bool {
        *self.is_reached.lock()
    }

    /// Waits. Returns whether the point was reached in time. A time that is too far away for the clock is forever.
    pub fn wait(&self, nanoseconds: u64) -> bool {
        let end = Instant::now().checked_add(Duration::from_nanos(nanoseconds));
        let mut is_reached = self.is_reached.lock();
        while !*is_reached {
            match end {
                Some(end) if self.changed.wait_until(&mut is_reached, end).timed_out() => break,
                Some(_) => {}
                None => self.changed.wait(&mut is_reached),
            }
        }
        *is_reached
    }
}

/// The points of a stream that are not reached, because commands before them are still recorded. Its owner drops it when the
/// stream ends, which reaches them all.
#[derive(Debug, Default)]
pub struct PendingSignals(Vec<Arc<Signal>>);

impl PendingSignals {
    /// Makes a point after all commands so far.
    pub fn add(&mut self) -> Arc<Signal> {
        let signal = Arc::<Signal>::default();
        self.0.push(signal.clone());
        signal
    }

    /// Whether all points are reached.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the points of commands that somebody else carries out. The taker drops them afterwards, which reaches them.
    pub fn hand_over(&mut self) -> PendingSignals {
        std::mem::take(self)
    }

    /// All commands so far are carried out.
    #[inline]
    pub fn reach(&mut self) {
        self.0.drain(..).for_each(|signal| signal.reach());
    }
}

impl Drop for PendingSignals {
    fn drop(&mut self) {
        self.reach();
    }
}
