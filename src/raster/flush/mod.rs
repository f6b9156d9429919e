//! Carries recorded work out: kernels first, then chunks of vertices, then tiles.
#![forbid(unsafe_code)]

pub(crate) mod chunk;
pub(crate) mod prepare;
pub(crate) mod recycled;
pub(crate) mod run;
pub(crate) mod wake_policy;
