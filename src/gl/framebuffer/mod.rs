//! Framebuffers of windows and of the application, renderbuffers, accumulation (GL 1.5 chapter 4, EXT_framebuffer_object,
//! ARB_framebuffer_object).
//!
//! Commands: those that name, bind and attach framebuffers and renderbuffers, glClear*, glDrawBuffer*, glReadBuffer, glAccum,
//! glBlitFramebuffer, glFlush, glFinish.
//!
//! `attached` is what an object holds. `status` and `target` derive from it what the object stores and where draws go; `object`
//! keeps both, and `state` binds objects. `bound` answers what the framebuffers in use store; draws, clears and queries ask it.

pub mod accumulation;
pub mod attached;
pub mod attachment;
pub mod blit;
pub(crate) mod bound;
pub mod draw_buffers;
pub(crate) mod frame;
pub mod object;
pub mod query;
pub mod render_target;
pub mod renderbuffer;
pub mod state;
pub mod status;
pub mod target;
pub mod window_buffers;

#[cfg(test)]
pub(crate) mod tests;
