//! Whole framebuffer operations: draw and read buffers, accumulation clear value (GL 1.5 section 4.2, table 6.20),
//! and the render target that draws and clears write to.
#![forbid(unsafe_code)]

use super::accumulation::clear_accumulation;
use super::framebuffer_object::Framebuffer;
use super::framebuffer_target::{check_object_buffer, object_target};
use super::renderbuffer::Renderbuffer;
use super::texture_plane::ImagePlane;
use super::{Call, Context, GlError, Result, enums};
use crate::raster::{ClearCall, RenderTarget};
use crate::surface::Surface;
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
    /// DRAW_FRAMEBUFFER_BINDING; `None` for the surface's framebuffer.
    pub draw: Option<Arc<Framebuffer>>,
    /// READ_FRAMEBUFFER_BINDING; `None` for the surface's framebuffer.
    pub read: Option<Arc<Framebuffer>>,
    /// RENDERBUFFER_BINDING
    pub renderbuffer: Option<Arc<Renderbuffer>>,
    /// Planes of textures that recorded draws write to.
    pub(super) drawn: Vec<Arc<ImagePlane>>,
}

/// DRAW_BUFFER or READ_BUFFER of the framebuffer that was bound when PushAttrib saved it.
#[derive(Debug, Clone)]
pub(super) enum SavedBuffer {
    /// Of the surface's framebuffer.
    Surface(Option<u32>),
    /// Of a framebuffer object.
    Object(Arc<Framebuffer>, u32),
}

impl FramebufferState {
    /// DRAW_BUFFER for the attribute stack.
    pub(super) fn save_draw_buffer(&self) -> SavedBuffer {
        match &self.draw {
            Some(own) => SavedBuffer::Object(own.clone(), own.state.lock().draw_buffer),
            None => SavedBuffer::Surface(self.draw_buffer),
        }
    }

    /// READ_BUFFER for the attribute stack.
    pub(super) fn save_read_buffer(&self) -> SavedBuffer {
        match &self.read {
            Some(own) => SavedBuffer::Object(own.clone(), own.state.lock().read_buffer),
            None => SavedBuffer::Surface(self.read_buffer),
        }
    }

    /// Restores DRAW_BUFFER.
    pub(super) fn restore_draw_buffer(&mut self, saved: SavedBuffer) {
        match saved {
            SavedBuffer::Surface(name) => self.draw_buffer = name,
            SavedBuffer::Object(own, name) => own.state.lock().draw_buffer = name,
        }
    }

    /// Restores READ_BUFFER.
    pub(super) fn restore_read_buffer(&mut self, saved: SavedBuffer) {
        match saved {
            SavedBuffer::Surface(name) => self.read_buffer = name,
            SavedBuffer::Object(own, name) => own.state.lock().read_buffer = name,
        }
    }
}

impl Context {
    fn default_buffer(surface: Option<&Arc<Surface>>) -> u32 {
        match surface {
            Some(surface) if !surface.config().double_buffer => enums::FRONT,
            _ => enums::BACK,
        }
    }

    /// DRAW_BUFFER as it stands.
    pub fn draw_buffer(&self) -> u32 {
        if let Some(own) = &self.framebuffer.draw {
            return own.state.lock().draw_buffer;
        }
        self.framebuffer
            .draw_buffer
            .unwrap_or_else(|| Context::default_buffer(self.draw_surface.as_ref()))
    }

