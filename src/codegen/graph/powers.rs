//! Functions of mathematics, and powers: as products, roots and quotients where these take fewer slots than the machine's own operation.

use super::flatten::Walk;
use super::numbers::{Kind, NodeId};
use crate::codegen::machine::Opcode;
use crate::frontend::c_like::hlsl::log2;
use crate::ir::{Inst, Op};

const LOG2_E: f32 = std::f32::consts::LOG2_E;
const LN_2: f32 = std::f32::consts::LN_2;

/// The most products in the place of a power, and in that of each component of a vector's.
const MOST_PRODUCTS: u32 = 3;
const MOST_PRODUCTS_OF_VECTORS: u32 = 5;
/// In Direct3D's model 1, where a logarithm takes ten slots and a power of 2 as many.
const MOST_PRODUCTS_WITHOUT_POWERS: u32 = 12;

impl Walk<'_> {
    /// Functions of mathematics.
    pub(super) fn function(&mut self, inst: &Inst, a: &[NodeId]) -> NodeId {
        let g = &mut self.graph;
        // Each row is a function by what the machine has: powers and logarithms of base 2, sines, reciprocals.
        match inst.op {
            Op::Exp2 | Op::FExp2 => self.power_of(f64::exp2, 1.0, a[0]),
            Op::FExp => self.power_of(f64::exp, LOG2_E, a[0]),
            Op::Log2 | Op::FLog2 => self.logarithm(a[0], 1.0),
            Op::FLog => self.logarithm(a[0], LN_2),
            Op::Pow | Op::FPow => self.power(a[0], a[1]),
            Op::FRsqrt => g.rsq(a[0]),
            Op::FRcp => g.rcp(a[0]),
            Op::Sin | Op::FSin => self.wave(Kind::Sin, a[0]),
            Op::Cos | Op::FCos => self.wave(Kind::Cos, a[0]),
            Op::FTan => {
                let (sin, cos) = (self.wave(Kind::Sin, a[0]), self.wave(Kind::Cos, a[0]));
                self.quotient(sin, cos)
            }
            _ => g.node(Kind::Missing(inst.op), &[]),
        }
    }

    /// What a logarithm or a power is of. The sign is left out where the machine does so.
    pub(super) fn of_logarithm(&self, a: NodeId) -> NodeId {
        match self.target.machine.has_log_of_magnitude {
            true => self.graph.magnitude(a),
            false => a,
        }
    }

    /// 2^(scale × a), which is the function of a. Of a constant it is one.
    pub(super) fn power_of(&mut self, function: fn(f64) -> f64, scale: f32, a: NodeId) -> NodeId {
        let g = &mut self.graph;
        let known = g.value(a).map(|x| function(f64::from(x)) as f32);
        if let Some(power) = known.filter(|p| p.is_normal()) {
            return g.literal(power);
        }
        let scale = g.literal(scale);
        let exponent = g.product(a, scale);
        g.node(Kind::Exp, &[exponent])
    }

    /// log2 |a| × scale. Of a constant it is one.
    pub(super) fn logarithm(&mut self, a: NodeId, scale: f32) -> NodeId {
        let known = self.graph.value(a).filter(|x| x.is_normal());
        if let Some(x) = known.filter(|x| *x > 0.0) {
            let log = log2(f64::from(x)) * f64::from(scale);
            return self.graph.literal(log as f32);
        }
        let of = self.of_logarithm(a);
        let g = &mut self.graph;
        let (log, scale) = (g.node(Kind::Log, &[of]), g.literal(scale));
        g.mul(log, scale)
    }

    /// |a|^b; of some constants as products, roots or quotients, where these take fewer slots.
    pub(super) fn power(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let base = self.of_logarithm(a);
        let has_sign = !self.target.machine.has_log_of_magnitude;
        let exponent = self.graph.value(b);
        let is_odd = exponent.is_some_and(|e| e % 2.0 != 0.0);
        let products = exponent.and_then(factors).filter(|n| {
            let sign = u32::from(is_odd && !has_sign && !self.target.machine.has_abs);
            let most = match self.target.machine.has(Opcode::Pow) {
                false if self.target.machine.has_slow_powers => MOST_PRODUCTS_WITHOUT_POWERS,
                _ if self.is_alone => MOST_PRODUCTS,
                _ => MOST_PRODUCTS_OF_VECTORS,
            };
            // A third power always is a product.
            n + sign <= most || exponent == Some(3.0)
        });
        let g = &mut self.graph;
        match (exponent, products) {
            (Some(1.0), _) if has_sign => a,
            (Some(1.0), _) => g.abs(a),
            (Some(0.5), _) => {
                let inverse = g.rsq(base);
                g.rcp(inverse)
            }
            (Some(-0.5), _) => g.rsq(base),
            (Some(-1.0), _) if has_sign => g.rcp(a),
            (Some(-1.0), _) => {
                let magnitude = g.abs(base);
                g.rcp(magnitude)
            }
            (Some(-2.0), _) => {
                let square = g.mul(base, base);
                g.rcp(square)
            }
            (Some(e), Some(_)) => self.whole_power(base, e as u32),
            _ if g.value(base).is_some_and(|x| x.is_normal()) => {
                let log = log2(f64::from(g.value(base).unwrap_or(1.0)).abs());
                let scale = g.literal(log as f32);
                let exponent = g.product(b, scale);
                g.node(Kind::Exp, &[exponent])
            }
            _ => g.node(Kind::Pow, &[base, b]),
        }
    }

    /// |a|^n by squares.
    fn whole_power(&mut self, a: NodeId, mut n: u32) -> NodeId {
        let g = &mut self.graph;
        let mut result = None;
        let mut power = g.mul(a, a);
        if n & 1 == 1 {
            result = Some(match self.target.machine.has_log_of_magnitude {
                true => g.abs(a),
                false => a,
            });
        }
        n >>= 1;
        loop {
            if n & 1 == 1 {
                result = Some(match result {
                    Some(so_far) => g.mul(power, so_far),
                    None => power,
                });
            }
            n >>= 1;
            match (n, result) {
                (0, Some(result)) => return result,
                _ => power = g.mul(power, power),
            }
        }
    }
}

/// How many products a power takes whose exponent is a natural number above 1.
fn factors(exponent: f32) -> Option<u32> {
    let is_natural = (2.0..=64.0).contains(&exponent) && exponent.fract() == 0.0;
    let n = exponent as u32;
    is_natural.then(|| n.ilog2() + n.count_ones() - 1)
}
