//! Feedback and selection (GL 1.5 sections 5.2 and 5.3).
//!
//! # Main types
//!
//! - [`render_mode::RenderModeState`]: the mode, and what each of the two modes records.
//! - [`selection::Selection`]: the name stack and the hit records. [`record::Feedback`]: the values of figure 5.2.
//!
//! # Invariants
//!
//! - In both modes no fragments are made.
//! - Records stay in the driver until glRenderMode copies them to the application's array. No other command writes to it.
//! - An array that is too small is no error: glRenderMode then returns −1.
//!
//! # Ways in
//!
//! Commands: glRenderMode in [`render_mode`], glFeedbackBuffer and glPassThrough in [`record`], glSelectBuffer and the name stack
//! in [`selection`]. `gl::draw::submit` passes a draw to [`render_mode::take_primitives`], and glRasterPos a position to
//! [`render_mode::take_raster_pos`].

pub mod record;
pub mod render_mode;
pub mod selection;

#[cfg(test)]
pub(crate) mod tests;
