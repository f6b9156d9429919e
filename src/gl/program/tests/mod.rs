//! Tests of this room.

pub(crate) mod fragment_coord;
