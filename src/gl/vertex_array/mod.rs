//! Vertex arrays: state, pointers, and draws from them (GL 1.5 section 2.8).

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
