//! Occlusion queries and fences (GL 1.5 section 4.1.7, NV_fence).

pub(crate) mod capabilities;
pub mod fence;
pub mod occlusion;
