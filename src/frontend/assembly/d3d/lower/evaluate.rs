//! What each arithmetic instruction computes (LIBRARIES 5, TRAPS 3). `None` components are not written.

use super::lowering::Lowering;
use super::product::{cross, dot, product, product_sum};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// The components of source `n` that an instruction reads to write `mask`.
pub(in crate::frontend::assembly::d3d) fn needs(
    opcode: Opcode,
    n: usize,
    mask: u8,
    version: Version,
) -> u8 {
    use Opcode::*;
    match opcode {
        Dp3 | M3x2 | M3x3 | M3x4 | Crs => 7,
        Dp4 | M4x3 | M4x4 | Lit => 15,
        Nrm => mask | 7,
        Dst => 15,
        Dp2Add => [3, 3, 1][n.min(2)],
        Rcp | Rsq | Exp | Log | Pow | SinCos | ExpP | LogP => 1,
        Bem => mask | 3,
        Cnd if n == 0 && version.is_old_pixel() => 1,
        _ => mask,
    }
}

impl Lowering<'_> {
    /// The result of an arithmetic instruction.
    pub(super) fn evaluate(
        &mut self,
        instruction: &Instruction,
        s: &[Vec4; 3],
    ) -> [Option<ValueId>; 4] {
        let mask = instruction.destination.map_or(15, |d| d.mask);
        // What needs the registers, the state or the version comes first. All else computes from its sources alone.
        match instruction.opcode {
            Opcode::M4x4 | Opcode::M4x3 | Opcode::M3x4 | Opcode::M3x3 | Opcode::M3x2 => {
                self.matrix(instruction, &s[0])
            }
            Opcode::Bem => self.bem(instruction, s),
            Opcode::SetP => {
                let comparison = instruction.comparison.unwrap_or(Comparison::Ne);
                each(mask, |c| {
                    let holds = self.compare(comparison, s[0][c], s[1][c]);
                    let (one, zero) = (self.b.f32(1.0), self.b.f32(0.0));
                    self.b.emit1(Op::SelectF, &[holds, one, zero])
                })
            }
            Opcode::Cnd if self.shader.version.is_old_pixel() => {
                each(mask, |c| condition(&mut self.b, s[0][0], s[1][c], s[2][c]))
            }
            Opcode::Mov if self.writes_address(instruction) => {
                each(mask, |c| self.b.emit1(Op::FFloor, &[s[0][c]]))
            }
            opcode => vector(
                &mut self.b,
                opcode,
                s,
                mask,
                self.shader.version == Version::Vs11,
            ),
        }
    }

    fn writes_address(&self, instruction: &Instruction) -> bool {
        let file = instruction.destination.map(|d| d.register.file);
        file == Some(File::Address)
    }

    /// A vector times consecutive rows.
    fn matrix(&mut self, instruction: &Instruction, x: &Vec4) -> [Option<ValueId>; 4] {
        let (columns, rows) = match instruction.opcode {
            Opcode::M4x4 => (4, 4),
            Opcode::M4x3 => (4, 3),
            Opcode::M3x4 => (3, 4),
            Opcode::M3x3 => (3, 3),
            _ => (3, 2),
        };
        let mut result = [None; 4];
        for (row, result) in result.iter_mut().enumerate().take(rows) {
            let mut source = instruction.sources[1];
            source.register.number += row as u32;
            let y = self.source(&source, if columns == 4 { 15 } else { 7 });
            *result = Some(dot(&mut self.b, x, &y, columns));
        }
        result
    }

    /// Adds coordinates moved by the bump matrix of the destination's stage.
    fn bem(&mut self, instruction: &Instruction, s: &[Vec4; 3]) -> [Option<ValueId>; 4] {
        let stage = instruction.destination.map_or(0, |d| d.register.number);
        let [x, y] = self.bump(stage, [s[0][0], s[0][1]], [s[1][0], s[1][1]]);
        [Some(x), Some(y), None, None]
    }
}

/// The components of a mask.
fn each(mask: u8, mut f: impl FnMut(usize) -> ValueId) -> [Option<ValueId>; 4] {
    [0, 1, 2, 3].map(|c| (mask >> c & 1 != 0).then(|| f(c)))
}

