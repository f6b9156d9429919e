//! What draws write to and reads take from when a framebuffer object is bound (EXT_framebuffer_object 4.4.6).
#![forbid(unsafe_code)]

use super::framebuffer_object::{Attachment, Attachments, DEPTH_POINT, Framebuffer, STENCIL_POINT};
use super::framebuffer_status::{ImageFacts, image_facts};
use super::pixel_read::Plane;
use super::renderbuffer::Renderable;
use super::texture_format::BaseFormat;
use super::texture_plane::ImagePlane;
use super::{Context, GlError, Result, enums};
use crate::platform::PixelStorage;
use crate::raster::RenderTarget;
use std::sync::Arc;

/// What the framebuffer that is drawn to stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredBits {
    /// Bits of red, green, blue, alpha, depth, stencil.
    pub bits: [i32; 6],
    /// A colour buffer that is drawn to holds floats.
    pub float: bool,
}

impl StoredBits {
    /// Alpha is stored; else it reads 1.
    pub fn alpha(self) -> bool {
        self.bits[3] > 0
    }

    /// There is a depth buffer.
    pub fn depth(self) -> bool {
        self.bits[4] > 0
    }

    /// There is a stencil buffer.
    pub fn stencil(self) -> bool {
        self.bits[5] > 0
    }
}

/// The pixels of an attached image, and the plane of a texture that they are.
struct AttachedPixels {
    storage: Arc<PixelStorage>,
    plane: Option<Arc<ImagePlane>>,
}

fn pixels(attachment: &Attachment) -> Result<Option<AttachedPixels>> {
    Ok(match attachment {
        Attachment::None => None,
        Attachment::Renderbuffer(own) => {
            let storage = own.image.lock().storage.clone();
            storage.map(|storage| AttachedPixels {
                storage,
                plane: None,
            })
        }
        Attachment::Texture(own) => {
            let mut object = own.texture.object.lock();
            let plane = object.plane(own.face, own.level, own.layer)?;
            Some(AttachedPixels {
                storage: plane.storage.clone(),
                plane: Some(plane),
            })
        }
    })
}

/// The attachment that holds depth, stencil or both, which then is the same image.
fn depth_stencil(state: &Attachments) -> &Attachment {
    match &state.points[DEPTH_POINT] {
        Attachment::None => &state.points[STENCIL_POINT],
        depth => depth,
    }
}

/// Where draws to a complete framebuffer object go; `None` when it is not complete.
pub(super) fn object_target(cx: &mut Context, own: &Framebuffer) -> Option<RenderTarget> {
    let state = own.state.lock().clone();
    let color = state.color(state.draw_buffer);
    let color = color.and_then(|attachment| pixels(attachment).ok()?);
    let depth_stencil = pixels(depth_stencil(&state)).ok()?;
    let mut attached = state.points.iter().filter(|point| !point.is_none());
    let [width, height] = image_facts(&cx.shared, attached.next()?)?.size;
    let planes = [&color, &depth_stencil].into_iter().flatten();
    let planes: Vec<_> = planes.filter_map(|pixels| pixels.plane.clone()).collect();
    cx.note_drawn(planes);
    Some(RenderTarget {
        width,
        height,
        color: color
            .into_iter()
            .map(|pixels| (0, pixels.storage))
            .collect(),
        depth_stencil: depth_stencil.map(|pixels| pixels.storage),
    })
}

/// The plane that is read from a framebuffer object, and the base format of what it stores. INVALID_OPERATION when it
/// has none.
pub(super) fn object_plane(
    cx: &Context,
    own: &Framebuffer,
    plane: Plane,
) -> Result<(Arc<PixelStorage>, BaseFormat)> {
    let state = own.state.lock().clone();
    let attachment = match plane {
        Plane::Color => state.color(state.read_buffer),
        Plane::Depth => Some(&state.points[DEPTH_POINT]),
        Plane::Stencil => Some(&state.points[STENCIL_POINT]),
        // Both are one image, or the framebuffer is not complete.
        Plane::DepthStencil if state.points[STENCIL_POINT].is_none() => None,
        Plane::DepthStencil => Some(&state.points[DEPTH_POINT]),
    };
    let none = GlError::invalid_operation("the framebuffer has no such buffer");
    let attachment = attachment.ok_or(none)?;
    let pixels = pixels(attachment)?.ok_or(none)?;
    let renderable = image_facts(&cx.shared, attachment).map(|facts| facts.renderable);
    let base = match renderable {
        Some(Renderable::Color { base, .. }) => base,
        _ => BaseFormat::Rgba,
    };
    Ok((pixels.storage, base))
}

impl Context {
    /// What the framebuffer for drawing stores.
    pub fn stored_bits(&self) -> StoredBits {
        let Some(own) = &self.framebuffer.draw else {
            let config = self.draw_surface.as_ref().map(|surface| surface.config());
            let [alpha, depth, stencil] = config.map_or([8, 24, 8], |config| {
                [
                    config.alpha_bits(),
                    config.depth_bits(),
                    config.stencil_bits(),
                ]
            });
            return StoredBits {
                bits: [8, 8, 8, alpha, depth, stencil],
                float: false,
            };
        };
        let state = own.state.lock().clone();
        let bits = |attachment: &Attachment| {
            let facts = image_facts(&self.shared, attachment);
            facts.map_or([0; 6], |facts| facts.renderable.bits())
        };
        // Without a draw buffer the first colour attachment tells.
        let drawn = state.color(state.draw_buffer);
        let color = drawn.or_else(|| state.points[..DEPTH_POINT].iter().find(|p| !p.is_none()));
        let [r, g, b, a, ..] = color.map_or([0; 6], bits);
        let is_float = |facts: ImageFacts| {
            let color = facts.renderable;
            matches!(color, Renderable::Color { float: true, .. })
        };
        let float = drawn
            .and_then(|attachment| image_facts(&self.shared, attachment))
            .is_some_and(is_float);
        let [.., depth, _] = bits(&state.points[DEPTH_POINT]);
        let [.., stencil] = bits(&state.points[STENCIL_POINT]);
        StoredBits {
            bits: [r, g, b, a, depth, stencil],
            float,
        }
    }
}

/// Whether a name is one of DrawBuffer and ReadBuffer for framebuffer objects. INVALID_OPERATION for a name that is one
/// for surfaces, or of an attachment beyond the last one; INVALID_ENUM for one that is none.
pub(super) fn check_object_buffer(name: u32, is_surface_name: bool) -> Result {
    const LAST: u32 =
        enums::COLOR_ATTACHMENT0 + super::framebuffer_object::MAX_COLOR_ATTACHMENTS as u32;
    match name {
        enums::NONE | enums::COLOR_ATTACHMENT0..LAST => Ok(()),
        LAST..=enums::COLOR_ATTACHMENT31 => {
            Err(GlError::invalid_operation("no such colour attachment"))
        }
        _ if is_surface_name => Err(GlError::invalid_operation(
            "a framebuffer object has no such buffer",
        )),
        _ => Err(GlError::invalid_enum("buffer")),
    }
}
