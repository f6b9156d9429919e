//! One scalar of a value, in the form in which it was made; other forms are made at need.
//!
//! The languages let texts inspect the bits of floats, while the IR leaves the bits of an arithmetic NaN undefined. So
//! a scalar says whether its bits are defined. Where they are not, and are inspected, any NaN first becomes 0x7fc00000
//! (0x7ff8000000000000).

use super::{Lowering, by_width};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{self, Op, ValueId};

/// A scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Val {
    /// An f32 or f64 from arithmetic: a NaN has undefined bits.
    Number(ValueId),
    /// An f32 or f64 with defined bits.
    Exact(ValueId),
    /// The bits of any scalar, as i32 or i64.
    Bits(ValueId),
    /// All bits set or none.
    Mask(ValueId),
}

impl Val {
    /// The IR's value, of a type by the form.
    pub(super) fn id(self) -> ValueId {
        match self {
            Val::Number(v) | Val::Exact(v) | Val::Bits(v) | Val::Mask(v) => v,
        }
    }
}

impl Lowering<'_> {
    /// As an f32 or f64, for arithmetic: the bits of a NaN do not matter.
    pub(super) fn real(&mut self, value: Val, scalar: Scalar) -> ValueId {
        match value {
            Val::Number(v) | Val::Exact(v) => v,
            Val::Bits(_) | Val::Mask(_) => {
                let bits = self.bits(value, scalar);
                self.b
                    .emit1(by_width(scalar, Op::F32OfBits, Op::F64OfBits), &[bits])
            }
        }
    }

    /// As bits.
    pub(super) fn bits(&mut self, value: Val, scalar: Scalar) -> ValueId {
        let to_bits = by_width(scalar, Op::BitsOfF32, Op::BitsOfF64);
        match value {
            Val::Bits(v) => v,
            Val::Exact(v) => self.b.emit1(to_bits, &[v]),
            Val::Number(v) => {
                let v = self.one_nan(v, scalar);
                self.b.emit1(to_bits, &[v])
            }
            Val::Mask(m) => {
                let (ones, zero) = if scalar.is_wide() {
                    (self.b.i64(-1), self.b.i64(0))
                } else {
                    (self.b.i32(-1), self.b.i32(0))
                };
                self.b
                    .emit1(by_width(scalar, Op::SelectI, Op::SelectL), &[m, ones, zero])
            }
        }
    }

    /// The number, with any NaN replaced by the canonical NaN.
    fn one_nan(&mut self, v: ValueId, scalar: Scalar) -> ValueId {
        if scalar.is_wide() {
            return self.b.canonical_f64(v);
        }
        let nan = self.b.f32(f32::from_bits(0x7fc0_0000));
        let is_number = self.b.emit1(Op::FEq, &[v, v]);
        self.b.emit1(Op::SelectF, &[is_number, v, nan])
    }

    /// A form with defined bits.
    pub(super) fn exact(&mut self, value: Val, scalar: Scalar) -> Val {
        match value {
            Val::Number(v) => Val::Exact(self.one_nan(v, scalar)),
            other => other,
        }
    }

    /// Whether any bit is set.
    pub(super) fn truth(&mut self, value: Val, scalar: Scalar) -> ValueId {
        let bits = match value {
            Val::Mask(m) => return m,
            // Any NaN has a bit set.
            Val::Number(v) => self.bits(Val::Exact(v), scalar),
            other => self.bits(other, scalar),
        };
        let is_zero = if scalar.is_wide() {
            let zero = self.b.i64(0);
            self.b.emit1(Op::LEq, &[bits, zero])
        } else {
            let zero = self.b.i32(0);
            self.b.emit1(Op::IEq, &[bits, zero])
        };
        self.b.emit1(Op::MNot, &[is_zero])
    }

    /// The form in which scalars cross blocks. Integers cross as bits, others as f32 or f64. A NaN must preserve its
    /// bits if the variable may hold a pattern.
    pub(super) fn home(&mut self, value: Val, scalar: Scalar, is_pattern: bool) -> ValueId {
        if !scalar.is_real() {
            return self.bits(value, scalar);
        }
        let value = if is_pattern {
            self.exact(value, scalar)
        } else {
            value
        };
        self.real(value, scalar)
    }
}

/// The scalar that [`Lowering::home`] made.
pub(super) fn from_home(v: ValueId, scalar: Scalar, is_pattern: bool) -> Val {
    match (scalar.is_real(), is_pattern) {
        (false, _) => Val::Bits(v),
        (true, true) => Val::Exact(v),
        (true, false) => Val::Number(v),
    }
}

/// The IR type of the form that [`Lowering::home`] makes.
pub(super) fn home_type(scalar: Scalar) -> ir::Type {
    match scalar.machine() {
        Scalar::Float => ir::Type::F32,
        Scalar::Double => ir::Type::F64,
        Scalar::Long => ir::Type::I64,
        _ => ir::Type::I32,
    }
}
