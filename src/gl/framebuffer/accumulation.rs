//! The accumulation buffer: glAccum, and clearing it (GL 1.5 sections 4.2.3 and 4.2.4).
#![forbid(unsafe_code)]

use super::frame::read_frame;
use super::render_target::render_target;
use crate::device::target::planes::Plane;
use crate::gl::context::enums;
use crate::gl::context::surfaces::Surfaces;
use crate::gl::fragment::state::FragmentState;
use crate::gl::framebuffer::bound::draw_framebuffer;
use crate::gl::framebuffer::state::FramebufferState;
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::PixelStorage;
use crate::surface::{Accumulation, Region};
use crate::texture::srgb::{TO_LINEAR, from_linear};
use std::sync::Arc;

const OUT_OF_MEMORY: GlError = GlError::out_of_memory("the accumulation buffer");

/// What glAccum does with each component.
#[derive(Debug, Clone, Copy)]
enum Operation {
    Accum,
    Load,
    Return,
    Mult,
    Add,
}

impl Operation {
    fn from_enum(op: u32) -> Option<Operation> {
        Some(match op {
            enums::ACCUM => Operation::Accum,
            enums::LOAD => Operation::Load,
            enums::RETURN => Operation::Return,
            enums::MULT => Operation::Mult,
            enums::ADD => Operation::Add,
            _ => return None,
        })
    }
}

/// The accumulation buffer of the draw surface; framebuffer objects have none (EXT_framebuffer_object 4.4.4).
fn current(framebuffer: &FramebufferState, surfaces: &Surfaces) -> Option<Arc<Accumulation>> {
    let surface = surfaces
        .draw
        .as_ref()
        .filter(|_| framebuffer.draw.is_none());
    surface?.buffers().accumulation
}

/// The pixels that operations reach: those of the scissor box, else all.
fn region(fragment: &FragmentState) -> Region {
    let [x, y, width, height] = (fragment.active_scissor()).unwrap_or([0, 0, i32::MAX, i32::MAX]);
    let from = |start: i32| start.max(0) as u32;
    let to = |start: i32, size: i32| start.saturating_add(size.max(0)).max(0) as u32;
    Region {
        x: from(x),
        y: from(y),
        width: to(x, width) - from(x).min(to(x, width)),
        height: to(y, height) - from(y).min(to(y, height)),
    }
}

/// Clears the accumulation buffer to ACCUM_CLEAR_VALUE inside the scissor box; nothing without one.
pub(crate) fn clear_accumulation(
    framebuffer: &FramebufferState,
    surfaces: &Surfaces,
    fragment: &FragmentState,
) -> Result {
    let Some(buffer) = current(framebuffer, surfaces) else {
        return Ok(());
    };
    let value = framebuffer.clear_accum;
    let cleared = buffer.update_rows(region(fragment), |_, pixels| pixels.fill(value));
    cleared.ok_or(OUT_OF_MEMORY)
}

/// glAccum. INVALID_ENUM for another operation; INVALID_OPERATION without an accumulation buffer, and when another surface is
/// read than drawn (GLX 1.4 section 3.3.7). Values of MULT are not clamped, as in GL 2.1. Nothing happens in selection and
/// feedback mode.
pub fn accum(call: &mut Call<'_>, op: u32, value: f32) -> Result {
    let operation =
        Operation::from_enum(op).ok_or(GlError::invalid_enum("accumulation operation"))?;
    let cx = &mut *call.cx;
    let buffer = current(&cx.framebuffer, &cx.surfaces)
        .ok_or(GlError::invalid_operation("no accumulation buffer"))?;
    // The buffer belongs to a surface, so drawing and reading must be that same surface.
    let same = |(a, b): (&Arc<_>, &Arc<_>)| Arc::ptr_eq(a, b);
    if cx.framebuffer.read.is_some()
        || !cx
            .surfaces
            .draw
            .as_ref()
            .zip(cx.surfaces.read.as_ref())
            .is_some_and(same)
    {
        return Err(GlError::invalid_operation(
            "Accum: read and draw surface differ",
        ));
    }
    if !cx.render_mode.rasterizes() || cx.queries.discards() {
        return Ok(());
    }
    // Only pixels inside the scissor change.
    let region = region(&cx.fragment);
    let each = |f: &dyn Fn(f32) -> f32| {
        buffer.update_rows(region, |_, pixels| {
            pixels
                .as_flattened_mut()
                .iter_mut()
                .for_each(|c| *c = f(*c));
        })
    };
    // ADD and MULT stay inside of the buffer, ACCUM and LOAD read colours, RETURN writes them.
    let done = match operation {
        Operation::Mult => each(&|c| c * value),
        Operation::Add => each(&|c| c + value),
        Operation::Accum => read(cx, &buffer, region, |old, c| old + c * value)?,
        Operation::Load => read(cx, &buffer, region, |_, c| c * value)?,
        Operation::Return => write(cx, &buffer, region, value),
    };
    done.ok_or(OUT_OF_MEMORY)
}

