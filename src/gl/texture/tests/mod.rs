//! Tests of this room.

pub(crate) mod compressed;
pub(crate) mod compressed_errors;
pub(crate) mod env;
pub(crate) mod errors;
pub(crate) mod filter;
pub(crate) mod fixture;
pub(crate) mod format;
pub(crate) mod image;
pub(crate) mod object;
pub(crate) mod target;
