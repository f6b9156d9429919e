//! The fixed-function pipeline as programs: a key of plain data, filled by `gl`, → a [`super::BoundProgram`].
//!
//! A key holds just what changes code; numbers (colours, matrices, planes) come through the bindings.

pub mod fragment;
mod fragment_build;
mod texture_environment;
pub mod vertex;
mod vertex_build;
mod vertex_lighting;
