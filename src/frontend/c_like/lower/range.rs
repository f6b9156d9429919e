//! Numbers of machines that compute integers as floats: which numbers a value can have, and what its constants are.
//!
//! Direct3D's shaders before model 4 have floats only. An unsigned integer is refused there unless it is known never to
//! be negative; so each value has an interval, from the constants, functions and operators that make it. Constants of
//! integers are kept beyond 32 bits, as the reference folds them: sums and products are exact, a negation rounds to a
//! float.

use super::value::{Val, Values};
use super::{Lowering, Stop};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::tree::{BinaryOp, Math};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Op, ValueId};
use rustc_hash::FxHashMap;

/// The least and the greatest number that a value can have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Range(pub(super) f64, pub(super) f64);

/// What is known of values.
pub(super) type Ranges = FxHashMap<ValueId, Range>;

impl Range {
    pub(super) const ALL: Range = Range(f64::NEG_INFINITY, f64::INFINITY);
    pub(super) const POSITIVE: Range = Range(0.0, f64::INFINITY);

    pub(super) fn one(x: f64) -> Range {
        Range(x, x)
    }

    /// The number, if there is just one.
    pub(super) fn constant(self) -> Option<f64> {
        (self.0 == self.1).then_some(self.0)
    }

    /// The least interval with the results at all four pairs of ends.
    fn of_ends(a: Range, b: Range, f: impl Fn(f64, f64) -> f64) -> Range {
        let ends = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
        if ends.iter().any(|x| x.is_nan()) {
            return Range::ALL;
        }
        let fold = |f: fn(f64, f64) -> f64| ends.iter().copied().reduce(f).unwrap_or(0.0);
        Range(fold(f64::min), fold(f64::max))
    }

    pub(super) fn sum(a: Range, b: Range) -> Range {
        Range(a.0 + b.0, a.1 + b.1)
    }

    pub(super) fn difference(a: Range, b: Range) -> Range {
        Range(a.0 - b.1, a.1 - b.0)
    }

    pub(super) fn quotient(a: Range, b: Range) -> Range {
        if b.0 > 0.0 || b.1 < 0.0 {
            // What is divided by infinity is 0.
            Range::of_ends(a, b, |x, y| if y.is_infinite() { 0.0 } else { x / y })
        } else {
            Range::ALL
        }
    }

    pub(super) fn remainder(a: Range, b: Range) -> Range {
        let most = a.1.max(-a.0).min(b.1.max(-b.0));
        Range(if a.0 < 0.0 { -most } else { 0.0 }, most)
    }

