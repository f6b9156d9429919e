//! Occlusion queries and fences (GL 1.5 section 4.1.7, HP_occlusion_test, NV_occlusion_query, NV_fence).
//!
//! # Main types
//!
//! - [`occlusion::QueryState`]: the query objects of a context, the active query, and the one counter of samples that pass.
//! - [`fence::FenceState`]: the fences of a context.
//!
//! # Invariants
//!
//! - Queries and fences belong to one context. No share group holds them.
//! - At most one query is active. The occlusion test counts in the same counter.
//! - A result is always available, because its query carries out what was recorded.
//!
//! # Ways in
//!
//! Commands: glGenQueries to glGetQueryObject* and gl*OcclusionQuery*NV in [`occlusion`], gl*FenceNV in [`fence`]. A draw takes
//! its counter from [`occlusion::QueryState::counter`]. HP's result is read by glGet, through [`occlusion::take_test_result`].

pub(crate) mod capabilities;
pub mod fence;
pub mod occlusion;

#[cfg(test)]
mod tests;
