//! Colour and depth storage of windows, pbuffers, pixmaps and client buffers.
//!
//! **Invariant:** neutral between GLX, EGL and OSMesa, and without any GL enum. Only the doors know what an X visual is.
//!
//! - [`Config`] says what is stored: buffers, bits, samples.
//! - [`Surface`] always has storage of its own, so that drawing never waits for a window system.
//! - A [`Presenter`] shows a surface: at a swap, and at a flush after the front buffer was drawn to. X drawables are presenters,
//!   and so is the memory of OSMesa's callers.
//! - [`Accumulation`] is the accumulation buffer, which takes no memory before its first use.
//!
//! Contexts take [`Surface::buffers`] and compare [`Surface::version`]: a swap or a new size replaces the buffers, and a recorded
//! draw keeps those that it was recorded with.
#![forbid(unsafe_code)]

mod accumulation;
mod config;
mod drawable;
mod present;

#[cfg(test)]
mod tests;

pub use accumulation::Accumulation;
pub use config::Config;
pub use drawable::{Buffers, Frame, MAX_SIZE, Surface};
pub use present::{FramePresenter, Presenter, Region};
