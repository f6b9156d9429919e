//! Whole framebuffer operations: clears, flushes (GL 1.5 section 4.2, table 6.20), and the render target that draws and
//! clears write to.
#![forbid(unsafe_code)]

use super::accumulation::clear_accumulation;
use super::draw_buffers::DrawBuffers;
use super::object::Framebuffer;
use super::renderbuffer::Renderbuffer;
use super::target::object_target;
use crate::device::texture::plane::ImagePlane;
use crate::gl::context::enums;
use crate::gl::framebuffer::bound::draw_framebuffer;
use crate::gl::{Call, Context, GlError, Result};
use crate::raster::{ClearCall, RenderTarget};
use std::sync::Arc;

/// Framebuffer state. Clear colour, depth and stencil stand with their attribute groups in `cx.fragment`.
#[derive(Debug, Clone, Default)]
pub struct FramebufferState {
    /// DRAW_BUFFERi; `None` until the first surface is bound: BACK with a back buffer, else FRONT.
    pub draw_buffers: Option<DrawBuffers>,
    /// READ_BUFFER; likewise.
    pub read_buffer: Option<u32>,
    /// ACCUM_CLEAR_VALUE, in [-1, 1].
    pub clear_accum: [f32; 4],
    /// DRAW_FRAMEBUFFER_BINDING; `None` for the surface's framebuffer.
    pub draw: Option<Arc<Framebuffer>>,
    /// READ_FRAMEBUFFER_BINDING; `None` for the surface's framebuffer.
    pub read: Option<Arc<Framebuffer>>,
    /// RENDERBUFFER_BINDING
    pub renderbuffer: Option<Arc<Renderbuffer>>,
    /// Planes of textures that recorded draws write to.
    pub(crate) drawn: Vec<Arc<ImagePlane>>,
}

impl FramebufferState {
    /// The framebuffer object that a target names; `None` for the surface's framebuffer. INVALID_ENUM for a target that is
    /// none.
    pub(crate) fn object_of(&self, target: u32) -> Result<Option<Arc<Framebuffer>>> {
        match target {
            enums::FRAMEBUFFER | enums::DRAW_FRAMEBUFFER => Ok(self.draw.clone()),
            enums::READ_FRAMEBUFFER => Ok(self.read.clone()),
            _ => Err(GlError::invalid_enum("no target of framebuffers")),
        }
    }
}

/// Whether a buffer name means the front buffer, and whether it means the back buffer. A context for double-buffered
/// surfaces on a single-buffered one draws to what is there.
fn front_and_back(name: u32, has_back: bool) -> (bool, bool) {
    let front = !matches!(name, enums::BACK | enums::BACK_LEFT) || !has_back;
    let back = has_back && !matches!(name, enums::FRONT | enums::FRONT_LEFT);
    (front, back)
}

/// Whether draws go to the front buffer of the surface.
pub(crate) fn draws_to_front(cx: &Context) -> bool {
    let surface = cx.surfaces.draw.as_ref();
    let has_back = surface.is_some_and(|surface| surface.config().double_buffer);
    let buffers = cx.framebuffer.current_draw_buffers(&cx.surfaces);
    let mut used = buffers.used();
    cx.framebuffer.draw.is_none() && used.any(|(_, name)| front_and_back(name, has_back).0)
}

/// Where draws and clears of this context go now: the planes that DRAW_BUFFERi name (none for NONE) and the
/// depth-stencil plane. `None` without a draw surface, and for a framebuffer object that is not complete.
pub fn render_target(cx: &mut Context) -> Option<Arc<RenderTarget>> {
    if let Some(own) = cx.framebuffer.draw.clone() {
        return object_target(cx, &own);
    }
    let surface = cx.surfaces.draw.as_ref()?;
    let buffers = surface.buffers();
    let mut color = Vec::with_capacity(2);
    for (output, name) in cx.framebuffer.current_draw_buffers(&cx.surfaces).used() {
        let (front, back) = front_and_back(name, buffers.back.is_some());
        if front {
            surface.mark_front_drawn();
            color.push((output, buffers.front.clone()));
        }
        let back = buffers.back.as_ref().filter(|_| back);
        color.extend(back.map(|plane| (output, plane.clone())));
    }
    Some(Arc::new(RenderTarget {
        width: buffers.width,
        height: buffers.height,
        color,
        depth_stencil: buffers.depth_stencil,
    }))
}

/// glClear. INVALID_VALUE for bits that name no buffer. Without a stencil, depth or accumulation buffer its bit has no
/// effect (GL 1.5 section 4.2.3). INVALID_FRAMEBUFFER_OPERATION for a framebuffer that is not complete.
pub fn clear(call: &mut Call<'_>, mask: u32) -> Result {
    const BUFFERS: u32 = enums::COLOR_BUFFER_BIT
        | enums::DEPTH_BUFFER_BIT
        | enums::STENCIL_BUFFER_BIT
        | enums::ACCUM_BUFFER_BIT;
    if mask & !BUFFERS != 0 {
        return Err(GlError::invalid_value("bits of glClear"));
    }
    let cx = &mut *call.cx;
    draw_framebuffer(cx).check_complete()?;
    let Some(target) = render_target(cx) else {
        return Ok(());
    };
    if !cx.render_mode.rasterizes() {
        return Ok(());
    }
    if mask & enums::ACCUM_BUFFER_BIT != 0 {
        clear_accumulation(cx)?;
    }
    let fragment = &cx.fragment;
    let stored = draw_framebuffer(cx).stored_bits();
    let has = |bit| mask & bit != 0;
    let color = has(enums::COLOR_BUFFER_BIT) && !target.color.is_empty();
    let depth = has(enums::DEPTH_BUFFER_BIT) && stored.depth() && fragment.depth.mask;
    let stencil = has(enums::STENCIL_BUFFER_BIT) && stored.stencil();
    // The front mask, whichever face is active (EXT_stencil_two_side 4.2.2).
    let side = &fragment.stencil.sides[0];
    let clear = ClearCall {
        scissor: fragment.active_scissor(),
        color: color.then_some((fragment.color.clear, fragment.color.mask)),
        stored: draw_framebuffer(cx).stored_colors(),
        srgb: draw_framebuffer(cx).encoded_planes(cx.fragment.color.framebuffer_srgb),
        depth: depth.then_some(fragment.depth.clear as f32),
        stencil: stencil.then_some((fragment.stencil.clear as u8, side.write_mask as u8)),
        target,
    };
    if clear.color.is_some() || clear.depth.is_some() || clear.stencil.is_some() {
        cx.renderer.clear(clear);
    }
    Ok(())
}

/// glFlush: rendering completes in finite time; ours completes at once.
pub fn flush(call: &mut Call<'_>) -> Result {
    call.cx.flush_to_window();
    Ok(())
}

pub fn finish(call: &mut Call<'_>) -> Result {
    call.cx.flush_to_window();
    let surface = call.cx.surfaces.draw.as_ref();
    if surface.is_some_and(|surface| !surface.config().double_buffer) {
        call.cx.end_frame();
    }
    Ok(())
}
