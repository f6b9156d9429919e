//! Results: shifts, clamps, masks and predicates.

use super::interface::plain_output;
use super::lowering::Lowering;
use super::registers::{Scalar, output, scalar_of};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::vector::*;
use crate::ir::interface::{fragment_output, varying};
use crate::ir::{Noted, Op, ValueId};

/// The greatest value of a register before version 2.
const MOST_PIXEL_VALUE: f32 = 8.0;

impl Lowering<'_> {
    /// Writes an instruction's result; components without a value keep theirs.
    pub(super) fn write_result(
        &mut self,
        instruction: &Instruction,
        result: Option<[Option<ValueId>; 4]>,
    ) {
        let (Some(d), Some(result)) = (&instruction.destination, result) else {
            return;
        };
        let mut noted = [None; 4];
        for c in (0..4).filter(|c| d.mask >> c & 1 != 0) {
            let Some(value) = result[c] else { continue };
            let value = self.modify_result(d, instruction.opcode, value);
            let passes = instruction.predicate.map(|p| self.predicate(&p, c));
            noted[c] = Some(value);
            for (scalar, condition) in self.targets(d, c) {
                let condition = match (passes, condition) {
                    (Some(a), Some(b)) => Some(self.b.emit1(Op::MAnd, &[a, b])),
                    (passes, condition) => passes.or(condition),
                };
                self.merge(scalar, value, condition);
            }
        }
        self.b.note(Noted::Result, noted);
    }

    fn merge(&mut self, scalar: Scalar, mut value: ValueId, passes: Option<ValueId>) {
        if let Some(passes) = passes {
            let old = self.r.read(&mut self.b, scalar);
            value = self.b.emit1(Op::SelectF, &[passes, value, old]);
        }
        self.r.write(scalar, value);
    }

    fn modify_result(&mut self, d: &Destination, opcode: Opcode, value: ValueId) -> ValueId {
        let version = self.shader.version;
        let b = &mut self.b;
        let mut value = value;
        if d.shift != 0 {
            // 2 to the shift by its exponent's bits: `exp2` would need libm.
            let exponent = (127 + i32::from(d.shift)) as u32;
            let scale = b.f32(f32::from_bits(exponent << 23));
            value = mul(b, value, scale);
        }
        if d.saturate {
            return saturate(b, value);
        }
        let samples = matches!(opcode, Opcode::Tex | Opcode::TexLd | Opcode::TexCrd);
        if version.is_pixel() && version.major() == 1 && !samples {
            let (low, high) = (b.f32(-MOST_PIXEL_VALUE), b.f32(MOST_PIXEL_VALUE));
            value = b.emit1(Op::FMax, &[value, low]);
            value = b.emit1(Op::FMin, &[value, high]);
        }
        value
    }

    /// The condition of a component.
    pub(super) fn predicate(&mut self, predicate: &Source, c: usize) -> ValueId {
        let first = scalar_of(predicate.register).unwrap_or_default();
        let scalar = first + predicate.swizzle.component(c);
        let (value, zero) = (self.r.read(&mut self.b, scalar), self.b.f32(0.0));
        let op = if predicate.modifier == Modifier::Not {
            Op::FEq
        } else {
            Op::FNe
        };
        self.b.emit1(op, &[value, zero])
    }

    /// The scalars of a destination's component, each with the condition under which it is the one.
    fn targets(&mut self, d: &Destination, c: usize) -> Vec<(Scalar, Option<ValueId>)> {
        let component = c as u32;
        if let Some(index) = &d.index {
            let number = self.number(d.register, index);
            let outputs: Vec<(u32, u32)> = (self.plan.interface.outputs.iter())
                .filter(|link| link.mask >> c & 1 != 0)
                .map(|link| (link.register.number, slot(link.vec4, component)))
                .collect();
            let mut targets = Vec::with_capacity(outputs.len());
            for (n, slot) in outputs {
                let n = self.b.i32(n as i32);
                targets.push((output(slot), Some(self.b.emit1(Op::IEq, &[number, n]))));
            }
            return targets;
        }
        if let Some(first) = scalar_of(d.register) {
            return vec![(first + c, None)];
        }
        if d.register.file == File::Output {
            let links = self.plan.interface.outputs.iter();
            let links = links.filter(|link| link.register == d.register && link.mask >> c & 1 != 0);
            return links
                .map(|link| (output(slot(link.vec4, component)), None))
                .collect();
        }
        match plain_output(d.register) {
            // The depth is the third component of its vector.
            Some(fragment_output::DEPTH) if d.register.file == File::DepthOut => match c {
                0 => vec![(output(4 * fragment_output::DEPTH + 2), None)],
                _ => Vec::new(),
            },
            Some(varying::FOG_COORD | varying::POINT_SIZE)
                if d.register.file.is_scalar() && c > 0 =>
            {
                Vec::new()
            }
            Some(vec4) => vec![(output(slot(vec4, component)), None)],
            None => Vec::new(),
        }
    }
}

fn slot(vec4: u32, component: u32) -> u32 {
    4 * vec4 + component
}
