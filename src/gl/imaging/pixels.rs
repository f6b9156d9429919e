//! Tables and filters of the imaging subset as pixels: how they are loaded from client memory or the framebuffer, and
//! how queries return them (GL 1.5 sections 3.6.3 and 6.1.7 to 6.1.10). No pixel transfer applies to either.
#![forbid(unsafe_code)]

use super::state::TableFormat;
use super::transfer::read_rows;
use crate::device::target::planes::Plane;
use crate::device::texture::texels::RowSource;
use crate::format::{self, Family, ImageLayout, PixelFormat, PixelSpec, PixelType};
use crate::gl::framebuffer::frame::read_frame;
use crate::gl::pixel::client_rows::ClientRows;
use crate::gl::pixel::frame_rows::FrameRows;
use crate::gl::pixel::image::{
    PixelBlock, pack_color_row, pack_layout, pack_target, unpack_layout, unpack_source, with_pixels,
};
use crate::gl::pixel::imaging_modes::ScaleBias;
use crate::gl::pixel::transfer::PixelState;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// A size that is not negative.
pub(crate) fn size_of(n: i32) -> Result<u32> {
    u32::try_from(n).map_err(|_| GlError::invalid_value("a size is not negative"))
}

/// How colours become entries: scaled, biased, perhaps clamped, and selected by the format.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Loading {
    pub(crate) load: ScaleBias,
    pub(crate) format: TableFormat,
    pub(crate) clamp: bool,
}

impl Loading {
    /// The entry that a colour gives.
    pub(crate) fn entry(&self, color: [f32; 4]) -> [f32; 4] {
        let mut value = self.load.apply(color);
        if self.clamp {
            value = value.map(|v| v.clamp(0.0, 1.0));
        }
        self.format.base.expand(value)
    }
}

/// The entries that rows of an image give.
pub(crate) fn load_rows(
    rows: &mut dyn RowSource,
    size: [u32; 2],
    loading: Loading,
) -> Result<Vec<[f32; 4]>> {
    let mut colors = read_rows([size[0], size[1], 1], rows)?.colors;
    colors
        .iter_mut()
        .for_each(|color| *color = loading.entry(*color));
    Ok(colors)
}

/// The entries that a client image gives; a missing one is an error unless the image is empty.
pub(crate) fn load_block(
    block: Option<PixelBlock<'_>>,
    size: [u32; 2],
    loading: Loading,
) -> Result<Vec<[f32; 4]>> {
    if size.contains(&0) {
        return Ok(Vec::new());
    }
    let block = block.ok_or(GlError::invalid_value("null pointer to a table or filter"))?;
    let mut rows = ClientRows {
        block,
        pixel: &PixelState::default(),
        scratch: Vec::new(),
    };
    load_rows(&mut rows, size, loading)
}

/// The entries that a rectangle of the read buffer gives.
pub(crate) fn load_frame(
    call: &mut Call<'_>,
    [x, y]: [i32; 2],
    size: [u32; 2],
    loading: Loading,
) -> Result<Vec<[f32; 4]>> {
    let pixel = PixelState::default();
    let plane = Plane::Color;
    let frame = read_frame(call.cx, plane)?;
    let mut rows = FrameRows::new(frame, &pixel, x, y, plane);
    load_rows(&mut rows, size, loading)
}

/// Runs `body` with the client image at `ptr`, as [`with_pixels`] does.
pub(crate) fn with_image(
    call: &mut Call<'_>,
    ptr: ClientPtr<u8>,
    spec: PixelSpec,
    size: [u32; 2],
    body: impl Fn(&mut Call<'_>, Option<PixelBlock<'_>>) -> Result + Send + Sync + 'static,
) -> Result {
    let layout = unpack_layout(
        &call.cx.buffers,
        &call.cx.pixel,
        spec,
        [size[0], size[1], 1],
        false,
    )?;
    with_pixels(call, ptr, layout, body)
}

