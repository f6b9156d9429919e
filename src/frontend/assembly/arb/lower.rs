//! Instructions → IR. Straight-line code: each register component is an SSA value while instructions are walked.

use super::opcode::Opcode;
use super::parsed::{Instruction, Parsed};
use crate::frontend::BoundProgram;
use crate::frontend::assembly::operand::{Operand, Select, Source, Target};
use crate::frontend::binding::MatrixName;
use crate::frontend::common_stage::{
    fog, pixel_source, store_clip_distances, store_position, transform,
};
use crate::frontend::fixed_function::fragment::{PixelSource, TextureTarget};
use crate::frontend::vector::*;
use crate::ir::interface::{LodMode, attribute, fragment_input, fragment_output, varying};
use crate::ir::{Builder, Op, Span, ValueId};

/// Registers and the code so far.
struct Lowering<'p> {
    parsed: &'p Parsed,
    b: Builder,
    u: Uniforms,
    inputs: [Option<Vec4>; 32],
    temps: Vec<Vec4>,
    addresses: Vec<ValueId>,
    outputs: [[Option<ValueId>; 4]; varying::COUNT as usize],
}

/// What the code of a program depends on besides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variant {
    /// User clip planes in use, by bit, for position-invariant vertex programs.
    ClipPlanes(u8),
    /// Where fragments come from.
    Pixels(PixelSource),
}

/// The IR of a parsed program.
pub(super) fn lower(parsed: &Parsed, variant: Variant) -> BoundProgram {
    let mut b = Builder::new();
    let zero = b.f32(0.0);
    let no_address = b.i32(0);
    let mut l = Lowering {
        parsed,
        u: Uniforms::with(parsed.bindings.clone()),
        inputs: [None; 32],
        temps: vec![[zero; 4]; parsed.n_temps as usize],
        addresses: vec![no_address; parsed.n_addresses as usize],
        outputs: Default::default(),
        b,
    };
    let mut pixel_depth = None;
    if let Variant::Pixels(source) = variant {
        let (color, depth) = pixel_source(&mut l.b, source, parsed.pixel_place());
        l.inputs[fragment_input::COLOR as usize] = color;
        pixel_depth = depth;
    }
    for inst in &parsed.instructions {
        l.b.set_span(inst.span);
        l.b.count_source(1);
        l.instruction(inst);
    }
    l.b.set_span(Span::NONE);
    match variant {
        Variant::Pixels(_) => l.finish_fragment(pixel_depth),
        Variant::ClipPlanes(planes) => l.finish_vertex(planes),
    }
    let mut b = l.b;
    b.reserve_uniforms(4 * l.u.bindings.len() as u32);
    BoundProgram::new(b.finish(), l.u.bindings)
}

