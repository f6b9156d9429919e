//! Sources: registers, computed numbers, swizzles and modifiers.

use super::interface::Constant;
use super::lowering::Lowering;
use super::registers::scalar_of;
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::vector::*;
use crate::ir::interface::fragment_input;
use crate::ir::{Op, ValueId};

/// Addresses are kept between these bounds, so that adding a number cannot wrap.
const MOST_ADDRESS: f32 = 1.0e6;

impl Lowering<'_> {
    /// The components `need` of a source's result; the others are anything.
    pub(super) fn source(&mut self, source: &Source, need: u8) -> Vec4 {
        let register = self.register(source, source.swizzle.components_read(need));
        let divided = matches!(source.modifier, Modifier::DivideByZ | Modifier::DivideByW);
        let mut value = register;
        for c in (0..4).filter(|c| need >> c & 1 != 0) {
            let x = register[source.swizzle.component(c)];
            value[c] = if divided {
                x
            } else {
                self.modified(x, source.modifier)
            };
        }
        value
    }

    fn modified(&mut self, x: ValueId, modifier: Modifier) -> ValueId {
        let b = &mut self.b;
        let (half, one, two) = (b.f32(0.5), b.f32(1.0), b.f32(2.0));
        // Each row is the formula of a modifier. The divisions are done where coordinates are read.
        match modifier {
            Modifier::None | Modifier::DivideByZ | Modifier::DivideByW | Modifier::Not => x,
            Modifier::Negate => neg(b, x),
            Modifier::Bias => sub(b, x, half),
            Modifier::NegateBias => sub(b, half, x),
            Modifier::Signed => {
                let x = sub(b, x, half);
                mul(b, x, two)
            }
            Modifier::NegateSigned => {
                let x = sub(b, half, x);
                mul(b, x, two)
            }
            Modifier::Complement => sub(b, one, x),
            Modifier::Double => mul(b, x, two),
            Modifier::NegateDouble => {
                let x = neg(b, x);
                mul(b, x, two)
            }
            Modifier::Absolute => b.emit1(Op::FAbs, &[x]),
            Modifier::NegateAbsolute => {
                let x = b.emit1(Op::FAbs, &[x]);
                neg(b, x)
            }
        }
    }

    /// The components of a register that `components` names.
    fn register(&mut self, source: &Source, components: u8) -> Vec4 {
        if let Some(index) = &source.index {
            return self.indexed(source.register, index);
        }
        let written = source.register.is_written_in(self.shader.version);
        if let Some(first) = scalar_of(source.register).filter(|_| written) {
            let zero = self.b.f32(0.0);
            return map4(|c| match components >> c & 1 {
                0 => zero,
                _ if source.register.file == File::Loop => self.r.read(&mut self.b, first),
                _ => self.r.read(&mut self.b, first + c),
            });
        }
        self.shared(source.register)
    }

    /// Loads what all blocks may read: a constant or an input.
    pub(super) fn load_shared(&mut self, source: &Source) {
        match (source.index, source.register.file) {
            (None, _) => drop(self.shared(source.register)),
            (Some(_), File::Input) => {
                let links: Vec<u32> = (self.plan.interface.inputs.iter())
                    .map(|link| link.register.number)
                    .collect();
                for number in links {
                    self.shared(Register::new(File::Input, number));
                }
            }
            _ => {}
        }
    }

    /// A register that the shader does not write.
    fn shared(&mut self, register: Register) -> Vec4 {
        let n = register.number;
        match register.file {
            File::Const => self.float_constant(n),
            File::ConstInt => self.int_constant(n),
            File::Input if !self.plan.interface.inputs.is_empty() => self.linked_input(n),
            File::Input => self.input(fragment_input::COLOR + n),
            File::Texture => self.input(fragment_input::TEX_COORD_0 + n),
            File::WindowPosition => self.window_position(),
            File::Face => {
                let (front, back) = (self.b.f32(1.0), self.b.f32(-1.0));
                let facing = self.b.emit1(Op::FrontFacing, &[]);
                [self.b.emit1(Op::SelectF, &[facing, front, back]); 4]
            }
            _ => [self.b.f32(0.0); 4],
        }
    }

    /// Four slots of inputs.
    pub(super) fn input(&mut self, vec4: u32) -> Vec4 {
        if let Some(known) = self.inputs.get(&vec4) {
            return *known;
        }
        let value = input4(&mut self.b, vec4);
        self.inputs.insert(vec4, value);
        value
    }

    /// An input whose components may have several meanings. What nothing declares is 0.
    fn linked_input(&mut self, number: u32) -> Vec4 {
        let mut value = [self.b.f32(0.0); 4];
        let links: Vec<(u8, u32)> = (self.plan.interface.inputs.iter())
            .filter(|link| link.register.number == number)
            .map(|link| (link.mask, link.vec4))
            .collect();
        for (mask, vec4) in links {
            let loaded = self.input(vec4);
            for c in (0..4).filter(|c| mask >> c & 1 != 0) {
                value[c] = loaded[c];
            }
        }
        value
    }

    /// The position in pixels from the upper left corner; whole numbers are centres of pixels.
    fn window_position(&mut self) -> Vec4 {
        let [x, y, ..] = self.input(fragment_input::POSITION);
        let binding = Binding::Scene(SceneValue::FramebufferHeight);
        let height = self.u.load(&mut self.b, binding)[0];
        let b = &mut self.b;
        let (half, zero) = (b.f32(0.5), b.f32(0.0));
        let x = sub(b, x, half);
        let y = sub(b, height, y);
        [x, sub(b, y, half), zero, zero]
    }

    fn float_constant(&mut self, n: u32) -> Vec4 {
        let clamps = self.shader.version.is_pixel() && self.shader.version.major() == 1;
        let defined = self.plan.defined.get(&Register::new(File::Const, n));
        if let Some(words) = defined.copied() {
            let value = words.map(f32::from_bits);
            return value.map(|x| self.b.f32(if clamps { x.clamp(-1.0, 1.0) } else { x }));
        }
        let Ok(row) = self.plan.floats.binary_search(&n) else {
            return [self.b.f32(0.0); 4];
        };
        let value = self.row(row);
        if clamps {
            return value.map(|x| clamp_signed(&mut self.b, x));
        }
        value
    }

    /// The row of a constant that is no float.
    pub(super) fn row_of(&self, constant: Constant) -> Option<usize> {
        let at = self.plan.others.iter().position(|c| *c == constant)?;
        Some(self.plan.floats.len() + at)
    }

    /// An integer constant, as floats.
    fn int_constant(&mut self, n: u32) -> Vec4 {
        let defined = self.plan.defined.get(&Register::new(File::ConstInt, n));
        if let Some(words) = defined.copied() {
            return words.map(|w| self.b.f32(w as i32 as f32));
        }
        let row = self.row_of(Constant::Int(n)).unwrap_or(0);
        map4(|c| {
            let word = self.b.load_uniform_i((4 * row + c) as u32);
            self.b.emit1(Op::I32ToF32, &[word])
        })
    }

    /// A register whose number is computed; one that is not there gives zeros.
    fn indexed(&mut self, register: Register, index: &Index) -> Vec4 {
        let number = self.number(register, index);
        if register.file == File::Const {
            let rows = self.plan.floats.len() as u32;
            return self.b.load_param_row(0, rows, number);
        }
        let mut value = [self.b.f32(0.0); 4];
        let mut numbers: Vec<u32> = (self.plan.interface.inputs.iter())
            .map(|link| link.register.number)
            .collect();
        numbers.dedup();
        for n in numbers {
            let input = self.linked_input(n);
            let n = self.b.i32(n as i32);
            let is_it = self.b.emit1(Op::IEq, &[number, n]);
            value = map4(|c| self.b.emit1(Op::SelectF, &[is_it, input[c], value[c]]));
        }
        value
    }

    /// The number of a register, as an integer.
    pub(super) fn number(&mut self, register: Register, index: &Index) -> ValueId {
        let component = match index.register.file {
            File::Loop => 0,
            _ => index.swizzle.component(0),
        };
        let scalar = scalar_of(index.register).unwrap_or_default() + component;
        let address = self.r.read(&mut self.b, scalar);
        let b = &mut self.b;
        let (low, high) = (b.f32(-MOST_ADDRESS), b.f32(MOST_ADDRESS));
        let address = b.emit1(Op::FMax, &[address, low]);
        let address = b.emit1(Op::FMin, &[address, high]);
        let address = b.emit1(Op::F32ToI32, &[address]);
        let base = b.i32(register.number as i32);
        b.emit1(Op::IAdd, &[address, base])
    }
}
