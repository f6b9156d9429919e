//! Runs any control flow: it steps the lanes of a batch that stand in one block until all have ended.
//!
//! Each lane has a key (see [`crate::kernel::lane_key`]), and the least key runs. All bookkeeping is on whole rows.
#![forbid(unsafe_code)]

use super::code::{EdgeCode, Exit};
use super::execute::{Batch, Engine};
use crate::kernel::lane_key;
use crate::kernel::lane_key::ENDED;
use crate::kernel::lane_rows::{BATCH, Lanes, Row};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

impl Engine<'_, '_> {
    /// Runs a batch whose lanes `start` begin in the entry block.
    #[inline(always)]
    pub(super) fn dispatch(
        &mut self,
        batch: &Batch,
        start: &[u16; BATCH],
        lanes: &mut Lanes,
        limits: Limits,
        stop: Option<&AtomicBool>,
    ) {
        let code = self.code;
        let exec_row =
            code.exec
                .expect("a program with control flow has rows for its mask") as usize;
        let rows = self.rows;
        let exec = &rows[exec_row..exec_row + BATCH];
        lanes.start(start);
        loop {
            let least = lanes.least(batch.n);
            if least == ENDED || stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return;
            }
            let (depth, number) = lane_key::parts(least);
            let block = &code.blocks[number as usize];
            lanes.enter(least, block.source_count, limits.instructions, exec);
            self.steps(batch, &block.steps);
            self.show(number);
            match &block.exit {
                Exit::Jump(edge) => self.take(batch, edge, depth, exec, lanes),
                Exit::Branch(mask, yes, no) => {
                    let all: [Row; BATCH] = std::array::from_fn(|g| exec[g].get());
                    // Rows after the batch's groups hold anything; their lanes do not execute.
                    let taken: [Row; BATCH] = std::array::from_fn(|g| {
                        rows[(mask.row + (g as u32 & mask.mask)) as usize].get()
                    });
                    let both = |g: usize, flip: u32| {
                        Row::from_fn(|l| all[g].0[l] & (taken[g].0[l] ^ flip))
                    };
                    (0..BATCH).for_each(|g| exec[g].set(both(g, 0)));
                    self.take(batch, yes, depth, exec, lanes);
                    (0..BATCH).for_each(|g| exec[g].set(both(g, u32::MAX)));
                    self.take(batch, no, depth, exec, lanes);
                }
                Exit::Call { .. } if depth == limits.call_depth => lanes.send(exec, ENDED),
                Exit::Call { callee, resume } => {
                    lanes.push(exec, depth as usize, *resume);
                    lanes.send(exec, lane_key::of(depth + 1, *callee));
                }
                Exit::Return if depth == 0 => lanes.send(exec, ENDED),
                Exit::Return => lanes.pop(exec, depth as usize - 1),
                Exit::End => lanes.send(exec, ENDED),
            }
        }
    }

    #[inline(always)]
    fn take(
        &mut self,
        batch: &Batch,
        edge: &EdgeCode,
        depth: u32,
        exec: &[Cell<Row>],
        lanes: &mut Lanes,
    ) {
        self.copies(batch, &edge.steps);
        lanes.send(exec, lane_key::of(depth, edge.block));
    }
}

/// The program's bounds.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Source instructions of a lane.
    pub(super) instructions: u32,
    /// Depth of a lane's call stack.
    pub(super) call_depth: u32,
}
