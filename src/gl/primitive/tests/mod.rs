//! Tests of this room.

pub(crate) mod multisample;
pub(crate) mod polygon_smooth;