impl Lowering<'_> {
    fn input(&mut self, vec4: u32) -> Vec4 {
        let b = &mut self.b;
        *self.inputs[vec4 as usize].get_or_insert_with(|| input4(b, vec4))
    }

    fn register(&mut self, source: Source) -> Vec4 {
        match source {
            Source::Temp(n) => self.temps[n as usize],
            Source::Input(n) => self.input(n),
            Source::Param(n) => self.u.load_index(&mut self.b, n as usize),
            Source::Relative {
                base,
                len,
                address,
                offset,
            } => {
                let offset = self.b.i32(offset);
                let row = self
                    .b
                    .emit1(Op::IAdd, &[self.addresses[address as usize], offset]);
                self.b.load_param_row(4 * base, len, row)
            }
        }
    }

    fn operand(&mut self, operand: &Operand) -> Vec4 {
        let register = self.register(operand.source);
        map4(|i| {
            let x = match operand.select[i] {
                Select::Component(c) => register[c as usize],
                Select::Zero => self.b.f32(0.0),
                Select::One => self.b.f32(1.0),
            };
            if operand.negate[i] {
                neg(&mut self.b, x)
            } else {
                x
            }
        })
    }

    fn instruction(&mut self, inst: &Instruction) {
        let zero = self.b.f32(0.0);
        let mut s = [[zero; 4]; 3];
        for (value, operand) in s.iter_mut().zip(&inst.sources) {
            *value = self.operand(operand);
        }
        match inst.opcode {
            Opcode::Kil => return self.kill(&s[0]),
            Opcode::Arl => return self.load_address(inst, s[0][0]),
            _ => {}
        }
        let result = match inst.opcode {
            Opcode::Tex | Opcode::Txb | Opcode::Txp => self.sample(inst, &s[0]).map(Some),
            op => evaluate(&mut self.b, op, &s),
        };
        self.write(inst, result);
    }

    /// Discards where any component is below 0 (TRAPS 0.26).
    fn kill(&mut self, v: &Vec4) {
        let b = &mut self.b;
        let zero = b.f32(0.0);
        let mut any = b.emit1(Op::FLt, &[v[0], zero]);
        for c in &v[1..] {
            let below = b.emit1(Op::FLt, &[*c, zero]);
            any = b.emit1(Op::MOr, &[any, below]);
        }
        b.emit(Op::Kill, &[any], [0, 0]);
    }

    fn load_address(&mut self, inst: &Instruction, x: ValueId) {
        let x = self.b.emit1(Op::FFloor, &[x]);
        // Bounded, so that adding the offset cannot wrap back into the array.
        let (low, high) = (self.b.f32(-1.0e9), self.b.f32(1.0e9));
        let x = self.b.emit1(Op::FMax, &[x, low]);
        let x = self.b.emit1(Op::FMin, &[x, high]);
        let x = self.b.emit1(Op::F32ToI32, &[x]);
        if let Some(Target::Address(n)) = inst.destination.map(|d| d.target) {
            self.addresses[n as usize] = x;
        }
    }

    fn sample(&mut self, inst: &Instruction, coord: &Vec4) -> Vec4 {
        let (unit, target) = inst
            .texture
            .expect("the parser gives texture instructions a unit");
        let b = &mut self.b;
        let mut c = *coord;
        let (mut mode, mut lod) = (LodMode::Implicit, b.f32(0.0));
        match inst.opcode {
            Opcode::Txp => {
                for x in &mut c[..3] {
                    *x = b.emit1(Op::FDiv, &[*x, coord[3]]);
                }
            }
            Opcode::Txb => (mode, lod) = (LodMode::Bias, coord[3]),
            _ => {}
        }
        if target != TextureTarget::Cube {
            c[3] = c[2];
        }
        b.sample(unit, mode, c, lod)
    }

    fn write(&mut self, inst: &Instruction, result: [Option<ValueId>; 4]) {
        let Some(destination) = inst.destination else {
            return;
        };
        for c in (0..4).filter(|c| destination.mask >> c & 1 != 0) {
            let Some(mut value) = result[c] else { continue };
            if inst.saturate {
                value = saturate(&mut self.b, value);
            }
            match destination.target {
                Target::Temp(n) => self.temps[n as usize][c] = value,
                Target::Output(n) => self.outputs[n as usize][c] = Some(value),
                Target::Address(_) => {}
            }
        }
    }

    fn finish_vertex(&mut self, clip_planes: u8) {
        let (zero, one) = (self.b.f32(0.0), self.b.f32(1.0));
        for (n, output) in self.outputs.iter().enumerate() {
            if output.iter().any(Option::is_some) {
                let value = std::array::from_fn::<_, 4, _>(|c| {
                    output[c].unwrap_or(if c == 3 { one } else { zero })
                });
                output4(&mut self.b, n as u32, &value);
            }
        }
        if self.parsed.position_invariant {
            let object = self.input(attribute::POSITION);
            store_position(&mut self.b, &mut self.u, &object);
            if clip_planes & 0x3f != 0 {
                let eye = transform(&mut self.b, &mut self.u, MatrixName::ModelView(0), &object);
                store_clip_distances(&mut self.b, &mut self.u, &eye, clip_planes);
            }
        }
    }

    /// Colours (0 where unwritten), fog of the option, depth if some instruction writes it, else of the pixels.
    fn finish_fragment(&mut self, pixel_depth: Option<ValueId>) {
        let zero = self.b.f32(0.0);
        for n in 0..4 {
            let output = self.outputs[(fragment_output::COLOR_0 + n) as usize];
            if n > 0 && output.iter().all(Option::is_none) {
                continue;
            }
            let mut color = output.map(|c| c.unwrap_or(zero));
            if let (Some(mode), 0) = (self.parsed.fog, n) {
                let coord = self.input(fragment_input::FOG_COORD)[0];
                color = color.map(|c| saturate(&mut self.b, c));
                let rgb = fog(
                    &mut self.b,
                    &mut self.u,
                    mode,
                    coord,
                    [color[0], color[1], color[2]],
                );
                color[..3].copy_from_slice(&rgb);
            }
            output4(&mut self.b, fragment_output::COLOR_0 + n, &color);
        }
        if let Some(z) = self.outputs[fragment_output::DEPTH as usize][2].or(pixel_depth) {
            self.b.store_output(4 * fragment_output::DEPTH + 2, z);
        }
    }
}

