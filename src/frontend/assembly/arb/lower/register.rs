//! The registers of a program while its instructions become IR, each scalar by its number.

use crate::frontend::assembly::arb::check::flow_graph::BlockUse;
use crate::frontend::assembly::arb::limits::{MAX_CALL_DEPTH, MAX_LOOP_DEPTH};
use crate::frontend::assembly::arb::parsed::Parsed;
use crate::frontend::assembly::arb::scalar_set::{Scalar, ScalarSet};
use crate::frontend::assembly::operand::Target;
use crate::ir::interface::{fragment_output, varying};
use crate::ir::{Builder, Op, ValueId};

/// The numbers of a program's register scalars: temporaries, addresses, the address stack, condition codes, loops, outputs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    addresses: usize,
    stack: usize,
    condition: usize,
    loops: usize,
    outputs: usize,
    len: usize,
    fragment: bool,
}

impl Layout {
    pub(crate) fn of(parsed: &Parsed) -> Layout {
        let n_outputs = if parsed.fragment {
            fragment_output::COUNT
        } else {
            varying::GENERIC_0
        };
        let addresses = 4 * parsed.n_temps as usize;
        let stack = addresses + 4 * parsed.n_addresses as usize;
        let condition = stack + 1 + 5 * MAX_CALL_DEPTH as usize;
        let loops = condition + 8;
        let outputs = loops + 2 + 3 * MAX_LOOP_DEPTH as usize;
        Layout {
            addresses,
            stack,
            condition,
            loops,
            outputs,
            len: outputs + 4 * n_outputs as usize,
            fragment: parsed.fragment,
        }
    }

    /// How many scalars there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn temp(&self, n: u32, component: usize) -> Scalar {
        4 * n as usize + component
    }

    pub(crate) fn address(&self, n: u32, component: usize) -> Scalar {
        self.addresses + 4 * n as usize + component
    }

    /// The number of entries in the stack of addresses and calls.
    pub(crate) fn stack_depth(&self) -> Scalar {
        self.stack
    }

    /// Scalars of an entry of that stack: 1 if it is an address, then its components.
    pub(crate) fn stack_entry(&self, n: usize) -> [Scalar; 5] {
        std::array::from_fn(|i| self.stack + 1 + 5 * n + i)
    }

    pub(crate) fn condition(&self, register: u8, component: usize) -> Scalar {
        self.condition + 4 * usize::from(register) + component
    }

    /// The number of IF blocks (0) and loop blocks (1) open where the subroutine was called.
    pub(crate) fn open_blocks(&self, loops: usize) -> Scalar {
        self.loops + loops
    }

    /// Count, index and increment of a loop, by the number of loops around it.
    pub(crate) fn loop_state(&self, level: usize) -> [Scalar; 3] {
        std::array::from_fn(|i| self.loops + 2 + 3 * level + i)
    }

    /// The scalar of an output slot.
    pub(crate) fn output(&self, slot: u32) -> Scalar {
        self.outputs + slot as usize
    }

    /// The output slot of a scalar.
    pub(crate) fn output_slot(&self, scalar: Scalar) -> Option<u32> {
        scalar.checked_sub(self.outputs).map(|slot| slot as u32)
    }

    /// The scalar of a destination's component; `None` when there is none.
    pub(crate) fn target(&self, target: Target, component: usize) -> Option<Scalar> {
        match target {
            Target::Temp(n) => Some(self.temp(n, component)),
            Target::Address(n) => Some(self.address(n, component)),
            Target::Output(n) => Some(self.output(4 * n + component as u32)),
            Target::Clip(plane) => {
                (component == 0).then(|| self.output(4 * varying::CLIP_0 + plane))
            }
            Target::ConditionCode | Target::RelativeOutput(_) => None,
        }
    }

    /// Whether the scalar's value is an i32.
    pub(crate) fn is_integer(&self, scalar: Scalar) -> bool {
        (self.addresses..self.condition).contains(&scalar)
    }

    /// The scalar's value when the program begins (QUIRKS 1.28): results of vertex programs are (0, 0, 0, 1), all else
    /// is 0.
    pub(crate) fn initial(&self, scalar: Scalar) -> f32 {
        let is_w = |slot: u32| slot % 4 == 3 && !is_clip_distance(slot);
        match self.output_slot(scalar) {
            Some(slot) if !self.fragment && is_w(slot) => 1.0,
            _ => 0.0,
        }
    }
}

/// Whether the slot holds a distance to a user clip plane.
pub(crate) fn is_clip_distance(slot: u32) -> bool {
    (4 * varying::CLIP_0..4 * varying::TEX_COORD_0).contains(&slot)
}

/// The values of the registers at one point of a block.
#[derive(Debug)]
pub(crate) struct Registers {
    pub(crate) layout: Layout,
    values: Vec<Option<ValueId>>,
    /// The values since the block's start.
    pub(crate) used: BlockUse,
    /// The lane slot of each scalar that lives across blocks. Other scalars have their initial values until a block
    /// writes them.
    pub(crate) slots: Vec<Option<u32>>,
}

impl Registers {
    pub(crate) fn new(layout: Layout) -> Registers {
        let n = layout.len();
        Registers {
            layout,
            values: vec![None; n],
            used: BlockUse {
                exposed: ScalarSet::new(n),
                written: ScalarSet::new(n),
            },
            slots: vec![None; n],
        }
    }

    /// Forgets all values, when another block begins.
    pub(crate) fn begin_block(&mut self) {
        self.values.fill(None);
        self.used.written.clear();
        self.used.exposed.clear();
    }

    pub(crate) fn read(&mut self, b: &mut Builder, scalar: Scalar) -> ValueId {
        if let Some(value) = self.values[scalar] {
            return value;
        }
        self.used.exposed.insert(scalar);
        let is_integer = self.layout.is_integer(scalar);
        let value = match self.slots[scalar] {
            Some(slot) => {
                let value = b.emit(Op::LoadSlot, &[], [slot, 0])[0];
                if is_integer {
                    b.emit1(Op::BitsOfF32, &[value])
                } else {
                    value
                }
            }
            _ if is_integer => b.i32(0),
            _ => b.f32(self.layout.initial(scalar)),
        };
        self.values[scalar] = Some(value);
        value
    }

    pub(crate) fn write(&mut self, scalar: Scalar, value: ValueId) {
        self.values[scalar] = Some(value);
        self.used.written.insert(scalar);
    }

    /// The scalars that the block has written so far.
    pub(crate) fn written(&self) -> impl Iterator<Item = (Scalar, ValueId)> + '_ {
        let scalars = self.used.written.iter();
        scalars.filter_map(|scalar| Some((scalar, self.values[scalar]?)))
    }

    /// Stores the written scalars among `live` to their lane slots.
    pub(crate) fn store_slots(&self, b: &mut Builder, live: &ScalarSet) {
        for (scalar, value) in self.written().filter(|(s, _)| live.contains(*s)) {
            let Some(slot) = self.slots[scalar] else {
                continue;
            };
            let value = if self.layout.is_integer(scalar) {
                b.emit1(Op::F32OfBits, &[value])
            } else {
                value
            };
            b.emit(Op::StoreSlot, &[value], [slot, 0]);
        }
    }
}
