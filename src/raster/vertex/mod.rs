//! Vertices: indices → attributes → the vertex program → window coordinates.
//!
//! Takes a draw's [`VertexInput`](crate::raster::VertexInput) and gives the transformed vertices of a chunk, sixteen to a group.
//!
//! - [`sequence`]: which vertices a range of primitives uses; [`reuse`]: which of them are transformed once for several uses.
//! - [`element`]: what the bytes of one attribute mean; [`fetch`]: attributes of groups of vertices.
//! - [`transform`]: a vertex program with what it reads and stores; [`stage`]: that for whole draws, with its short form that
//!   computes places alone.
//! - [`varyings`]: which outputs a fragment program reads, in rows of four, and their layout.
//! - [`viewport`]: clip → window coordinates; [`window`]: outcodes and window coordinates by groups; [`gather`]: places side by
//!   side, which are looked up in registers.
//!
//! Invariants: a read outside an array gives zeros, never a fault. Coordinates of a vertex count where its outcode is 0.
//! The outputs of a program stay structure-of-arrays until [`window`] writes rows.
#![forbid(unsafe_code)]

pub(crate) mod element;
pub(crate) mod fetch;
pub(crate) mod gather;
pub(crate) mod reuse;
pub(crate) mod sequence;
pub(crate) mod stage;
pub(crate) mod transform;
pub(crate) mod varyings;
pub(crate) mod viewport;
pub(crate) mod window;
