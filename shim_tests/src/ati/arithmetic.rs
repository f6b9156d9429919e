//! Operations and modifiers of the fragment machine, on numbers (ATI_fragment_shader tables 3.21 to 3.24).
//!
//! Sums of products are fused in the order of DESIGN section 3, so that results can be compared to the bit.

use super::enums::*;
use super::evaluate::Rgba;

/// Applies the argument modifiers of table 3.23.
pub(super) fn replicate(value: Rgba, rep: u32) -> Rgba {
    match rep {
        NONE => value,
        component => [value[(component - RED) as usize]; 4],
    }
}

/// With all modifiers the result is −(2 × ((1 − x) − 0.5)).
pub(super) fn modify(modifier: u32, mut x: f32) -> f32 {
    if modifier & arg_mod::COMP != 0 {
        x = 1.0 - x;
    }
    if modifier & arg_mod::BIAS != 0 {
        x -= 0.5;
    }
    if modifier & arg_mod::X2 != 0 {
        x *= 2.0;
    }
    if modifier & arg_mod::NEGATE != 0 {
        x = -x;
    }
    x
}

/// Scale, then saturate, then the range of registers.
pub(super) fn destination(modifier: u32, x: f32) -> f32 {
    let scale = match modifier & 0x3f {
        dst_mod::X2 => 2.0,
        dst_mod::X4 => 4.0,
        dst_mod::X8 => 8.0,
        dst_mod::HALF => 0.5,
        dst_mod::QUARTER => 0.25,
        dst_mod::EIGHTH => 0.125,
        _ => 1.0,
    };
    let x = x * scale;
    if modifier & dst_mod::SATURATE != 0 {
        saturate(x)
    } else {
        to_range(x)
    }
}

/// Clamps to the range of registers, −8 to 8 (QUIRKS 2.9). The texts do not mention NaN. It becomes −8, as it does in
/// the IR's max and min.
pub(super) fn to_range(x: f32) -> f32 {
    if x >= 8.0 {
        8.0
    } else if x > -8.0 {
        x
    } else {
        -8.0
    }
}

/// Clamps to 0 and 1. NaN becomes 0.
pub(super) fn saturate(x: f32) -> f32 {
    if x >= 1.0 {
        1.0
    } else if x > 0.0 {
        x
    } else {
        0.0
    }
}

/// Carries out an operation of table 3.21.
pub(super) fn apply(op: u32, a: &[Rgba]) -> Rgba {
    let each = |f: &dyn Fn(usize) -> f32| [f(0), f(1), f(2), f(3)];
    match op {
        MOV => a[0],
        ADD => each(&|c| a[0][c] + a[1][c]),
        SUB => each(&|c| a[0][c] - a[1][c]),
        MUL => each(&|c| a[0][c] * a[1][c]),
        MAD => each(&|c| a[0][c].mul_add(a[1][c], a[2][c])),
        LERP => each(&|c| lerp(a[0][c], a[1][c], a[2][c])),
        CND => each(&|c| if a[2][c] > 0.5 { a[0][c] } else { a[1][c] }),
        CND0 => each(&|c| if a[2][c] >= 0.0 { a[0][c] } else { a[1][c] }),
        DOT2_ADD => [dot(&a[0][..2], &a[1][..2]) + a[2][2]; 4],
        DOT3 => [dot(&a[0][..3], &a[1][..3]); 4],
        _ => [dot(&a[0], &a[1]); 4],
    }
}

/// fma(w, w', fma(z, z', fma(y, y', x·x')))
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sum = a[0] * b[0];
    for (x, y) in a.iter().zip(b).skip(1) {
        sum = x.mul_add(*y, sum);
    }
    sum
}

/// a·x + (1 − a)·y as fma(a, x, fma(−a, y, y))
pub(super) fn lerp(a: f32, x: f32, y: f32) -> f32 {
    a.mul_add(x, (-a).mul_add(y, y))
}
