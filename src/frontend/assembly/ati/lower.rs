//! Lowers a shader to IR (ATI_fragment_shader 3.8.11, QUIRKS 2). The code is straight: each register component is an
//! SSA value.
//!
//! What the specification leaves open:
//! - A register without a value holds (0, 0, 0, 0). Registers that the second pass does not route have their values
//!   from the first (QUIRKS 2.12, 2.22).
//! - Every write to a register is clamped to [−8, 8] (QUIRKS 2.9) by max, then min of the IR, so NaN becomes −8; a
//!   saturated write gives 0 for NaN. So registers never hold NaN or an infinity. Coordinates of SampleMap are not
//!   written anywhere and not clamped.
//! - Sums of products are fused in the order of `frontend::vector`; ×2^n and ÷2^n are one multiplication.

use super::shader::*;
use crate::format::TextureShape;
use crate::frontend::binding::{ApiValue, Binding, SceneValue};
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::common_stage::{Fog, FogMode, PixelSource, pixel_source};
use crate::frontend::vector::*;
use crate::ir::interface::{LodMode, fragment_input, fragment_output};
use crate::ir::{Builder, Noted, Op, Span, ValueId};

/// 2^n for n from −3.
const SCALES: [f32; 7] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];

/// What the code of a shader depends on beside the shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// The enabled target of each unit; a unit without one samples (0, 0, 0, 1) (QUIRKS 2.25).
    pub targets: [Option<TextureShape>; 8],
    /// Whether the secondary colour is added (QUIRKS 2.29).
    pub color_sum: bool,
    /// The fog that follows.
    pub fog: Option<FogMode>,
    /// Where fragments come from.
    pub pixel_source: PixelSource,
}

/// The program of a shader. Its uniforms are the used constants as bindings and fog's state. The context's constants
/// are `SceneValue::Api(ApiValue::FragmentShaderConstant(n))`. The pixels of a [`Key::pixel_source`] are sampled at
/// [`Shader::pixel_place`].
pub fn lower(shader: &Shader, key: &Key) -> BoundProgram {
    let mut b = Builder::new();
    let (pixel_color, pixel_depth) = pixel_source(&mut b, key.pixel_source, shader.pixel_place());
    let zero = b.f32(0.0);
    // Registers start with zeros.
    let mut l = Lowering {
        key,
        u: Uniforms::with(constant_bindings(shader)),
        constants: shader.constants_read(),
        inputs: Default::default(),
        registers: [[zero; 4]; REGISTERS],
        read: [[None; 4]; 3],
        b,
    };
    l.inputs[fragment_input::COLOR as usize] = pixel_color;
    // Each pass samples or copies coordinates first, then computes.
    for pass in &shader.passes {
        l.route(pass);
        for pair in &pass.pairs {
            l.pair(pair);
        }
    }
    l.b.set_span(Span::NONE);
    l.finish();
    // A pixel rectangle of depths replaces the fragment's depth.
    let Lowering { mut b, u, .. } = l;
    if let Some(z) = pixel_depth {
        b.store_output(4 * fragment_output::DEPTH + 2, z);
    }
    b.reserve_uniforms(4 * u.bindings.len() as u32);
    BoundProgram::new(b.finish(), u.bindings)
}

/// One binding for each constant in use, in the order of registers.
fn constant_bindings(shader: &Shader) -> Vec<Binding> {
    let used = shader.constants_read();
    let registers = (0..CONSTANTS).filter(|n| used >> n & 1 != 0);
    registers
        .map(|n| match shader.constants[n] {
            Constant::Global => {
                Binding::Scene(SceneValue::Api(ApiValue::FragmentShaderConstant(n as u32)))
            }
            Constant::Local(value) => Binding::Constant(value),
            Constant::Env(n) => Binding::Env(n),
            Constant::Parameter(n) => Binding::Local(n),
        })
        .collect()
}

/// Registers and the code so far.
struct Lowering<'k> {
    key: &'k Key,
    b: Builder,
    u: Uniforms,
    /// Constants that have a binding, by bit.
    constants: u8,
    inputs: [Option<Vec4>; fragment_input::COUNT as usize],
    registers: [Vec4; REGISTERS],
    /// The values of the statement's arguments, by component.
    read: [[Option<ValueId>; 4]; 3],
}

