//! What framebuffer objects hold: the images at their attachment points, and their draw and read buffers
//! (ARB_framebuffer_object 4.4.2).
#![forbid(unsafe_code)]

use super::color_buffer::{ColorBuffer, DrawBuffers};
use super::renderbuffer::Renderbuffer;
use crate::gl::texture_object::object::TextureHandle;
use std::sync::Arc;

/// The colour attachment points of a framebuffer object.
pub const MAX_COLOR_ATTACHMENTS: usize = 8;

/// Attachment points: colours, depth, stencil.
pub const ATTACHMENT_POINTS: usize = MAX_COLOR_ATTACHMENTS + 2;
/// The number of DEPTH_ATTACHMENT.
pub const DEPTH_POINT: usize = MAX_COLOR_ATTACHMENTS;
/// The number of STENCIL_ATTACHMENT.
pub const STENCIL_POINT: usize = MAX_COLOR_ATTACHMENTS + 1;

/// The face, level and layer of a texture that is attached.
#[derive(Debug, Clone)]
pub struct TextureImageName {
    pub texture: Arc<TextureHandle>,
    pub level: usize,
    /// Face of a cube map, else 0.
    pub face: usize,
    /// Image of a three-dimensional texture, border included, or layer of an array texture; else 0.
    pub layer: u32,
}

/// What is attached at one point.
#[derive(Debug, Clone, Default)]
pub enum Attachment {
    #[default]
    None,
    Renderbuffer(Arc<Renderbuffer>),
    Texture(TextureImageName),
}

impl Attachment {
    /// Nothing is attached.
    pub fn is_none(&self) -> bool {
        matches!(self, Attachment::None)
    }

    /// Whether the attachment holds this very object, whatever its name is now.
    pub fn is_renderbuffer(&self, other: &Arc<Renderbuffer>) -> bool {
        matches!(self, Attachment::Renderbuffer(own) if Arc::ptr_eq(own, other))
    }

    /// It is an image of this texture.
    pub fn is_texture(&self, other: &Arc<TextureHandle>) -> bool {
        matches!(self, Attachment::Texture(own) if Arc::ptr_eq(&own.texture, other))
    }

    /// Whether both attach one image: the same object and, of a texture, the same level, face and layer. Two absent
    /// images are not.
    pub fn is_same_image(&self, other: &Attachment) -> bool {
        match (self, other) {
            (Attachment::Renderbuffer(a), Attachment::Renderbuffer(b)) => Arc::ptr_eq(a, b),
            (Attachment::Texture(a), Attachment::Texture(b)) => {
                Arc::ptr_eq(&a.texture, &b.texture)
                    && (a.level, a.face, a.layer) == (b.level, b.face, b.layer)
            }
            _ => false,
        }
    }
}

/// The state of a framebuffer object.
#[derive(Debug, Clone)]
pub struct Attachments {
    /// Colours first, then depth, then stencil.
    pub points: [Attachment; ATTACHMENT_POINTS],
    /// Where fragment colour `i` goes.
    pub draw_buffers: DrawBuffers,
    /// READ_BUFFER: a colour attachment, or NONE.
    pub read_buffer: ColorBuffer,
}

impl Attachments {
    /// The colour attachment that a draw or read buffer names.
    pub fn color(&self, buffer: ColorBuffer) -> Option<&Attachment> {
        buffer.point().map(|point| &self.points[point])
    }
}
