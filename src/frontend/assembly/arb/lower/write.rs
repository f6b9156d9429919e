//! Writes results to registers: precision, clamp, size, write mask, condition (NV_vertex_program2_option 2.14.4.3,
//! NV_fragment_program_option 3.11.4.3 and 3.11.4.X).

use super::lowering::Lowering;
use super::precision::{fixed, half, half_fraction};
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::{Clamp, Instruction, Precision};
use crate::frontend::assembly::arb::scalar_set::Scalar;
use crate::frontend::assembly::operand::{Condition, Relative, Rule, Size, Target};
use crate::frontend::vector::saturate;
use crate::ir::{Builder, Noted, Op, Type, ValueId};

impl Lowering<'_> {
    /// UpdateDestination (NV_vertex_program2_option 2.14.4.3, NV_fragment_program 3.11.4.4). The result goes to the
    /// destination, and the signs of the written values to the condition code. Both are written where the mask and the
    /// condition code from before allow. Results of address instructions are integers.
    pub(crate) fn write(&mut self, inst: &Instruction, result: [Option<ValueId>; 4]) {
        let Some(destination) = inst.destination else {
            return;
        };
        let mask = destination.mask;
        // The condition code from before decides first, since the instruction may update it.
        let passes = destination.condition.map(|c| self.test(c, mask));
        if let Some(passes) = passes {
            self.b.note(Noted::Fact("condition"), passes);
        }
        let mut written = [None; 4];
        for c in (0..4).filter(|c| mask >> c & 1 != 0) {
            let Some(mut value) = result[c] else {
                continue;
            };
            // Round or clamp as the instruction's size and suffix ask; integers are addresses, which are not rounded.
            let is_integer = self.b.type_of(value) == Type::I32;
            if !is_integer {
                value = self.limited(inst, destination.size, value);
            }
            let passes = passes.and_then(|p| p[c]);
            written[c] = Some(value);
            // Where the condition fails, the register keeps its value.
            if let Target::RelativeOutput(relative) = destination.target {
                self.merge_relative(&relative, c, value, passes);
            } else if let Some(scalar) = self.r.layout.target(destination.target, c) {
                written[c] = Some(self.merge(scalar, value, passes));
            }
            // The condition register keeps a number whose sign is the condition.
            if let Some(register) = inst.updates {
                let sign = if is_integer {
                    self.b.emit1(Op::I32ToF32, &[value])
                } else {
                    value
                };
                self.merge(self.r.layout.condition(register, c), sign, passes);
            }
        }
        self.b.note(Noted::Result, written);
    }

    /// Converts a result to the instruction's precision, clamps it, and converts it to the variable's size.
    fn limited(&mut self, inst: &Instruction, size: Size, x: ValueId) -> ValueId {
        let precision = inst.result_precision(self.parsed.language);
        let b = &mut self.b;
        let x = match precision {
            Some(Precision::Half) if inst.opcode == Opcode::Frc => half_fraction(b, x),
            Some(Precision::Half) => half(b, x),
            Some(Precision::Fixed) => fixed(b, x),
            _ => x,
        };
        let x = match inst.clamp {
            None => x,
            Some(Clamp::Unsigned) => saturate(b, x),
            Some(Clamp::Signed) => saturate_signed(b, x),
        };
        // The values of the smaller precisions are 16-bit floats.
        let is_small = matches!(precision, Some(Precision::Half | Precision::Fixed));
        match size {
            Size::Short if !is_small => half(b, x),
            _ => x,
        }
    }

    /// Writes the output with the number in the address; without such an output nothing is written.
    fn merge_relative(
        &mut self,
        relative: &Relative,
        c: usize,
        value: ValueId,
        passes: Option<ValueId>,
    ) {
        let n = self.number(relative);
        for i in 0..relative.len {
            let mut is_it = self.is_number(n, i);
            if let Some(passes) = passes {
                is_it = self.b.emit1(Op::MAnd, &[is_it, passes]);
            }
            let scalar = self.r.layout.output(4 * (relative.base + i) + c as u32);
            self.merge(scalar, value, Some(is_it));
        }
    }

    /// Writes where the condition passes, and returns the value that the scalar then holds.
    pub(crate) fn merge(
        &mut self,
        scalar: Scalar,
        mut value: ValueId,
        passes: Option<ValueId>,
    ) -> ValueId {
        if let Some(passes) = passes {
            let old = self.r.read(&mut self.b, scalar);
            let select = if self.r.layout.is_integer(scalar) {
                Op::SelectI
            } else {
                Op::SelectF
            };
            value = self.b.emit1(select, &[passes, value, old]);
        }
        self.r.write(scalar, value);
        value
    }

    /// TestCC of the components of `mask`. The condition code is stored as the number with that sign: LT, EQ, GT and UN
    /// are the results of comparisons with 0.
    pub(crate) fn test(&mut self, condition: Condition, mask: u8) -> [Option<ValueId>; 4] {
        let layout = self.r.layout;
        std::array::from_fn(|c| {
            let rule = match condition.rule {
                _ if mask >> c & 1 == 0 => return None,
                Rule::Tr => return Some(self.b.mask(true)),
                Rule::Fl => return Some(self.b.mask(false)),
                rule => rule,
            };
            let component = usize::from(condition.swizzle[c]);
            let scalar = layout.condition(condition.register, component);
            let sign = self.r.read(&mut self.b, scalar);
            let zero = self.b.f32(0.0);
            let (op, args) = match rule {
                Rule::Eq => (Op::FEq, [sign, zero]),
                Rule::Lt => (Op::FLt, [sign, zero]),
                Rule::Le => (Op::FLe, [sign, zero]),
                Rule::Gt => (Op::FLt, [zero, sign]),
                Rule::Ge => (Op::FLe, [zero, sign]),
                _ => (Op::FNe, [sign, zero]),
            };
            Some(self.b.emit1(op, &args))
        })
    }

    /// Whether any of the four components passes.
    pub(crate) fn any(&mut self, condition: Condition) -> ValueId {
        let mask = match condition.rule {
            Rule::Tr | Rule::Fl => 1,
            _ => 15,
        };
        let passes = self.test(condition, mask).into_iter().flatten();
        let either = |a, b| self.b.emit1(Op::MOr, &[a, b]);
        passes
            .reduce(either)
            .expect("a condition looks at a component")
    }
}

/// Clamped to −1 … 1; NaN gives 0, as in [`saturate`].
fn saturate_signed(b: &mut Builder, x: ValueId) -> ValueId {
    let (low, one, zero) = (b.f32(-1.0), b.f32(1.0), b.f32(0.0));
    let is_nan = b.emit1(Op::FNe, &[x, x]);
    let x = b.emit1(Op::SelectF, &[is_nan, zero, x]);
    let x = b.emit1(Op::FMax, &[x, low]);
    b.emit1(Op::FMin, &[x, one])
}
