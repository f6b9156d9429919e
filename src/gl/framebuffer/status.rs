//! Framebuffer completeness (ARB_framebuffer_object and EXT_framebuffer_multisample, 4.4.4), and what a framebuffer object
//! stores.
//!
//! ARB_framebuffer_object allows what EXT_framebuffer_object called incomplete: images of several sizes and several colour
//! formats (its issue 2); the commands are the same.
#![forbid(unsafe_code)]

use super::attached::{ATTACHMENT_POINTS, Attachment, Attachments, DEPTH_POINT, STENCIL_POINT};
use super::color_buffer::ColorBuffer;
use super::state::Target;
use crate::device::target::blit::common_size;
use crate::device::texture::level::LevelImage;
use crate::device::texture::renderable::Renderable;
use crate::gl::context::enums::*;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::texture_object::format::InternalFormat;
use crate::gl::{Call, Result, ShareGroup};
use crate::raster::{MAX_COLOR_PLANES, StoredColor};
use smallvec::SmallVec;

/// What completeness asks of an attached image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ImageFacts {
    pub(crate) size: [u32; 2],
    pub(crate) renderable: Renderable,
    /// Bits of red, green, blue, alpha, depth, stencil.
    pub(crate) bits: [i32; 6],
    /// Colours are encoded as sRGB.
    pub(crate) is_srgb: bool,
    /// Samples per pixel; 0 for one.
    pub(crate) samples: u32,
}

impl ImageFacts {
    /// Whether colour components are stored as floats, which are not clamped.
    pub(crate) fn is_float(&self) -> bool {
        matches!(self.renderable, Renderable::Color { float: true, .. })
    }

    /// Whether colour components can be negative.
    fn is_signed(&self) -> bool {
        self.is_float() && !self.renderable.stored().is_unsigned_float()
    }

    fn of_level(image: &LevelImage) -> ImageFacts {
        let [width, height, _] = image.level.slices(image.kind);
        let renderable = InternalFormat::of_level(image).renderable();
        let [r, g, b, a, ..] = image.format.component_bits();
        let [.., depth, stencil] = renderable.bits();
        ImageFacts {
            size: [width, height],
            renderable,
            bits: [r, g, b, a, depth, stencil],
            is_srgb: image.format.texels.is_srgb(),
            samples: 0,
        }
    }
}

/// The image at an attachment point; `None` when there is no such image (any more).
pub(crate) fn image_facts(shared: &ShareGroup, attachment: &Attachment) -> Option<ImageFacts> {
    match attachment {
        Attachment::None => None,
        Attachment::Renderbuffer(own) => {
            let exists = shared.renderbuffers.lock().holds(own.name, own);
            let image = own.image.lock();
            exists.then_some(ImageFacts {
                size: image.size,
                renderable: image.format.renderable(),
                bits: image.format.renderable().bits(),
                is_srgb: image.format.is_srgb(),
                samples: image.samples,
            })
        }
        Attachment::Texture(own) => {
            let texture = &own.texture;
            let named = shared.textures.lock().get(texture.name).cloned();
            named.filter(|named| std::sync::Arc::ptr_eq(named, texture))?;
            let object = texture.object.lock();
            let image = object.texture.level(own.face, own.level)?;
            let [.., slices] = image.level.slices(image.kind);
            (own.layer < slices).then(|| ImageFacts::of_level(image))
        }
    }
}

/// Whether an image can stand at a point (4.4.4.1).
fn suits(point: usize, facts: ImageFacts) -> bool {
    let takes = match point {
        DEPTH_POINT => facts.renderable.has_depth(),
        STENCIL_POINT => facts.renderable.has_stencil(),
        _ => facts.renderable.is_color(),
    };
    takes && !facts.size.contains(&0)
}

gl_enum! {
    /// The completeness of a framebuffer object (4.4.4.2): the first rule that it breaks, in the order of the text. Draw and
    /// read buffers may lack an image (QUIRKS 6.18).
    pub enum Status {
        Complete = FRAMEBUFFER_COMPLETE,
        IncompleteAttachment = FRAMEBUFFER_INCOMPLETE_ATTACHMENT,
        MissingAttachment = FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT,
        IncompleteMultisample = FRAMEBUFFER_INCOMPLETE_MULTISAMPLE,
        Unsupported = FRAMEBUFFER_UNSUPPORTED,
    }
}

