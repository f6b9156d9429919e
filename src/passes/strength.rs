//! Strength reduction: replaces operations by cheaper ones that give the same bits. Only the sign and the payload of NaN may
//! change (DESIGN 3).
//!
//! | from | to | because |
//! |---|---|---|
//! | x ÷ 2ᵏ | x × 2⁻ᵏ | both round the same number once, if 2⁻ᵏ is not denormal |
//! | x × −1, −0 − x | −x | exact |
//! | fma(x, 1, z) | x + z | the product is exact |
//! | fma(x, y, −0) | x × y | adding −0 changes nothing, not even the sign of 0 |
//! | a + (−b), a − (−b) | a − b, a + b | the definition of the difference |
//! | (−a) × (−b), −(−a), &#124;−a&#124;, &#124;&#124;a&#124;&#124; | a × b, a, &#124;a&#124;, &#124;a&#124; | only signs change |
//! | i × 2ᵏ | i << k | both wrap |
//! | the low or high word of an i64 made of two words | that word | the definition of the word |
//! | select(¬m, a, b), branch on ¬m | select(m, b, a), branch on m with its edges exchanged | the definition of ¬ |

use super::uses::{Replacements, for_each_terminator_use, for_each_use};
use crate::ir::{Inst, Op, Program, Terminator, Type, ValueId};
use smallvec::smallvec;

const ONE: u32 = 1.0f32.to_bits();
const MINUS_ONE: u32 = (-1.0f32).to_bits();
const MINUS_ZERO: u32 = (-0.0f32).to_bits();

/// The definition of a value, if it can matter to a user.
#[derive(Clone, Copy)]
enum Def {
    Other,
    /// A constant with these bits.
    Constant(u64),
    /// An i64 made of a low and a high word.
    Parts(ValueId, ValueId),
    /// The negation of a float.
    Neg(ValueId),
    /// An absolute value.
    Abs,
    /// The complement of a mask.
    Not(ValueId),
}

/// Reduces instructions in one walk over the blocks.
pub fn strength(program: &mut Program) {
    let mut reducer = Reducer {
        defs: vec![Def::Other; program.value_types.len()],
        replaced: Replacements::new(program),
        value_types: std::mem::take(&mut program.value_types),
    };
    for block in &mut program.blocks {
        let mut out = Vec::with_capacity(block.insts.len());
        for mut inst in block.insts.drain(..) {
            let replaced = &reducer.replaced;
            inst.args.iter_mut().for_each(|v| *v = replaced.of(*v));
            reducer.reduce(inst, &mut out);
        }
        block.insts = out;
        for_each_terminator_use(&mut block.terminator, |v| *v = reducer.replaced.of(*v));
        if let Terminator::Branch(mask, yes, no) = &mut block.terminator
            && let Def::Not(of) = reducer.defs[mask.index()]
        {
            *mask = of;
            std::mem::swap(yes, no);
        }
    }
    program.value_types = reducer.value_types;
    // A block may stand before the one whose values it uses.
    for_each_use(program, |v| *v = reducer.replaced.of(*v));
}

struct Reducer {
    /// The definitions of the values so far.
    defs: Vec<Def>,
    replaced: Replacements,
    value_types: Vec<Type>,
}

impl Reducer {
    /// The bits of a constant of 32 bits.
    fn bits(&self, v: ValueId) -> Option<u32> {
        match self.defs[v.index()] {
            Def::Constant(bits) => Some(bits as u32),
            _ => None,
        }
    }

