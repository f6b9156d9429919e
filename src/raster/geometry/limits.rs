//! How far coordinates reach after clipping.
#![forbid(unsafe_code)]

/// Window coordinates of everything that reaches setup lie in ± this many pixels.
pub(crate) const GUARD_BAND: f64 = 16384.0;

/// w below this is clipped: the reciprocal of what remains is finite.
pub(crate) const SMALLEST_W: f64 = f32::MIN_POSITIVE as f64;
