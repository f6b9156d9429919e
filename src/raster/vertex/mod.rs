//! Vertices: fetch, the vertex kernel, window coordinates.
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
