//! Assembly, clipping, culling.
#![forbid(unsafe_code)]

pub(crate) mod assembly;
pub(crate) mod chunk;
pub(crate) mod clip;
pub(crate) mod clip_and_cull;
pub(crate) mod context;
pub(crate) mod sink;
