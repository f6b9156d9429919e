//! Selects the machine operations of each instruction.
#![forbid(unsafe_code)]

use super::selector::Selector;
use crate::ir::semantics::mask_bits;
use crate::ir::{Inst, Op, ValueId};
use crate::kernel::interface::OutputNans;
use crate::kernel::jit::lir::region::{
    Access, Base, Class, Isa, MachineOp, Place, Resource, VReg, predicate, rounding,
};
use crate::kernel::jit::runtime::abi::field;

/// The bits of the NaN that stores of outputs write, see [`OutputNans`].
pub(crate) const STORED_NAN: u32 = 0x7fc0_0000;
const SIGN: u32 = 1 << 31;

impl Selector<'_> {
    /// Appends the operations of an instruction that is no call.
    pub(crate) fn inst(&mut self, inst: &Inst) {
        let result = inst.first_result;
        match inst.op {
            Op::ConstF32 | Op::ConstI32 => self.define_constant(result, inst.imm[0]),
            Op::ConstMask => self.define_constant(result, mask_bits(inst.imm[0] != 0)),
            Op::LoadUniform | Op::LoadUniformI => {
                let place = Place::splat(Base::Uniforms, 4 * inst.imm[0] as i32);
                self.define_in_memory(result, Class::Vector, place);
            }
            Op::FrontFacing => {
                let place = Place::splat(Base::Frame, field::FRONT_FACING as i32);
                self.define_in_memory(result, self.masks(), place);
            }
            Op::LoadInput if self.arrays.is_some() => {
                let register = self.load_array_slot(inst.imm[0]);
                self.define(result, register);
            }
            // Inputs and planes are homes of their own, and regions compute lane positions by themselves.
            Op::LoadInput | Op::LoadPlane | Op::LaneX | Op::LaneY => {}
            Op::BitsOfF32 | Op::F32OfBits => self.define_alias(result, inst.args[0]),
            op if op.info().is_wide() => self.wide_inst(inst),
            Op::StoreOutput | Op::StoreOutputI => self.store_output(inst),
            Op::StorePixel => self.store_pixel(inst.imm[0], inst.args[0]),
            Op::StoreSlot => self.store_slot(inst.imm[0], inst.args[0]),
            Op::Kill => self.kill(inst.args[0]),
            _ => {
                let register = self.value(inst);
                self.note_number(inst);
                self.define(result, register);
            }
        }
    }

    pub(crate) fn vector(&mut self, op: MachineOp, args: &[VReg]) -> VReg {
        self.node(op, 0, args, Class::Vector)
    }

    /// A logical operation on masks, by the machine's kind of masks.
    fn mask_op(&mut self, with_k: MachineOp, with_vectors: MachineOp, args: &[VReg]) -> VReg {
        match self.isa {
            Isa::Avx512 => self.node(with_k, 0, args, Class::Mask),
            Isa::Avx2 => self.vector(with_vectors, args),
        }
    }

    pub(crate) fn and(&mut self, a: VReg, b: VReg) -> VReg {
        self.mask_op(MachineOp::KAnd, MachineOp::And, &[a, b])
    }

    /// ¬a ∧ b
    fn and_not(&mut self, a: VReg, b: VReg) -> VReg {
        self.mask_op(MachineOp::KAndNot, MachineOp::AndNot, &[a, b])
    }

    pub(crate) fn not(&mut self, a: VReg) -> VReg {
        match self.isa {
            Isa::Avx512 => self.node(MachineOp::KNot, 0, &[a], Class::Mask),
            Isa::Avx2 => {
                let ones = self.constant(u32::MAX);
                self.vector(MachineOp::Xor, &[a, ones])
            }
        }
    }

    pub(crate) fn compare(&mut self, op: MachineOp, imm: u8, a: VReg, b: VReg) -> VReg {
        let class = self.masks();
        self.node(op, imm, &[a, b], class)
    }

    /// The result of an instruction that has one.
    fn value(&mut self, inst: &Inst) -> VReg {
        if let Some((op, by)) = self.shift_by_constant(inst) {
            let a = self.read(inst.args[0]);
            return self.node(op, by, &[a], Class::Vector);
        }
        if let Some((op, imm)) = direct(inst.op) {
            let args: smallvec::SmallVec<[VReg; 3]> =
                inst.args.iter().map(|v| self.read(*v)).collect();
            return self.node(op, imm, &args, Class::Vector);
        }
        match inst.op {
            Op::LiveMask => self.live(),
            Op::LoadPixel => self.load_pixel(inst.imm[0]),
            Op::LoadSlot => self.load_slot(inst.imm[0]),
            Op::SelectF | Op::SelectI => self.select(inst),
            Op::F32ToI32 => self.truncate(inst.args[0]),
            Op::PackBytes => self.pack_bytes(inst),
            _ => self.derived(inst),
        }
    }

    /// Selects instructions of a few operations, or of one whose kind depends on the machine.
    fn derived(&mut self, inst: &Inst) -> VReg {
        let a = self.read(inst.args[0]);
        let b = inst.args.get(1).map_or(VReg::NONE, |v| self.read(*v));
        match inst.op {
            Op::FNeg => {
                let sign = self.constant(SIGN);
                self.vector(MachineOp::Xor, &[a, sign])
            }
            Op::FAbs => {
                let rest = self.constant(!SIGN);
                self.vector(MachineOp::And, &[a, rest])
            }
            Op::FLt => self.compare(MachineOp::CmpF, predicate::LT, a, b),
            Op::FLe => self.compare(MachineOp::CmpF, predicate::LE, a, b),
            Op::FEq => self.compare(MachineOp::CmpF, predicate::EQ, a, b),
            Op::FNe => self.compare(MachineOp::CmpF, predicate::NE, a, b),
            Op::ILt => self.compare(MachineOp::CmpGt, 0, b, a),
            Op::IEq => self.compare(MachineOp::CmpEq, 0, a, b),
            Op::IULt => self.less_unsigned(a, b),
            Op::MAnd => self.and(a, b),
            Op::MOr => self.mask_op(MachineOp::KOr, MachineOp::Or, &[a, b]),
            Op::MXor => self.mask_op(MachineOp::KXor, MachineOp::Xor, &[a, b]),
            Op::MNot => self.not(a),
            // Lanes (1, 1, 3, 3) less lanes (0, 0, 2, 2) of each quad.
            Op::Ddx => self.difference(a, 0xf5, 0xa0),
            // Lanes (2, 3, 2, 3) less lanes (0, 1, 0, 1).
            Op::Ddy => self.difference(a, 0xee, 0x44),
            op => unreachable!("{} has no machine operation", op.info().name),
        }
    }

    /// A shift with a constant amount: all amounts above 31 have the same effect.
    fn shift_by_constant(&self, inst: &Inst) -> Option<(MachineOp, u8)> {
        let op = match inst.op {
            Op::IShl => MachineOp::ShlBy,
            Op::IShrU => MachineOp::ShrUBy,
            Op::IShrS => MachineOp::ShrSBy,
            _ => return None,
        };
        let by = self.constant_bits(inst.args[1])?;
        Some((op, by.min(32) as u8))
    }

    /// A number that was rounded before is rounded by the conversion.
    fn truncate(&mut self, v: ValueId) -> VReg {
        match self.before_rounding(v) {
            Some(register) => self.vector(MachineOp::ToIntNearest, &[register]),
            None => {
                let register = self.read(v);
                self.vector(MachineOp::ToInt, &[register])
            }
        }
    }

    fn less_unsigned(&mut self, a: VReg, b: VReg) -> VReg {
        match self.isa {
            Isa::Avx512 => self.compare(MachineOp::CmpGtU, GREATER, b, a),
            Isa::Avx2 => {
                let greater = self.vector(MachineOp::UMax, &[a, b]);
                let is_a = self.compare(MachineOp::CmpEq, 0, greater, a);
                self.not(is_a)
            }
        }
    }

    fn difference(&mut self, x: VReg, minuend: u8, subtrahend: u8) -> VReg {
        let a = self.node(MachineOp::PermuteQuad, minuend, &[x], Class::Vector);
        let b = self.node(MachineOp::PermuteQuad, subtrahend, &[x], Class::Vector);
        self.vector(MachineOp::Sub, &[a, b])
    }

    fn select(&mut self, inst: &Inst) -> VReg {
        let [mask, yes, no] = [0, 1, 2].map(|i| self.read(inst.args[i]));
        let is_zero = |i: usize| self.constant_bits(inst.args[i]) == Some(0);
        match self.isa {
            Isa::Avx512 if is_zero(2) => self.vector(MachineOp::SelectZero, &[mask, yes]),
            Isa::Avx2 if is_zero(2) => self.vector(MachineOp::And, &[mask, yes]),
            Isa::Avx2 if is_zero(1) => self.vector(MachineOp::AndNot, &[mask, no]),
            _ => self.vector(MachineOp::Select, &[mask, yes, no]),
        }
    }

    pub(crate) fn lane_position(&mut self, op: Op) -> VReg {
        self.uses_corner = true;
        let (lanes, corner) = match op {
            Op::LaneX => (field::LANE_X, field::CORNER_X),
            _ => (field::LANE_Y, field::CORNER_Y),
        };
        let lanes = self.homed(Class::Vector, Place::lanes(Base::Frame, lanes as i32));
        let corner = self.homed(Class::Vector, Place::splat(Base::Frame, corner as i32));
        self.vector(MachineOp::Add, &[lanes, corner])
    }

    /// The current live mask.
    pub(crate) fn live(&mut self) -> VReg {
        if self.cache.live.is_some() {
            return self.cache.live;
        }
        let place = Some(Place::splat(Base::Masks, 0));
        let read = Some(Access::Read(Resource::Live));
        let register = self.vreg(self.masks(), None);
        match self.isa {
            Isa::Avx512 => {
                self.push(MachineOp::Load, 0, &[], register, place, read);
                self.cache.live = register;
            }
            Isa::Avx2 => {
                self.push(MachineOp::SplatWord, 0, &[], register, place, read);
                let bits = Place::lanes(Base::Frame, field::LANE_BITS as i32);
                let bits = self.homed(Class::Vector, bits);
                let own = self.vector(MachineOp::And, &[register, bits]);
                self.cache.live = self.compare(MachineOp::CmpEq, 0, own, bits);
            }
        }
        self.cache.live
    }

    fn kill(&mut self, mask: ValueId) {
        let mut dead = self.read(mask);
        if let Some((exec, _)) = self.exec() {
            dead = self.and(dead, exec);
        }
        let live = self.live();
        let live = match self.complement(mask) {
            Some(passes) if self.plan.straight => self.and(passes, live),
            _ => self.and_not(dead, live),
        };
        self.cache.live = live;
        let place = Some(Place::lanes(Base::Masks, 0));
        let write = Some(Access::Write(Resource::Live));
        self.push(MachineOp::StoreBits, 0, &[live], VReg::NONE, place, write);
    }

    fn load_slot(&mut self, slot: u32) -> VReg {
        let register = self.vreg(Class::Vector, None);
        let read = Some(Access::Read(Resource::Slot(slot)));
        let place = Some(self.slot(slot));
        self.push(MachineOp::Load, 0, &[], register, place, read);
        register
    }

    fn store_slot(&mut self, slot: u32, value: ValueId) {
        let (place, value) = (self.slot(slot), self.read(value));
        self.store_executing(place, value, Resource::Slot(slot));
    }

    fn store_output(&mut self, inst: &Inst) {
        let (slot, value) = (inst.imm[0], inst.args[0]);
        let mut register = self.read(value);
        let is_float = inst.op == Op::StoreOutput;
        let may_be_nan = is_float && self.nans == OutputNans::Canonical && !self.is_number(value);
        if self.finds_nans() {
            return self.store_array_slot(slot, register, may_be_nan);
        }
        if may_be_nan {
            let is_nan = self.compare(MachineOp::CmpF, predicate::UNORDERED, register, register);
            let nan = self.constant(STORED_NAN);
            register = self.vector(MachineOp::Select, &[is_nan, nan, register]);
        }
        if self.arrays.is_some() {
            return self.store_array_slot(slot, register, false);
        }
        let place = Place::lanes(Base::Outputs, 64 * slot as i32);
        self.store_executing(place, register, Resource::Output(slot));
    }

    /// Stores the executing lanes.
    pub(crate) fn store_executing(&mut self, place: Place, value: VReg, resource: Resource) {
        match self.exec() {
            Some((exec, not_exec)) => {
                self.store_masked(place, value, exec, not_exec, resource);
            }
            None => self.store(place, value, Some(Access::Write(resource))),
        }
    }

    fn define_constant(&mut self, v: ValueId, bits: u32) {
        self.note_constant(v, bits);
        let place = self.constant_place(bits);
        let is_mask = self.plan.program.type_of(v) == crate::ir::Type::Mask;
        let class = if is_mask { self.masks() } else { Class::Vector };
        self.define_in_memory(v, class, place);
    }

    /// Results that are never NaN: `min(x, c)` and `max(x, c)` give a number when `c` is one.
    fn note_number(&mut self, inst: &Inst) {
        match inst.op {
            Op::FRound => self.mark_rounded(inst.first_result, inst.args[0]),
            Op::MNot => self.mark_complement(inst.first_result, inst.args[0]),
            _ => {}
        }
        let is_number = match inst.op {
            Op::FMin | Op::FMax => self.is_number(inst.args[1]),
            Op::SelectF => self.is_number(inst.args[1]) && self.is_number(inst.args[2]),
            Op::I32ToF32 | Op::LaneX | Op::LaneY => true,
            _ => false,
        };
        if is_number {
            self.mark_number(inst.first_result);
        }
    }
}

