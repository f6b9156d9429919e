//! Inputs and outputs that are arrays of the application: loads, stores, and the order of lanes.
//!
//! Elements of one word are a vector in place. Elements of four words are read as four vectors, in each of which 128
//! bits are an element, and are split within these 128 bits. So lane 4k + i has element n·i + k of the group (n is the
//! number of elements in a vector of registers). Programs with such arrays have all their lanes in this order; elements
//! of one word are permuted to it.
//!
//! Outputs may contain only the canonical NaN. Where all lanes run together, AVX-512 code stores its values unchanged.
//! An instruction or two for two outputs record whether any may be NaN. Then the arrays are corrected after the last
//! group ([`crate::kernel::jit::JitKernel::run_over`]).
#![forbid(unsafe_code)]

use super::selector::Selector;
use crate::kernel::jit::lir::region::{
    Access, Array, Base, Class, Isa, MachineOp, Place, RawNans, Resource, Shape, VReg,
};
use crate::kernel::slots::{Slot, Slots};

/// This number of array addresses fits in registers. Then operands can be read from arrays
/// ([`crate::kernel::jit::assemble::arrays`]).
pub(crate) const MOST_ADDRESSES: usize = 10;

/// The arrays of a program that is being translated.
pub(crate) struct Arrays<'p> {
    pub(crate) slots: &'p Slots,
    /// Components of arrays that the current region has loaded, by first slot.
    loaded: Vec<(u32, [VReg; 4])>,
    /// The values of outputs, by slot, where all lanes run together, and whether they are floats that may be NaN.
    outputs: Vec<VReg>,
    may_be_nan: Vec<bool>,
    /// The rows of outputs until the group's end, where lanes may diverge.
    rows: Option<Place>,
}

impl<'p> Arrays<'p> {
    pub(crate) fn new(slots: &'p Slots) -> Arrays<'p> {
        Arrays {
            slots,
            loaded: Vec::new(),
            outputs: vec![VReg::NONE; slots.outputs.len()],
            may_be_nan: vec![false; slots.outputs.len()],
            rows: None,
        }
    }

    /// The number of addresses that the code needs.
    fn n_addresses(&self) -> usize {
        let slots = self.slots.iter();
        slots
            .filter(|slot| matches!(slot, Slot::Word | Slot::Component(0)))
            .count()
    }

    pub(crate) fn forget_loaded(&mut self) {
        self.loaded.clear();
    }
}

impl<'p> Selector<'p> {
    fn arrays(&mut self) -> &mut Arrays<'p> {
        self.arrays.as_mut().expect("the program has arrays")
    }

    /// Rows that hold the outputs of the group until its end.
    pub(crate) fn make_output_rows(&mut self) {
        let Some(arrays) = &self.arrays else { return };
        if !self.plan.straight {
            let n = arrays.outputs.len();
            let rows = self.rows(n);
            self.arrays().rows = Some(rows);
        }
    }

    fn array_place(&self, entry: u32, words: u8, is_output: bool, part: i32) -> Place {
        let bytes = match self.isa {
            Isa::Avx512 => 64,
            Isa::Avx2 => 32,
        };
        let array = Array {
            entry,
            words,
            is_output,
        };
        Place::lanes(Base::Array(array), bytes * part)
    }

    fn load_array(&mut self, entry: u32, words: u8, part: i32) -> VReg {
        let place = self.array_place(entry, words, false, part);
        if self.finds_nans() && self.arrays().n_addresses() <= MOST_ADDRESSES {
            return self.homed(Class::Vector, place);
        }
        let register = self.vreg(Class::Vector, None);
        let read = Some(Access::Read(Resource::Arrays));
        self.push(MachineOp::Load, 0, &[], register, Some(place), read);
        register
    }

    fn store_array(&mut self, slot: u32, words: u8, part: i32, value: VReg) {
        let entry = self.arrays().slots.inputs.len() as u32 + slot;
        let place = self.array_place(entry, words, true, part);
        self.store(place, value, Some(Access::Write(Resource::Arrays)));
    }

    /// The words of an input slot, one in each lane.
    pub(crate) fn load_array_slot(&mut self, slot: u32) -> VReg {
        match self.arrays().slots.inputs[slot as usize] {
            Slot::None => self.constant(0),
            Slot::Word => {
                let value = self.load_array(slot, 1, 0);
                self.reordered(value, |n, lane| n * (lane % 4) + lane / 4)
            }
            Slot::Component(c) => {
                let first = slot - u32::from(c);
                let known = self.arrays().loaded.iter().find(|(s, _)| *s == first);
                let parts = match known {
                    Some((_, parts)) => *parts,
                    None => self.load_vectors(first),
                };
                parts[usize::from(c)]
            }
        }
    }

    /// The four components of an array of vectors.
    fn load_vectors(&mut self, first: u32) -> [VReg; 4] {
        let whole = [0, 1, 2, 3].map(|part| self.load_array(first, 4, part));
        let parts = self.transposed(whole);
        self.arrays().loaded.push((first, parts));
        parts
    }

    /// Rows and columns of 4×4 words exchanged within each 128 bits.
    fn transposed(&mut self, [a, b, c, d]: [VReg; 4]) -> [VReg; 4] {
        const LOW: u8 = 0x44;
        const HIGH: u8 = 0xee;
        let [ab, cd] = [(a, b), (c, d)].map(|(x, y)| {
            [MachineOp::UnpackLow, MachineOp::UnpackHigh].map(|op| self.vector(op, &[x, y]))
        });
        let mut pick = |i: usize, imm| {
            let class = Class::Vector;
            self.node(MachineOp::PickWords, imm, &[ab[i], cd[i]], class)
        };
        [pick(0, LOW), pick(0, HIGH), pick(1, LOW), pick(1, HIGH)]
    }

