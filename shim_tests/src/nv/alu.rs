//! Computes each operation, one vector at a time (ARB_vertex_program 2.14.5, the option's sections 2.14.5.28 to
//! 2.14.5.42).
//!
//! QUIRKS sections 0 and 1 decide what these leave open. A formula with several roundings has those of DESIGN section 3.

use super::ast::{Native, Opcode};
use super::math::Math;

/// Returns the components of the result. `None` is not written (w of XPD, QUIRKS 0.19).
pub fn compute(
    math: &Math,
    op: Opcode,
    s: &[[f32; 4]; 3],
    native: Option<Native>,
) -> [Option<f32>; 4] {
    let own = match native {
        None => None,
        Some(Native::Vp20) => second(math, op, s),
        Some(_) => first(math, op, s),
    };
    if let Some(result) = own {
        return result.map(Some);
    }
    let [x, y, z] = s;
    let unary = |f: &dyn Fn(f32) -> f32| x.map(|a| Some(f(a)));
    let binary = |f: &dyn Fn(f32, f32) -> f32| std::array::from_fn(|c| Some(f(x[c], y[c])));
    let compare = |f: &dyn Fn(f32, f32) -> bool| {
        std::array::from_fn(|c| Some(if f(x[c], y[c]) { 1.0 } else { 0.0 }))
    };
    match op {
        Opcode::Abs => unary(&f32::abs),
        Opcode::Flr => unary(&f32::floor),
        Opcode::Frc => unary(&fraction),
        Opcode::Mov | Opcode::Swz => x.map(Some),
        Opcode::Ssg => unary(&sign),
        Opcode::Add => binary(&|a, b| a + b),
        Opcode::Sub => binary(&|a, b| a - b),
        Opcode::Mul => binary(&|a, b| a * b),
        Opcode::Max => binary(&maximum),
        Opcode::Min => binary(&minimum),
        Opcode::Mad => std::array::from_fn(|c| Some(x[c].mul_add(y[c], z[c]))),
        Opcode::Seq => compare(&|a, b| a == b),
        Opcode::Sge => compare(&|a, b| a >= b),
        Opcode::Sgt => compare(&|a, b| a > b),
        Opcode::Sle => compare(&|a, b| a <= b),
        Opcode::Slt => compare(&|a, b| a < b),
        Opcode::Sne => compare(&|a, b| a != b),
        Opcode::Sfl => compare(&|_, _| false),
        Opcode::Str => compare(&|_, _| true),
        Opcode::Dst => [Some(1.0), Some(x[1] * y[1]), Some(x[2]), Some(y[3])],
        Opcode::Xpd => {
            let part = |i: usize, j: usize| Some(x[i].mul_add(y[j], -(x[j] * y[i])));
            [part(1, 2), part(2, 0), part(0, 1), None]
        }
        Opcode::Lit => lit(math, x).map(Some),
        Opcode::Exp => {
            let floor = x[0].floor();
            [math.exp2(floor), fraction(x[0]), math.exp2(x[0]), 1.0].map(Some)
        }
        Opcode::Log => log(math, x[0].abs()).map(Some),
        Opcode::Ara | Opcode::Arl | Opcode::Arr => unreachable!("an address operation"),
        _ => [Some(scalar(math, op, x, y)); 4],
    }
}

/// The operations that differ by NV_vertex_program 2.14.1.10 and .11.
fn first(math: &Math, op: Opcode, [x, y, _]: &[[f32; 4]; 3]) -> Option<[f32; 4]> {
    let each = |f: &dyn Fn(f32, f32) -> f32| std::array::from_fn(|c| f(x[c], y[c]));
    // −0 comes before +0. NaN, which is positive, comes after everything.
    let place = |v: f32| match v {
        v if v.is_nan() => i64::MAX,
        v if v.is_sign_negative() => -1 - i64::from(v.to_bits() & 0x7fff_ffff),
        v => i64::from(v.to_bits()),
    };
    let truth = |b: bool| if b { 1.0 } else { 0.0 };
    Some(match op {
        Opcode::Slt => each(&|a, b| truth(place(a) < place(b))),
        Opcode::Sge => each(&|a, b| truth(place(a) >= place(b))),
        Opcode::Min => each(&|a, b| match (a.is_nan(), b.is_nan()) {
            (true, _) => b,
            (_, true) => a,
            _ => {
                if a < b {
                    a
                } else {
                    b
                }
            }
        }),
        Opcode::Max => each(&|a, b| match (a.is_nan(), b.is_nan()) {
            (true, _) => b,
            (_, true) => a,
            _ => {
                if a >= b {
                    a
                } else {
                    b
                }
            }
        }),
        Opcode::Exp => {
            let power = math.exp2(x[0].floor());
            match power {
                p if p == 0.0 || p == f32::INFINITY => [p, 0.0, p, 1.0],
                p => [p, fraction(x[0]), math.exp2(x[0]), 1.0],
            }
        }
        Opcode::Lit => lit_with_nans(math, x),
        _ => return None,
    })
}

