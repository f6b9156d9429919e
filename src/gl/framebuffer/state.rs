//! The framebuffer state of a context: what is bound, and the buffers of the surface's framebuffer (GL 1.5 table 6.20).
#![forbid(unsafe_code)]

use super::color_buffer::{ColorBuffer, DrawBuffers};
use super::object::Framebuffer;
use super::renderbuffer::Renderbuffer;
use crate::gl::context::enums;
use crate::gl::context::surfaces::Surfaces;
use crate::gl::texture_object::object::TextureHandle;
use crate::gl::{GlError, Result};
use crate::surface::Surface;
use std::sync::Arc;

/// A target of framebuffers, for queries and attachments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// DRAW_FRAMEBUFFER, and FRAMEBUFFER where a command means one framebuffer.
    Draw,
    /// READ_FRAMEBUFFER
    Read,
}

impl Target {
    /// The target with this name. Gives INVALID_ENUM for another name.
    pub(crate) fn checked(name: u32) -> Result<Target> {
        match name {
            enums::FRAMEBUFFER | enums::DRAW_FRAMEBUFFER => Ok(Target::Draw),
            enums::READ_FRAMEBUFFER => Ok(Target::Read),
            _ => Err(GlError::invalid_enum("no target of framebuffers")),
        }
    }

    /// The surface that the target means while no framebuffer object is bound.
    pub(crate) fn surface(self, surfaces: &Surfaces) -> Option<&Arc<Surface>> {
        match self {
            Target::Draw => surfaces.draw.as_ref(),
            Target::Read => surfaces.read.as_ref(),
        }
    }
}

/// Framebuffer state. Clear colour, depth and stencil stand with their attribute groups in `cx.fragment`.
#[derive(Debug, Clone, Default)]
pub struct FramebufferState {
    /// DRAW_BUFFERi; `None` until the first surface is bound: BACK with a back buffer, else FRONT.
    pub draw_buffers: Option<DrawBuffers>,
    /// READ_BUFFER; likewise.
    pub read_buffer: Option<ColorBuffer>,
    /// ACCUM_CLEAR_VALUE, in [-1, 1].
    pub clear_accum: [f32; 4],
    /// DRAW_FRAMEBUFFER_BINDING; `None` for the surface's framebuffer.
    pub draw: Option<Arc<Framebuffer>>,
    /// READ_FRAMEBUFFER_BINDING; `None` for the surface's framebuffer.
    pub read: Option<Arc<Framebuffer>>,
    /// `None` for name 0.
    pub renderbuffer: Option<Arc<Renderbuffer>>,
}

impl FramebufferState {
    /// The framebuffer object that a target names; `None` for the surface's framebuffer. INVALID_ENUM for a target that is
    /// none.
    pub(crate) fn object_of(&self, target: u32) -> Result<Option<Arc<Framebuffer>>> {
        Ok(match Target::checked(target)? {
            Target::Draw => self.draw.clone(),
            Target::Read => self.read.clone(),
        })
    }

    /// Takes the images of a texture that is being deleted away from the bound framebuffers.
    pub(crate) fn detach_texture(&self, texture: &Arc<TextureHandle>) {
        for framebuffer in [&self.draw, &self.read].into_iter().flatten() {
            framebuffer.detach(|attachment| attachment.is_texture(texture));
        }
    }
}