/// The immediate of integer comparisons that means `a > b`.
pub(crate) const GREATER: u8 = 6;

/// The one operation that an instruction is, on vectors.
fn direct(op: Op) -> Option<(MachineOp, u8)> {
    // Each row has the machine's operation and its immediate.
    Some(match op {
        Op::FAdd => (MachineOp::Add, 0),
        Op::FSub => (MachineOp::Sub, 0),
        Op::FMul => (MachineOp::Mul, 0),
        Op::FDiv => (MachineOp::Div, 0),
        Op::FFma => (MachineOp::Fma, 0),
        Op::FSqrt => (MachineOp::Sqrt, 0),
        Op::FMin => (MachineOp::Min, 0),
        Op::FMax => (MachineOp::Max, 0),
        Op::FFloor => (MachineOp::Round, rounding::DOWN),
        Op::FCeil => (MachineOp::Round, rounding::UP),
        Op::FTrunc => (MachineOp::Round, rounding::TO_ZERO),
        Op::FRound => (MachineOp::Round, rounding::NEAREST),
        Op::IAdd => (MachineOp::IAdd, 0),
        Op::ISub => (MachineOp::ISub, 0),
        Op::IMul => (MachineOp::IMul, 0),
        Op::IAnd => (MachineOp::And, 0),
        Op::IOr => (MachineOp::Or, 0),
        Op::IXor => (MachineOp::Xor, 0),
        Op::IShl => (MachineOp::Shl, 0),
        Op::IShrU => (MachineOp::ShrU, 0),
        Op::IShrS => (MachineOp::ShrS, 0),
        Op::IMin => (MachineOp::IMin, 0),
        Op::IMax => (MachineOp::IMax, 0),
        Op::I32ToF32 => (MachineOp::ToFloat, 0),
        _ => return None,
    })
}
