//! Colour and depth storage of windows, pbuffers, pixmaps and client buffers; neutral between GLX, EGL and OSMesa.
//!
//! A [`Surface`] has its own storage always; a [`Presenter`] shows it: at a swap, and at a flush after the front buffer
//! was drawn to. Nothing here knows a GL enum.
#![forbid(unsafe_code)]

mod accumulation;
mod config;
mod drawable;
mod present;

pub use accumulation::Accumulation;
pub use config::Config;
pub use drawable::{Buffers, MAX_SIZE, Surface};
pub use present::{Presenter, Region};
