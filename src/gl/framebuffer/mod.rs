//! Framebuffers of windows and of the application, renderbuffers, accumulation (GL 1.5 chapter 4, EXT_framebuffer_object).

pub mod accumulation;
pub mod attachment;
pub mod blit;
pub(crate) mod bound;
pub mod draw_buffers;
pub(crate) mod frame;
pub mod object;
pub mod query;
pub mod renderbuffer;
pub mod status;
pub mod target;
pub mod window_buffers;

#[cfg(test)]
pub(crate) mod tests;