    pub(super) fn union(a: Range, b: Range) -> Range {
        Range(a.0.min(b.0), a.1.max(b.1))
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Range {
        Range(f(self.0), f(self.1))
    }
}

/// A product; a square is never negative.
pub(super) fn product([a, b]: [Range; 2], is_square: bool) -> Range {
    if is_square {
        return Range(0.0, (a.0 * a.0).max(a.1 * a.1));
    }
    // 0 times infinity is 0 here: an end that is 0 stays 0.
    Range::of_ends(a, b, |x, y| if x == 0.0 || y == 0.0 { 0.0 } else { x * y })
}

/// The interval of an operation's result, from those of its operands.
pub(super) fn range_of(op: Op, args: &[ValueId], of: impl Fn(usize) -> Range) -> Range {
    match op {
        Op::FAdd | Op::IAdd => Range::sum(of(0), of(1)),
        Op::FSub | Op::ISub => Range::difference(of(0), of(1)),
        Op::FMul | Op::IMul => product([of(0), of(1)], args[0] == args[1]),
        Op::FFma => Range::sum(product([of(0), of(1)], args[0] == args[1]), of(2)),
        Op::FDiv => Range::quotient(of(0), of(1)),
        Op::FNeg => Range(-of(0).1, -of(0).0),
        Op::FAbs => match of(0) {
            r if r.0 >= 0.0 => r,
            r => Range(0.0, r.1.max(-r.0)),
        },
        Op::FMin | Op::IMin => Range(of(0).0.min(of(1).0), of(0).1.min(of(1).1)),
        Op::FMax | Op::IMax => Range(of(0).0.max(of(1).0), of(0).1.max(of(1).1)),
        Op::FSqrt | Op::FExp | Op::FExp2 | Op::Exp2 | Op::FPow | Op::Pow => Range::POSITIVE,
        Op::FFloor => Range(of(0).0 - 1.0, of(0).1),
        Op::FCeil => Range(of(0).0, of(0).1 + 1.0),
        Op::FTrunc | Op::F32ToI32 => of(0).map(f64::trunc),
        Op::I32ToF32 => of(0),
        Op::SelectF | Op::SelectI => Range::union(of(1), of(2)),
        _ => Range::ALL,
    }
}

/// The library functions that are not defined for all numbers.
const DEFINED_IN_PARTS: &[&str] = &[
    "sqrt", "rsqrt", "asin", "acos", "log", "log2", "log10", "pow",
];

/// The results of library functions whose code says less of them.
pub(super) fn library_range(name: &str) -> Option<Range> {
    Some(match name {
        "frac" => Range(0.0, 1.0),
        "sin" | "cos" | "tanh" => Range(-1.0, 1.0),
        "abs" | "cosh" | "acos" | "length" | "distance" | "D3DCOLORtoUBYTE4" => Range::POSITIVE,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// What is known of a scalar.
    pub(super) fn range(&self, value: Val, scalar: Scalar) -> Range {
        let known = match value {
            Val::Number(v) | Val::Exact(v) | Val::Bits(v) => match (self.b.range(v), scalar) {
                // The bits of a known one have no sign.
                (Some(Range(x, y)), Scalar::UInt) if x == y && x < 0.0 => {
                    Some(Range::one(x + 4_294_967_296.0))
                }
                (known, _) => known,
            },
            Val::Mask(_) => Some(Range(0.0, 1.0)),
            Val::Input(slot) => self.b.input_range(slot),
            Val::Uniform(_) | Val::Undefined => None,
        };
        known.unwrap_or(match scalar {
            Scalar::UInt => Range::POSITIVE,
            _ => Range::ALL,
        })
    }

    /// The components of a library function's value that are no numbers, since its arguments lie outside of what it is
    /// defined for. Logarithms of negative numbers are refused at once, as the reference does.
    pub(super) fn undefined_lanes(
        &mut self,
        name: &str,
        values: &[Values],
    ) -> Result<Vec<usize>, Stop> {
        if !DEFINED_IN_PARTS.contains(&name) {
            return Ok(Vec::new());
        }
        let ranges = |all: &Values| -> Vec<Range> {
            all.iter().map(|v| self.range(*v, Scalar::Float)).collect()
        };
        let first = values.first().map(ranges).unwrap_or_default();
        let exponents = values.get(1).map(ranges).unwrap_or_default();
        let exponent = |i: usize| exponents.get(i).and_then(|r| r.constant());
        let is_negative = |r: &Range| r.1 < 0.0;
        let is_log = |i: usize| name.starts_with("log") || name == "pow" && exponent(i).is_none();
        let mut all = first.iter().enumerate();
        if all.any(|(i, r)| is_negative(r) && is_log(i)) {
            let why = "the logarithm of a number below 0";
            return Err(self.refuse(Rule::Hlsl(HlslRule::Machine(why, 4002))));
        }
        let is_undefined = |(i, r): &(usize, &Range)| match name {
            "asin" | "acos" => r.constant().is_some_and(|x| x.abs() > 1.0),
            "pow" => is_negative(r) && exponent(*i).is_some_and(|y| y.fract() != 0.0),
            _ => is_negative(r),
        };
        let lanes = first.iter().enumerate().filter(is_undefined);
        Ok(lanes.map(|(i, _)| i).collect())
    }

    fn refuse_negative(&mut self) {
        let why = "an unsigned number may become negative here, and these profiles count in floats: use int, and let switch choose by what is never negative, like max(n, 0)";
        let _ = self.refuse(Rule::Hlsl(HlslRule::Machine(why, 3548)));
    }

    /// An integer constant that may be beyond 32 bits.
    pub(super) fn long_constant(&mut self, x: f64) -> Val {
        let bits = x as i64;
        match i32::try_from(bits) {
            Ok(x) => Val::Bits(self.b.i32(x)),
            Err(_) => Val::Bits(self.b.fresh_i32(bits as i32, Range::one(x))),
        }
    }

    /// The value of a conversion to another kind, where it is more than the machine's conversion.
    pub(super) fn converted_range(&mut self, value: Val, from: Scalar, to: Scalar) -> Option<Val> {
        if !self.b.follows_ranges() {
            return None;
        }
        let range = self.range(value, from);
        let is_whole = |s: Scalar| matches!(s, Scalar::Int | Scalar::UInt);
        match (range.constant(), is_whole(from), to) {
            (_, _, Scalar::UInt)
                if range.0 < 0.0 && from != Scalar::Bool && !self.is_unset(value) =>
            {
                self.refuse_negative();
                None
            }
            // A constant that no int holds.
            (Some(x), true, _) if i32::try_from(x as i64).is_err() => match to {
                Scalar::Int | Scalar::UInt => Some(self.long_constant(x)),
                Scalar::Float | Scalar::Half => Some(Val::Exact(self.b.f32(x as f32))),
                _ => None,
            },
            _ => None,
        }
    }

    /// Keeps what is known of a number that each path brings a value of. One that nothing has written brings none.
    pub(super) fn keep_joined_range(&mut self, values: &[Val], made: Val, scalar: Scalar) {
        if !self.b.follows_ranges() {
            return;
        }
        let written = values.iter().filter(|v| !self.is_unset(**v));
        let ranges = written.map(|v| self.range(*v, scalar));
        let union = ranges.reduce(Range::union).unwrap_or(Range::POSITIVE);
        self.force_range(made, union);
    }

    /// Keeps what is known of a number that a loop carries from round to round.
    pub(super) fn force_range(&mut self, value: Val, range: Range) {
        if let Val::Number(v) | Val::Exact(v) | Val::Bits(v) = value {
            self.b.force_range(v, range);
        }
    }

    /// A number that comes from outside: what the text calls unsigned is never negative.
    pub(in crate::frontend::c_like) fn outside_number(&mut self, value: Val, to: Scalar) -> Val {
        let made = match to {
            Scalar::Float => value,
            to => self.convert_kind(value, Scalar::Float, to),
        };
        if to == Scalar::UInt && self.b.follows_ranges() {
            self.set_range(made, Range::POSITIVE);
        }
        made
    }

    /// min, max or abs of integers.
    pub(super) fn keep_math_range(&mut self, math: Math, args: &[Val], made: Val, scalar: Scalar) {
        if !self.b.follows_ranges() {
            return;
        }
        let ranges: Vec<Range> = args.iter().map(|v| self.range(*v, scalar)).collect();
        let range = match (math, &ranges[..]) {
            (Math::Min, [a, b]) => Range(a.0.min(b.0), a.1.min(b.1)),
            (Math::Max, [a, b]) => Range(a.0.max(b.0), a.1.max(b.1)),
            (Math::Abs, _) => Range::POSITIVE,
            _ => return,
        };
        self.set_range(made, range);
    }

    /// Keeps what is known of a converted number.
    pub(super) fn keep_range(&mut self, value: Val, made: Val, from: Scalar, to: Scalar) {
        if !self.b.follows_ranges() {
            return;
        }
        let range = self.range(value, from);
        let range = match to {
            Scalar::Int | Scalar::UInt => range.map(f64::trunc),
            _ => range,
        };
        self.set_range(made, range);
    }

    fn set_range(&mut self, value: Val, range: Range) {
        if let Val::Number(v) | Val::Exact(v) | Val::Bits(v) = value {
            self.b.set_range(v, range);
        }
    }

    /// −a of an integer that is a constant.
    pub(super) fn folded_negation(&mut self, a: Val, scalar: Scalar) -> Option<Val> {
        if !self.b.follows_ranges() || scalar.is_real() {
            return None;
        }
        let range = self.range(a, scalar);
        if scalar == Scalar::UInt && range.1 > 0.0 {
            self.refuse_negative();
            return None;
        }
        // The reference negates constants as floats.
        Some(self.long_constant(-f64::from(range.constant()? as f32)))
    }

    /// a op b of integers that are constants.
    pub(super) fn folded_integers(
        &mut self,
        op: BinaryOp,
        [a, b]: [Val; 2],
        scalar: Scalar,
    ) -> Option<Val> {
        if !self.b.follows_ranges() || scalar != Scalar::Int {
            return None;
        }
        let (x, y) = (
            self.range(a, scalar).constant()?,
            self.range(b, scalar).constant()?,
        );
        let value = match op {
            BinaryOp::Add => x + y,
            // The sum with the negated number, which is a float.
            BinaryOp::Subtract => x - f64::from(y as f32),
            BinaryOp::Multiply => x * y,
            BinaryOp::Divide if y != 0.0 => (x / y).trunc(),
            BinaryOp::Remainder if y != 0.0 => x % y,
            _ => return None,
        };
        Some(self.long_constant(value))
    }

    /// Keeps what is known of a op b of integers, and refuses unsigned ones that may be negative.
    pub(super) fn keep_integer_range(
        &mut self,
        op: BinaryOp,
        [a, b]: [Val; 2],
        made: Val,
        scalar: Scalar,
    ) {
        if !self.b.follows_ranges() {
            return;
        }
        let (x, y) = (self.range(a, scalar), self.range(b, scalar));
        let range = match op {
            BinaryOp::Add => Range::sum(x, y),
            BinaryOp::Subtract => Range::difference(x, y),
            BinaryOp::Multiply => product([x, y], a == b),
            BinaryOp::Divide if y == Range::one(0.0) => return,
            BinaryOp::Divide => Range::quotient(x, y).map(f64::trunc),
            BinaryOp::Remainder => Range::remainder(x, y),
            _ => return,
        };
        if scalar == Scalar::UInt && range.0 < 0.0 {
            return self.refuse_negative();
        }
        self.set_range(made, range);
    }

    /// Keeps what is known of a library function's value.
    pub(super) fn keep_library_range(&mut self, name: &str, values: &[Val]) {
        if let Some(range) = library_range(name) {
            for value in values {
                self.set_range(*value, range);
            }
        }
    }
}
