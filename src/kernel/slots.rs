//! Maps the arrays of a signature to a program's inputs and outputs.
#![forbid(unsafe_code)]

use crate::ir::Program;
use crate::ir::signature::{Direction, Signature};

/// Words of an element that machine code takes apart by itself.
pub(super) const VECTOR_WORDS: u32 = 4;

/// What an input or output slot is to machine code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// No parameter has it.
    None,
    /// An array of its own, of words.
    Word,
    /// This component of an array of [`VECTOR_WORDS`] words each.
    Component(u8),
}

/// The slots of a program. Each has an address, inputs before outputs; that of an array of vectors is its first component's.
#[derive(Debug)]
pub(super) struct Slots {
    pub(super) inputs: Vec<Slot>,
    pub(super) outputs: Vec<Slot>,
}

impl Slots {
    pub(super) fn of(program: &Program, signature: &Signature) -> Slots {
        let assigned = |n: u32, first: fn(Direction) -> Option<u32>| {
            let mut slots = vec![Slot::None; n as usize];
            for parameter in &signature.parameters {
                let Some(first) = first(parameter.direction) else {
                    continue;
                };
                let (first, words) = (first as usize, parameter.words());
                let end = first + words as usize;
                slots.resize(slots.len().max(end), Slot::None);
                for (i, slot) in slots[first..end].iter_mut().enumerate() {
                    *slot = match words {
                        VECTOR_WORDS => Slot::Component(i as u8),
                        _ => Slot::Word,
                    };
                }
            }
            slots
        };
        Slots {
            inputs: assigned(program.n_inputs, Direction::input),
            outputs: assigned(program.n_outputs, Direction::output),
        }
    }

    /// Number of addresses.
    pub(super) fn len(&self) -> usize {
        self.inputs.len() + self.outputs.len()
    }

    /// All slots by address.
    pub(super) fn iter(&self) -> impl Iterator<Item = Slot> {
        self.inputs.iter().chain(&self.outputs).copied()
    }

    /// Whether an array has elements of [`VECTOR_WORDS`] words.
    pub(super) fn has_vectors(&self) -> bool {
        self.iter().any(|slot| matches!(slot, Slot::Component(_)))
    }
}
