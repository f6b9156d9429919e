//! Feedback and selection (GL 1.5 sections 5.2 and 5.3).
//!
//! Commands: glRenderMode, glFeedbackBuffer, glPassThrough, glSelectBuffer and those of the name stack. In both modes a
//! draw passes its call to [`render_mode`], and no fragments are made. The room uses the raster position of `transform`.

pub mod record;
pub mod render_mode;
pub mod selection;

#[cfg(test)]
pub(crate) mod tests;
