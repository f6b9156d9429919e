//! What a draw is: the types that callers fill. Nothing here computes.
//!
//! - [`draw_call`]: vertices, programs, rasterization state and target, as [`DrawState`](draw_call::DrawState) and beside it.
//! - [`conventions`]: how an API counts coordinates and vertices.
//! - [`fragment_operations`]: tests, blending and logic operation, divided into what changes kernels
//!   ([`FragmentOps`](fragment_operations::FragmentOps)) and what does not
//!   ([`FragmentOpsValues`](fragment_operations::FragmentOpsValues)).
//!
//! Invariants: everything is plain data with no API's names. Data that callers share with recorded draws is in `Arc`s, and
//! nobody changes it after the draw is recorded.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub(crate) mod conventions;
pub(crate) mod draw_call;
pub(crate) mod fragment_operations;
