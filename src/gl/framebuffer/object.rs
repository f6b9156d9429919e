//! Framebuffer objects: names, bindings, attachments (ARB_framebuffer_object 4.4.1 and 4.4.2).
#![forbid(unsafe_code)]

use super::draw_buffers::DrawBuffers;
use super::renderbuffer::Renderbuffer;
use super::status::FramebufferFacts;
use super::target::ObjectTarget;
use super::window_buffers::FramebufferState;
use crate::device::state::dependents::Cached;
use crate::device::state::revision::Revision;
use crate::gl::context::enums::*;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::names::{gen_names, take_names};
use crate::gl::texture_object::object::TextureHandle;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;

/// MAX_COLOR_ATTACHMENTS_EXT
pub const MAX_COLOR_ATTACHMENTS: usize = 8;

/// Attachment points: colours, depth, stencil.
pub const ATTACHMENT_POINTS: usize = MAX_COLOR_ATTACHMENTS + 2;
/// The number of DEPTH_ATTACHMENT.
pub const DEPTH_POINT: usize = MAX_COLOR_ATTACHMENTS;
/// The number of STENCIL_ATTACHMENT.
pub const STENCIL_POINT: usize = MAX_COLOR_ATTACHMENTS + 1;

/// One image of a texture.
#[derive(Debug, Clone)]
pub struct TextureImageName {
    /// The texture.
    pub texture: Arc<TextureHandle>,
    /// Level.
    pub level: usize,
    /// Face of a cube map, else 0.
    pub face: usize,
    /// Image of a three-dimensional texture, border included; else 0.
    pub layer: u32,
}

/// What is attached at one point.
#[derive(Debug, Clone, Default)]
pub enum Attachment {
    /// Nothing.
    #[default]
    None,
    /// A renderbuffer.
    Renderbuffer(Arc<Renderbuffer>),
    /// An image of a texture.
    Texture(TextureImageName),
}

impl Attachment {
    /// Nothing is attached.
    pub fn is_none(&self) -> bool {
        matches!(self, Attachment::None)
    }

    /// It is this renderbuffer.
    pub fn is_renderbuffer(&self, other: &Arc<Renderbuffer>) -> bool {
        matches!(self, Attachment::Renderbuffer(own) if Arc::ptr_eq(own, other))
    }

    /// It is an image of this texture.
    pub fn is_texture(&self, other: &Arc<TextureHandle>) -> bool {
        matches!(self, Attachment::Texture(own) if Arc::ptr_eq(&own.texture, other))
    }

    /// Both are the same image.
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
    /// By attachment point.
    pub points: [Attachment; ATTACHMENT_POINTS],
    /// DRAW_BUFFERi
    pub draw_buffers: DrawBuffers,
    /// READ_BUFFER
    pub read_buffer: u32,
}

impl Attachments {
    /// The number of the attachment point that a draw or read buffer names.
    pub(crate) fn color_point(buffer: u32) -> Option<usize> {
        let point = buffer.checked_sub(COLOR_ATTACHMENT0)? as usize;
        (point < MAX_COLOR_ATTACHMENTS).then_some(point)
    }

    /// The colour attachment that a draw or read buffer names.
    pub fn color(&self, buffer: u32) -> Option<&Attachment> {
        Attachments::color_point(buffer).map(|point| &self.points[point])
    }
}

/// A framebuffer object.
#[derive(Debug)]
pub struct Framebuffer {
    /// Its name.
    pub name: u32,
    state: Mutex<Attachments>,
    revision: Arc<Revision>,
    /// Whether it is complete, and what it stores.
    pub(crate) facts: Cached<FramebufferFacts>,
    /// Where draws go.
    pub(crate) target: Cached<ObjectTarget>,
}