impl Lowering<'_> {
    fn input(&mut self, vec4: u32) -> Vec4 {
        let b = &mut self.b;
        *self.inputs[vec4 as usize].get_or_insert_with(|| input4(b, vec4))
    }

    /// Sets up the registers of a pass; all routing reads the registers of the pass before (QUIRKS 2.22).
    fn route(&mut self, pass: &Pass) {
        let before = self.registers;
        for (n, routing) in pass.routing.iter().enumerate() {
            let Some(routing) = routing else { continue };
            self.b.set_span(routing.span);
            self.b.count_source(1);
            let coordinates = self.coordinates(&before, routing);
            let value = if routing.sample {
                self.sample(n, &coordinates)
            } else {
                coordinates
            };
            self.registers[n] = value.map(|x| clamp_to_range(&mut self.b, x));
            let [s, t, r, _] = coordinates.map(Some);
            self.b.note(Noted::Operand, [s, t, r, None]);
            self.b.note(Noted::Result, self.registers[n].map(Some));
        }
    }

    /// Table 3.20. The fourth component, undefined there, is 1, or with a register under STR the register's own.
    fn coordinates(&mut self, before: &[Vec4; REGISTERS], routing: &Routing) -> Vec4 {
        let one = self.b.f32(1.0);
        let (source, alpha) = match routing.source {
            Coordinates::Set(n) => (self.input(fragment_input::TEX_COORD_0 + n as u32), one),
            Coordinates::Register(n) => (before[n as usize], before[n as usize][3]),
        };
        let third = source[routing.swizzle.third()];
        if !routing.swizzle.divides() {
            return [source[0], source[1], third, alpha];
        }
        let mut divide = |x| self.b.emit1(Op::FDiv, &[x, third]);
        [divide(source[0]), divide(source[1]), divide(one), one]
    }

    /// The texture of a unit at the first coordinates that its target has, without comparison (QUIRKS 2.25).
    fn sample(&mut self, unit: usize, coordinates: &Vec4) -> Vec4 {
        let zero = self.b.f32(0.0);
        let Some(target) = self.key.targets[unit] else {
            return [zero, zero, zero, self.b.f32(1.0)];
        };
        let [s, t, r, _] = *coordinates;
        let coordinates = match target {
            TextureShape::D1 | TextureShape::D1Array => [s, zero, zero, zero],
            TextureShape::D2 | TextureShape::D2Array | TextureShape::Rectangle => {
                [s, t, zero, zero]
            }
            TextureShape::D3 | TextureShape::Cube => [s, t, r, zero],
        };
        self.b
            .sample(unit as u32, LodMode::Implicit, coordinates, zero)
    }

    /// Executes a pair: both halves read the registers from before it (QUIRKS 2.13).
    fn pair(&mut self, pair: &Pair) {
        let mut written = self.registers;
        let mut dot = None;
        if let Some(color) = &pair.color {
            self.b.set_span(color.span);
            self.b.count_source(1);
            if color.opcode.is_dot() {
                dot = Some(self.dot(color));
            }
            for c in (0..3).filter(|c| color.mask >> c & 1 != 0) {
                let value = dot.unwrap_or_else(|| self.component(color, c));
                written[color.register as usize][c] = self.modify_result(color, value);
            }
            // Halves that stand in one statement are noted together.
            if pair.alpha.as_ref().is_none_or(|a| a.span != color.span) {
                self.note(
                    color.arguments.len(),
                    &written[color.register as usize],
                    color.mask,
                );
            }
        }
        if let Some(alpha) = &pair.alpha {
            self.b.set_span(alpha.span);
            self.b.count_source(1);
            let value = match dot {
                Some(value) if alpha.opcode.is_dot() => value,
                _ if alpha.opcode.is_dot() => self.dot(alpha),
                _ => self.component(alpha, 3),
            };
            written[alpha.register as usize][3] = self.modify_result(alpha, value);
            let in_one = pair.color.as_ref().filter(|c| c.span == alpha.span);
            let mask = in_one.map_or(0, |color| color.mask) | 8;
            self.note(
                alpha.arguments.len(),
                &written[alpha.register as usize],
                mask,
            );
        }
        self.registers = written;
    }

    /// Notes the arguments read since the last statement, and the result.
    fn note(&mut self, n_arguments: usize, register: &Vec4, mask: u8) {
        let read = std::mem::take(&mut self.read);
        for argument in &read[..n_arguments] {
            self.b.note(Noted::Operand, *argument);
        }
        self.b.note(Noted::Result, present(register, mask));
    }

    /// Component `c` of argument number `n`: replicated, then modified (QUIRKS 2.8).
    fn argument(&mut self, operation: &Operation, n: usize, c: usize) -> ValueId {
        let argument = &operation.arguments[n];
        let component = argument.replicate.map_or(c, usize::from);
        let mut x = self.source(argument.source, component);
        let b = &mut self.b;
        let modifiers = argument.modifiers;
        if modifiers.complement {
            let one = b.f32(1.0);
            x = sub(b, one, x);
        }
        if modifiers.bias {
            let half = b.f32(0.5);
            x = sub(b, x, half);
        }
        if modifiers.double {
            let two = b.f32(2.0);
            x = mul(b, two, x);
        }
        if modifiers.negate {
            x = neg(b, x);
        }
        self.read[n][c] = Some(x);
        x
    }

    fn source(&mut self, source: Source, component: usize) -> ValueId {
        match source {
            Source::Register(n) => self.registers[n as usize][component],
            Source::Constant(n) => {
                let before = self.constants & ((1 << n) - 1);
                let index = before.count_ones() as usize;
                self.u.load_index(&mut self.b, index)[component]
            }
            Source::Zero => self.b.f32(0.0),
            Source::One => self.b.f32(1.0),
            Source::Primary => self.input(fragment_input::COLOR)[component],
            Source::Secondary => self.input(fragment_input::SECONDARY_COLOR)[component],
        }
    }

    /// Table 3.21, the operations that work on each component alone.
    fn component(&mut self, operation: &Operation, c: usize) -> ValueId {
        let zero = self.b.f32(0.0);
        let mut x = [zero; 3];
        for (n, x) in x.iter_mut().enumerate().take(operation.arguments.len()) {
            *x = self.argument(operation, n, c);
        }
        let [x, y, z] = x;
        let b = &mut self.b;
        match operation.opcode {
            Opcode::Mov => x,
            Opcode::Add => add(b, x, y),
            Opcode::Sub => sub(b, x, y),
            Opcode::Mul => mul(b, x, y),
            Opcode::Mad => fma(b, x, y, z),
            Opcode::Lerp => lerp(b, x, y, z),
            Opcode::Cnd => {
                let half = b.f32(0.5);
                let above = b.emit1(Op::FLt, &[half, z]);
                b.emit1(Op::SelectF, &[above, x, y])
            }
            Opcode::Cnd0 => {
                let not_below = b.emit1(Op::FLe, &[zero, z]);
                b.emit1(Op::SelectF, &[not_below, x, y])
            }
            op => unreachable!("{op:?} is a dot product"),
        }
    }

    /// Table 3.21, the operations with one result for all components.
    fn dot(&mut self, operation: &Operation) -> ValueId {
        // The sum of the products of the first two or three components, fused from the second on.
        let n = if operation.opcode == Opcode::Dot2Add {
            2
        } else {
            3
        };
        let mut sum = self.b.f32(0.0);
        for c in 0..n {
            let (x, y) = (
                self.argument(operation, 0, c),
                self.argument(operation, 1, c),
            );
            sum = if c == 0 {
                mul(&mut self.b, x, y)
            } else {
                fma(&mut self.b, x, y, sum)
            };
        }
        // DOT4 adds the product of alpha, DOT2_ADD the third argument's blue.
        match operation.opcode {
            Opcode::Dot4 => {
                let (x, y) = (
                    self.argument(operation, 0, 3),
                    self.argument(operation, 1, 3),
                );
                fma(&mut self.b, x, y, sum)
            }
            Opcode::Dot2Add => {
                let blue = self.argument(operation, 2, 2);
                add(&mut self.b, sum, blue)
            }
            _ => sum,
        }
    }

    /// Scales first, then clamps: to [0, 1], or to the range of a register (QUIRKS 2.7, 2.9).
    fn modify_result(&mut self, operation: &Operation, mut x: ValueId) -> ValueId {
        let b = &mut self.b;
        if operation.scale != 0 {
            let factor = b.f32(SCALES[(operation.scale + 3) as usize]);
            x = mul(b, x, factor);
        }
        if operation.saturate {
            saturate(b, x)
        } else {
            clamp_to_range(b, x)
        }
    }

    /// Register 0, clamped to [0, 1] (QUIRKS 2.10), then colour sum and fog (QUIRKS 2.29).
    fn finish(&mut self) {
        let mut color = self.registers[0].map(|x| saturate(&mut self.b, x));
        if self.key.color_sum {
            let secondary = self.input(fragment_input::SECONDARY_COLOR);
            for i in 0..3 {
                let sum = add(&mut self.b, color[i], secondary[i]);
                color[i] = saturate(&mut self.b, sum);
            }
        }
        if let Some(mode) = self.key.fog {
            let coord = self.input(fragment_input::FOG_COORD)[0];
            let fog = Fog::at(&mut self.b, &mut self.u, mode, coord);
            let rgb = fog.blend(&mut self.b, [color[0], color[1], color[2]]);
            color[..3].copy_from_slice(&rgb);
            fog.note(&mut self.b);
            self.b.note_fact("fogged colour", &color);
        }
        output4(&mut self.b, fragment_output::COLOR_0, &color);
    }
}

/// Clamped to [−8, 8]; NaN gives −8.
fn clamp_to_range(b: &mut Builder, x: ValueId) -> ValueId {
    let (low, high) = (b.f32(-8.0), b.f32(8.0));
    let x = b.emit1(Op::FMax, &[x, low]);
    b.emit1(Op::FMin, &[x, high])
}
