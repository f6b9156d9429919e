//! Occlusion queries and fences (GL 1.5 section 4.1.7, NV_fence).

pub mod fence;
pub mod occlusion;
