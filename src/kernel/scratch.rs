//! A worker's memory for kernels.
#![forbid(unsafe_code)]

use super::lane_rows::{Lanes, Row};
use crate::simd::InstructionSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A worker's memory for kernels; grows as needed and is reused.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The interpreter's rows.
    pub(super) rows: Vec<Row>,
    /// The frame of machine code.
    frame: Vec<Row>,
    pub(super) lanes: Lanes,
    pub(super) instruction_set: Option<InstructionSet>,
    /// Interruptible programs end soon after it is set; their results are not complete then.
    pub(super) stop: Option<Arc<AtomicBool>>,
}

impl Scratch {
    /// Interpreted kernels with this scratch use this instruction set, or the widest one below it that the CPU has.
    /// Tests compare the instruction sets.
    pub fn with_instruction_set(set: InstructionSet) -> Scratch {
        Scratch {
            instruction_set: Some(set),
            ..Scratch::default()
        }
    }

    /// At least `n` rows, with data of earlier runs.
    pub(super) fn rows(&mut self, n: usize) -> &mut [Row] {
        if self.rows.len() < n {
            self.rows.resize(n, Row::ZERO);
        }
        &mut self.rows
    }

    /// A frame of at least `n` rows, and whether it is new; else it holds data of earlier runs.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn frame(&mut self, n: usize) -> (&mut [Row], bool) {
        let is_new = self.frame.len() < n;
        if is_new {
            self.frame.resize(n, Row::ZERO);
        }
        (&mut self.frame, is_new)
    }
}
