//! Occlusion queries and fences (GL 1.5 section 4.1.7, HP_occlusion_test, NV_occlusion_query, NV_fence).
//!
//! Commands: glGenQueries to glGetQueryObject*, gl*OcclusionQuery*NV, gl*FenceNV. Draws count the samples that pass in the
//! counter of [`occlusion::QueryState`]. The room uses only `context`.

pub(crate) mod capabilities;
pub mod fence;
pub mod occlusion;
