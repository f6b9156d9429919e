//! Runs any control flow. Each lane of a batch has a key with its call depth and its next block ([`crate::kernel::lane_key`]).
//!
//! ```text
//!   ┌─▶ the least key of all lanes ──ENDED──▶ return
//!   │        │ (call depth, block)
//!   │        ▼
//!   │   exec = the lanes with this key; they are charged the block's instructions
//!   │        ▼
//!   │   the block's steps, in these lanes
//!   │        ▼
//!   └── its exit gives these lanes new keys
//! ```
//!
//! All of this works on whole rows.
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
            self.observe_block(number);
            match &block.exit {
                Exit::Jump(edge) => self.take_edge(batch, edge, depth, exec, lanes),
                Exit::Branch(mask, yes, no) => {
                    let all: [Row; BATCH] = std::array::from_fn(|g| exec[g].get());
                    // The mask may hold anything for groups that the batch does not have. Their lanes do not execute.
                    let taken: [Row; BATCH] = std::array::from_fn(|g| {
                        rows[(mask.row + (g as u32 & mask.mask)) as usize].get()
                    });
                    // First the lanes take one edge where the mask is true, then the others take the other.
                    let both = |g: usize, flip: u32| {
                        Row::from_fn(|l| all[g].0[l] & (taken[g].0[l] ^ flip))
                    };
                    (0..BATCH).for_each(|g| exec[g].set(both(g, 0)));
                    self.take_edge(batch, yes, depth, exec, lanes);
                    (0..BATCH).for_each(|g| exec[g].set(both(g, u32::MAX)));
                    self.take_edge(batch, no, depth, exec, lanes);
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

    /// Moves the lanes of `exec` along an edge: assigns the target's parameters, and sets their keys.
    #[inline(always)]
    fn take_edge(
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

/// The limits of the program.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The most source instructions that a lane runs.
    pub(super) instructions: u32,
    /// The greatest depth of a lane's call stack.
    pub(super) call_depth: u32,
}
