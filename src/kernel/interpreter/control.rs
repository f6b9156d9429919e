//! Any control flow: steps the lanes of a batch that stand in one block until all have ended.
//!
//! Each lane has a key (see [`crate::kernel::lane_key`]), and the least key runs. All bookkeeping is on whole rows.
#![forbid(unsafe_code)]

use super::code::{BATCH, EdgeCode, Exit};
use super::execute::{Batch, Engine, Row};
use crate::kernel::lane_key;
use crate::kernel::lane_key::ENDED;
use crate::simd::LANES;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is known of each lane of a batch.
#[derive(Debug, Default)]
pub(in crate::kernel) struct Lanes {
    key: [KeyRow; BATCH],
    /// Source instructions executed.
    count: [KeyRow; BATCH],
    /// Resume blocks, by call depth.
    stack: Vec<[KeyRow; BATCH]>,
}

#[derive(Debug, Clone, Copy)]
struct KeyRow(Row);

impl Default for KeyRow {
    fn default() -> KeyRow {
        KeyRow(Row::ZERO)
    }
}

impl Lanes {
    /// Makes room for call stacks.
    pub(super) fn reserve(&mut self, call_depth: u32) {
        let depth = self.stack.len().max(call_depth as usize);
        self.stack.resize(depth, [KeyRow::default(); BATCH]);
    }

    /// Starts the lanes of `masks` in block 0.
    #[inline(always)]
    fn start(&mut self, masks: &[u16; BATCH]) {
        for (g, mask) in masks.iter().enumerate() {
            let runs = Row::of_bits(*mask).0;
            self.key[g].0 = Row::from_fn(|l| {
                if runs[l] != 0 {
                    lane_key::of(0, 0)
                } else {
                    ENDED
                }
            });
            self.count[g].0 = Row::ZERO;
        }
    }

    #[inline(always)]
    fn least(&self, n: usize) -> u32 {
        let mut least = [ENDED; LANES];
        for key in &self.key[..n] {
            for (a, b) in least.iter_mut().zip(key.0.0) {
                *a = b.min(*a);
            }
        }
        least.into_iter().fold(ENDED, u32::min)
    }

    /// Charges `cost` to the lanes of `key`, ends those above `limit`, and writes the mask of the others to `exec`.
    #[inline(always)]
    fn enter(&mut self, key: u32, cost: u32, limit: u32, exec: &[Cell<Row>]) {
        for ((keys, counts), exec) in self.key.iter_mut().zip(&mut self.count).zip(exec) {
            let (keys, counts) = (&mut keys.0.0, &mut counts.0.0);
            for l in 0..LANES {
                let chosen = keys[l] == key;
                counts[l] = if chosen {
                    counts[l].saturating_add(cost)
                } else {
                    counts[l]
                };
                keys[l] = if chosen && counts[l] > limit {
                    ENDED
                } else {
                    keys[l]
                };
            }
            exec.set(Row::from_fn(|l| if keys[l] == key { u32::MAX } else { 0 }));
        }
    }

    /// Sends the lanes of `exec` to `key`.
    #[inline(always)]
    fn send(&mut self, exec: &[Cell<Row>], key: u32) {
        for (keys, exec) in self.key.iter_mut().zip(exec) {
            let (keys, exec) = (&mut keys.0.0, exec.get().0);
            for l in 0..LANES {
                keys[l] = if exec[l] != 0 { key } else { keys[l] };
            }
        }
    }

    #[inline(always)]
    fn push(&mut self, exec: &[Cell<Row>], depth: usize, resume: u32) {
        for (resumes, exec) in self.stack[depth].iter_mut().zip(exec) {
            let (resumes, exec) = (&mut resumes.0.0, exec.get().0);
            for l in 0..LANES {
                resumes[l] = if exec[l] != 0 { resume } else { resumes[l] };
            }
        }
    }

    /// Sends the lanes of `exec` to the blocks on their stacks, at `depth`.
    #[inline(always)]
    fn pop(&mut self, exec: &[Cell<Row>], depth: usize) {
        for ((keys, resumes), exec) in self.key.iter_mut().zip(&self.stack[depth]).zip(exec) {
            let (keys, resumes, exec) = (&mut keys.0.0, resumes.0.0, exec.get().0);
            for l in 0..LANES {
                keys[l] = if exec[l] != 0 {
                    lane_key::of(depth as u32, resumes[l])
                } else {
                    keys[l]
                };
            }
        }
    }
}

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
                    // Rows behind the batch's groups hold anything; no lane of theirs executes.
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
