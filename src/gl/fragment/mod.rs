//! Fragment operations and colour clamping (GL 1.5 section 4.1).

pub mod color_clamp;
pub mod commands;
pub mod state;
