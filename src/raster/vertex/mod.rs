//! Transforms vertices, sixteen to a group.
//!
//! **indices → attributes → the vertex program → window coordinates.**
//!
//! The room takes a draw's [`VertexInput`](crate::raster::VertexInput) and gives the transformed vertices of a chunk.
//!
//! - [`sequence`] says which vertices a range of primitives uses, and [`reuse`] which of them are transformed only once.
//! - [`element`] decodes one attribute of one vertex, and [`fetch`] attributes of groups of vertices.
//! - [`transform`] runs a vertex program over groups. [`stage`] has the program of a draw, and a short form that computes
//!   positions alone.
//! - [`varyings`] says which outputs a fragment program reads, and how they lie in rows of four.
//! - [`viewport`] turns clip coordinates into window coordinates. [`window`] does so for groups, and adds [`outcode`]s.
//!   [`gather`] finds the window coordinates of neighbours in registers.
//!
//! Invariants: a read outside an array gives zeros, never a fault. The coordinates of a vertex are valid where its outcode is
//! 0. The outputs of a program stay structure-of-arrays until [`window`] writes rows.
#![forbid(unsafe_code)]

pub(crate) mod element;
pub(crate) mod fetch;
pub(crate) mod gather;
pub(crate) mod outcode;
pub(crate) mod reuse;
pub(crate) mod sequence;
pub(crate) mod stage;
pub(crate) mod transform;
pub(crate) mod varyings;
pub(crate) mod viewport;
pub(crate) mod window;

#[cfg(test)]
mod tests;
