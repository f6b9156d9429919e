//! Evaluators, and the state of PN triangles (GL 1.5 section 5.1, NV_evaluators, ATI_pn_triangles).
//!
//! Commands: glMap*, glMapGrid*, glEvalCoord*, glEvalPoint*, glEvalMesh*, their NV forms, glPNTriangles*ATI. The
//! mathematics is in `crate::device::geometry`. The room is above `immediate` and `draw`, which take its vertices.

pub(crate) mod capabilities;
pub mod define;
pub mod general;
pub mod general_get;
pub mod general_mesh;
pub mod get;
pub mod map;
pub mod mesh;
pub mod pn_triangles;