impl Framebuffer {
    fn new(name: u32, revision: Arc<Revision>) -> Framebuffer {
        Framebuffer {
            name,
            state: Mutex::new(Attachments {
                points: Default::default(),
                draw_buffers: DrawBuffers::one(COLOR_ATTACHMENT0),
                read_buffer: COLOR_ATTACHMENT0,
            }),
            revision,
            facts: Cached::default(),
            target: Cached::default(),
        }
    }

    /// Its state, locked. Tables of names are not locked meanwhile.
    pub(crate) fn state(&self) -> MutexGuard<'_, Attachments> {
        self.state.lock()
    }

    /// Changes its state.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Attachments)) {
        change(&mut self.state.lock());
        self.target.forget();
        self.revision.advance();
    }

    /// Takes away attachments.
    pub(crate) fn detach(&self, goes: impl Fn(&Attachment) -> bool) {
        self.change(|state| {
            for point in state.points.iter_mut().filter(|point| goes(point)) {
                *point = Attachment::None;
            }
        });
    }
}

impl FramebufferState {
    /// Takes the images of a texture that is being deleted away from the bound framebuffers.
    pub(crate) fn detach_texture(&self, texture: &Arc<TextureHandle>) {
        for framebuffer in [&self.draw, &self.read].into_iter().flatten() {
            framebuffer.detach(|attachment| attachment.is_texture(texture));
        }
    }
}

/// Reserves names of framebuffers.
pub fn gen_framebuffers(call: &mut Call<'_>, n: i32, framebuffers: ClientPtr<u32>) -> Result {
    gen_names(call, n, framebuffers, |shared| &shared.framebuffers)
}

/// Deletes framebuffers; in place of a bound one the surface's framebuffer is bound.
pub fn delete_framebuffers(call: &mut Call<'_>, n: i32, framebuffers: ClientPtr<u32>) -> Result {
    let shared = call.cx.shared.clone();
    for deleted in take_names(call, n, framebuffers, &shared.framebuffers)? {
        deleted.detach(|_| true);
        forget_labels(call.cx, FRAMEBUFFER, &[deleted.name]);
        let state = &mut *call.cx.framebuffer;
        for binding in [&mut state.draw, &mut state.read] {
            if binding
                .as_ref()
                .is_some_and(|bound| Arc::ptr_eq(bound, &deleted))
            {
                *binding = None;
            }
        }
    }
    Ok(())
}

/// Whether the name is that of a framebuffer object.
pub fn is_framebuffer(call: &mut Call<'_>, framebuffer: u32) -> Result<u8> {
    let table = call.cx.shared.framebuffers.lock();
    Ok(u8::from(table.get(framebuffer).is_some()))
}

/// Binds a framebuffer for drawing, reading or both; makes the object at the name's first use.
pub fn bind_framebuffer_ext(call: &mut Call<'_>, target: u32, framebuffer: u32) -> Result {
    call.cx.framebuffer.object_of(target)?;
    let revision = call.cx.shared.framebuffer_revision.clone();
    let make = || Framebuffer::new(framebuffer, revision);
    let bound = (framebuffer != 0).then(|| {
        let mut table = call.cx.shared.framebuffers.lock();
        table.get_or_make(framebuffer, make)
    });
    let state = &mut call.cx.framebuffer;
    if target != READ_FRAMEBUFFER {
        state.draw.clone_from(&bound);
    }
    if target != DRAW_FRAMEBUFFER {
        state.read = bound;
    }
    Ok(())
}

/// As [`bind_framebuffer_ext`], for names from GenFramebuffers only (ARB_framebuffer_object 4.4.1).
pub fn bind_framebuffer(call: &mut Call<'_>, target: u32, framebuffer: u32) -> Result {
    call.cx.framebuffer.object_of(target)?;
    if framebuffer != 0 && !call.cx.shared.framebuffers.lock().knows(framebuffer) {
        return Err(GlError::invalid_operation("no name from GenFramebuffers"));
    }
    bind_framebuffer_ext(call, target, framebuffer)
}
