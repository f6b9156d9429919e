//! The forms of a scalar: the number, its bits, its truth, and what crosses blocks.

use super::value::{Kind, Val, home_type};
use super::{Lowering, by_width};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Op, ValueId};

impl Lowering<'_> {
    /// As an f32 or f64, for arithmetic: the bits of a NaN do not matter.
    pub(in crate::frontend::c_like) fn real(&mut self, value: Val, scalar: Scalar) -> ValueId {
        match value {
            Val::Number(v) | Val::Exact(v) => v,
            Val::Uniform(word) if !scalar.is_wide() => self.b.load_uniform(word),
            Val::Input(slot) => self.b.load_input(slot),
            Val::Uniform(_) | Val::Bits(_) | Val::Mask(_) | Val::Undefined => {
                let bits = self.bits(value, scalar);
                let of_bits = by_width(scalar, Op::F32OfBits, Op::F64OfBits);
                self.b.emit1(of_bits, &[bits])
            }
        }
    }

    /// As bits.
    pub(in crate::frontend::c_like) fn bits(&mut self, value: Val, scalar: Scalar) -> ValueId {
        let to_bits = by_width(scalar, Op::BitsOfF32, Op::BitsOfF64);
        match value {
            Val::Bits(v) => v,
            Val::Exact(v) => self.b.emit1(to_bits, &[v]),
            Val::Input(slot) => {
                let v = self.b.load_input(slot);
                self.b.emit1(to_bits, &[v])
            }
            Val::Number(v) => {
                let v = self.one_nan(v, scalar);
                self.b.emit1(to_bits, &[v])
            }
            Val::Mask(m) => {
                let (ones, zero) = (self.integer(-1, scalar), self.integer(0, scalar));
                let select = by_width(scalar, Op::SelectI, Op::SelectL);
                self.b.emit1(select, &[m, ones, zero])
            }
            Val::Uniform(word) if scalar.is_wide() => self.b.load_uniform_i64(word),
            Val::Uniform(word) => self.b.load_uniform_i(word),
            Val::Undefined => self.integer(0, scalar),
        }
    }

    /// The number, with any NaN replaced by the canonical NaN.
    fn one_nan(&mut self, v: ValueId, scalar: Scalar) -> ValueId {
        let (nan, equal, select) = if scalar.is_wide() {
            let nan = self.b.f64(f64::from_bits(0x7ff8 << 48));
            (nan, Op::DEq, Op::SelectD)
        } else {
            (
                self.b.f32(f32::from_bits(0x7fc0_0000)),
                Op::FEq,
                Op::SelectF,
            )
        };
        let is_number = self.b.emit1(equal, &[v, v]);
        self.b.emit1(select, &[is_number, v, nan])
    }

    /// A form with defined bits.
    pub(super) fn exact(&mut self, value: Val, scalar: Scalar) -> Val {
        match value {
            Val::Number(v) => Val::Exact(self.one_nan(v, scalar)),
            other => other,
        }
    }

    /// Whether any bit is set.
    pub(in crate::frontend::c_like) fn truth(&mut self, value: Val, scalar: Scalar) -> ValueId {
        let bits = match value {
            Val::Mask(m) => return m,
            // Any NaN has a bit set.
            Val::Number(v) => self.bits(Val::Exact(v), scalar),
            other => self.bits(other, scalar),
        };
        let zero = self.integer(0, scalar);
        let is_zero = self
            .b
            .emit1(by_width(scalar, Op::IEq, Op::LEq), &[bits, zero]);
        self.b.emit1(Op::MNot, &[is_zero])
    }

    /// The form in which scalars cross blocks. Truth values cross as masks, integers as bits, others as f32 or f64. A
    /// NaN must preserve its bits if the variable may hold a pattern.
    pub(super) fn home(&mut self, value: Val, kind: Kind) -> ValueId {
        let scalar = kind.scalar;
        if scalar == Scalar::Bool {
            return self.truth(value, scalar);
        }
        if !scalar.is_real() {
            return self.bits(value, scalar);
        }
        let value = if kind.is_pattern {
            self.exact(value, scalar)
        } else {
            value
        };
        self.real(value, scalar)
    }

    /// The IR's value in any of its forms, for notes.
    pub(super) fn noted(&mut self, value: Val, scalar: Scalar) -> ValueId {
        match value {
            Val::Number(v) | Val::Exact(v) | Val::Bits(v) | Val::Mask(v) => v,
            _ if scalar == Scalar::Bool => self.truth(value, scalar),
            _ if scalar.is_real() => self.real(value, scalar),
            _ => self.bits(value, scalar),
        }
    }

    /// The bits of a scalar that is a constant; a mask has all bits or none.
    pub(super) fn known(&self, value: Val) -> Option<u64> {
        match value {
            Val::Number(v) | Val::Exact(v) | Val::Bits(v) | Val::Mask(v) => self.b.known(v),
            Val::Uniform(_) | Val::Input(_) | Val::Undefined => None,
        }
    }

    /// A scalar whose bits are 0.
    pub(in crate::frontend::c_like) fn zero(&mut self, scalar: Scalar) -> Val {
        self.of_bits(0, scalar)
    }

    /// A constant by its bits; a truth value is true if any is set.
    pub(super) fn of_bits(&mut self, bits: u64, scalar: Scalar) -> Val {
        match scalar {
            Scalar::Bool => Val::Mask(self.b.mask(bits != 0)),
            _ if scalar.is_real() => Val::Exact(self.b.constant(home_type(scalar), bits)),
            _ => Val::Bits(self.b.constant(home_type(scalar), bits)),
        }
    }

    /// An integer constant of the width of a kind.
    pub(super) fn integer(&mut self, x: i64, scalar: Scalar) -> ValueId {
        if scalar.is_wide() {
            self.b.i64(x)
        } else {
            self.b.i32(x as i32)
        }
    }
}