    /// The bits of a constant of 64 bits.
    fn wide_bits(&self, v: ValueId) -> Option<u64> {
        match self.defs[v.index()] {
            Def::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// The value of which this one is the negation.
    fn negated(&self, v: ValueId) -> Option<ValueId> {
        match self.defs[v.index()] {
            Def::Neg(of) => Some(of),
            _ => None,
        }
    }

    /// Appends a constant, with the source text of the instruction that will use it.
    fn constant(&mut self, op: Op, bits: u64, like: &Inst, out: &mut Vec<Inst>) -> ValueId {
        let first_result = ValueId(self.value_types.len() as u32);
        self.value_types.push(op.info().results[0]);
        self.defs.push(Def::Constant(bits));
        out.push(Inst {
            op,
            args: smallvec![],
            imm: [bits as u32, (bits >> 32) as u32],
            first_result,
            span: like.span,
        });
        first_result
    }

    /// Appends what the instruction becomes, and notes its definition.
    fn reduce(&mut self, mut inst: Inst, out: &mut Vec<Inst>) {
        if let Some(same) = self.existing_value(&inst) {
            return self.replaced.replace(inst.first_result, same);
        }
        self.simplify(&mut inst, out);
        if inst.op.info().results.len() == 1 {
            self.defs[inst.first_result.index()] = match inst.op {
                Op::ConstF32 | Op::ConstI32 | Op::ConstF64 | Op::ConstI64 => {
                    Def::Constant(u64::from(inst.imm[0]) | u64::from(inst.imm[1]) << 32)
                }
                Op::FNeg | Op::DNeg => Def::Neg(inst.args[0]),
                Op::FAbs | Op::DAbs => Def::Abs,
                Op::I64OfParts => Def::Parts(inst.args[0], inst.args[1]),
                Op::MNot => Def::Not(inst.args[0]),
                _ => Def::Other,
            };
        }
        out.push(inst);
    }

    /// Returns the value that has the bits of the instruction's result, if there is one.
    fn existing_value(&self, inst: &Inst) -> Option<ValueId> {
        let def = |i: usize| self.defs[inst.args[i].index()];
        match (inst.op, inst.args.first().map(|_| def(0))) {
            (Op::FNeg | Op::DNeg, Some(Def::Neg(of))) | (Op::MNot, Some(Def::Not(of))) => Some(of),
            (Op::FAbs | Op::DAbs, Some(Def::Abs)) => Some(inst.args[0]),
            (Op::I64Lo, Some(Def::Parts(low, _))) => Some(low),
            (Op::I64Hi, Some(Def::Parts(_, high))) => Some(high),
            _ => None,
        }
    }

    /// Turns the instruction into a cheaper one by a row of the table above.
    fn simplify(&mut self, inst: &mut Inst, out: &mut Vec<Inst>) {
        match inst.op {
            Op::FDiv => self.division(inst, out),
            Op::FMul => self.product(inst),
            Op::FFma => self.fused(inst),
            Op::DDiv => self.wide_division(inst, out),
            Op::LMul => self.wide_shift(inst, out),
            // Sums and differences take in a negation of an operand.
            Op::DAdd => {
                if let Some(b) = self.negated(inst.args[1]) {
                    (inst.op, inst.args[1]) = (Op::DSub, b);
                }
            }
            Op::DSub => {
                if let Some(b) = self.negated(inst.args[1]) {
                    (inst.op, inst.args[1]) = (Op::DAdd, b);
                }
            }
            Op::FAdd => {
                if let Some(b) = self.negated(inst.args[1]) {
                    (inst.op, inst.args[1]) = (Op::FSub, b);
                } else if let Some(a) = self.negated(inst.args[0]) {
                    (inst.op, inst.args) = (Op::FSub, smallvec![inst.args[1], a]);
                }
            }
            Op::FSub => {
                if let Some(b) = self.negated(inst.args[1]) {
                    (inst.op, inst.args[1]) = (Op::FAdd, b);
                } else if self.bits(inst.args[0]) == Some(MINUS_ZERO) {
                    (inst.op, inst.args) = (Op::FNeg, smallvec![inst.args[1]]);
                }
            }
            // The sign does not matter to a magnitude.
            Op::FAbs | Op::DAbs => {
                if let Some(a) = self.negated(inst.args[0]) {
                    inst.args[0] = a;
                }
            }
            Op::IMul => self.shift(inst, out),
            // A select by the opposite of a mask exchanges its values instead.
            Op::SelectF | Op::SelectI | Op::SelectD | Op::SelectL => {
                if let Def::Not(mask) = self.defs[inst.args[0].index()] {
                    inst.args[0] = mask;
                    inst.args.swap(1, 2);
                }
            }
            _ => {}
        }
    }

    /// x ÷ 2ᵏ becomes x × 2⁻ᵏ.
    fn division(&mut self, inst: &mut Inst, out: &mut Vec<Inst>) {
        let Some(divisor) = self.bits(inst.args[1]).map(f32::from_bits) else {
            return;
        };
        let reciprocal = 1.0 / divisor;
        let is_power = divisor.to_bits() & 0x007f_ffff == 0;
        if is_power && divisor.is_normal() && reciprocal.is_normal() {
            let bits = u64::from(reciprocal.to_bits());
            let factor = self.constant(Op::ConstF32, bits, inst, out);
            (inst.op, inst.args[1]) = (Op::FMul, factor);
        }
    }

    /// Does the same for f64.
    fn wide_division(&mut self, inst: &mut Inst, out: &mut Vec<Inst>) {
        let Some(divisor) = self.wide_bits(inst.args[1]).map(f64::from_bits) else {
            return;
        };
        let reciprocal = 1.0 / divisor;
        let is_power = divisor.to_bits() << 12 == 0;
        if is_power && divisor.is_normal() && reciprocal.is_normal() {
            let factor = self.constant(Op::ConstF64, reciprocal.to_bits(), inst, out);
            (inst.op, inst.args[1]) = (Op::DMul, factor);
        }
    }

    /// i × 2ᵏ becomes i << k, for i64.
    fn wide_shift(&mut self, inst: &mut Inst, out: &mut Vec<Inst>) {
        let [a, b] = [inst.args[0], inst.args[1]];
        for (factor, other) in [(b, a), (a, b)] {
            let power = self.wide_bits(factor).filter(|bits| bits.is_power_of_two());
            if let Some(power) = power {
                let by = self.constant(Op::ConstI32, power.trailing_zeros().into(), inst, out);
                (inst.op, inst.args) = (Op::LShl, smallvec![other, by]);
                return;
            }
        }
    }

    /// (−a) × (−b) becomes a × b, and x × −1 becomes −x.
    fn product(&mut self, inst: &mut Inst) {
        let [a, b] = [inst.args[0], inst.args[1]];
        if let (Some(a), Some(b)) = (self.negated(a), self.negated(b)) {
            inst.args = smallvec![a, b];
        }
        for (factor, other) in [(a, b), (b, a)] {
            if self.bits(factor) == Some(MINUS_ONE) {
                (inst.op, inst.args) = (Op::FNeg, smallvec![other]);
                return;
            }
        }
    }

    /// fma(x, y, −0) becomes x × y, and fma(x, 1, z) becomes x + z.
    fn fused(&mut self, inst: &mut Inst) {
        let [a, b, c] = [inst.args[0], inst.args[1], inst.args[2]];
        if self.bits(c) == Some(MINUS_ZERO) {
            (inst.op, inst.args) = (Op::FMul, smallvec![a, b]);
            return self.product(inst);
        }
        for (factor, other) in [(a, b), (b, a)] {
            if self.bits(factor) == Some(ONE) {
                (inst.op, inst.args) = (Op::FAdd, smallvec![other, c]);
                return;
            }
        }
    }

    /// i × 2ᵏ becomes i << k, for i32.
    fn shift(&mut self, inst: &mut Inst, out: &mut Vec<Inst>) {
        let [a, b] = [inst.args[0], inst.args[1]];
        for (factor, other) in [(b, a), (a, b)] {
            let power = self.bits(factor).filter(|bits| bits.is_power_of_two());
            if let Some(power) = power {
                let by = self.constant(Op::ConstI32, power.trailing_zeros().into(), inst, out);
                (inst.op, inst.args) = (Op::IShl, smallvec![other, by]);
                return;
            }
        }
    }
}
