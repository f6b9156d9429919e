//! Why a pixel is as it is: the same work once more, with kernels that write down what they do.
#![forbid(unsafe_code)]

pub(crate) mod explainer;
pub(crate) mod kernel;
pub(crate) mod replay;
pub(crate) mod result;
pub(crate) mod shadow;
