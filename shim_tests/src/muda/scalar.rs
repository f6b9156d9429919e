//! Arithmetic on the bits of one number, from the specification and QUIRKS section 5 alone.

use super::tree::{Kind, Value};

pub(super) fn float(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The result of arithmetic. All NaN have the same bits.
pub(super) fn of_float(x: f32) -> u64 {
    if x.is_nan() {
        0x7fc0_0000
    } else {
        u64::from(x.to_bits())
    }
}

pub(super) fn of_double(x: f64) -> u64 {
    if x.is_nan() {
        0x7ff8 << 48
    } else {
        x.to_bits()
    }
}

/// A mathematical function of floats or doubles.
macro_rules! real_math {
    ($name:expr, $x:expr, $y:expr) => {
        match ($name, $x, $y) {
            ("abs", x, _) => x.abs(),
            ("min", x, y) if x < y => x,
            ("max", x, y) if x > y => x,
            ("min" | "max", _, y) => y,
            ("floor", x, _) => x.floor(),
            ("ceil", x, _) => x.ceil(),
            ("round", x, _) => x.round_ties_even(),
            ("sqrt", x, _) => x.sqrt(),
            ("trunc", x, _) => x.trunc(),
            ("sign", x, _) => f32::from(i8::from(x > 0.0) - i8::from(x < 0.0)).into(),
            ("mod", x, y) => x - (x / y).floor() * y,
            (_, x, _) => 1.0 / x,
        }
    };
}

pub(super) fn math(name: &str, kind: Kind, a: u64, b: u64) -> u64 {
    match kind {
        Kind::Float => of_float(real_math!(name, float(a), float(b))),
        Kind::Double => of_double(real_math!(name, f64::from_bits(a), f64::from_bits(b))),
        kind => {
            let (x, y) = (signed(kind, a), signed(kind, b));
            kind.cut(match name {
                "abs" => x.wrapping_abs(),
                "min" => x.min(y),
                "sign" => x.signum(),
                "mod" if y == 0 => x,
                "mod" => x.wrapping_sub(x.wrapping_div(y).wrapping_mul(y)),
                _ => x.max(y),
            } as u64)
        }
    }
}

pub(super) fn signed(kind: Kind, bits: u64) -> i64 {
    match kind.width() {
        32 => i64::from(bits as u32 as i32),
        _ => bits as i64,
    }
}

pub(super) fn binary(op: &str, kind: Kind, a: u64, b: u64) -> u64 {
    let truth = |x: bool| if x { kind.cut(u64::MAX) } else { 0 };
    let width = kind.width();
    let count = b as u32;
    match op {
        "&" => return a & b,
        "|" => return a | b,
        "^" => return a ^ b,
        "<<" | "<<<" | "<<|" | "<<<|" => {
            return if count < width {
                kind.cut(a << count)
            } else {
                0
            };
        }
        ">>" | ">>|" => return if count < width { a >> count } else { 0 },
        ">>>" | ">>>|" => return kind.cut((signed(kind, a) >> count.min(width - 1)) as u64),
        "<<@" | "<<|@" | ">>@" | ">>|@" => {
            let left = op.starts_with('<');
            let n = count % width;
            let n = if left { n } else { (width - n) % width };
            return match n {
                0 => a,
                n => kind.cut(a << n) | a >> (width - n),
            };
        }
        _ => {}
    }
    // Comparisons give a mask; NaN has no order.
    if kind.is_real() {
        let compared = match kind {
            Kind::Float => float(a).partial_cmp(&float(b)),
            _ => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
        };
        if let Some(result) = comparison(op, compared) {
            return truth(result);
        }
    }
    match kind {
        Kind::Float => {
            let (x, y) = (float(a), float(b));
            of_float(match op {
                "+" => x + y,
                "-" => x - y,
                "*" => x * y,
                _ => x / y,
            })
        }
        Kind::Double => {
            let (x, y) = (f64::from_bits(a), f64::from_bits(b));
            of_double(match op {
                "+" => x + y,
                "-" => x - y,
                "*" => x * y,
                _ => x / y,
            })
        }
        kind => {
            let (x, y) = (signed(kind, a), signed(kind, b));
            if let Some(result) = comparison(op, Some(x.cmp(&y))) {
                return truth(result);
            }
            kind.cut(match op {
                "+" => x.wrapping_add(y),
                "-" => x.wrapping_sub(y),
                "*" => x.wrapping_mul(y),
                _ if y == 0 => 0,
                _ => x.wrapping_div(y),
            } as u64)
        }
    }
}

pub(super) fn comparison(op: &str, order: Option<std::cmp::Ordering>) -> Option<bool> {
    use std::cmp::Ordering::*;
    Some(match op {
        "<" => order == Some(Less),
        "<=" => matches!(order, Some(Less | Equal)),
        ">" => order == Some(Greater),
        ">=" => matches!(order, Some(Greater | Equal)),
        "==" => order == Some(Equal),
        "!=" => order != Some(Equal),
        _ => return None,
    })
}

/// All 128 bits as one number. Component x is the lowest.
pub(super) fn shift_whole(op: &str, x: Value, n: u32) -> Value {
    let all = (0..4).fold(0u128, |all, i| all | u128::from(x[i]) << (32 * i));
    let shifted = match op {
        "<<" | "<<<" => all.checked_shl(n).unwrap_or(0),
        ">>" => all.checked_shr(n).unwrap_or(0),
        ">>>" => ((all as i128) >> n.min(127)) as u128,
        "<<@" => all.rotate_left(n % 128),
        _ => all.rotate_right(n % 128),
    };
    std::array::from_fn(|i| u64::from((shifted >> (32 * i)) as u32))
}

/// Truncates to an integer. Numbers out of range and NaN become the least integer.
pub(super) fn convert(bits: u64, from: Kind, to: Kind) -> u64 {
    let to_integer = |x: f64, least: f64, bits: u64| {
        if x >= least && x < -least {
            x.trunc() as i64 as u64
        } else {
            bits
        }
    };
    match (from, to) {
        (a, b) if a == b => bits,
        (Kind::Float | Kind::Double, Kind::Int | Kind::Long) => {
            let x = if from == Kind::Float {
                f64::from(float(bits))
            } else {
                f64::from_bits(bits)
            };
            match to {
                // −2147483648.5 truncates to the least int.
                Kind::Int => Kind::Int.cut(to_integer(x.trunc(), -2_147_483_648.0, 0x8000_0000)),
                _ => to_integer(x, -9_223_372_036_854_775_808.0, 1 << 63),
            }
        }
        (Kind::Float, _) => of_double(f64::from(float(bits))),
        (Kind::Double, _) => of_float(f64::from_bits(bits) as f32),
        (_, Kind::Float) => of_float(signed(from, bits) as f32),
        (_, Kind::Double) => of_double(signed(from, bits) as f64),
        (_, to) => to.cut(signed(from, bits) as u64),
    }
}