/// What follows from the state of a framebuffer object and its images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FramebufferFacts {
    /// The rest holds only for complete framebuffers.
    pub(crate) status: Status,
    /// The area that all images have.
    pub(crate) size: [u32; 2],
    /// Bits of red, green, blue, alpha, depth, stencil.
    pub(crate) bits: [i32; 6],
    /// Which of red, green, blue and alpha can be negative (EXT_packed_float).
    pub(crate) signed: [bool; 4],
    /// Samples per pixel; 0 for one.
    pub(crate) samples: u32,
    /// The image of some draw buffer holds floats.
    pub(crate) float: bool,
    /// What the images of the draw buffers store, in their order. Draw buffers without an image are left out.
    pub(crate) stored: [StoredColor; MAX_COLOR_PLANES],
    /// Which of them hold colours encoded as sRGB.
    pub(crate) srgb: [bool; MAX_COLOR_PLANES],
    /// What the image of the read buffer stores.
    pub(crate) read: StoredColor,
}

/// The images by attachment point.
type Images = SmallVec<[Option<ImageFacts>; ATTACHMENT_POINTS]>;

/// The status of a framebuffer object (4.4.4.2): the first rule that it breaks, in the order of the text.
fn status(state: &Attachments, images: &Images) -> Status {
    let points = || state.points.iter().zip(images).enumerate();
    let attached =
        |facts: &Option<ImageFacts>, point| facts.is_some_and(|facts| suits(point, facts));
    if points().any(|(i, (point, facts))| !point.is_none() && !attached(facts, i)) {
        return Status::IncompleteAttachment;
    }
    if images.iter().all(Option::is_none) {
        return Status::MissingAttachment;
    }
    let mut samples = images.iter().flatten().map(|facts| facts.samples);
    let first = samples.next();
    if samples.any(|samples| Some(samples) != first) {
        return Status::IncompleteMultisample;
    }
    // Depth and stencil share one plane.
    let [depth, stencil] = [DEPTH_POINT, STENCIL_POINT].map(|point| &state.points[point]);
    let apart = !depth.is_none() && !stencil.is_none() && !depth.is_same_image(stencil);
    if apart {
        return Status::Unsupported;
    }
    Status::Complete
}

/// The facts of a framebuffer object in this state, with its images as they stand.
pub(crate) fn framebuffer_facts(shared: &ShareGroup, state: &Attachments) -> FramebufferFacts {
    let points = state.points.iter();
    let images: Images = points.map(|point| image_facts(shared, point)).collect();
    let color = |buffer: ColorBuffer| images[buffer.point()?];
    let bits = |facts: Option<ImageFacts>| facts.map_or([0; 6], |facts| facts.bits);
    // Without a draw buffer the first colour attachment tells.
    let drawn = color(state.draw_buffers.0[0]);
    let first = drawn.or_else(|| images[..DEPTH_POINT].iter().find_map(|f| *f));
    let [r, g, b, a, ..] = bits(first);
    let is_signed = first.is_some_and(|facts| facts.is_signed());
    let [.., depth, _] = bits(images[DEPTH_POINT]);
    let [.., stencil] = bits(images[STENCIL_POINT]);
    let mut float = false;
    let mut stored = [StoredColor::Rgba; MAX_COLOR_PLANES];
    let mut srgb = [false; MAX_COLOR_PLANES];
    let planes = state
        .draw_buffers
        .used()
        .filter_map(|(_, name)| color(name));
    for (i, facts) in (0..MAX_COLOR_PLANES).zip(planes) {
        stored[i] = facts.renderable.stored();
        srgb[i] = facts.is_srgb;
        float |= facts.is_float();
    }
    let read = color(state.read_buffer);
    let sizes = images.iter().flatten().map(|facts| facts.size);
    FramebufferFacts {
        status: status(state, &images),
        size: common_size(sizes),
        bits: [r, g, b, a, depth, stencil],
        signed: [r, g, b, a].map(|bits| is_signed && bits > 0),
        samples: images
            .iter()
            .flatten()
            .map(|facts| facts.samples)
            .max()
            .unwrap_or(0),
        float,
        stored,
        srgb,
        read: read.map_or(StoredColor::Rgba, |facts| facts.renderable.stored()),
    }
}

/// The status of the framebuffer bound to a target; that of the surface is undefined while there is none.
pub fn check_framebuffer_status(call: &mut Call<'_>, target: u32) -> Result<u32> {
    let cx = &*call.cx;
    if let Some(own) = cx.framebuffer.object_of(target)? {
        return Ok(own.facts(&cx.shared).status.name());
    }
    Ok(match Target::checked(target)?.surface(&cx.surfaces) {
        Some(_) => FRAMEBUFFER_COMPLETE,
        None => FRAMEBUFFER_UNDEFINED,
    })
}
