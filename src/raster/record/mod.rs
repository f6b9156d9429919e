//! What a context has recorded since the last flush.
//!
//! - [`command`]: a recorded draw or clear, and how many bytes it keeps alive.
//! - [`vertices`]: the forms in which a draw's vertices come.
//! - [`merged_draw`]: small draws that become one; [`independent`]: strips, fans and loops as separate primitives;
//!   [`vertex_bytes`]: packed vertices, and room for more.
//! - [`recycled_vertices`]: the memory of drawn vertices.
//!
//! Invariant: merging changes no picture. What would change it (outlines, stipples, flat polygons) stays by itself.
#![forbid(unsafe_code)]

pub(crate) mod command;
pub(crate) mod independent;
pub(crate) mod merged_draw;
pub(crate) mod recycled_vertices;
pub(crate) mod vertex_bytes;
pub(crate) mod vertices;
