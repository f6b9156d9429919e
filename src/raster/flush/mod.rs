//! Executes recorded work: kernels first, then chunks of vertices, then tiles.
//!
//! - [`run`]: one flush to one target; [`prepare`]: the kernels and contexts of its states.
//! - [`jobs`]: what its vertex jobs do. [`chunk`](mod@chunk): the vertices and primitives of one chunk; [`wake_policy`]: whether a flush is worth waking workers for.
//! - [`recycled`]: memory for reuse by the next flush.
//!
//! Invariants: chunks are independent, and only a line stipple chains them. Pages are binned in the order of their
//! jobs, so the picture is the same for every number of workers.
#![forbid(unsafe_code)]

pub(crate) mod chunk;
mod jobs;
pub(crate) mod prepare;
pub(crate) mod recycled;
pub(crate) mod run;
pub(crate) mod wake_policy;

#[cfg(test)]
mod tests;
