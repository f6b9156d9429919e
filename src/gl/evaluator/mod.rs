//! Evaluators (GL 1.5 section 5.1, NV_evaluators).
//!
//! # Main types
//!
//! - [`map::EvaluatorState`]: the maps of one and two dimensions, and the grids. [`map::Map`]: control points of one map.
//! - [`general::GeneralEvaluators`]: the maps of NV_evaluators.
//!
//! # Invariants
//!
//! - Control points are copied by glMap*, so that no address is kept.
//! - Evaluation changes no current value: its vertices have values of their own.
//! - The mathematics is in `crate::device::geometry`: curves and patches.
//! - Control points belong to no attribute group. EVAL_BIT saves enables and grids.
//!
//! # Ways in
//!
//! Commands: glMap* in [`define`]; glMapGrid*, glEvalCoord*, glEvalPoint*, glEvalMesh* in [`mesh`]; glGetMap* in [`get`];
//! NVIDIA's in [`general`], [`general_mesh`] and [`general_get`]. Evaluated vertices go through `gl::immediate`, meshes of
//! NVIDIA through `gl::draw`.

pub(crate) mod capabilities;
pub mod define;
pub mod general;
pub mod general_get;
pub mod general_mesh;
pub mod get;
pub mod map;
pub mod mesh;

#[cfg(test)]
mod tests;
