//! glDrawPixels, glCopyPixels and glBitmap (GL 1.5 sections 3.6.4, 3.7, 4.3.1, 4.3.3).
//!
//! Colours and depths become fragments of the normal pipeline, drawn from an internal image ([`super::image`]). Stencil
//! values go straight to the stencil buffer, under scissor and write mask.

use super::image::{BOUNDARY, Bits, PackedColors, draw_image, draw_rows, internal_image};
use super::read::plane_of;
use crate::device::target::planes::{Frame, Plane};
use crate::format::{PixelFormat, PixelSpec, PixelStore, PixelType};
use crate::gl::context::enums::*;
use crate::gl::draw::quad;
use crate::gl::draw::stages::PixelSource;
use crate::gl::framebuffer::bound::draw_framebuffer;
use crate::gl::framebuffer::frame::{depth_stencil_target, read_frame};
use crate::gl::pixel::client_rows::ClientRows;
use crate::gl::pixel::frame_rows::FrameRows;
use crate::gl::pixel::image::{
    PixelBlock, pixel_spec, transfer_depth_stencils, unpack_layout, with_pixels,
};
use crate::gl::pixel::transfer::PixelState;
use crate::gl::primitive::multisample::fragment_rules;
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;
use crate::platform::reserve::from_system;

fn size_of(width: i32, height: i32) -> Result<[u32; 2]> {
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width), Ok(height)) => Ok([width, height]),
        _ => Err(GlError::invalid_value("a size is not negative")),
    }
}

/// Writes zoomed rows of depth-stencil pixels at the raster position, but only their part `plane`. `values(y)` are
/// transferred (section 4.3.1, EXT_packed_depth_stencil).
fn draw_depth_stencils(
    call: &mut Call<'_>,
    plane: Plane,
    size: [u32; 2],
    values: impl Fn(&PixelState, u32) -> Vec<u32>,
) -> Result {
    let frame = depth_stencil_target(call.cx)?;
    let Context {
        pixel,
        fragment,
        immediate,
        ..
    } = &mut *call.cx;
    let limits = frame.size().map(i64::from);
    let [sx, sy, sw, sh] = fragment
        .active_scissor()
        .unwrap_or([0, 0, i32::MAX, i32::MAX])
        .map(i64::from);
    let bounds = [
        [sx.max(0), (sx + sw).min(limits[0])],
        [sy.max(0), (sy + sh).min(limits[1])],
    ];
    let depth_mask = plane == Plane::DepthStencil && fragment.depth.mask;
    let mask =
        fragment.values().stencil_write_mask[0] as u32 | if depth_mask { 0xffff_ff00 } else { 0 };
    let [x, y, ..] = immediate.raster_pos.window;
    // The columns and rows of the window, each with the source pixel that covers their centres.
    let covered = |start: f32, zoom: f32, n: u32, [low, high]: [i64; 2]| -> Vec<(i64, u32)> {
        let at = |window: i64| ((window as f32 + 0.5 - start) / zoom).floor();
        (low..high)
            .filter(|w| (0.0..n as f32).contains(&at(*w)))
            .map(|w| (w, at(w) as u32))
            .collect()
    };
    let columns = covered(x, pixel.zoom[0], size[0], bounds[0]);
    for (row, source) in covered(y, pixel.zoom[1], size[1], bounds[1]) {
        let pixels = values(pixel, source);
        let taken: Vec<u32> = columns
            .iter()
            .map(|(_, source)| pixels[*source as usize])
            .collect();
        // The covered columns are consecutive.
        if let Some((first, _)) = columns.first() {
            frame.set_bits([*first as u32, row as u32], mask, &taken);
        }
    }
    Ok(())
}

