//! Vertex arrays: state, pointers, and draws from them (GL 1.5 section 2.8).
//!
//! `state` holds the arrays. Pointer commands are in `pointer`, and by extension in `ext`, `object_ati`, `variant` and
//! `weight`. Enables are in `client_state`, queries in `get`.
//!
//! A draw starts in `draw` (or `element_ati`), and `primitive_restart` cuts its elements. `feeds` decides which array feeds
//! which attribute. Few elements are packed by `packed`. All others are captured by `capture`, which copies client memory
//! through `client` and returns a `captured` draw.

pub(crate) mod capabilities;
pub mod capture;
pub(crate) mod captured;
pub(crate) mod client;
pub mod client_state;
pub mod draw;
pub mod element_ati;
pub mod ext;
pub(crate) mod feeds;
pub mod get;
pub mod memory_range;
pub mod object_ati;
pub(crate) mod packed;
pub mod pointer;
pub mod primitive_restart;
pub mod state;
pub mod variant;
pub mod weight;

#[cfg(test)]
pub(crate) mod tests;
