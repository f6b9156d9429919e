//! The planes that a primitive hands to the fragment kernels, by number.
//!
//! | plane | holds |
//! |---|---|
//! | 0, 1 | window x and y |
//! | 2 | window z |
//! | 3 | 1 / w |
//! | 4 | the divisor: 1 / w, or 1 when w is the same everywhere |
//! | 5 .. 5+n | (v − v0) / w of scalar i, and v0 as its fourth coefficient |
#![forbid(unsafe_code)]

pub(crate) const Z: usize = 2;
pub(crate) const INVERSE_W: usize = 3;
pub(crate) const DIVISOR: usize = 4;
pub(crate) const FIRST_SCALAR: usize = 5;
/// The coefficient that is a scalar's constant.
pub(crate) const CONSTANT: u32 = 3;