fn draw_block(call: &mut Call<'_>, block: PixelBlock<'_>, size: [u32; 2]) -> Result {
    if size.contains(&0) {
        return Ok(());
    }
    let pixel = call.cx.pixel.clone();
    let mut rows = ClientRows {
        block,
        pixel: &pixel,
        scratch: Vec::new(),
    };
    // Stencil values are written directly, colours and depths are drawn as fragments.
    match plane_of(block.layout.spec.format) {
        Plane::Stencil => {
            let stencils = |y| block.scalar_row(y, 0, size[0] as usize);
            draw_depth_stencils(call, Plane::Stencil, size, |pixel, y| {
                let mut stencils: Vec<f64> = stencils(y);
                pixel.transfer_stencils(&mut stencils);
                stencils.iter().map(|value| *value as i64 as u32).collect()
            })
        }
        Plane::DepthStencil => draw_depth_stencils(call, Plane::DepthStencil, size, |pixel, y| {
            let mut pixels = block.depth_stencil_row(y, 0, size[0] as usize);
            transfer_depth_stencils(pixel, &mut pixels);
            pixels
        }),
        Plane::Depth => draw_rows(call, true, size, &mut rows),
        Plane::Color => draw_rows(call, false, size, &mut rows),
    }
}

/// Checks whether pixels of this kind have a buffer to go to. Gives INVALID_FRAMEBUFFER_OPERATION when the framebuffer is
/// not complete.
fn check_plane(cx: &Context, plane: Plane) -> Result {
    draw_framebuffer(cx).check_complete()?;
    let stored = draw_framebuffer(cx).stored_bits();
    let has = match plane {
        Plane::Color => true,
        Plane::Depth => stored.depth(),
        Plane::Stencil => stored.stencil(),
        Plane::DepthStencil => stored.depth() && stored.stencil(),
    };
    if has {
        Ok(())
    } else {
        Err(GlError::invalid_operation("there is no such buffer"))
    }
}

fn check_draw(size: [i32; 2], format: u32, ty: u32) -> Result<([u32; 2], PixelSpec)> {
    let spec = pixel_spec(format, ty)?;
    let size = size_of(size[0], size[1])?;
    Ok((size, spec))
}

/// glDrawPixels: draws a rectangle of client pixels at the raster position.
pub fn draw_pixels(
    call: &mut Call<'_>,
    width: i32,
    height: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let (size, spec) = match check_draw([width, height], format, ty) {
        Ok(checked) => checked,
        Err(error) => return call.run(move |_| Err(error)),
    };
    let layout = unpack_layout(
        &call.cx.buffers,
        &call.cx.pixel,
        spec,
        [size[0], size[1], 1],
        false,
    )?;
    let plane = plane_of(spec.format);
    with_pixels(call, pixels, layout, move |call, block| {
        check_plane(call.cx, plane)?;
        if quad::replaces_pixels(call.cx, DRAW_PIXEL_TOKEN)? {
            return Ok(());
        }
        match block {
            Some(block) => draw_block(call, block, size),
            None => Ok(()),
        }
    })
}

/// glCopyPixels: copies a rectangle of the framebuffer to the raster position.
pub fn copy_pixels(
    call: &mut Call<'_>,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    ty: u32,
) -> Result {
    let plane = match ty {
        COLOR => Plane::Color,
        DEPTH => Plane::Depth,
        STENCIL => Plane::Stencil,
        DEPTH_STENCIL | DEPTH_STENCIL_TO_RGBA_NV | DEPTH_STENCIL_TO_BGRA_NV => Plane::DepthStencil,
        _ => {
            return Err(GlError::invalid_enum(
                "copies are of COLOR, DEPTH, STENCIL, DEPTH_STENCIL, or of that to colours",
            ));
        }
    };
    // Errors come before the raster position can discard the copy.
    let size = size_of(width, height)?;
    check_plane(call.cx, plane)?;
    let frame = read_frame(call.cx, plane)?;
    if quad::replaces_pixels(call.cx, COPY_PIXEL_TOKEN)? || size.contains(&0) {
        return Ok(());
    }
    // Stencil values are written directly, unless they are copied to colours.
    if matches!(plane, Plane::Stencil | Plane::DepthStencil) {
        let mut values = read_pixels(&frame, [x as i64, y as i64], size)?;
        if ty != STENCIL && ty != DEPTH_STENCIL {
            transfer_depth_stencils(&call.cx.pixel, &mut values);
            let swap = ty == DEPTH_STENCIL_TO_BGRA_NV;
            let image = internal_image(size, RGBA, &mut PackedColors { values, size, swap })?;
            return draw_image(call, PixelSource::DrawPixels, size, image);
        }
        let width = size[0] as usize;
        return draw_depth_stencils(call, plane, size, |pixel, y| {
            let mut row = values[y as usize * width..][..width].to_vec();
            transfer_depth_stencils(pixel, &mut row);
            row
        });
    }
    let pixel = call.cx.pixel.clone();
    let frame = read_frame(call.cx, plane)?;
    let mut rows = FrameRows::new(frame, &pixel, x, y, plane);
    draw_rows(call, plane == Plane::Depth, size, &mut rows)
}

