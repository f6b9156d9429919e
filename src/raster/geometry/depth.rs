//! Depths as planes store them: 24 bits.
#![forbid(unsafe_code)]

/// The greatest depth value.
pub(crate) const DEPTH_MAX: u32 = 0xff_ffff;

/// A depth in [0, 1] (clamped; NaN is 0) as 24 bits, rounded to nearest. The kernel computes the same bits.
pub(crate) fn depth_to_fixed24(depth: f32) -> u32 {
    let clamped = if depth > 0.0 { depth.min(1.0) } else { 0.0 };
    (clamped * DEPTH_MAX as f32).round_ties_even() as u32
}
