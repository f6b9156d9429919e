//! Whole framebuffer operations: clears, flushes (GL 1.5 section 4.2).
#![forbid(unsafe_code)]

use super::accumulation::clear_accumulation;
use super::render_target::render_target;
use crate::gl::context::enums;
use crate::gl::framebuffer::bound::draw_framebuffer;
use crate::gl::{Call, GlError, Result};
use crate::raster::ClearCall;

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
    if !cx.render_mode.rasterizes() || cx.queries.discards() {
        return Ok(());
    }
    if mask & enums::ACCUM_BUFFER_BIT != 0 {
        clear_accumulation(&cx.framebuffer, &cx.surfaces, &cx.fragment)?;
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
        color: color.then_some((fragment.color.clear, fragment.color.masks)),
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

/// glFlush: rendering completes in finite time; ours completes at once where somebody could notice.
pub fn flush(call: &mut Call<'_>) -> Result {
    call.cx.flush();
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
