//! The framebuffer state of a context: what is bound, and the buffers of the surface's framebuffer (GL 1.5 table 6.20).
#![forbid(unsafe_code)]

use super::attached::DrawBuffers;
use super::object::Framebuffer;
use super::renderbuffer::Renderbuffer;
use crate::gl::context::enums;
use crate::gl::texture_object::object::TextureHandle;
use crate::gl::{GlError, Result};
use std::sync::Arc;

/// Framebuffer state. Clear colour, depth and stencil stand with their attribute groups in `cx.fragment`.
#[derive(Debug, Clone, Default)]
pub struct FramebufferState {
    /// DRAW_BUFFERi; `None` until the first surface is bound: BACK with a back buffer, else FRONT.
    pub draw_buffers: Option<DrawBuffers>,
    /// READ_BUFFER; likewise.
    pub read_buffer: Option<u32>,
    /// ACCUM_CLEAR_VALUE, in [-1, 1].
    pub clear_accum: [f32; 4],
    /// DRAW_FRAMEBUFFER_BINDING; `None` for the surface's framebuffer.
    pub draw: Option<Arc<Framebuffer>>,
    /// READ_FRAMEBUFFER_BINDING; `None` for the surface's framebuffer.
    pub read: Option<Arc<Framebuffer>>,
    /// RENDERBUFFER_BINDING
    pub renderbuffer: Option<Arc<Renderbuffer>>,
}

impl FramebufferState {
    /// The framebuffer object that a target names; `None` for the surface's framebuffer. INVALID_ENUM for a target that is
    /// none.
    pub(crate) fn object_of(&self, target: u32) -> Result<Option<Arc<Framebuffer>>> {
        match target {
            enums::FRAMEBUFFER | enums::DRAW_FRAMEBUFFER => Ok(self.draw.clone()),
            enums::READ_FRAMEBUFFER => Ok(self.read.clone()),
            _ => Err(GlError::invalid_enum("no target of framebuffers")),
        }
    }

    /// Takes the images of a texture that is being deleted away from the bound framebuffers.
    pub(crate) fn detach_texture(&self, texture: &Arc<TextureHandle>) {
        for framebuffer in [&self.draw, &self.read].into_iter().flatten() {
            framebuffer.detach(|attachment| attachment.is_texture(texture));
        }
    }
}
