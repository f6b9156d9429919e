//! The buffers that glDrawBuffer and glReadBuffer name (GL 1.5 table 4.4, ARB_framebuffer_object 4.2.1).
#![forbid(unsafe_code)]

use super::attached::MAX_COLOR_ATTACHMENTS;
use crate::gl::context::enums::{COLOR_ATTACHMENT0, NONE};
use crate::gl::context::limits::MAX_DRAW_BUFFERS;
use crate::gl::context::named::{Named, gl_enum};

gl_enum! {
    /// The buffers of a surface, and names for several of them. There is no right and no auxiliary buffer.
    pub enum SurfaceBuffer {
        FrontLeft = FRONT_LEFT,
        BackLeft = BACK_LEFT,
        Front = FRONT,
        Back = BACK,
        Left = LEFT,
        FrontAndBack = FRONT_AND_BACK,
    }
}

/// Where a fragment colour goes, or where colours are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorBuffer {
    None,
    Surface(SurfaceBuffer),
    /// The number of a colour attachment, below [`MAX_COLOR_ATTACHMENTS`].
    Attachment(u8),
}

impl ColorBuffer {
    /// `None` unless the name is that of an existing attachment point.
    pub(crate) fn attachment_from_name(name: u32) -> Option<ColorBuffer> {
        let number = name.checked_sub(COLOR_ATTACHMENT0)?;
        ((number as usize) < MAX_COLOR_ATTACHMENTS).then_some(ColorBuffer::Attachment(number as u8))
    }

    /// The name that queries return.
    pub(crate) fn name(self) -> u32 {
        match self {
            ColorBuffer::None => NONE,
            ColorBuffer::Surface(buffer) => buffer.name(),
            ColorBuffer::Attachment(number) => COLOR_ATTACHMENT0 + u32::from(number),
        }
    }

    /// The number of the attachment point.
    pub(crate) fn point(self) -> Option<usize> {
        match self {
            ColorBuffer::Attachment(number) => Some(usize::from(number)),
            ColorBuffer::None | ColorBuffer::Surface(_) => None,
        }
    }
}

/// DRAW_BUFFERi: the buffer that each fragment colour goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawBuffers(pub [ColorBuffer; MAX_DRAW_BUFFERS]);

impl DrawBuffers {
    /// Colour 0 goes to `buffer`, the others nowhere.
    pub fn one(buffer: ColorBuffer) -> DrawBuffers {
        let mut buffers = [ColorBuffer::None; MAX_DRAW_BUFFERS];
        buffers[0] = buffer;
        DrawBuffers(buffers)
    }

    /// The colours that go somewhere, with their buffers.
    pub fn used(&self) -> impl Iterator<Item = (u8, ColorBuffer)> {
        let numbered = (0..).zip(self.0);
        numbered.filter(|(_, buffer)| *buffer != ColorBuffer::None)
    }
}