    /// The lanes in another order, where the program's is not that of elements. Lane `l` of the result is lane
    /// `from(n, l)` of the value, where a register has n vectors of 128 bits.
    fn reordered(&mut self, value: VReg, from: fn(u64, u64) -> u64) -> VReg {
        if !self.arrays().slots.has_vectors() {
            return value;
        }
        let n = match self.isa {
            Isa::Avx512 => 4,
            Isa::Avx2 => 2,
        };
        let lane = |l: u64| from(n, l) % (4 * n);
        let pair = |i: u64| lane(2 * i) | lane(2 * i + 1) << 32;
        let place = self.pool.row(std::array::from_fn(|i| pair(i as u64)));
        debug_assert_eq!(place.shape, Shape::Row);
        let lanes = self.homed(Class::Vector, place);
        self.vector(MachineOp::PermuteWords, &[lanes, value])
    }

    /// Whether outputs are stored with any NaNs.
    pub(crate) fn finds_nans(&self) -> bool {
        self.arrays.is_some() && self.plan.straight && self.isa == Isa::Avx512
    }

    /// Records the value of an output, or stores it to its row.
    pub(crate) fn store_array_slot(&mut self, slot: u32, value: VReg, may_be_nan: bool) {
        match self.arrays().rows {
            Some(rows) => {
                let place = Place {
                    offset: rows.offset + 64 * slot as i32,
                    ..rows
                };
                self.store_executing(place, value, Resource::Output(slot));
            }
            None => {
                let value = self.read_of_array(value);
                let arrays = self.arrays();
                arrays.outputs[slot as usize] = value;
                arrays.may_be_nan[slot as usize] = may_be_nan;
            }
        }
    }

    /// Loads now all values that may be read from an array at their uses. An output that equals an input may be stored
    /// after another output in the input's place.
    fn read_of_array(&mut self, value: VReg) -> VReg {
        let info = &self.vregs[value.index()];
        let (home, class) = (info.home, info.class);
        if info.is_in_array() {
            let register = self.vreg(class, None);
            let read = Some(Access::Read(Resource::Arrays));
            self.push(MachineOp::Load, 0, &[], register, home, read);
            register
        } else {
            value
        }
    }

    /// Searches the outputs for NaNs, two at a time.
    fn find_nans(&mut self) {
        let arrays = self.arrays();
        let n_inputs = arrays.slots.inputs.len();
        let slots = (0..arrays.outputs.len()).filter(|slot| arrays.may_be_nan[*slot]);
        let raw_nans = slots.clone().filter_map(|slot| {
            let (words, word) = match arrays.slots.outputs[slot] {
                Slot::None => return None,
                Slot::Word => (1, 0),
                Slot::Component(c) => (4, c),
            };
            let entry = (n_inputs + slot - usize::from(word)) as u32;
            Some(RawNans { entry, words, word })
        });
        let raw_nans: Vec<RawNans> = raw_nans.collect();
        let values: Vec<VReg> = slots.map(|slot| arrays.outputs[slot]).collect();
        self.raw_nans = raw_nans;
        let search = self.nan_search();
        for pair in values.chunks(2) {
            let (a, b) = (pair[0], pair[pair.len() - 1]);
            self.push(search, 0, &[a, b], VReg::NONE, None, None);
        }
    }

    /// Zen 4 compares with the units that multiply, and adds with others. Where most operations multiply, one sum for
    /// each output is free; where most add, one comparison for two outputs.
    fn nan_search(&self) -> MachineOp {
        let n = |ops: [MachineOp; 2]| {
            let nodes = self.region.nodes.iter();
            nodes.filter(|node| ops.contains(&node.op)).count()
        };
        if n([MachineOp::Mul, MachineOp::Fma]) > n([MachineOp::Add, MachineOp::Sub]) {
            MachineOp::SumNans
        } else {
            MachineOp::FindNans
        }
    }

    /// Stores all outputs; those that the program has not stored are 0.
    pub(crate) fn finish_arrays(&mut self) {
        self.find_nans();
        let arrays = self.arrays();
        let (n, rows) = (arrays.outputs.len() as u32, arrays.rows);
        // A component's value: from its row if outputs have rows, else the one stored last, or 0.
        let value = |s: &mut Self, slot: u32| match rows {
            Some(rows) => {
                let offset = rows.offset + 64 * slot as i32;
                s.homed(Class::Vector, Place { offset, ..rows })
            }
            None => {
                let value = s.arrays().outputs[slot as usize];
                if value.is_some() {
                    value
                } else {
                    s.constant(0)
                }
            }
        };
        // Each array is stored whole: one word an element is put in element order, four are transposed first.
        let mut slot = 0;
        while slot < n {
            slot += match self.arrays().slots.outputs[slot as usize] {
                Slot::None => 1,
                Slot::Word => {
                    let value = value(self, slot);
                    let value = self.reordered(value, |n, element| 4 * (element % n) + element / n);
                    self.store_array(slot, 1, 0, value);
                    1
                }
                Slot::Component(_) => {
                    let parts = [0, 1, 2, 3].map(|c| value(self, slot + c));
                    for (part, value) in self.transposed(parts).into_iter().enumerate() {
                        self.store_array(slot, 4, part as i32, value);
                    }
                    4
                }
            };
        }
    }
}
