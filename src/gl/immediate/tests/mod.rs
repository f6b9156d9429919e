//! Tests of this room.

pub(crate) mod errors;
pub(crate) mod formats;