/// Reads all pixels before any is drawn: source and destination may overlap.
fn read_pixels(frame: &Frame, [x, y]: [i64; 2], [width, height]: [u32; 2]) -> Result<Vec<u32>> {
    let mut values = Vec::new();
    let count = (width as usize).checked_mul(height as usize);
    let reserved =
        count.is_some_and(|count| from_system(|| values.try_reserve_exact(count)).is_ok());
    let mut row = Vec::new();
    if !reserved || from_system(|| row.try_reserve_exact(width as usize)).is_err() {
        return Err(GlError::out_of_memory("depth-stencil pixels"));
    }
    row.resize(width as usize, 0);
    for line in 0..height {
        frame.read_raw(x, y + line as i64, &mut row);
        values.extend_from_slice(&row);
    }
    Ok(values)
}

/// A window coordinate without the error of the transformations. They may put a whole number a little below itself, and a
/// bitmap would jump to the pixel before (QUIRKS 6.38).
fn snapped(coordinate: f32) -> f32 {
    const STEPS: f32 = 1024.0;
    (coordinate * STEPS).round() / STEPS
}

/// glBitmap: draws the 1 bits at the raster position with its colour, then moves the raster position.
#[allow(clippy::too_many_arguments)]
pub fn bitmap(
    call: &mut Call<'_>,
    width: i32,
    height: i32,
    xorig: f32,
    yorig: f32,
    xmove: f32,
    ymove: f32,
    bitmap: ClientPtr<u8>,
) -> Result {
    let size = match size_of(width, height) {
        Ok(size) => size,
        Err(error) => return call.run(move |_| Err(error)),
    };
    let spec = PixelSpec {
        format: PixelFormat::ColorIndex,
        ty: PixelType::Bitmap,
    };
    let store = PixelStore {
        swap_bytes: false,
        ..call.cx.pixel.unpack
    };
    let layout = store.layout(spec, [size[0], size[1], 1], false);
    let layout = layout.ok_or(GlError::invalid_value(
        "the bitmap does not fit the address space",
    ))?;
    with_pixels(call, bitmap, layout, move |call, block| {
        draw_framebuffer(call.cx).check_complete()?;
        let position = call.cx.immediate.raster_pos.window;
        if !call.cx.immediate.raster_pos.valid {
            return Ok(());
        }
        let is_drawn = !quad::replaces_pixels(call.cx, BITMAP_TOKEN)?;
        if let Some(block) = block.filter(|_| is_drawn && !size.contains(&0)) {
            let image = internal_image(size, RGBA, &mut Bits(block))?;
            let corner = [position[0] - xorig, position[1] - yorig].map(snapped);
            // Samples take the bit that they lie in, wherever the bitmap begins. Pixels belong to whole bits (section 3.7).
            let ([x, y], st) =
                match fragment_rules(&call.cx.rasterization, draw_framebuffer(call.cx).samples()) {
                    Some(_) => (corner, BOUNDARY),
                    None => (corner.map(f32::floor), 0.0),
                };
            let (width, height) = (size[0] as f32, size[1] as f32);
            let rect = [x, y, x + width, y + height];
            let texcoords = [st, st, width + st, height + st];
            quad::pixel_draw(call, PixelSource::Bitmap, image, rect, texcoords)?;
        }
        let window = &mut call.cx.immediate.raster_pos.window;
        window[0] = position[0] + xmove;
        window[1] = position[1] + ymove;
        Ok(())
    })
}