/// The result of an instruction; `None` components are not written (TRAPS 0.19).
fn evaluate(b: &mut Builder, op: Opcode, s: &[Vec4; 3]) -> [Option<ValueId>; 4] {
    let [x, y, z] = s;
    let unary = |b: &mut Builder, op: Op| map4(|i| b.emit1(op, &[x[i]])).map(Some);
    let binary = |b: &mut Builder, op: Op| map4(|i| b.emit1(op, &[x[i], y[i]])).map(Some);
    match op {
        Opcode::Mov | Opcode::Swz => x.map(Some),
        Opcode::Abs => unary(b, Op::FAbs),
        Opcode::Flr => unary(b, Op::FFloor),
        Opcode::Add => binary(b, Op::FAdd),
        Opcode::Sub => binary(b, Op::FSub),
        Opcode::Mul => binary(b, Op::FMul),
        Opcode::Max => map4(|i| other_on_nan(b, Op::FMax, x[i], y[i])).map(Some),
        Opcode::Min => map4(|i| other_on_nan(b, Op::FMin, x[i], y[i])).map(Some),
        Opcode::Mad => map4(|i| fma(b, x[i], y[i], z[i])).map(Some),
        Opcode::Lrp => map4(|i| lerp(b, x[i], y[i], z[i])).map(Some),
        Opcode::Frc => map4(|i| fraction(b, x[i])).map(Some),
        Opcode::Sge => map4(|i| truth(b, Op::FLe, y[i], x[i])).map(Some),
        Opcode::Slt => map4(|i| truth(b, Op::FLt, x[i], y[i])).map(Some),
        Opcode::Cmp => {
            let zero = b.f32(0.0);
            map4(|i| {
                let below = b.emit1(Op::FLt, &[x[i], zero]);
                b.emit1(Op::SelectF, &[below, y[i], z[i]])
            })
            .map(Some)
        }
        Opcode::Dst => [
            Some(b.f32(1.0)),
            Some(mul(b, x[1], y[1])),
            Some(x[2]),
            Some(y[3]),
        ],
        Opcode::Xpd => cross(b, x, y),
        Opcode::Lit => lit(b, x).map(Some),
        Opcode::Exp => exp_rough(b, x[0]).map(Some),
        Opcode::Log => log_rough(b, x[0]).map(Some),
        Opcode::Scs => [
            Some(b.emit1(Op::Cos, &[x[0]])),
            Some(b.emit1(Op::Sin, &[x[0]])),
            None,
            None,
        ],
        _ => [Some(scalar(b, op, x, y)); 4],
    }
}

/// Operations whose one result goes to all components.
fn scalar(b: &mut Builder, op: Opcode, x: &Vec4, y: &Vec4) -> ValueId {
    match op {
        Opcode::Dp3 => dot3(b, x, y),
        Opcode::Dp4 => dot4(b, x, y),
        Opcode::Dph => {
            let sum = dot3(b, x, y);
            add(b, sum, y[3])
        }
        Opcode::Rcp => recip(b, x[0]),
        Opcode::Rsq => rsqrt(b, x[0]),
        Opcode::Ex2 => exp2(b, x[0]),
        Opcode::Lg2 => b.emit1(Op::Log2, &[x[0]]),
        Opcode::Pow => pow(b, x[0], y[0]),
        Opcode::Sin => b.emit1(Op::Sin, &[x[0]]),
        Opcode::Cos => b.emit1(Op::Cos, &[x[0]]),
        op => unreachable!("{op:?} has a vector result"),
    }
}

/// Minimum or maximum that gives the other operand for a NaN (TRAPS 0.23). The IR's gives its second for any NaN.
fn other_on_nan(b: &mut Builder, op: Op, x: ValueId, y: ValueId) -> ValueId {
    let result = b.emit1(op, &[x, y]);
    let y_is_nan = b.emit1(Op::FNe, &[y, y]);
    b.emit1(Op::SelectF, &[y_is_nan, x, result])
}

fn truth(b: &mut Builder, op: Op, x: ValueId, y: ValueId) -> ValueId {
    let (one, zero, mask) = (b.f32(1.0), b.f32(0.0), b.emit1(op, &[x, y]));
    b.emit1(Op::SelectF, &[mask, one, zero])
}