/// x > ½ ? y : z
fn condition(b: &mut Builder, x: ValueId, y: ValueId, z: ValueId) -> ValueId {
    let half = b.f32(0.5);
    let above = b.emit1(Op::FLt, &[half, x]);
    b.emit1(Op::SelectF, &[above, y, z])
}

/// Instructions that work on each component, and those with one result for all.
fn vector(
    b: &mut Builder,
    opcode: Opcode,
    s: &[Vec4; 3],
    mask: u8,
    is_first: bool,
) -> [Option<ValueId>; 4] {
    let [x, y, z] = s;
    match opcode {
        Opcode::Mov => each(mask, |c| x[c]),
        Opcode::Mova => each(mask, |c| b.emit1(Op::FRound, &[x[c]])),
        Opcode::Add => each(mask, |c| add(b, x[c], y[c])),
        Opcode::Sub => each(mask, |c| sub(b, x[c], y[c])),
        Opcode::Mul => each(mask, |c| product(b, x[c], y[c])),
        Opcode::Mad => each(mask, |c| product_sum(b, x[c], y[c], z[c])),
        Opcode::Lrp => each(mask, |c| {
            let difference = sub(b, y[c], z[c]);
            product_sum(b, x[c], difference, z[c])
        }),
        Opcode::Min => each(mask, |c| other_on_nan(b, Op::FMin, x[c], y[c])),
        Opcode::Max => each(mask, |c| other_on_nan(b, Op::FMax, x[c], y[c])),
        Opcode::Slt => each(mask, |c| truth(b, Op::FLt, x[c], y[c])),
        Opcode::Sge => each(mask, |c| truth(b, Op::FLe, y[c], x[c])),
        Opcode::Sgn => each(mask, |c| sign(b, x[c])),
        Opcode::Abs => each(mask, |c| b.emit1(Op::FAbs, &[x[c]])),
        Opcode::Frc => each(mask, |c| fraction(b, x[c])),
        Opcode::Cmp => each(mask, |c| {
            let zero = b.f32(0.0);
            let above = b.emit1(Op::FLe, &[zero, x[c]]);
            b.emit1(Op::SelectF, &[above, y[c], z[c]])
        }),
        Opcode::Cnd => each(mask, |c| condition(b, x[c], y[c], z[c])),
        Opcode::Dsx => each(mask, |c| b.emit1(Op::Ddx, &[x[c]])),
        // Direct3D's y points down.
        Opcode::Dsy => each(mask, |c| {
            let slope = b.emit1(Op::Ddy, &[x[c]]);
            neg(b, slope)
        }),
        Opcode::Nrm => {
            let square = dot(b, x, x, 3);
            let scale = rsqrt(b, square);
            each(mask, |c| product(b, x[c], scale))
        }
        Opcode::Crs => {
            let [p, q, r] = cross(b, x, y).map(Some);
            [p, q, r, None]
        }
        Opcode::Dst => {
            let one = b.f32(1.0);
            [
                Some(one),
                Some(product(b, x[1], y[1])),
                Some(x[2]),
                Some(y[3]),
            ]
        }
        Opcode::Lit => lit(b, x).map(Some),
        Opcode::SinCos => {
            let [cos, sin] = [Op::Cos, Op::Sin].map(|op| b.emit1(op, &[x[0]]));
            [Some(cos), Some(sin), None, None]
        }
        Opcode::ExpP if is_first => exp_parts(b, x[0]).map(Some),
        Opcode::LogP if is_first => log_parts(b, x[0]).map(Some),
        opcode => {
            let value = scalar(b, opcode, s);
            each(mask, |_| value)
        }
    }
}

/// Instructions with one result for all components.
fn scalar(b: &mut Builder, opcode: Opcode, [x, y, z]: &[Vec4; 3]) -> ValueId {
    match opcode {
        Opcode::Dp3 => dot(b, x, y, 3),
        Opcode::Dp4 => dot(b, x, y, 4),
        Opcode::Dp2Add => {
            let sum = dot(b, x, y, 2);
            add(b, sum, z[0])
        }
        Opcode::Rcp => recip(b, x[0]),
        Opcode::Rsq => rsqrt(b, x[0]),
        Opcode::Exp | Opcode::ExpP => exp2(b, x[0]),
        Opcode::Log | Opcode::LogP => {
            let x = b.emit1(Op::FAbs, &[x[0]]);
            b.emit1(Op::Log2, &[x])
        }
        Opcode::Pow => {
            let x = b.emit1(Op::FAbs, &[x[0]]);
            pow(b, x, y[0])
        }
        _ => b.f32(0.0),
    }
}

