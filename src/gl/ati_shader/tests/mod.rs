//! Tests of this room.

pub(crate) mod commands;