/// x − ⌊x⌋, at most the largest float below 1 (TRAPS 0.20); NaN stays.
fn fraction(b: &mut Builder, x: ValueId) -> ValueId {
    let floor = b.emit1(Op::FFloor, &[x]);
    let f = sub(b, x, floor);
    let below_one = b.f32(1.0 - f32::EPSILON / 2.0);
    // min(a, b) gives b for a NaN.
    b.emit1(Op::FMin, &[below_one, f])
}

/// x × y; each component fma(a, b, −(c·d)).
fn cross(b: &mut Builder, x: &Vec4, y: &Vec4) -> [Option<ValueId>; 4] {
    let mut part = |i: usize, j: usize| {
        let product = mul(b, x[j], y[i]);
        let product = neg(b, product);
        Some(fma(b, x[i], y[j], product))
    };
    [part(1, 2), part(2, 0), part(0, 1), None]
}

/// (1, max(x, 0), x > 0 ? max(y, 0)^w : 0, 1) with w clamped to ±(128 − 2^-8) (TRAPS 0.16).
fn lit(b: &mut Builder, v: &Vec4) -> Vec4 {
    let (zero, one) = (b.f32(0.0), b.f32(1.0));
    let (low, high) = (b.f32(-128.0 + 1.0 / 256.0), b.f32(128.0 - 1.0 / 256.0));
    let x = b.emit1(Op::FMax, &[v[0], zero]);
    let y = b.emit1(Op::FMax, &[v[1], zero]);
    let w = b.emit1(Op::FMax, &[v[3], low]);
    let w = b.emit1(Op::FMin, &[w, high]);
    let power = pow(b, y, w);
    let lit = b.emit1(Op::FLt, &[zero, x]);
    let z = b.emit1(Op::SelectF, &[lit, power, zero]);
    [one, x, z, one]
}

/// (2^⌊x⌋, x − ⌊x⌋, 2^x, 1) (TRAPS 0.13).
fn exp_rough(b: &mut Builder, x: ValueId) -> Vec4 {
    let floor = b.emit1(Op::FFloor, &[x]);
    [exp2(b, floor), fraction(b, x), exp2(b, x), b.f32(1.0)]
}

/// (⌊log2 |x|⌋, |x| ÷ 2^⌊log2 |x|⌋, log2 |x|, 1), with the values of TRAPS 0.11 at 0 and infinity. The exponent is
/// read from the bits, so that y lies in [1, 2) exactly.
fn log_rough(b: &mut Builder, x: ValueId) -> Vec4 {
    let x = b.emit1(Op::FAbs, &[x]);
    let (one, least, up) = (
        b.f32(1.0),
        b.f32(f32::MIN_POSITIVE),
        b.f32((1u32 << 24) as f32),
    );
    // Denormals are scaled up first.
    let small = b.emit1(Op::FLt, &[x, least]);
    let scaled = mul(b, x, up);
    let normal = b.emit1(Op::SelectF, &[small, scaled, x]);
    let bits = b.emit1(Op::BitsOfF32, &[normal]);
    let (k23, bias, bias_small) = (b.i32(23), b.i32(127), b.i32(127 + 24));
    let exponent = b.emit1(Op::IShrU, &[bits, k23]);
    let bias = b.emit1(Op::SelectI, &[small, bias_small, bias]);
    let exponent = b.emit1(Op::ISub, &[exponent, bias]);
    let exponent = b.emit1(Op::I32ToF32, &[exponent]);
    let (fraction_bits, one_bits) = (b.i32(0x007f_ffff), b.i32(0x3f80_0000));
    let mantissa = b.emit1(Op::IAnd, &[bits, fraction_bits]);
    let mantissa = b.emit1(Op::IOr, &[mantissa, one_bits]);
    let mantissa = b.emit1(Op::F32OfBits, &[mantissa]);
    let log = b.emit1(Op::Log2, &[x]);
    // 0, infinity and NaN: x and z are the logarithm, y is 1 (NaN for NaN).
    let (zero, most) = (b.f32(0.0), b.f32(f32::MAX));
    let positive = b.emit1(Op::FLt, &[zero, x]);
    let finite = b.emit1(Op::FLe, &[x, most]);
    let ordinary = b.emit1(Op::MAnd, &[positive, finite]);
    let is_nan = b.emit1(Op::FNe, &[x, x]);
    let special = b.emit1(Op::SelectF, &[is_nan, x, one]);
    [
        b.emit1(Op::SelectF, &[ordinary, exponent, log]),
        b.emit1(Op::SelectF, &[ordinary, mantissa, special]),
        log,
        one,
    ]
}
