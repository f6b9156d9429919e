//! The planes that are read, after everything that was drawn (GL 1.5 sections 4.1.11 and 4.3.2).
#![forbid(unsafe_code)]

use super::bound::{draw_framebuffer, read_framebuffer};
use super::color_buffer::ColorBuffer;
use super::color_buffer::SurfaceBuffer::*;
use super::render_target::render_target;
use super::target::read_plane;
use crate::device::target::planes::{Frame, Plane};
use crate::gl::{Context, GlError, Result};
use crate::raster::StoredColor;

/// Finishes drawing and takes the plane; INVALID_OPERATION when there is none, and for a framebuffer object with
/// several samples per pixel (EXT_framebuffer_multisample 4.3.2), INVALID_FRAMEBUFFER_OPERATION when the framebuffer is
/// not complete.
pub(crate) fn read_frame(cx: &mut Context, plane: Plane) -> Result<Frame> {
    let frame = frame_with_samples(cx, plane)?;
    if cx.framebuffer.read.is_some() && frame.samples() > 1 {
        return Err(GlError::invalid_operation(
            "the framebuffer object has several samples per pixel",
        ));
    }
    Ok(frame)
}

/// The same where framebuffer objects may have several samples per pixel.
pub(crate) fn frame_with_samples(cx: &mut Context, plane: Plane) -> Result<Frame> {
    // A framebuffer object names its own plane.
    if let Some(own) = cx.framebuffer.read.clone() {
        read_framebuffer(cx).check_complete()?;
        cx.finish();
        let state = own.state().clone();
        let storage = read_plane(&state, plane)?;
        return Ok(Frame::of(storage, own.facts(&cx.shared).read));
    }
    // Else it is the surface's: the colour buffer that ReadBuffer names, or the common depth and stencil.
    let surface = cx
        .surfaces
        .read
        .clone()
        .ok_or(GlError::invalid_operation("no surface to read from"))?;
    cx.finish();
    let buffers = surface.buffers();
    let storage = match (plane, cx.framebuffer.current_read_buffer(&cx.surfaces)) {
        (Plane::Color, ColorBuffer::None) => {
            return Err(GlError::invalid_operation("the read buffer is NONE"));
        }
        (Plane::Color, ColorBuffer::Surface(Front | FrontLeft | Left | FrontAndBack)) => {
            buffers.front
        }
        // A surface has no attachments.
        (Plane::Color, ColorBuffer::Surface(Back | BackLeft) | ColorBuffer::Attachment(_)) => {
            buffers.back.unwrap_or(buffers.front)
        }
        (Plane::Depth | Plane::Stencil | Plane::DepthStencil, _) => buffers.depth_stencil.ok_or(
            GlError::invalid_operation("the surface has no depth or stencil"),
        )?,
    };
    let stored = StoredColor::of_surface(surface.config().alpha);
    Ok(Frame::of(storage, stored))
}

/// The plane of depth and stencil of the framebuffer for drawing, for pixels that go there directly.
pub(crate) fn depth_stencil_target(cx: &mut Context) -> Result<Frame> {
    draw_framebuffer(cx).check_complete()?;
    cx.finish();
    let target = render_target(cx);
    let storage = target.and_then(|target| target.depth_stencil.clone());
    let storage = storage.ok_or(GlError::invalid_operation("there is no stencil buffer"))?;
    Ok(Frame::of(storage, StoredColor::Rgba))
}
