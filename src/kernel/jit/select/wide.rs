//! Selects the machine operations of values of 64 bits, which are two vectors ([`crate::kernel::jit::lir::region`]
//! defines the lanes of each).
#![forbid(unsafe_code)]

use super::inst::GREATER;
use super::selector::Selector;
use crate::ir::{Inst, Op, ValueId};
use crate::kernel::jit::lir::region::Base;
use crate::kernel::jit::lir::region::{
    Class, Isa, MachineOp, Place, Shape, VReg, predicate, rounding,
};
use smallvec::{SmallVec, smallvec};

/// The registers of a value: one, or the two halves of one of 64 bits.
pub(crate) type Parts = SmallVec<[VReg; 2]>;

type Halves = [VReg; 2];

pub(super) const SIGN: u64 = 1 << 63;
/// The low words of two halves, and the high words, as [`MachineOp::PickWords`] takes them.
const LOW_WORDS: u8 = 0x88;
const HIGH_WORDS: u8 = 0xdd;
/// The four quarters of a vector in the order 0, 2, 1, 3.
const MIDDLE_SWAPPED: u8 = 0xd8;
/// Pairs of lanes of 32 bits, for AVX-512: spread so that unpacking gives lanes in order, and gathered as picking left them.
const SPREAD: [u64; 8] = [0, 4, 1, 5, 2, 6, 3, 7];
const GATHER: [u64; 8] = [0, 2, 4, 6, 1, 3, 5, 7];

