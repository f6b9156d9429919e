//! Whole framebuffer operations: draw and read buffers, accumulation clear value (GL 1.5 section 4.2, table 6.20),
//! and the render target that draws and clears write to.
#![forbid(unsafe_code)]

use super::{Context, enums};
use crate::raster::RenderTarget;
use std::sync::Arc;

/// Framebuffer state. Clear colour, depth and stencil stand with their attribute groups in `cx.fragment`.
#[derive(Debug, Clone, Default)]
pub struct FramebufferState {
    /// DRAW_BUFFER; `None` until the first surface is bound: BACK with a back buffer, else FRONT.
    pub draw_buffer: Option<u32>,
    /// READ_BUFFER; likewise.
    pub read_buffer: Option<u32>,
    /// ACCUM_CLEAR_VALUE, in [-1, 1].
    pub clear_accum: [f32; 4],
}

impl Context {
    fn default_buffer(surface: Option<&Arc<crate::surface::Surface>>) -> u32 {
        match surface {
            Some(surface) if !surface.config().double_buffer => enums::FRONT,
            _ => enums::BACK,
        }
    }

    /// DRAW_BUFFER as it stands.
    pub fn draw_buffer(&self) -> u32 {
        self.framebuffer.draw_buffer.unwrap_or_else(|| Context::default_buffer(self.draw_surface.as_ref()))
    }

    /// READ_BUFFER as it stands.
    pub fn read_buffer(&self) -> u32 {
        self.framebuffer.read_buffer.unwrap_or_else(|| Context::default_buffer(self.read_surface.as_ref()))
    }

    /// The first time that this context is made current to a surface of this size: viewport and scissor box cover it
    /// (GL 1.5 sections 2.10.1 and 4.1.2; GLX 1.4 section 3.3.7).
    pub fn first_make_current(&mut self, width: u32, height: u32) {
        let size = |n: u32| n.min(i32::MAX as u32) as i32;
        self.matrix.viewport = [0, 0, size(width), size(height)];
        self.fragment.scissor.rect = [0, 0, size(width), size(height)];
    }
}

/// Where draws and clears of this context go now: the planes that DRAW_BUFFER names (none for NONE) and the
/// depth-stencil plane. `None` without a draw surface.
pub fn render_target(cx: &Context) -> Option<Arc<RenderTarget>> {
    let buffers = cx.draw_surface.as_ref()?.buffers();
    let (front, back) = match cx.draw_buffer() {
        enums::NONE => (false, false),
        enums::FRONT | enums::FRONT_LEFT => (true, false),
        enums::BACK | enums::BACK_LEFT => (false, true),
        _ => (true, true),
    };
    let mut color = Vec::with_capacity(2);
    if front {
        color.push((0, buffers.front.clone()));
    }
    match (&buffers.back, back) {
        (Some(plane), true) => color.push((0, plane.clone())),
        // A context for double-buffered surfaces on a single-buffered one draws to what is there.
        (None, true) if !front => color.push((0, buffers.front.clone())),
        _ => {}
    }
    Some(Arc::new(RenderTarget { width: buffers.width, height: buffers.height, color, depth_stencil: buffers.depth_stencil }))
}
