//! Fragment operations and colour clamping (GL 1.5 section 4.1).

pub(crate) mod capabilities;
pub mod color_clamp;
pub mod commands;
pub mod state;
