//! Explains a pixel or a vertex: does the work once more, with kernels that record their steps.
//!
//! - [`explainer`] collects the explanation of a frame. [`result`](mod@result) is the explanation, as plain data.
//! - [`replay`] executes one flush for one pixel, primitive by primitive. [`shadow`] is the copy of the pixel's 4×4 block.
//! - [`kernel`] has interpreted kernels that report one lane.
//!
//! Invariant: both runs use the same setup, coverage and tile writer. They must end with the same pixel, which each flush
//! checks.
#![forbid(unsafe_code)]

pub(crate) mod explainer;
pub(crate) mod kernel;
pub(crate) mod replay;
pub(crate) mod result;
pub(crate) mod shadow;
