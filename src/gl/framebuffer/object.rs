//! Framebuffer objects: names, bindings, changes (ARB_framebuffer_object 4.4.1).
#![forbid(unsafe_code)]

use super::attached::{Attachment, Attachments};
use super::color_buffer::{ColorBuffer, DrawBuffers};
use super::status::{FramebufferFacts, framebuffer_facts};
use super::target::ObjectTarget;
use crate::device::state::dependents::Cached;
use crate::device::state::revision::Revision;
use crate::gl::context::enums::*;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::names::{gen_names, take_names};
use crate::gl::{Call, GlError, Result, ShareGroup};
use crate::platform::ClientPtr;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;

/// A framebuffer object: attachments behind a lock, and facts derived from them.
#[derive(Debug)]
pub struct Framebuffer {
    pub name: u32,
    state: Mutex<Attachments>,
    revision: Arc<Revision>,
    /// Whether it is complete, and what it stores.
    facts: Cached<FramebufferFacts>,
    /// Where draws go.
    pub(crate) target: Cached<ObjectTarget>,
}

impl Framebuffer {
    fn new(name: u32, revision: Arc<Revision>) -> Framebuffer {
        Framebuffer {
            name,
            state: Mutex::new(Attachments {
                points: Default::default(),
                draw_buffers: DrawBuffers::one(ColorBuffer::Attachment(0)),
                read_buffer: ColorBuffer::Attachment(0),
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

    /// Changes its state. The render target is made again, and completeness is checked again.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Attachments)) {
        change(&mut self.state.lock());
        self.target.forget();
        self.revision.advance();
    }

    /// What follows from its state and its images as they stand.
    pub(crate) fn facts(&self, shared: &ShareGroup) -> FramebufferFacts {
        let compute = || {
            let state = self.state().clone();
            framebuffer_facts(shared, &state)
        };
        let revision = shared.framebuffer_revision.current();
        self.facts
            .get(revision, || Some(compute()))
            .unwrap_or_else(compute)
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

/// Reserves names of framebuffers.
pub fn gen_framebuffers(call: &mut Call<'_>, n: i32, framebuffers: ClientPtr<u32>) -> Result {
    gen_names(call, n, framebuffers, |shared| &shared.framebuffers)
}

/// Deletes framebuffers; in place of a bound one the surface's framebuffer is bound.
pub fn delete_framebuffers(call: &mut Call<'_>, n: i32, framebuffers: ClientPtr<u32>) -> Result {
    let shared = call.cx.shared.clone();
    for deleted in take_names(call, n, framebuffers, &shared.framebuffers)? {
        deleted.detach(|_| true);
        forget_labels(
            &mut call.cx.labels,
            &call.cx.shared,
            FRAMEBUFFER,
            &[deleted.name],
        );
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
    let bound = match framebuffer {
        0 => None,
        name => Some(call.cx.shared.framebuffers.lock().get_or_make(name, make)?),
    };
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
