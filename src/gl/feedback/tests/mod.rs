//! Tests of this room.

pub(crate) mod render_mode;
