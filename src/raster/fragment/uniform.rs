//! The uniform array of the kernels of the fragment operations, in f32 units.
#![forbid(unsafe_code)]

pub(crate) const ALPHA_REFERENCE: u32 = 0;
pub(crate) const STENCIL_REFERENCE: u32 = 1;
pub(crate) const STENCIL_MASK: u32 = 2;
pub(crate) const STENCIL_WRITE_MASK: u32 = 3;
pub(crate) const BLEND_COLOR: u32 = 4;
pub(crate) const DEPTH_RANGE: u32 = 8;
pub(crate) const DEPTH_BOUNDS: u32 = 10;
pub(crate) const COUNT: u32 = 12;
