//! Framebuffer completeness (EXT_framebuffer_object and EXT_framebuffer_multisample, 4.4.4).
#![forbid(unsafe_code)]

use super::enums::*;
use super::framebuffer_object::{
    ATTACHMENT_POINTS, Attachment, Attachments, DEPTH_POINT, Framebuffer, MAX_COLOR_ATTACHMENTS,
    STENCIL_POINT,
};
use super::renderbuffer::Renderable;
use super::{Call, Context, GlError, Result, ShareGroup};
use smallvec::SmallVec;

/// What completeness asks of an attached image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ImageFacts {
    pub(super) size: [u32; 2],
    pub(super) internal_format: u32,
    pub(super) renderable: Renderable,
    /// Samples per pixel; 0 for one.
    pub(super) samples: u32,
}

/// The image at an attachment point; `None` when there is no such image (any more).
pub(super) fn image_facts(shared: &ShareGroup, attachment: &Attachment) -> Option<ImageFacts> {
    match attachment {
        Attachment::None => None,
        Attachment::Renderbuffer(own) => {
            let exists = shared.renderbuffers.lock().holds(own.name, own);
            let image = own.image.lock();
            exists.then_some(ImageFacts {
                size: image.size,
                internal_format: image.internal_format,
                renderable: image.renderable,
                samples: image.samples,
            })
        }
        Attachment::Texture(own) => {
            let texture = &own.texture;
            let named = shared.textures.lock().get(texture.name).cloned();
            named.filter(|named| std::sync::Arc::ptr_eq(named, texture))?;
            let object = texture.object.lock();
            let image = object.level(own.face, own.level)?;
            let [width, height, depth] = image.level.stored_size(image.kind);
            (own.layer < depth).then(|| ImageFacts {
                size: [width, height],
                internal_format: image.format.name,
                renderable: image.format.renderable(),
                samples: 0,
            })
        }
    }
}

/// Whether an image can stand at a point (4.4.4.1).
fn suits(point: usize, facts: ImageFacts) -> bool {
    let takes = match point {
        DEPTH_POINT => facts.renderable.has_depth(),
        STENCIL_POINT => facts.renderable.has_stencil(),
        _ => matches!(
            facts.renderable,
            Renderable::Color { .. } | Renderable::FloatColor
        ),
    };
    takes && !facts.size.contains(&0)
}

/// The status of a framebuffer object (4.4.4.2): the first rule that it breaks, in the order of the text.
fn status(shared: &ShareGroup, state: &Attachments) -> u32 {
    let mut images: SmallVec<[_; ATTACHMENT_POINTS]> = SmallVec::new();
    for (point, attachment) in state.points.iter().enumerate() {
        if attachment.is_none() {
            continue;
        }
        match image_facts(shared, attachment).filter(|facts| suits(point, *facts)) {
            Some(facts) => images.push((point, facts)),
            None => return FRAMEBUFFER_INCOMPLETE_ATTACHMENT,
        }
    }
    let Some((_, first)) = images.first() else {
        return FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT;
    };
    if images.iter().any(|(_, facts)| facts.size != first.size) {
        return FRAMEBUFFER_INCOMPLETE_DIMENSIONS_EXT;
    }
    let mut colors = images
        .iter()
        .filter(|(point, _)| *point < MAX_COLOR_ATTACHMENTS);
    let other_format =
        |(_, facts): &(usize, ImageFacts)| facts.internal_format != first.internal_format;
    if colors.clone().any(other_format) {
        return FRAMEBUFFER_INCOMPLETE_FORMATS_EXT;
    }
    let is_missing = |buffer| buffer != NONE && state.color(buffer).is_none_or(|a| a.is_none());
    if is_missing(state.draw_buffer) {
        return FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER;
    }
    if is_missing(state.read_buffer) {
        return FRAMEBUFFER_INCOMPLETE_READ_BUFFER;
    }
    if images
        .iter()
        .any(|(_, facts)| facts.samples != first.samples)
    {
        return FRAMEBUFFER_INCOMPLETE_MULTISAMPLE;
    }
    // Depth and stencil share one plane, and colour planes hold bytes.
    let [depth, stencil] = [DEPTH_POINT, STENCIL_POINT].map(|point| &state.points[point]);
    let apart = !depth.is_none() && !stencil.is_none() && !depth.is_same_image(stencil);
    if apart || colors.any(|(_, facts)| facts.renderable == Renderable::FloatColor) {
        return FRAMEBUFFER_UNSUPPORTED;
    }
    FRAMEBUFFER_COMPLETE
}

impl Framebuffer {
    /// Its status. Its state is not locked while the tables of names are.
    fn status(&self, shared: &ShareGroup) -> u32 {
        let state = self.state.lock().clone();
        status(shared, &state)
    }
}

const INCOMPLETE: GlError =
    GlError::invalid_framebuffer_operation("the framebuffer is not complete");

impl Context {
    fn check_complete(&self, framebuffer: Option<&std::sync::Arc<Framebuffer>>) -> Result {
        let complete =
            framebuffer.is_none_or(|own| own.status(&self.shared) == FRAMEBUFFER_COMPLETE);
        if complete { Ok(()) } else { Err(INCOMPLETE) }
    }

    /// INVALID_FRAMEBUFFER_OPERATION unless the framebuffer for drawing is complete.
    pub(super) fn check_draw_framebuffer(&self) -> Result {
        self.check_complete(self.framebuffer.draw.as_ref())
    }

    /// INVALID_FRAMEBUFFER_OPERATION unless the framebuffer for reading is complete.
    pub(super) fn check_read_framebuffer(&self) -> Result {
        self.check_complete(self.framebuffer.read.as_ref())
    }
}

/// The status of the framebuffer bound to a target.
pub fn check_framebuffer_status(call: &mut Call<'_>, target: u32) -> Result<u32> {
    let framebuffer = call.cx.framebuffer_of(target)?;
    Ok(framebuffer.map_or(FRAMEBUFFER_COMPLETE, |own| own.status(&call.cx.shared)))
}
