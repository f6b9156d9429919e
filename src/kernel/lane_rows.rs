//! Rows of lanes for the interpreter, and the state of each lane of a batch.
//!
//! They stand below the interpreter since a worker's [`Scratch`](super::Scratch) stores them from one run to the next.
#![forbid(unsafe_code)]

use super::lane_key;
use super::lane_key::ENDED;
use crate::ir::semantics::mask_bits;
use crate::simd::{LANES, LanesF32};
use std::cell::Cell;

/// Groups of one batch: they run an instruction together.
pub(super) const BATCH: usize = 8;

/// One value in the lanes of one group: a cache line.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [u32; LANES]);

impl Row {
    pub(super) const ZERO: Row = Row([0; LANES]);

    #[inline(always)]
    pub(super) fn from_fn(f: impl FnMut(usize) -> u32) -> Row {
        Row(std::array::from_fn(f))
    }

    #[inline(always)]
    pub(super) fn floats(&self) -> LanesF32 {
        self.0.map(f32::from_bits)
    }

    /// All ones in the lanes whose bit is set.
    #[inline(always)]
    pub(super) fn of_bits(mask: u16) -> Row {
        let mut row = Row::ZERO;
        for (lane, x) in row.0.iter_mut().enumerate() {
            *x = mask_bits(mask >> lane & 1 != 0);
        }
        row
    }

    /// The bits of the lanes that are not 0.
    #[inline(always)]
    pub(super) fn bits(&self) -> u16 {
        let mut mask = 0;
        for (lane, x) in self.0.iter().enumerate() {
            mask |= u16::from(*x != 0) << lane;
        }
        mask
    }
}

/// The state of each lane of a batch.
#[derive(Debug, Default)]
pub(super) struct Lanes {
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
    pub(super) fn start(&mut self, masks: &[u16; BATCH]) {
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
    pub(super) fn least(&self, n: usize) -> u32 {
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
    pub(super) fn enter(&mut self, key: u32, cost: u32, limit: u32, exec: &[Cell<Row>]) {
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

    /// Moves the lanes of `exec` to `key`.
    #[inline(always)]
    pub(super) fn send(&mut self, exec: &[Cell<Row>], key: u32) {
        for (keys, exec) in self.key.iter_mut().zip(exec) {
            let (keys, exec) = (&mut keys.0.0, exec.get().0);
            for l in 0..LANES {
                keys[l] = if exec[l] != 0 { key } else { keys[l] };
            }
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, exec: &[Cell<Row>], depth: usize, resume: u32) {
        for (resumes, exec) in self.stack[depth].iter_mut().zip(exec) {
            let (resumes, exec) = (&mut resumes.0.0, exec.get().0);
            for l in 0..LANES {
                resumes[l] = if exec[l] != 0 { resume } else { resumes[l] };
            }
        }
    }

    /// Moves the lanes of `exec` to the blocks on their stacks, at `depth`.
    #[inline(always)]
    pub(super) fn pop(&mut self, exec: &[Cell<Row>], depth: usize) {
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
