//! What a draw is: the types that callers fill, and nothing that computes.
//!
//! - [`draw_call`]: vertices, programs, rasterization state and target, as [`DrawState`](draw_call::DrawState) and beside it.
//! - [`conventions`]: how an API counts coordinates and vertices.
//! - [`fragment_operations`]: what becomes of fragments, divided into what changes code
//!   ([`FragmentOps`](fragment_operations::FragmentOps)) and what does not
//!   ([`FragmentOpsValues`](fragment_operations::FragmentOpsValues)).
//!
//! Invariants: everything is plain data with no API's names. Data that callers share with recorded draws is in `Arc`s
//! and does not change any more.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub(crate) mod conventions;
pub(crate) mod draw_call;
pub(crate) mod fragment_operations;