    /// READ_BUFFER as it stands.
    pub fn read_buffer(&self) -> u32 {
        if let Some(own) = &self.framebuffer.read {
            return own.state.lock().read_buffer;
        }
        self.framebuffer
            .read_buffer
            .unwrap_or_else(|| Context::default_buffer(self.read_surface.as_ref()))
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
/// depth-stencil plane. `None` without a draw surface, and for a framebuffer object that is not complete.
pub fn render_target(cx: &mut Context) -> Option<Arc<RenderTarget>> {
    if let Some(own) = cx.framebuffer.draw.clone() {
        return object_target(cx, &own).map(Arc::new);
    }
    let buffers = cx.draw_surface.as_ref()?.buffers();
    let (front, back) = match cx.draw_buffer() {
        enums::NONE => (false, false),
        enums::FRONT | enums::FRONT_LEFT => (true, false),
        enums::BACK | enums::BACK_LEFT => (false, true),
        _ => (true, true),
    };
    let mut color = Vec::with_capacity(2);
    if front {
        cx.draw_surface.as_ref()?.mark_front_drawn();
        color.push((0, buffers.front.clone()));
    }
    match (&buffers.back, back) {
        (Some(plane), true) => color.push((0, plane.clone())),
        // A context for double-buffered surfaces on a single-buffered one draws to what is there.
        (None, true) if !front => {
            cx.draw_surface.as_ref()?.mark_front_drawn();
            color.push((0, buffers.front.clone()));
        }
        _ => {}
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
    cx.check_draw_framebuffer()?;
    let Some(target) = render_target(cx) else {
        return Ok(());
    };
    if !cx.rasterizes() {
        return Ok(());
    }
    if mask & enums::ACCUM_BUFFER_BIT != 0 {
        clear_accumulation(cx)?;
    }
    let fragment = &cx.fragment;
    let stored = cx.stored_bits();
    let (mut clear_color, mut color_mask) = (fragment.color.clear, fragment.color.mask);
    if !stored.alpha() {
        // What stores no alpha keeps it 1.
        clear_color[3] = 1.0;
        color_mask[3] = color_mask[..3].contains(&true);
    }
    let has = |bit| mask & bit != 0;
    let color = has(enums::COLOR_BUFFER_BIT) && !target.color.is_empty();
    let depth = has(enums::DEPTH_BUFFER_BIT) && stored.depth() && fragment.depth.mask;
    let stencil = has(enums::STENCIL_BUFFER_BIT) && stored.stencil();
    let side = &fragment.stencil.sides[if fragment.stencil.active_back { 2 } else { 0 }];
    let clear = ClearCall {
        scissor: fragment.active_scissor(),
        color: color.then_some((clear_color, color_mask)),
        depth: depth.then_some(fragment.depth.clear as f32),
        stencil: stencil.then_some((fragment.stencil.clear as u8, side.write_mask as u8)),
        target,
    };
    if clear.color.is_some() || clear.depth.is_some() || clear.stencil.is_some() {
        cx.renderer.clear(clear);
    }
    Ok(())
}

/// Whether a buffer name is one that DrawBuffer or ReadBuffer knows (NONE aside).
fn check_buffer_name(name: u32) -> Result {
    let colors = enums::COLOR_ATTACHMENT0..=enums::COLOR_ATTACHMENT31;
    let known = colors.contains(&name)
        || (enums::FRONT_LEFT..=enums::FRONT_AND_BACK).contains(&name)
        || (enums::AUX0..=enums::AUX3).contains(&name);
    if known {
        Ok(())
    } else {
        Err(GlError::invalid_enum("buffer"))
    }
}

/// Whether a surface has the named buffer, or one of those named. There is no right and no auxiliary buffer.
fn exists(surface: Option<&Arc<Surface>>, name: u32) -> bool {
    let back = surface.is_none_or(|surface| surface.config().double_buffer);
    match name {
        enums::FRONT | enums::FRONT_LEFT | enums::LEFT | enums::FRONT_AND_BACK => true,
        enums::BACK | enums::BACK_LEFT => back,
        _ => false,
    }
}

/// glDrawBuffer. INVALID_ENUM for a name that is no buffer, INVALID_OPERATION when no such buffer exists.
pub fn draw_buffer(call: &mut Call<'_>, mode: u32) -> Result {
    if let Some(own) = &call.cx.framebuffer.draw {
        check_object_buffer(mode, check_buffer_name(mode).is_ok())?;
        own.state.lock().draw_buffer = mode;
        return Ok(());
    }
    if mode != enums::NONE {
        check_buffer_name(mode)?;
        if !exists(call.cx.draw_surface.as_ref(), mode) {
            return Err(GlError::invalid_operation("no such buffer to draw to"));
        }
    }
    call.cx.framebuffer.draw_buffer = Some(mode);
    Ok(())
}

/// glReadBuffer. INVALID_ENUM for a name that is no buffer, INVALID_OPERATION when no such buffer exists.
pub fn read_buffer(call: &mut Call<'_>, mode: u32) -> Result {
    if let Some(own) = &call.cx.framebuffer.read {
        let is_surface_name = mode != enums::FRONT_AND_BACK && check_buffer_name(mode).is_ok();
        check_object_buffer(mode, is_surface_name)?;
        own.state.lock().read_buffer = mode;
        return Ok(());
    }
    check_buffer_name(mode)?;
    if mode == enums::FRONT_AND_BACK {
        return Err(GlError::invalid_enum("one buffer is read"));
    }
    if !exists(call.cx.read_surface.as_ref(), mode) {
        return Err(GlError::invalid_operation("no such buffer to read"));
    }
    call.cx.framebuffer.read_buffer = Some(mode);
    Ok(())
}

/// glFlush: rendering completes in finite time; ours completes at once.
pub fn flush(call: &mut Call<'_>) -> Result {
    call.cx.flush_to_window();
    Ok(())
}

/// glFinish
pub fn finish(call: &mut Call<'_>) -> Result {
    call.cx.flush_to_window();
    Ok(())
}