/// 1, 0 or −1; NaN gives 0.
fn sign(b: &mut Builder, x: ValueId) -> ValueId {
    let zero = b.f32(0.0);
    let above = truth(b, Op::FLt, zero, x);
    let below = truth(b, Op::FLt, x, zero);
    sub(b, above, below)
}

/// (1, max(x, 0), x > 0 ? max(y, 0)^w : 0, 1) with w clamped to ±127.9961.
fn lit(b: &mut Builder, v: &Vec4) -> Vec4 {
    let (zero, one) = (b.f32(0.0), b.f32(1.0));
    let (low, high) = (b.f32(-127.9961), b.f32(127.9961));
    let x = b.emit1(Op::FMax, &[v[0], zero]);
    let y = b.emit1(Op::FMax, &[v[1], zero]);
    let w = b.emit1(Op::FMax, &[low, v[3]]);
    let w = b.emit1(Op::FMin, &[high, w]);
    let power = pow(b, y, w);
    let lit = b.emit1(Op::FLt, &[zero, x]);
    let z = b.emit1(Op::SelectF, &[lit, power, zero]);
    [one, x, z, one]
}

/// (2^⌊x⌋, x − ⌊x⌋, 2^x, 1)
fn exp_parts(b: &mut Builder, x: ValueId) -> Vec4 {
    let floor = b.emit1(Op::FFloor, &[x]);
    [exp2(b, floor), fraction(b, x), exp2(b, x), b.f32(1.0)]
}

/// (⌊log2 |x|⌋, |x| ÷ 2^⌊log2 |x|⌋, log2 |x|, 1); of 0 (−∞, 1, −∞, 1).
fn log_parts(b: &mut Builder, x: ValueId) -> Vec4 {
    let magnitude = b.emit1(Op::FAbs, &[x]);
    let one = b.f32(1.0);
    let log = b.emit1(Op::Log2, &[magnitude]);
    // The exponent and the mantissa stand in the bits. A denormal is scaled first.
    let (least, scale, zero, shift) = (
        b.f32(f32::MIN_POSITIVE),
        b.f32(8388608.0),
        b.f32(0.0),
        b.f32(23.0),
    );
    let is_small = b.emit1(Op::FLt, &[magnitude, least]);
    let scaled = mul(b, magnitude, scale);
    let normal = b.emit1(Op::SelectF, &[is_small, scaled, magnitude]);
    let less = b.emit1(Op::SelectF, &[is_small, shift, zero]);
    let bits = b.emit1(Op::BitsOfF32, &[normal]);
    let (n23, bias) = (b.i32(23), b.i32(127));
    let exponent = b.emit1(Op::IShrU, &[bits, n23]);
    let exponent = b.emit1(Op::ISub, &[exponent, bias]);
    let exponent = b.emit1(Op::I32ToF32, &[exponent]);
    let exponent = sub(b, exponent, less);
    let (of_mantissa, of_one) = (b.i32(0x7f_ffff), b.i32(0x3f80_0000));
    let mantissa = b.emit1(Op::IAnd, &[bits, of_mantissa]);
    let mantissa = b.emit1(Op::IOr, &[mantissa, of_one]);
    let mantissa = b.emit1(Op::F32OfBits, &[mantissa]);
    // Zero, infinity and NaN have no exponent of their own: their logarithm stands for it.
    let infinity = b.f32(f32::INFINITY);
    let is_below = b.emit1(Op::FLt, &[magnitude, infinity]);
    let is_above = b.emit1(Op::FLt, &[zero, magnitude]);
    let is_number = b.emit1(Op::MAnd, &[is_below, is_above]);
    let x = b.emit1(Op::SelectF, &[is_number, exponent, log]);
    let y = b.emit1(Op::SelectF, &[is_number, mantissa, one]);
    [x, y, log, one]
}
