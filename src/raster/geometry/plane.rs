//! The numbers of the planes that a primitive hands to the fragment kernels.
//!
//! | plane | holds |
//! |---|---|
//! | 0, 1 | window x and y |
//! | 2 | window z; the fourth coefficient is the polygon offset |
//! | 3 | 1 / w |
//! | 4 | the divisor: 1 / w, or 1 when w is the same everywhere |
//! | 5 .. 5+n | (v − v0) / w of each scalar; the fourth coefficient is v0, the value at vertex 0 |
#![forbid(unsafe_code)]

/// The plane of z in window coordinates.
pub(crate) const Z: usize = 2;
/// 1 / w.
pub(crate) const INVERSE_W: usize = 3;
/// The divisor of all scalars.
pub(crate) const DIVISOR: usize = 4;
/// The first of the interpolated scalars.
pub(crate) const FIRST_SCALAR: usize = 5;
/// The index of the coefficient that is added last: v0, or the polygon offset.
pub(crate) const CONSTANT: u32 = 3;
