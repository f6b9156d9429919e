//! Evaluates the operands of instructions: attributes, parameters, registers, swizzles and signs.

use super::lowering::Lowering;
use super::precision::{fixed, half};
use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::parsed::{FACING, Instruction, Precision};
use crate::frontend::assembly::arb::scalar_set::Scalar;
use crate::frontend::assembly::operand::{Operand, Relative, Select, Size, Source};
use crate::frontend::vector::*;
use crate::ir::interface::fragment_input;
use crate::ir::{Builder, Op, ValueId};

impl Lowering<'_> {
    pub(crate) fn input(&mut self, vec4: u32) -> Vec4 {
        if let Some(loaded) = self.inputs[vec4 as usize] {
            return loaded;
        }
        let b = &mut self.b;
        let loaded = match vec4 {
            FACING if self.parsed.fragment => facing(b),
            fragment_input::POSITION if self.parsed.fragment => self.fragment_coord(),
            // NV_fragment_program table X.1.
            fragment_input::FOG_COORD if self.parsed.language == Language::Fp10 => {
                let zero = b.f32(0.0);
                [input4(b, vec4)[0], zero, zero, zero]
            }
            _ => input4(b, vec4),
        };
        self.inputs[vec4 as usize] = Some(loaded);
        loaded
    }

    /// A vector that the program binds.
    pub(crate) fn parameter(&mut self, n: u32) -> Vec4 {
        let row = self.row_of[n as usize];
        self.u.load_index(&mut self.b, row as usize)
    }

    /// The value of components that are never read.
    pub(crate) fn anything(&mut self) -> ValueId {
        let b = &mut self.b;
        *self.anything.get_or_insert_with(|| b.f32(0.0))
    }

    /// The register's components of `mask`; the others are anything.
    fn register(&mut self, source: Source, mask: u8) -> Vec4 {
        let layout = self.r.layout;
        let anything = self.anything();
        // A variable of the program keeps its value by scalar.
        let read = |l: &mut Self, scalar: &dyn Fn(usize) -> Scalar| {
            map4(|c| match mask >> c & 1 {
                0 => anything,
                _ => l.r.read(&mut l.b, scalar(c)),
            })
        };
        match source {
            Source::Temp(n) => read(self, &|c| layout.temp(n, c)),
            Source::Address(n) => read(self, &|c| layout.address(n, c)),
            Source::Input(n) => self.input(n),
            Source::Param(n) => self.parameter(n),
            // An indexed parameter is read from the uniforms, then replaced if the program itself has written that
            // row.
            Source::Relative(relative) => {
                let row = self.number(&relative);
                let base = self.row_of[relative.base as usize];
                let stored = self.b.load_param_row(4 * base, relative.len, row);
                self.with_written_parameters(row, stored)
            }
            // Inputs cannot be indexed: select among all of the range.
            Source::RelativeInput(relative) => {
                let n = self.number(&relative);
                let mut out = [anything; 4];
                for i in 0..relative.len {
                    let input = self.input(relative.base + i);
                    let is_it = self.is_number(n, i);
                    out = map4(|c| self.b.emit1(Op::SelectF, &[is_it, input[c], out[c]]));
                }
                out
            }
        }
    }

    /// Adds address and offset. In fragment programs the address is the loop index.
    pub(crate) fn number(&mut self, relative: &Relative) -> ValueId {
        let address = if self.parsed.fragment {
            self.loop_index()
        } else {
            let component = usize::from(relative.component);
            let address = self.r.layout.address(relative.address, component);
            self.r.read(&mut self.b, address)
        };
        let offset = self.b.i32(relative.offset);
        self.b.emit1(Op::IAdd, &[address, offset])
    }

    pub(crate) fn is_number(&mut self, x: ValueId, n: u32) -> ValueId {
        let n = self.b.i32(n as i32);
        self.b.emit1(Op::IEq, &[x, n])
    }

    /// The operand's components of `mask`; the others are anything.
    pub(super) fn operand(&mut self, operand: &Operand, mask: u8) -> Vec4 {
        let selected = operand.select.iter().enumerate();
        let selected = selected.fold(0, |bits, (i, s)| match s {
            Select::Component(c) => bits | (mask >> i & 1) << c,
            _ => bits,
        });
        let register = self.register(operand.source, selected);
        if let Source::Address(_) = operand.source {
            return register;
        }
        map4(|i| {
            let mut x = match operand.select[i] {
                Select::Component(c) => register[c as usize],
                Select::Zero => self.b.f32(0.0),
                Select::One => self.b.f32(1.0),
            };
            if operand.absolute {
                x = self.b.emit1(Op::FAbs, &[x]);
            }
            if operand.negate[i] {
                x = neg(&mut self.b, x);
            }
            x
        })
    }

    /// TypeConvert of an operand's components of `mask` (NV_fragment_program 3.11.4.3). The options of ARB programs ask
    /// for results of at least a precision (NV_fragment_program_option 3.11.4.X), so their operands are not converted.
    pub(crate) fn convert_operand(
        &mut self,
        inst: &Instruction,
        operand: &Operand,
        mask: u8,
        value: &mut Vec4,
    ) {
        if self.parsed.language != Language::Fp10 {
            return;
        }
        let is_half = match operand.source {
            Source::Temp(n) => self.parsed.temp_sizes[n as usize] == Size::Short,
            _ => false,
        };
        let convert: fn(&mut Builder, ValueId) -> ValueId = match inst.native_precision() {
            Some(Precision::Half) if !is_half => half,
            Some(Precision::Fixed) => fixed,
            _ => return,
        };
        for (i, x) in value.iter_mut().enumerate() {
            if mask >> i & 1 != 0 {
                *x = convert(&mut self.b, *x);
            }
        }
    }
}

/// `fragment.facing`: (1, 0, 0, 1) of front faces, (−1, 0, 0, 1) of back faces (NV_fragment_program2 3.11.3.1).
fn facing(b: &mut Builder) -> Vec4 {
    let is_front = b.emit1(Op::FrontFacing, &[]);
    let (zero, one, minus) = (b.f32(0.0), b.f32(1.0), b.f32(-1.0));
    let x = b.emit1(Op::SelectF, &[is_front, one, minus]);
    [x, zero, zero, one]
}
