//! Queries, fences, sync objects (GL 1.5 section 4.1.7, HP_occlusion_test, NV_occlusion_query, EXT_timer_query,
//! ARB_timer_query, NV_conditional_render, NV_fence, ARB_sync).
//!
//! # Main types
//!
//! - [`object::QueryState`]: the query objects of a context, the active queries, and the one counter of samples that pass.
//! - [`fence::FenceState`]: the fences of a context. [`sync::SyncObjects`]: the sync objects of a share group.
//!
//! # Invariants
//!
//! - Queries and fences belong to one context. Contexts share sync objects.
//! - At most one query of each target is active. The occlusion test counts in the counter of the query of samples.
//! - A result is always available, because its query carries out what was recorded.
//!
//! # Ways in
//!
//! Commands: names and results in [`object`], glBeginQuery and glEndQuery in [`active`], gl*OcclusionQuery*NV in [`occlusion`],
//! glQueryCounter in [`timer`], gl*ConditionalRender in [`conditional`], gl*FenceNV in [`fence`], gl*Sync in [`sync`]. A draw
//! takes its counter from [`object::QueryState::counter`]. HP's result is read by glGet, through
//! [`occlusion::take_test_result`].

pub mod active;
pub(crate) mod capabilities;
pub mod conditional;
pub mod fence;
pub mod object;
pub mod occlusion;
pub mod sync;
pub mod timer;

#[cfg(test)]
mod tests;
