//! Tests of this room.
#![forbid(unsafe_code)]

pub(crate) mod colour;
