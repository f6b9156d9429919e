//! The range of coordinates after clipping.
#![forbid(unsafe_code)]

/// All window coordinates that reach setup lie between minus and plus this number of pixels.
pub(crate) const GUARD_BAND: f64 = 16384.0;

/// Parts of primitives with a smaller w are clipped, so that 1 / w is finite.
pub(crate) const SMALLEST_W: f64 = f32::MIN_POSITIVE as f64;