/// The colours of a client image, as they are; none for an empty one. INVALID_VALUE for a null pointer.
pub(crate) fn read_image(
    call: &Call<'_>,
    ptr: ClientPtr<u8>,
    spec: PixelSpec,
    size: [u32; 2],
) -> Result<Vec<[f32; 4]>> {
    let layout = unpack_layout(
        &call.cx.buffers,
        &call.cx.pixel,
        spec,
        [size[0], size[1], 1],
        false,
    )?;
    let source = unpack_source(call, ptr, &layout)?;
    let block = source.as_ref().map(|source| PixelBlock {
        layout,
        bytes: source.as_slice(),
    });
    let as_they_are = Loading {
        load: ScaleBias::IDENTITY,
        format: TableFormat::INITIAL,
        clamp: false,
    };
    load_block(block, size, as_they_are)
}

/// Writes rows through the pack state; nothing for a null pointer or an empty image.
pub(crate) fn write_rows(
    call: &mut Call<'_>,
    ptr: ClientPtr<u8>,
    spec: PixelSpec,
    size: [u32; 2],
    mut pack: impl FnMut(&ImageLayout, usize, &mut [u8]),
) -> Result {
    let layout = pack_layout(
        &call.cx.buffers,
        &call.cx.pixel,
        spec,
        [size[0], size[1], 1],
        false,
    )?;
    if layout.extent == 0 {
        return Ok(());
    }
    if let Some(mut out) = pack_target(call, ptr, &layout)? {
        for y in 0..size[1] {
            pack(&layout, y as usize, &mut out[layout.row(y, 0)]);
        }
    }
    Ok(())
}

/// Returns entries as GetTexImage returns texels (table 6.1).
pub(crate) fn return_colors(
    call: &mut Call<'_>,
    ptr: ClientPtr<u8>,
    spec: PixelSpec,
    size: [u32; 2],
    entries: &[[f32; 4]],
    format: TableFormat,
) -> Result {
    let width = size[0] as usize;
    write_rows(call, ptr, spec, size, |layout, y, out| {
        let row = &entries[y * width..][..width];
        let mut row: Vec<[f32; 4]> = row.iter().map(|c| format.base.returned(*c)).collect();
        pack_color_row(layout, &mut row, out);
    })
}

/// The greatest count that a component of this type holds.
fn greatest(ty: PixelType) -> f64 {
    match ty {
        PixelType::U8 => u8::MAX.into(),
        PixelType::I8 => i8::MAX.into(),
        PixelType::U16 => u16::MAX.into(),
        PixelType::I16 => i16::MAX.into(),
        PixelType::I32 => i32::MAX.into(),
        PixelType::F16 => 65504.0,
        _ => u32::MAX.into(),
    }
}

/// Returns counters: numbers, not fractions of a type's range; counts that a type cannot hold are its greatest value.
pub(crate) fn return_counters(
    call: &mut Call<'_>,
    ptr: ClientPtr<u8>,
    spec: PixelSpec,
    counters: &[[u32; 4]],
) -> Result {
    let order: &[usize] = match spec.format.family() {
        Family::Color(order) => order,
        Family::Luminance(true) => &[0, 3],
        _ => &[0],
    };
    let is_luminance = matches!(spec.format.family(), Family::Luminance(_));
    let value = |counter: &[u32; 4], c: usize| match counter.map(f64::from) {
        [r, g, b, _] if is_luminance && c == 0 => r + g + b,
        counter => counter[c],
    };
    let size = [counters.len() as u32, 1];
    write_rows(call, ptr, spec, size, |layout, _, out| {
        if let Some(widths) = spec.ty.info().packed {
            let fraction = |counter: &[u32; 4], k: usize| {
                let max = if spec.ty.is_float() {
                    1.0
                } else {
                    f64::from((1u32 << widths[k]) - 1)
                };
                (value(counter, order[k]) / max) as f32
            };
            // The components stand where the format's order takes them from.
            let mut colors = vec![[0.0; 4]; counters.len()];
            for (color, counter) in colors.iter_mut().zip(counters) {
                (0..order.len()).for_each(|k| color[order[k]] = fraction(counter, k));
            }
            format::pack_colors(spec, layout.swap_bytes, &colors, out);
            return;
        }
        let max = greatest(spec.ty);
        let each = |counter| order.iter().map(move |c| value(counter, *c).min(max));
        let values: Vec<f64> = counters.iter().flat_map(each).collect();
        // Indices are packed as the numbers that they are.
        let raw = PixelSpec {
            format: PixelFormat::ColorIndex,
            ty: spec.ty,
        };
        format::pack_scalars(raw, layout.swap_bytes, &values, out);
    })
}
