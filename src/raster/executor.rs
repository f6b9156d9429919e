//! Executes recorded commands: in the thread of the application, or in a thread of their own while it records more.
#![forbid(unsafe_code)]

use crate::config;
use crate::debug::counters;
use crate::platform::roomy_stack;
use crate::raster::explain::explainer::Explainer;
use crate::raster::flush::prepare::Preparer;
use crate::raster::flush::run::{Flush, Scratches};
use crate::raster::geometry::target::is_same_target;
use crate::raster::record::command::Recorded;
use crate::raster::record::spare::Returned;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What the execution of commands keeps from flush to flush.
#[derive(Debug, Default)]
pub(crate) struct Executor {
    preparer: Preparer,
    /// Commands of one target, empty between flushes.
    same_target: Vec<Recorded>,
    pub(crate) scratch: Scratches,
    is_lost: bool,
}

impl Executor {
    /// The memory that the recording takes back.
    pub(crate) fn returned(&self) -> Arc<Returned> {
        self.scratch.returned.clone()
    }

    /// Whether a rendering job panicked. Nothing more is drawn then.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Executes commands of any number of targets, in order.
    pub(crate) fn carry_out(
        &mut self,
        recorded: Vec<Recorded>,
        n_workers: usize,
        explainer: Option<&mut Explainer>,
    ) {
        if self.is_lost || recorded.is_empty() {
            return;
        }
        counters::timed_serial(&counters::FLUSH_TIME, || {
            roomy_stack::with_room(|| self.carry_out_all(recorded, n_workers, explainer));
        });
    }

    /// Does the same for a frame. After a panic, nothing more is drawn.
    pub(crate) fn carry_out_frame(
        &mut self,
        recorded: Vec<Recorded>,
        n_workers: usize,
    ) -> std::thread::Result<()> {
        let work = AssertUnwindSafe(|| self.carry_out(recorded, n_workers, None));
        let result = catch_unwind(work);
        if result.is_err() && config::get().panic_abort {
            std::process::abort();
        }
        self.is_lost |= result.is_err();
        result
    }

    fn carry_out_all(
        &mut self,
        mut recorded: Vec<Recorded>,
        n_workers: usize,
        mut explainer: Option<&mut Explainer>,
    ) {
        let mut commands = recorded.drain(..).peekable();
        while let Some(first) = commands.next() {
            let target = first.target().clone();
            let same = &mut self.same_target;
            same.push(first);
            while let Some(next) = commands.next_if(|next| is_same_target(next.target(), &target)) {
                same.push(next);
            }
            if let Some(explainer) = &mut explainer {
                let counter = self.scratch.stipple_counter();
                explainer.replay_flush(&target, same, &mut self.preparer, counter);
            }
            let result =
                Flush::carry_out(&target, same, &self.scratch, n_workers, &mut self.preparer);
            if let Some(explainer) = &mut explainer {
                explainer.check(&target);
            }
            if result.is_err() {
                log::error!("a rendering job panicked; this context draws nothing any more");
                self.is_lost = true;
                return;
            }
        }
        drop(commands);
        self.scratch.returned.give_commands(recorded);
    }
}