/// A pixel's components red, green, blue, alpha; and back, clamped to [0, 1]. Of an encoded pixel red, green and blue are made
/// linear, and encoded again (EXT_framebuffer_sRGB 4.2.4).
fn components(pixel: u32, is_encoded: bool) -> [f32; 4] {
    let [b, g, r, a] = pixel.to_le_bytes();
    let [red, green, blue, alpha] = [r, g, b, a].map(|c| f32::from(c) / 255.0);
    if is_encoded {
        let [red, green, blue] = [r, g, b].map(|c| TO_LINEAR[usize::from(c)]);
        return [red, green, blue, alpha];
    }
    [red, green, blue, alpha]
}

fn pixel(components: [f32; 4], is_encoded: bool) -> u32 {
    let clamped = components.map(|c| if c > 0.0 { c.min(1.0) } else { 0.0 });
    let [r, g, b, a] = std::array::from_fn(|c| {
        if is_encoded && c < 3 {
            from_linear(clamped[c].into())
        } else {
            (clamped[c] * 255.0).round() as u8
        }
    });
    u32::from_le_bytes([b, g, r, a])
}

/// Replaces each component by one made from it and from that of the read buffer.
fn read(
    cx: &mut Context,
    buffer: &Accumulation,
    region: Region,
    combine: impl Fn(f32, f32) -> f32,
) -> Result<Option<()>> {
    let frame = read_frame(cx, Plane::Color)?;
    let is_encoded = draw_framebuffer(cx).encoded_planes(cx.fragment.color.framebuffer_srgb)[0];
    let mut row = Vec::new();
    Ok(buffer.update_rows(region, |y, pixels| {
        row.resize(pixels.len(), 0);
        frame.read(i64::from(region.x), i64::from(y), &mut row);
        for (old, new) in pixels.iter_mut().zip(&row) {
            let new = components(*new, is_encoded);
            *old = std::array::from_fn(|c| combine(old[c], new[c]));
        }
    }))
}

/// Writes the scaled components to the draw buffers under the colour mask.
fn write(cx: &mut Context, buffer: &Accumulation, region: Region, scale: f32) -> Option<()> {
    cx.finish();
    let target = render_target(cx)?;
    let masks = cx.fragment.color.masks;
    let masks = masks.map(|mask| pixel(mask.map(|on| f32::from(u8::from(on))), false));
    let is_encoded = draw_framebuffer(cx).encoded_planes(cx.fragment.color.framebuffer_srgb)[0];
    let write_row = |plane: &PixelStorage, mask: u32, y: u32, pixels: &[[f32; 4]]| {
        let inside = pixels
            .len()
            .min(plane.width().saturating_sub(region.x) as usize);
        if y >= plane.height() {
            return;
        }
        for sample in 0..plane.samples() {
            plane.change_rows([region.x, y], [inside as u32, 1], sample, |_, row| {
                for (old, new) in row.iter_mut().zip(pixels) {
                    *old = *old & !mask | pixel(new.map(|c| c * scale), is_encoded) & mask;
                }
            });
        }
    };
    buffer.update_rows(region, |y, pixels| {
        for (output, plane) in &target.color {
            write_row(plane, masks[usize::from(*output)], y, pixels);
        }
    })
}

/// glClearAccum: the values are clamped to [-1, 1].
pub fn clear_accum(call: &mut Call<'_>, red: f32, green: f32, blue: f32, alpha: f32) -> Result {
    call.cx.framebuffer.clear_accum =
        [red, green, blue, alpha].map(|c| if c.is_nan() { 0.0 } else { c.clamp(-1.0, 1.0) });
    Ok(())
}
