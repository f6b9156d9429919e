//! What draws write to and reads take from when a framebuffer object is bound (ARB_framebuffer_object 4.4.6).
#![forbid(unsafe_code)]

use super::attached::{Attachment, Attachments, DEPTH_POINT, STENCIL_POINT};
use crate::device::target::planes::Plane;
use crate::device::texture::plane::ImagePlane;
use crate::gl::{GlError, Result};
use crate::platform::PixelStorage;
use crate::raster::{ColorPlanes, RenderTarget};
use std::sync::Arc;

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
            let plane = object.texture.plane(own.face, own.level, own.layer)?;
            let plane = plane.ok_or(GlError::invalid_framebuffer_operation(
                "the attached level has no image",
            ))?;
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

/// Where draws to a framebuffer object go.
#[derive(Debug, Clone)]
pub(crate) struct ObjectTarget {
    pub(crate) target: Arc<RenderTarget>,
    /// The planes of textures among it.
    pub(crate) planes: Arc<[Arc<ImagePlane>]>,
}

impl ObjectTarget {
    /// `None` when a plane cannot be had.
    pub(crate) fn new(state: &Attachments, [width, height]: [u32; 2]) -> Option<ObjectTarget> {
        let mut planes = Vec::new();
        let mut storage = |attachment: &Attachment| {
            let pixels = pixels(attachment).ok()?;
            planes.extend(pixels.as_ref().and_then(|pixels| pixels.plane.clone()));
            Some(pixels.map(|pixels| pixels.storage))
        };
        let mut color = ColorPlanes::new();
        for (output, name) in state.draw_buffers.used() {
            let plane = storage(state.color(name)?)?;
            color.extend(plane.map(|plane| (output, plane)));
        }
        let depth_stencil = storage(depth_stencil(state))?;
        Some(ObjectTarget {
            target: Arc::new(RenderTarget {
                width,
                height,
                color,
                depth_stencil,
            }),
            planes: planes.into(),
        })
    }
}

/// The plane that is read from a framebuffer object. INVALID_OPERATION when it has none.
pub(crate) fn read_plane(state: &Attachments, plane: Plane) -> Result<Arc<PixelStorage>> {
    let attachment = match plane {
        Plane::Color => state.color(state.read_buffer),
        Plane::Depth => Some(&state.points[DEPTH_POINT]),
        Plane::Stencil => Some(&state.points[STENCIL_POINT]),
        // Both are one image, or the framebuffer is not complete.
        Plane::DepthStencil if state.points[STENCIL_POINT].is_none() => None,
        Plane::DepthStencil => Some(&state.points[DEPTH_POINT]),
    };
    let none = GlError::invalid_operation("the framebuffer has no such buffer");
    let pixels = pixels(attachment.ok_or(none)?)?.ok_or(none)?;
    Ok(pixels.storage)
}
