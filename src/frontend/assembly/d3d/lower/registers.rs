//! The scalars of registers. Within a block each is an SSA value. In shaders with blocks, scalars live across them in lane
//! slots.

use crate::frontend::assembly::d3d::model::{File, Register};
use crate::ir::interface::{fragment_output, varying};
use crate::ir::{Builder, Op, ValueId};

/// The number of a scalar.
pub(super) type Scalar = usize;

const TEXTURES: Scalar = 4 * 32;
const ADDRESS: Scalar = TEXTURES + 4 * 8;
const PREDICATE: Scalar = ADDRESS + 4;
const LOOP: Scalar = PREDICATE + 4;
const OUTPUTS: Scalar = LOOP + 1;
const LOOPS: Scalar = OUTPUTS + 4 * varying::COUNT as usize;

/// The first scalar of a register that the shader writes; outputs have their own.
pub(super) fn scalar_of(register: Register) -> Option<Scalar> {
    let n = register.number as usize;
    Some(match register.file {
        File::Temp => 4 * n,
        File::Texture => TEXTURES + 4 * n,
        File::Address => ADDRESS,
        File::Predicate => PREDICATE,
        File::Loop => LOOP,
        _ => return None,
    })
}

/// The scalar of an output slot.
pub(super) fn output(slot: u32) -> Scalar {
    OUTPUTS + slot as usize
}

/// A loop's number of rounds left, its increment, and the index of the loop around it.
pub(super) fn loop_state(number: usize) -> [Scalar; 3] {
    std::array::from_fn(|i| LOOPS + 3 * number + i)
}

/// The registers at one point of a block.
#[derive(Debug)]
pub(super) struct Registers {
    values: Vec<Option<ValueId>>,
    written: Vec<Scalar>,
    slots: Vec<Option<u32>>,
    /// Whether there are blocks.
    has_blocks: bool,
    is_pixel: bool,
}

impl Registers {
    /// The registers of a shader with this number of loops.
    pub(super) fn new(n_loops: usize, has_blocks: bool, is_pixel: bool) -> Registers {
        let n = LOOPS + 3 * n_loops;
        Registers {
            values: vec![None; n],
            written: Vec::new(),
            slots: vec![None; n],
            has_blocks,
            is_pixel,
        }
    }

    /// What a scalar holds before anything is written: outputs of vertex shaders are (0, 0, 0, 1), all else is 0.
    pub(super) fn initial(&self, scalar: Scalar) -> f32 {
        let is_w = (OUTPUTS..LOOPS).contains(&scalar) && (scalar - OUTPUTS) % 4 == 3;
        if is_w && !self.is_pixel { 1.0 } else { 0.0 }
    }

    fn slot(&mut self, b: &mut Builder, scalar: Scalar) -> u32 {
        *self.slots[scalar].get_or_insert_with(|| b.new_slot())
    }

    pub(super) fn read(&mut self, b: &mut Builder, scalar: Scalar) -> ValueId {
        if let Some(value) = self.values[scalar] {
            return value;
        }
        let value = if self.has_blocks {
            let slot = self.slot(b, scalar);
            b.emit(Op::LoadSlot, &[], [slot, 0])[0]
        } else {
            b.f32(self.initial(scalar))
        };
        self.values[scalar] = Some(value);
        value
    }

    pub(super) fn write(&mut self, scalar: Scalar, value: ValueId) {
        self.values[scalar] = Some(value);
        if !self.written.contains(&scalar) {
            self.written.push(scalar);
        }
    }

    /// Stores what the block has written, slots and outputs, and forgets all values.
    pub(super) fn end_block(&mut self, b: &mut Builder) {
        for scalar in std::mem::take(&mut self.written) {
            let Some(value) = self.values[scalar] else {
                continue;
            };
            if let Some(slot) = self.output_slot(scalar) {
                b.store_output(slot, value);
            }
            let slot = self.slot(b, scalar);
            b.emit(Op::StoreSlot, &[value], [slot, 0]);
        }
        self.values.fill(None);
    }

    /// The output slot of a scalar. Of the depth one component is stored.
    pub(super) fn output_slot(&self, scalar: Scalar) -> Option<u32> {
        let slot = scalar.checked_sub(OUTPUTS).filter(|_| scalar < LOOPS)? as u32;
        let is_unused_depth = self.is_pixel && slot / 4 == fragment_output::DEPTH && slot % 4 != 2;
        (!is_unused_depth).then_some(slot)
    }
}
