//! Framebuffers of windows and of the application, renderbuffers, clears, blits and accumulation (GL 1.5 chapter 4,
//! EXT_framebuffer_object, ARB_framebuffer_object).
//!
//! # Main types
//!
//! - [`object::Framebuffer`]: a framebuffer object: its [`attached::Attachments`], and what is derived from them.
//! - [`attached::Attachment`]: a renderbuffer or an image of a texture. [`renderbuffer::Renderbuffer`]: an image without a texture.
//! - [`status::FramebufferFacts`]: whether an object is complete, its size, and what it stores. [`target::ObjectTarget`]: its
//!   planes.
//! - [`state::FramebufferState`]: what a context has bound, and the buffers of the window.
//! - [`bound::BoundFramebuffer`]: the framebuffer in use, an object or a window.
//!
//! # Invariants
//!
//! - Facts and target of an object are recomputed when `ShareGroup::framebuffer_revision` has changed, and only then.
//! - A draw marks the planes of textures that it writes ([`render_target`]). A reader of these texels copies the plane first.
//! - Every reader finishes what is recorded before it takes a plane ([`frame`]).
//!
//! # Ways in
//!
//! Commands: objects in [`object`], [`attachment`], [`renderbuffer`], [`status`], [`query`]; buffers in [`draw_buffers`]; glClear,
//! glFlush and glFinish in [`window_buffers`]; glAccum in [`accumulation`]; glBlitFramebuffer in [`blit`]. A draw takes
//! [`render_target::render_target`]. Queries and other draws ask [`bound::draw_framebuffer`] and [`bound::read_framebuffer`].

pub mod accumulation;
pub mod attached;
pub mod attachment;
pub mod blit;
pub(crate) mod bound;
pub mod color_buffer;
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
