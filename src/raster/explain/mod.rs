//! Explains pixels: repeats the work with kernels that record their steps.
//!
//! - [`explainer`]: collects the explanation of a frame; [`result`](mod@result): the explanation, as plain data.
//! - [`replay`]: one flush for one pixel, primitive by primitive; [`shadow`]: the copy of its 4×4 block.
//! - [`kernel`]: interpreted kernels that report one lane.
//!
//! Invariant: the second run uses the setup, the coverage and the tile writer of the first one, and must end with the same pixel;
//! each flush compares them.
#![forbid(unsafe_code)]

pub(crate) mod explainer;
pub(crate) mod kernel;
pub(crate) mod replay;
pub(crate) mod result;
pub(crate) mod shadow;
