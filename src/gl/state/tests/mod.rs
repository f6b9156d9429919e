//! Tests of this room.

pub(crate) mod names;
pub(crate) mod state;
