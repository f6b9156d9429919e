//! The lanes of a group, and conversions of numbers in them.

/// Lanes of one group: a 4×4 block of fragments, quad-major, or 16 vertices.
pub const LANES: usize = 16;

/// One f32 per lane.
pub type LanesF32 = [f32; LANES];

/// Each lane's number.
pub(crate) const LANE_NUMBERS: [u32; LANES] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The pixel offset (x, y) inside its 4×4 block of each lane: lanes 0–3 are the lower left quad.
pub const LANE_OFFSET: [(u8, u8); LANES] = {
    let mut offsets = [(0, 0); LANES];
    let mut lane = 0;
    while lane < LANES {
        let (quad, in_quad) = (lane / 4, lane % 4);
        offsets[lane] = (
            (2 * (quad % 2) + in_quad % 2) as u8,
            (2 * (quad / 2) + in_quad / 2) as u8,
        );
        lane += 1;
    }
    offsets
};

/// Truncates toward zero; NaN and values out of range give `i32::MIN`, as x86's conversion does. Unlike `as`, which
/// saturates and is compiled lane by lane, it vectorises.
#[inline(always)]
pub fn f32_to_i32(x: f32) -> i32 {
    let in_range = (-2147483648.0..2147483648.0).contains(&x);
    let number = if in_range { x } else { 0.0 };
    // SAFETY: `number` is neither NaN nor infinite, and its integer part fits.
    let truncated = unsafe { number.to_int_unchecked::<i32>() };
    if in_range { truncated } else { i32::MIN }
}

/// The same for an f64.
#[inline(always)]
pub fn f64_to_i32(x: f64) -> i32 {
    let in_range = x > -2147483649.0 && x < 2147483648.0;
    let number = if in_range { x } else { 0.0 };
    // SAFETY: `number` is neither NaN nor infinite, and its integer part fits.
    let truncated = unsafe { number.to_int_unchecked::<i32>() };
    if in_range { truncated } else { i32::MIN }
}

/// The same, to 64 bits.
#[inline(always)]
pub fn f64_to_i64(x: f64) -> i64 {
    let in_range = (-9223372036854775808.0..9223372036854775808.0).contains(&x);
    let number = if in_range { x } else { 0.0 };
    // SAFETY: `number` is neither NaN nor infinite, and its integer part fits.
    let truncated = unsafe { number.to_int_unchecked::<i64>() };
    if in_range { truncated } else { i64::MIN }
}
