//! Depths in the form in which planes store them: 24 bits.
#![forbid(unsafe_code)]

/// The greatest stored depth. It stands for 1.
pub(crate) const DEPTH_MAX: u32 = 0xff_ffff;

/// Converts a depth to 24 bits, rounded to nearest. It is clamped to [0, 1], and NaN becomes 0. Kernels compute the same bits.
pub(crate) fn depth_to_fixed24(depth: f32) -> u32 {
    let clamped = if depth > 0.0 { depth.min(1.0) } else { 0.0 };
    (clamped * DEPTH_MAX as f32).round_ties_even() as u32
}
