//! What a context has recorded since the last flush.
//!
//! - [`command`]: a recorded draw or clear. [`held`]: how many bytes all of them keep alive.
//! - [`vertices`]: the forms of a draw's vertices.
//! - [`merged_draw`] makes one draw of small ones; [`independent`] makes separate primitives of strips, fans and loops;
//!   [`vertex_bytes`] has packed vertices, with spare capacity.
//! - [`spare`], [`spare_states`]: the memory of what was drawn.
//!
//! Invariant: merging changes no picture. Draws for which it would (outlines, stipples, flat polygons) are recorded by
//! themselves.
#![forbid(unsafe_code)]

pub(crate) mod command;
pub(crate) mod held;
pub(crate) mod independent;
pub(crate) mod merged_draw;
pub(crate) mod spare;
pub(crate) mod spare_states;
pub(crate) mod vertex_bytes;
pub(crate) mod vertices;

#[cfg(test)]
mod tests;
