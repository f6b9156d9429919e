//! glBlitFramebuffer (ARB_framebuffer_object 4.3.3, EXT_framebuffer_multisample). The copy itself is
//! [`crate::device::target::blit`].
#![forbid(unsafe_code)]

use super::bound::{draw_framebuffer, read_framebuffer};
use super::frame::frame_with_samples;
use super::render_target::render_target;
use crate::device::target::blit::{Blit, Span};
use crate::device::target::planes::{Frame, Plane};
use crate::gl::context::enums::*;
use crate::gl::{Call, Context, GlError, Result};

/// The planes that a blit copies, as far as both framebuffers have them, with the bits that are written.
fn planes(cx: &mut Context, mask: u32) -> Result<Vec<(Frame, u32)>> {
    let stored = draw_framebuffer(cx).stored_bits();
    let wanted = [
        (COLOR_BUFFER_BIT, Plane::Color, u32::MAX, true),
        (DEPTH_BUFFER_BIT, Plane::Depth, 0xffff_ff00, stored.depth()),
        (STENCIL_BUFFER_BIT, Plane::Stencil, 0xff, stored.stencil()),
    ];
    let mut found = Vec::new();
    for (bit, plane, bits, is_drawn) in wanted {
        if mask & bit == 0 || !is_drawn {
            continue;
        }
        match frame_with_samples(cx, plane) {
            Ok(frame) => found.push((frame, bits)),
            // A buffer that only one of the framebuffers has is not copied.
            Err(error) if error.code == INVALID_OPERATION => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// INVALID_OPERATION for rectangles of different sizes, and for different formats, when a framebuffer has several samples
/// per pixel (EXT_framebuffer_multisample 4.3.3). The one format that can differ is that of colours, in its alpha.
fn check_samples(cx: &Context, spans: [Span; 2], planes: &[(Frame, u32)]) -> Result {
    if draw_framebuffer(cx).samples() == 0 && read_framebuffer(cx).samples() == 0 {
        return Ok(());
    }
    if spans.into_iter().any(Span::is_stretched) {
        return Err(GlError::invalid_operation(
            "a blit of samples does not change the size",
        ));
    }
    let stored = draw_framebuffer(cx).stored_colors()[0];
    let mut colors = planes.iter().filter(|(_, bits)| *bits == u32::MAX);
    if colors.any(|(frame, _)| frame.stored() != stored) {
        return Err(GlError::invalid_operation(
            "a blit of samples does not change the format",
        ));
    }
    Ok(())
}

/// Copies a rectangle of the framebuffer for reading to the one for drawing.
///
/// Gives INVALID_VALUE for bits that name no buffer, INVALID_ENUM for an unknown filter, INVALID_FRAMEBUFFER_OPERATION when a
/// framebuffer is not complete. Gives INVALID_OPERATION for depths or stencil values with another filter than NEAREST. With
/// several samples per pixel it also gives this for different sizes or formats.
#[allow(clippy::too_many_arguments)]
pub fn blit_framebuffer(
    call: &mut Call<'_>,
    src_x0: i32,
    src_y0: i32,
    src_x1: i32,
    src_y1: i32,
    dst_x0: i32,
    dst_y0: i32,
    dst_x1: i32,
    dst_y1: i32,
    mask: u32,
    filter: u32,
) -> Result {
    const BUFFERS: u32 = COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT | STENCIL_BUFFER_BIT;
    if mask & !BUFFERS != 0 {
        return Err(GlError::invalid_value("bits of glBlitFramebuffer"));
    }
    if !matches!(filter, NEAREST | LINEAR) {
        return Err(GlError::invalid_enum("the filter is NEAREST or LINEAR"));
    }
    if filter == LINEAR && mask & !COLOR_BUFFER_BIT != 0 {
        return Err(GlError::invalid_operation("only colours are filtered"));
    }
    let cx = &mut *call.cx;
    draw_framebuffer(cx).check_complete()?;
    read_framebuffer(cx).check_complete()?;
    let span = |s0, s1, d0, d1| Span {
        src: [s0, s1],
        dst: [d0, d1],
    };
    let x = span(src_x0, src_x1, dst_x0, dst_x1);
    let y = span(src_y0, src_y1, dst_y0, dst_y1);
    if x.is_empty() || y.is_empty() || mask == 0 {
        return Ok(());
    }
    let planes = planes(cx, mask)?;
    check_samples(cx, [x, y], &planes)?;
    if cx.queries.discards() {
        return Ok(());
    }
    // What the planes hold now is all that was drawn.
    cx.finish();
    let Some(target) = render_target(cx) else {
        return Ok(());
    };
    let blit = Blit {
        x,
        y,
        is_linear: filter == LINEAR,
        scissor: cx.fragment.active_scissor(),
    };
    blit.run(&planes, &target, draw_framebuffer(cx).stored_colors());
    Ok(())
}
