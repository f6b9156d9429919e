//! A worker's memory for kernels.
#![forbid(unsafe_code)]

use super::interpreter::{Lanes, Row};
use crate::simd::InstructionSet;

/// A worker's memory for kernels; grows as needed and is reused.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The interpreter's rows, or a JIT kernel's frame.
    pub(super) rows: Vec<Row>,
    pub(super) lanes: Lanes,
    pub(super) instruction_set: Option<InstructionSet>,
}

impl Scratch {
    /// Interpreted kernels run with this scratch use this instruction set, or the widest one below it that the CPU has:
    /// tests compare them.
    pub fn with_instruction_set(set: InstructionSet) -> Scratch {
        Scratch {
            instruction_set: Some(set),
            ..Scratch::default()
        }
    }

    /// At least `n` rows; what they hold is left from earlier runs.
    pub(super) fn rows(&mut self, n: usize) -> &mut [Row] {
        if self.rows.len() < n {
            self.rows.resize(n, Row::ZERO);
        }
        &mut self.rows
    }
}