impl Selector<'_> {
    pub(crate) fn is_wide(&self, v: ValueId) -> bool {
        self.plan.program.type_of(v).is_wide()
    }

    /// The registers of a value that the current region uses.
    pub(crate) fn read_parts(&mut self, v: ValueId) -> Parts {
        if self.is_wide(v) {
            SmallVec::from_slice(&self.read_wide(v))
        } else {
            smallvec![self.read(v)]
        }
    }

    /// The homes of a value that crosses regions.
    pub(crate) fn home_parts(&self, v: ValueId) -> Parts {
        if self.is_wide(v) {
            smallvec![self.homes[v.index()], self.upper_homes[v.index()]]
        } else {
            smallvec![self.homes[v.index()]]
        }
    }

    fn read_wide(&self, v: ValueId) -> Halves {
        let local = self.local[v.index()];
        if local.is_some() {
            return [local, self.upper_local[v.index()]];
        }
        debug_assert!(self.homes[v.index()].is_some(), "value {} is lost", v.0);
        [self.homes[v.index()], self.upper_homes[v.index()]]
    }

    /// [`Selector::define`] of a value of 64 bits.
    fn define_wide(&mut self, v: ValueId, halves: Halves) {
        self.local[v.index()] = halves[0];
        self.upper_local[v.index()] = halves[1];
        self.defined.push(v);
        if !self.plan.crosses[v.index()] {
            return;
        }
        if self.plan.uniform[v.index()] {
            self.n_uniform = self.n_uniform.next_multiple_of(2);
            let place = Place {
                base: Base::Frame,
                offset: (64 * self.uniform_row + 4 * self.n_uniform) as i32,
                shape: Shape::SplatWide,
            };
            self.n_uniform += 2;
            let (op, value) = (MachineOp::StoreScalarWide, &halves[..1]);
            self.push(op, 0, value, VReg::NONE, Some(place), None);
            return self.define_wide_in_memory(v, place);
        }
        if let Some((exec, not_exec)) = self.exec() {
            return self.store_parts(v, &halves, exec, not_exec);
        }
        for (home, half) in self.home_parts(v).into_iter().zip(halves) {
            let place = self.vregs[home.index()].home.expect("a home is a place");
            self.store(place, half, None);
        }
    }

    fn define_wide_in_memory(&mut self, v: ValueId, place: Place) {
        let home = self.homed(Class::Vector, place);
        self.homes[v.index()] = home;
        self.upper_homes[v.index()] = home;
    }

    pub(super) fn wide_constant(&mut self, bits: u64) -> VReg {
        let place = self.pool.wide_constant(self.isa, bits);
        self.homed(Class::Vector, place)
    }

    /// A mask for the lanes of each half.
    pub(crate) fn mask_halves(&mut self, mask: VReg) -> Halves {
        let mut latest = self.cache.mask_halves.iter().rev().take(8);
        if let Some((_, halves)) = latest.find(|(of, _)| *of == mask) {
            return *halves;
        }
        let halves = match self.isa {
            Isa::Avx512 => [mask, self.node(MachineOp::KHigh, 0, &[mask], Class::Mask)],
            Isa::Avx2 => self.unpack(mask, mask),
        };
        self.cache.mask_halves.push((mask, halves));
        halves
    }

    /// The mask of all lanes. Later uses of the halves get these.
    fn join_masks(&mut self, halves: Halves) -> VReg {
        let [a, b] = halves;
        let mask = match self.isa {
            Isa::Avx512 => self.node(MachineOp::KJoin, 0, &[b, a], Class::Mask),
            Isa::Avx2 => self.node(MachineOp::PickWords, LOW_WORDS, &[a, b], Class::Vector),
        };
        self.cache.mask_halves.push((mask, halves));
        mask
    }

    /// Words by turns, where they are spread already.
    fn unpack(&mut self, low: VReg, high: VReg) -> Halves {
        [MachineOp::UnpackLow, MachineOp::UnpackHigh].map(|op| self.vector(op, &[low, high]))
    }

    fn permute(&mut self, lanes: [u64; 8], value: VReg) -> VReg {
        let place = self.pool.row(lanes);
        let lanes = self.homed(Class::Vector, place);
        self.vector(MachineOp::Permute, &[lanes, value])
    }

    fn of_words(&mut self, low: VReg, high: VReg) -> Halves {
        match self.isa {
            Isa::Avx512 => {
                let [low, high] = [low, high].map(|word| self.permute(SPREAD, word));
                self.unpack(low, high)
            }
            Isa::Avx2 => self.unpack(low, high),
        }
    }

    fn words(&mut self, halves: Halves, which: u8) -> VReg {
        let words = self.node(MachineOp::PickWords, which, &halves, Class::Vector);
        match self.isa {
            Isa::Avx512 => self.permute(GATHER, words),
            Isa::Avx2 => words,
        }
    }

    /// Each half of the lanes of 32 bits through an operation that takes the lower half of a vector.
    fn widen(&mut self, op: MachineOp, value: VReg) -> Halves {
        let value = match self.isa {
            Isa::Avx512 => value,
            Isa::Avx2 => self.node(
                MachineOp::PermuteBy,
                MIDDLE_SWAPPED,
                &[value],
                Class::Vector,
            ),
        };
        let high = self.vector(MachineOp::HighHalf, &[value]);
        [value, high].map(|half| self.vector(op, &[half]))
    }

    fn narrow(&mut self, op: MachineOp, halves: Halves) -> VReg {
        let [a, b] = halves.map(|half| self.vector(op, &[half]));
        let both = self.vector(MachineOp::JoinHalves, &[a, b]);
        match self.isa {
            Isa::Avx512 => both,
            Isa::Avx2 => self.node(MachineOp::PermuteBy, MIDDLE_SWAPPED, &[both], Class::Vector),
        }
    }

    fn zero_extend(&mut self, value: VReg) -> Halves {
        match self.isa {
            Isa::Avx512 => self.widen(MachineOp::ZeroExtend, value),
            Isa::Avx2 => {
                let zero = self.constant(0);
                self.unpack(value, zero)
            }
        }
    }

    fn sign_extend(&mut self, value: VReg) -> Halves {
        match self.isa {
            Isa::Avx512 => self.widen(MachineOp::SignExtend, value),
            Isa::Avx2 => {
                let sign = self.node(MachineOp::ShrSBy, 31, &[value], Class::Vector);
                self.unpack(value, sign)
            }
        }
    }

    /// Appends the operations of an instruction with a value of 64 bits.
    pub(crate) fn wide_inst(&mut self, inst: &Inst) {
        let result = inst.first_result;
        match inst.op {
            Op::ConstF64 | Op::ConstI64 => {
                let bits = u64::from(inst.imm[0]) | u64::from(inst.imm[1]) << 32;
                let place = self.pool.wide_constant(self.isa, bits);
                self.define_wide_in_memory(result, place);
            }
            Op::BitsOfF64 | Op::F64OfBits => self.define_wide_alias(result, inst.args[0]),
            _ if self.is_wide(result) => {
                let halves = self.wide_value(inst);
                self.define_wide(result, halves);
            }
            _ => {
                let register = self.narrow_value(inst);
                self.define(result, register);
            }
        }
    }

    fn define_wide_alias(&mut self, v: ValueId, of: ValueId) {
        let is_local = self.local[of.index()].is_some();
        if self.plan.uniform[v.index()] && !is_local {
            self.homes[v.index()] = self.homes[of.index()];
            self.upper_homes[v.index()] = self.upper_homes[of.index()];
        } else {
            let halves = self.read_wide(of);
            self.define_wide(v, halves);
        }
    }

    /// The result of an instruction that gives 32 bits, or a truth value, from 64.
    fn narrow_value(&mut self, inst: &Inst) -> VReg {
        // Conversions and parts of integers have one operand.
        let a = self.read_wide(inst.args[0]);
        match inst.op {
            Op::F64ToF32 => return self.narrow(MachineOp::DToF, a),
            Op::F64ToI32 => return self.narrow(MachineOp::DToI, a),
            Op::I64Lo => return self.words(a, LOW_WORDS),
            Op::I64Hi => return self.words(a, HIGH_WORDS),
            _ => {}
        }
        // Comparisons have two. x86 has `greater`, so `less` swaps them. AVX2 has no unsigned comparison of 64 bits:
        // flipping the sign bits makes it a signed one.
        let b = self.read_wide(inst.args[1]);
        let (op, imm, a, b) = match inst.op {
            Op::DLt => (MachineOp::DCmp, predicate::LT, a, b),
            Op::DLe => (MachineOp::DCmp, predicate::LE, a, b),
            Op::DEq => (MachineOp::DCmp, predicate::EQ, a, b),
            Op::DNe => (MachineOp::DCmp, predicate::NE, a, b),
            Op::LEq => (MachineOp::LCmpEq, 0, a, b),
            Op::LLt => (MachineOp::LCmpGt, 0, b, a),
            Op::LULt if self.isa == Isa::Avx512 => (MachineOp::LCmpGtU, GREATER, b, a),
            Op::LULt => {
                let sign = self.wide_constant(SIGN);
                let [a, b] =
                    [a, b].map(|x| x.map(|half| self.vector(MachineOp::LXor, &[half, sign])));
                (MachineOp::LCmpGt, 0, b, a)
            }
            op => unreachable!("{} has no machine operation", op.info().name),
        };
        // Each half gives a mask of half of the lanes.
        let masks = [0, 1].map(|i| self.compare(op, imm, a[i], b[i]));
        self.join_masks(masks)
    }

    /// The result of an instruction that gives 64 bits.
    fn wide_value(&mut self, inst: &Inst) -> Halves {
        let arg = |i: usize| inst.args[i];
        match inst.op {
            Op::F32ToF64 => {
                let a = self.read(arg(0));
                self.widen(MachineOp::FToD, a)
            }
            Op::I32ToF64 => {
                let a = self.read(arg(0));
                self.widen(MachineOp::IToD, a)
            }
            Op::I32ToI64 => {
                let a = self.read(arg(0));
                self.sign_extend(a)
            }
            Op::I64OfParts => {
                let (low, high) = (self.read(arg(0)), self.read(arg(1)));
                self.of_words(low, high)
            }
            Op::LShl | Op::LShrU | Op::LShrS => self.wide_shift(inst),
            Op::SelectD | Op::SelectL => {
                let mask = self.read(arg(0));
                let masks = self.mask_halves(mask);
                let (yes, no) = (self.read_wide(arg(1)), self.read_wide(arg(2)));
                [0, 1].map(|i| self.vector(MachineOp::DSelect, &[masks[i], yes[i], no[i]]))
            }
            // Everything else works on the halves separately.
            _ => {
                let args: SmallVec<[Halves; 3]> =
                    inst.args.iter().map(|v| self.read_wide(*v)).collect();
                [0, 1].map(|i| {
                    let args: SmallVec<[VReg; 3]> = args.iter().map(|arg| arg[i]).collect();
                    self.half(inst.op, &args)
                })
            }
        }
    }

    /// One half of the result of an operation that treats halves alike.
    fn half(&mut self, op: Op, args: &[VReg]) -> VReg {
        if let Some((op, imm)) = direct(op) {
            return self.node(op, imm, args, Class::Vector);
        }
        let a = args[0];
        match (op, self.isa) {
            (Op::DNeg, _) => {
                let sign = self.wide_constant(SIGN);
                self.vector(MachineOp::LXor, &[a, sign])
            }
            (Op::DAbs, _) => {
                let rest = self.wide_constant(!SIGN);
                self.vector(MachineOp::LAnd, &[a, rest])
            }
            (Op::LMul, Isa::Avx512) => self.vector(MachineOp::LMul, args),
            (Op::LMul, Isa::Avx2) => self.multiply(a, args[1]),
            (Op::I64ToF64, Isa::Avx512) => self.vector(MachineOp::QToD, args),
            (Op::I64ToF64, Isa::Avx2) => self.double_of(a),
            (Op::F64ToI64, Isa::Avx512) => self.vector(MachineOp::DToQ, args),
            (Op::F64ToI64, Isa::Avx2) => self.long_of(a),
            (op, _) => unreachable!("{} has no machine operation", op.info().name),
        }
    }

    fn wide_shift(&mut self, inst: &Inst) -> Halves {
        let a = self.read_wide(inst.args[0]);
        let with_sign = inst.op == Op::LShrS && self.isa == Isa::Avx2;
        // Bits that the sign would fill are those of the sign where both are exchanged.
        let zero = self.wide_constant(0);
        let signs = if with_sign {
            a.map(|half| Some(self.vector(MachineOp::LCmpGt, &[zero, half])))
        } else {
            [None; 2]
        };
        let flip = |s: &mut Self, half: VReg, sign: Option<VReg>| match sign {
            Some(sign) => s.vector(MachineOp::LXor, &[half, sign]),
            None => half,
        };
        let a = [0, 1].map(|i| flip(self, a[i], signs[i]));
        let (by_constant, by_lanes) = match inst.op {
            Op::LShl => (MachineOp::LShlBy, MachineOp::LShl),
            Op::LShrS if !with_sign => (MachineOp::LShrSBy, MachineOp::LShrS),
            _ => (MachineOp::LShrUBy, MachineOp::LShrU),
        };
        let shifted = match self.constant_bits(inst.args[1]) {
            Some(by) => {
                let by = by.min(64) as u8;
                a.map(|half| self.node(by_constant, by, &[half], Class::Vector))
            }
            None => {
                let by = self.read(inst.args[1]);
                let by = self.zero_extend(by);
                [0, 1].map(|i| self.vector(by_lanes, &[a[i], by[i]]))
            }
        };
        [0, 1].map(|i| flip(self, shifted[i], signs[i]))
    }
}

/// The one operation on halves that an instruction is.
fn direct(op: Op) -> Option<(MachineOp, u8)> {
    Some(match op {
        Op::DAdd => (MachineOp::DAdd, 0),
        Op::DSub => (MachineOp::DSub, 0),
        Op::DMul => (MachineOp::DMul, 0),
        Op::DDiv => (MachineOp::DDiv, 0),
        Op::DFma => (MachineOp::DFma, 0),
        Op::DSqrt => (MachineOp::DSqrt, 0),
        Op::DMin => (MachineOp::DMin, 0),
        Op::DMax => (MachineOp::DMax, 0),
        Op::DFloor => (MachineOp::DRound, rounding::DOWN),
        Op::DCeil => (MachineOp::DRound, rounding::UP),
        Op::DTrunc => (MachineOp::DRound, rounding::TO_ZERO),
        Op::DRound => (MachineOp::DRound, rounding::NEAREST),
        Op::LAdd => (MachineOp::LAdd, 0),
        Op::LSub => (MachineOp::LSub, 0),
        Op::LAnd => (MachineOp::LAnd, 0),
        Op::LOr => (MachineOp::LOr, 0),
        Op::LXor => (MachineOp::LXor, 0),
        _ => return None,
    })
}