/// The operations that differ by NV_vertex_program2 2.14.3.
fn second(math: &Math, op: Opcode, [x, y, _]: &[[f32; 4]; 3]) -> Option<[f32; 4]> {
    let each = |f: &dyn Fn(f32, f32) -> f32| {
        std::array::from_fn(|c| {
            if x[c].is_nan() || y[c].is_nan() {
                f32::NAN
            } else {
                f(x[c], y[c])
            }
        })
    };
    let truth = |b: bool| if b { 1.0 } else { 0.0 };
    // The sign of zero: max(-0, +0) is +0 and min(-0, +0) is -0, whichever comes first.
    let negative = |a: f32, b: f32| (a.is_sign_negative(), b.is_sign_negative());
    Some(match op {
        Opcode::Seq => each(&|a, b| truth(a == b)),
        Opcode::Sge => each(&|a, b| truth(a >= b)),
        Opcode::Sgt => each(&|a, b| truth(a > b)),
        Opcode::Sle => each(&|a, b| truth(a <= b)),
        Opcode::Slt => each(&|a, b| truth(a < b)),
        Opcode::Sne => each(&|a, b| truth(a != b)),
        Opcode::Max => each(&|a, b| match negative(a, b) {
            (true, false) if a == b => b,
            _ if a < b => b,
            _ => a,
        }),
        Opcode::Min => each(&|a, b| match negative(a, b) {
            (false, true) if a == b => b,
            _ if b < a => b,
            _ => a,
        }),
        Opcode::Rsq => [1.0 / x[0].sqrt(); 4],
        Opcode::Lit => lit_with_nans(math, x),
        _ => return None,
    })
}

/// LIT with clamps that compare with the limit, so that NaN stays NaN.
fn lit_with_nans(math: &Math, v: &[f32; 4]) -> [f32; 4] {
    let positive = |x: f32| if x < 0.0 { 0.0 } else { x };
    let (x, y) = (positive(v[0]), positive(v[1]));
    let exponent = exponent_of_lit(v[3]);
    let z = if x > 0.0 { math.pow(y, exponent) } else { 0.0 };
    [1.0, x, z, 1.0]
}

/// Clamps. NaN stays NaN.
fn exponent_of_lit(w: f32) -> f32 {
    let most = 128.0 - 1.0 / 256.0;
    match w {
        w if w < -most => -most,
        w if w > most => most,
        w => w,
    }
}

fn scalar(math: &Math, op: Opcode, x: &[f32; 4], y: &[f32; 4]) -> f32 {
    let dot3 = x[2].mul_add(y[2], x[1].mul_add(y[1], x[0] * y[0]));
    match op {
        Opcode::Dp3 => dot3,
        Opcode::Dp4 => x[3].mul_add(y[3], dot3),
        Opcode::Dph => dot3 + y[3],
        Opcode::Rcp => 1.0 / x[0],
        Opcode::Rcc => clamped_reciprocal(x[0]),
        Opcode::Rsq => 1.0 / x[0].abs().sqrt(),
        Opcode::Ex2 => math.exp2(x[0]),
        Opcode::Lg2 => math.log2(x[0]),
        Opcode::Pow => math.pow(x[0], y[0]),
        Opcode::Sin => math.sin(x[0]),
        Opcode::Cos => math.cos(x[0]),
        op => unreachable!("{op:?} has a vector result"),
    }
}

/// Returns the other operand where one is NaN. Otherwise it follows the text's pseudo-code (QUIRKS 0.23).
fn maximum(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if a > b => a,
        _ => b,
    }
}

fn minimum(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if a > b => b,
        _ => a,
    }
}

/// In [0, 1) (QUIRKS 0.20).
fn fraction(x: f32) -> f32 {
    let f = x - x.floor();
    if f >= 1.0 { 1.0f32.next_down() } else { f }
}

/// NaN stays (QUIRKS 1.22).
fn sign(x: f32) -> f32 {
    if x.is_nan() {
        x
    } else if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// Clamps on the side of the sign, with ±0 from ±infinity (QUIRKS 1.21).
fn clamped_reciprocal(x: f32) -> f32 {
    let (least, most) = (2.0f32.powi(-64), 2.0f32.powi(64));
    let r = 1.0 / x;
    if r.is_nan() {
        r
    } else if r.is_sign_positive() {
        r.clamp(least, most)
    } else {
        r.clamp(-most, -least)
    }
}

/// QUIRKS 0.16
fn lit(math: &Math, v: &[f32; 4]) -> [f32; 4] {
    let positive = |x: f32| if x > 0.0 { x } else { 0.0 };
    let exponent = exponent_of_lit(v[3]);
    let specular = if v[0] > 0.0 {
        math.pow(positive(v[1]), exponent)
    } else {
        0.0
    };
    [1.0, positive(v[0]), specular, 1.0]
}

/// Of |x| (QUIRKS 0.11).
fn log(math: &Math, x: f32) -> [f32; 4] {
    let z = math.log2(x);
    if x == 0.0 || x.is_infinite() {
        return [z, 1.0, z, 1.0];
    }
    if x.is_nan() {
        return [x, x, z, 1.0];
    }
    let (mut mantissa, mut exponent) = (f64::from(x), 0);
    while mantissa >= 2.0 {
        (mantissa, exponent) = (mantissa / 2.0, exponent + 1);
    }
    while mantissa < 1.0 {
        (mantissa, exponent) = (mantissa * 2.0, exponent - 1);
    }
    [exponent as f32, mantissa as f32, z, 1.0]
}

/// The integer that ARL, ARR and ARA write. It is in −512 ..= 511, and 0 for NaN (QUIRKS 1.4).
pub fn address(x: f64) -> i32 {
    if x.is_nan() {
        0
    } else {
        x.clamp(-512.0, 511.0) as i32
    }
}
