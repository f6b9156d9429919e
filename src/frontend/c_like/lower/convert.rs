//! Lowers conversions between kinds of numbers.

use super::value::Val;
use super::{Lowering, by_width};
use crate::frontend::c_like::small_real::rounded;
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Op, ValueId};

/// The greatest `fixed`: 2 − 2^-10.
const GREATEST_FIXED: f32 = 2.0 - 1.0 / 1024.0;

impl Lowering<'_> {
    /// Converts a number to another kind.
    pub(in crate::frontend::c_like) fn convert(
        &mut self,
        value: Val,
        from: Scalar,
        to: Scalar,
    ) -> Val {
        if from == to {
            return value;
        }
        if [from, to].contains(&Scalar::Fixed) && self.b.follows_ranges() {
            let _ = self.refuse_double();
            return value;
        }
        if let Some(own) = self.converted_range(value, from, to) {
            return own;
        }
        // What is known of a value needs one that is loaded.
        let value = match value {
            Val::Uniform(_) | Val::Input(_) if from == Scalar::UInt && self.b.follows_ranges() => {
                Val::Bits(self.bits(value, from))
            }
            value => value,
        };
        let made = self.convert_kind(value, from, to);
        self.keep_range(value, made, from, to);
        made
    }

    /// A scalar as another kind, without what is known of its number.
    pub(super) fn convert_kind(&mut self, value: Val, from: Scalar, to: Scalar) -> Val {
        match (from, to) {
            (Scalar::Bool, _) => return self.number_of_truth(value, to),
            (_, Scalar::Bool) => return Val::Mask(self.truth_of_number(value, from)),
            _ => {}
        }
        if let (Val::Mask(_), Scalar::Int, Scalar::Long) = (value, from, to) {
            return value;
        }
        let (source, target) = (from.machine(), to.machine());
        let converted = if source == target {
            value
        } else {
            match (source.is_real(), target.is_real()) {
                (true, true) => self.real_to_real(value, from, to),
                (true, false) => Val::Bits(self.real_to_integer(value, from, to)),
                // Integers never become NaN.
                (false, true) => Val::Exact(self.integer_to_real(value, from, to)),
                (false, false) => Val::Bits(self.integer_to_integer(value, from, to)),
            }
        };
        let converted = self.wrapped(converted, to);
        self.fitted(converted, to)
    }

    /// 1 or 0.
    fn number_of_truth(&mut self, value: Val, to: Scalar) -> Val {
        let mask = self.truth(value, Scalar::Bool);
        let [one, zero] = [1, 0].map(|x| self.integer(x, to));
        if !to.is_real() {
            let select = by_width(to, Op::SelectI, Op::SelectL);
            return Val::Bits(self.b.emit1(select, &[mask, one, zero]));
        }
        let [one, zero] = [1.0, 0.0].map(|x| match to {
            Scalar::Double => self.b.f64(x),
            _ => self.b.f32(x as f32),
        });
        let select = by_width(to, Op::SelectF, Op::SelectD);
        Val::Exact(self.b.emit1(select, &[mask, one, zero]))
    }

    /// Whether a number is not 0; a NaN is not.
    fn truth_of_number(&mut self, value: Val, from: Scalar) -> ValueId {
        if !from.is_real() {
            return self.truth(value, from);
        }
        let x = self.real(value, from);
        let zero = self.zero(from);
        let zero = self.real(zero, from);
        self.b.emit1(by_width(from, Op::FNe, Op::DNe), &[x, zero])
    }

    /// A `fixed` clamped to [−2, 2), where the program's profile does that; a NaN gives −2. Other kinds as they are. Constants of
    /// kinds smaller than `float` are rounded where the language does that.
    pub(super) fn fitted(&mut self, value: Val, scalar: Scalar) -> Val {
        if self.module.rounds_small_constants
            && let Some(rounded) = self.small_constant(value, scalar)
        {
            return rounded;
        }
        if scalar != Scalar::Fixed || !self.module.clamps_fixed {
            return value;
        }
        let x = self.real(value, scalar);
        let (least, greatest) = (self.b.f32(-2.0), self.b.f32(GREATEST_FIXED));
        let x = self.b.emit1(Op::FMax, &[x, least]);
        Val::Number(self.b.emit1(Op::FMin, &[x, greatest]))
    }

    /// A constant of the kind `half` or `fixed`, rounded.
    fn small_constant(&mut self, value: Val, scalar: Scalar) -> Option<Val> {
        if !matches!(scalar, Scalar::Half | Scalar::Fixed) {
            return None;
        }
        let (Val::Number(v) | Val::Exact(v)) = value else {
            return None;
        };
        let x = f32::from_bits(self.b.known(v)? as u32);
        let rounded = rounded(x.into(), scalar) as f32;
        Some(Val::Exact(self.b.f32(rounded)))
    }

    /// The lowest bits of an integer of less than 32 bits, with the sign that its kind has.
    fn wrapped(&mut self, value: Val, to: Scalar) -> Val {
        let (spare, shift) = match to {
            Scalar::Char => (24, Op::IShrS),
            Scalar::UChar => (24, Op::IShrU),
            Scalar::Short => (16, Op::IShrS),
            Scalar::UShort => (16, Op::IShrU),
            _ => return value,
        };
        let bits = self.bits(value, to);
        let spare = self.b.i32(spare);
        let high = self.b.emit1(Op::IShl, &[bits, spare]);
        Val::Bits(self.b.emit1(shift, &[high, spare]))
    }

    fn real_to_real(&mut self, value: Val, from: Scalar, to: Scalar) -> Val {
        let v = self.real(value, from);
        let op = if to.is_wide() {
            Op::F32ToF64
        } else {
            Op::F64ToF32
        };
        Val::Number(self.b.emit1(op, &[v]))
    }

    /// Truncates. Beyond 2^31 (2^63) an integer without a sign takes the part beyond, and sets the highest bit.
    fn real_to_integer(&mut self, value: Val, from: Scalar, to: Scalar) -> ValueId {
        // A float becomes a double first where the integer has 64 bits, as the IR converts only doubles to these.
        let mut v = self.real(value, from);
        if to.is_wide() && !from.is_wide() {
            v = self.b.emit1(Op::F32ToF64, &[v]);
        }
        let is_double = from.is_wide() || to.is_wide();
        let convert = match (is_double, to.is_wide()) {
            (_, true) => Op::F64ToI64,
            (true, false) => Op::F64ToI32,
            (false, false) => Op::F32ToI32,
        };
        let near = self.b.emit1(convert, &[v]);
        if !matches!(to, Scalar::UInt | Scalar::ULong) {
            return near;
        }
        // An integer without a sign is two conversions: one of the value, one of the part beyond the signed range.
        let limit = if to.is_wide() { 63 } else { 31 };
        let (limit, subtract, less) = if is_double {
            (self.b.f64((1u64 << limit) as f64), Op::DSub, Op::DLt)
        } else {
            (self.b.f32((1u64 << limit) as f32), Op::FSub, Op::FLt)
        };
        // The lanes below the limit take the first conversion, the others the second with the highest bit set.
        let is_near = self.b.emit1(less, &[v, limit]);
        let beyond = self.b.emit1(subtract, &[v, limit]);
        let beyond = self.b.emit1(convert, &[beyond]);
        let highest = self.integer(
            if to.is_wide() {
                i64::MIN
            } else {
                i32::MIN.into()
            },
            to,
        );
        let far = self
            .b
            .emit1(by_width(to, Op::IXor, Op::LXor), &[beyond, highest]);
        self.b.emit1(
            by_width(to, Op::SelectI, Op::SelectL),
            &[is_near, near, far],
        )
    }

    fn integer_to_real(&mut self, value: Val, from: Scalar, to: Scalar) -> ValueId {
        let v = self.bits(value, from);
        if !matches!(from, Scalar::UInt | Scalar::ULong) {
            return self.signed_to_real(v, from, to);
        }
        // Half of the number with the lowest bit kept has no sign and rounds alike; its double is exact.
        let (zero, one) = (self.integer(0, from), self.integer(1, from));
        let count = self.b.i32(1);
        let half = self
            .b
            .emit1(by_width(from, Op::IShrU, Op::LShrU), &[v, count]);
        let lowest = self.b.emit1(by_width(from, Op::IAnd, Op::LAnd), &[v, one]);
        let half = self
            .b
            .emit1(by_width(from, Op::IOr, Op::LOr), &[half, lowest]);
        let [near, half] = [v, half].map(|v| self.signed_to_real(v, from, to));
        let far = self
            .b
            .emit1(by_width(to, Op::FAdd, Op::DAdd), &[half, half]);
        let is_far = self.b.emit1(by_width(from, Op::ILt, Op::LLt), &[v, zero]);
        self.b
            .emit1(by_width(to, Op::SelectF, Op::SelectD), &[is_far, far, near])
    }

    fn signed_to_real(&mut self, v: ValueId, from: Scalar, to: Scalar) -> ValueId {
        match (from.is_wide(), to.is_wide()) {
            (false, false) => self.b.emit1(Op::I32ToF32, &[v]),
            (false, true) => self.b.emit1(Op::I32ToF64, &[v]),
            (true, true) => self.b.emit1(Op::I64ToF64, &[v]),
            (true, false) => self.long_to_float(v),
        }
    }

    /// Loses the upper half, or gets one: the sign, or zeros.
    fn integer_to_integer(&mut self, value: Val, from: Scalar, to: Scalar) -> ValueId {
        let v = self.bits(value, from);
        if from.is_wide() {
            return self.b.emit1(Op::I64Lo, &[v]);
        }
        debug_assert!(to.is_wide(), "integers of one width are not converted");
        let v = self.b.emit1(Op::I32ToI64, &[v]);
        if !from.is_unsigned() {
            return v;
        }
        let low = self.b.i64(0xffff_ffff);
        self.b.emit1(Op::LAnd, &[v, low])
    }

    /// Rounds once. A long of more than 53 bits first loses its lowest 11, which leave one sticky bit. It is then exact
    /// as a double, and rounds to a float as the long itself would.
    fn long_to_float(&mut self, x: ValueId) -> ValueId {
        let (low, sticky) = (self.b.i64(0x7ff), self.b.i64(0x800));
        let (zero, one) = (self.b.i64(0), self.b.i64(1));
        let rest = self.b.emit1(Op::LAnd, &[x, low]);
        let high = self.b.emit1(Op::LXor, &[x, rest]);
        let is_exact = self.b.emit1(Op::LEq, &[rest, zero]);
        let sticky = self.b.emit1(Op::SelectL, &[is_exact, zero, sticky]);
        let shortened = self.b.emit1(Op::LOr, &[high, sticky]);
        // Tests whether the bits from 53 on are more than a sign: otherwise (x >> 53) + 1 is 0 or 1.
        let count = self.b.i32(53);
        let top = self.b.emit1(Op::LShrS, &[x, count]);
        let top = self.b.emit1(Op::LAdd, &[top, one]);
        let is_long = self.b.emit1(Op::LULt, &[one, top]);
        let x = self.b.emit1(Op::SelectL, &[is_long, shortened, x]);
        let x = self.b.emit1(Op::I64ToF64, &[x]);
        self.b.emit1(Op::F64ToF32, &[x])
    }
}
