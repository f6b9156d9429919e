//! Reading the framebuffer: ReadPixels and the source of copies (GL 1.5 section 4.3.2).

use super::frame::{Frame, FrameRows, Plane, pixel_bytes, pixel_color};
use super::imaging_transfer::{Dimensions, convolved_size, is_active, transfer};
use super::pixel_image::{
    pack_color_row, pack_layout, pack_scalar_row, pack_target, pixel_depth, pixel_spec,
    transfer_depth_stencils,
};
use super::pixel_transfer::PixelState;
use super::{Call, Context, GlError, Result, color_clamp};
use crate::format::{self, Family, ImageLayout, PixelFormat, PixelSpec, PixelType};
use crate::platform::ClientPtr;

/// Packs colours that need no arithmetic. False for layouts that have no such path.
fn pack_bytes(layout: &ImageLayout, pixels: &[u32], out: &mut [u8]) -> bool {
    fn each<const N: usize>(pixels: &[u32], out: &mut [u8], f: impl Fn(u32) -> [u8; N]) -> bool {
        let (out, _) = out.as_chunks_mut::<N>();
        out.iter_mut()
            .zip(pixels)
            .for_each(|(out, pixel)| *out = f(*pixel));
        true
    }
    let is_bytes = layout.spec.ty == PixelType::U8;
    let is_rev = layout.spec.ty == PixelType::U32R8888Rev
        && !layout.swap_bytes
        && cfg!(target_endian = "little");
    match layout.spec.format {
        PixelFormat::Bgra if is_bytes || is_rev => each(pixels, out, u32::to_le_bytes),
        PixelFormat::Rgba if is_bytes || is_rev => each(pixels, out, pixel_bytes),
        PixelFormat::Rgb if is_bytes => each(pixels, out, |p| {
            let [r, g, b, _] = pixel_bytes(p);
            [r, g, b]
        }),
        PixelFormat::Bgr if is_bytes => each(pixels, out, |p| {
            let [b, g, r, _] = p.to_le_bytes();
            [b, g, r]
        }),
        _ => false,
    }
}

/// Reads a rectangle of pixels of the read buffer, of depths or of stencil values.
#[allow(clippy::too_many_arguments)]
pub fn read_pixels(
    call: &mut Call<'_>,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let spec = pixel_spec(format, ty)?;
    let size = [width, height].map(u32::try_from);
    let [Ok(width), Ok(height)] = size else {
        return Err(GlError::invalid_value("a size is not negative"));
    };
    let plane = match spec.format {
        PixelFormat::ColorIndex => {
            return Err(GlError::invalid_operation(
                "the colour buffer has no indices",
            ));
        }
        PixelFormat::StencilIndex => Plane::Stencil,
        PixelFormat::DepthComponent => Plane::Depth,
        PixelFormat::DepthStencil => Plane::DepthStencil,
        _ => Plane::Color,
    };
    if plane == Plane::Color && is_active(call.cx, Dimensions::Two) {
        return read_transferred(call, [x, y], [width, height], spec, pixels);
    }
    let frame = Frame::new(call.cx, plane)?;
    let layout = pack_layout(call.cx, spec, [width, height, 1], false)?;
    if layout.extent == 0 {
        return Ok(());
    }
    let state = call.cx.pixel.clone();
    let clamp = is_clamped(call.cx, &frame, spec);
    let Some(mut out) = pack_target(call, pixels, &layout)? else {
        return Ok(());
    };
    let mut reader = Reader {
        state,
        layout,
        clamp,
        row: Vec::new(),
        colors: Vec::new(),
    };
    // Only the part inside the plane is read; the rest of the client's rows keeps its contents.
    for row in 0..height {
        let line = y as i64 + row as i64;
        let Some((at, column, count)) = frame.visible(x as i64, line, width as usize) else {
            continue;
        };
        let out = &mut out[layout.row(row, 0)];
        if spec.ty == PixelType::Bitmap {
            reader.row.resize(width as usize, 0);
            frame.read_raw(x as i64, line, &mut reader.row);
            reader.pack(plane, out);
            continue;
        }
        let bytes = spec.pixel_bytes();
        let out = &mut out[at * bytes..(at + count) * bytes];
        if frame.is_float() && plane == Plane::Color {
            reader.colors.resize(count, [0.0; 4]);
            frame.read_colors(column as i64, line, &mut reader.colors);
            reader.pack_transferred(out);
            continue;
        }
        reader.row.resize(count, 0);
        match plane {
            Plane::Color => frame.read(column as i64, line, &mut reader.row),
            _ => frame.read_raw(column as i64, line, &mut reader.row),
        }
        reader.pack(plane, out);
    }
    Ok(())
}

/// Reads colours through the imaging subset: the image that comes out, which convolution may have reduced, is packed.
fn read_transferred(
    call: &mut Call<'_>,
    [x, y]: [i32; 2],
    [width, height]: [u32; 2],
    spec: PixelSpec,
    pixels: ClientPtr<u8>,
) -> Result {
    let pixel = call.cx.pixel.clone();
    let mut rows = FrameRows::new(call.cx, &pixel, x, y, Plane::Color)?;
    let clamp = is_clamped(call.cx, &rows.frame, spec);
    let source = [width as i32, height as i32, 1];
    let size = convolved_size(call.cx, Dimensions::Two, source).map(|n| n as u32);
    let layout = pack_layout(call.cx, spec, size, false)?;
    // Errors of the destination first: they leave histogram and minmax alone.
    if layout.extent > 0 {
        drop(pack_target(call, pixels, &layout)?);
    }
    let source = [width, height, 1];
    let image = transfer(call.cx, Dimensions::Two, source, &mut rows)?;
    let Some(image) = image.filter(|_| layout.extent > 0) else {
        return Ok(());
    };
    if let Some(mut out) = pack_target(call, pixels, &layout)? {
        for row in 0..size[1] {
            let mut colors = image.row(row, 0).to_vec();
            pack_colors(&layout, clamp, &mut colors, &mut out[layout.row(row, 0)]);
        }
    }
    Ok(())
}

/// Whether the final conversion clamps colours (ARB_color_buffer_float 4.3.2).
fn is_clamped(cx: &Context, frame: &Frame, spec: PixelSpec) -> bool {
    let clamp = cx.fragment.color.clamp_read;
    !spec.ty.is_float() || color_clamp::applies(clamp, frame.is_float())
}

/// Final conversion of colours: clamped, luminance summed up, packed.
fn pack_colors(layout: &ImageLayout, clamp: bool, colors: &mut [[f32; 4]], out: &mut [u8]) {
    if let (Family::Color(_), true) = (layout.spec.format.family(), clamp) {
        colors
            .iter_mut()
            .for_each(|color| *color = color.map(|c| c.clamp(0.0, 1.0)));
    }
    pack_color_row(layout, colors, out);
}

/// Transfers and packs rows of pixels.
struct Reader {
    state: PixelState,
    layout: ImageLayout,
    clamp: bool,
    row: Vec<u32>,
    colors: Vec<[f32; 4]>,
}

impl Reader {
    /// Transfers and packs `colors`.
    fn pack_transferred(&mut self, out: &mut [u8]) {
        self.state.transfer_colors(&mut self.colors);
        pack_colors(&self.layout, self.clamp, &mut self.colors, out);
    }

    fn pack(&mut self, plane: Plane, out: &mut [u8]) {
        match plane {
            Plane::Color
                if self.state.leaves_colors() && pack_bytes(&self.layout, &self.row, out) => {}
            Plane::Color => {
                self.colors.clear();
                let colors = self.row.iter().map(|pixel| pixel_color(*pixel));
                self.colors.extend(colors);
                self.pack_transferred(out);
            }
            Plane::Depth => {
                let mut depths: Vec<f64> =
                    self.row.iter().map(|pixel| pixel_depth(*pixel)).collect();
                self.state.transfer_depths(&mut depths);
                pack_scalar_row(&self.layout, &depths, out);
            }
            Plane::DepthStencil => {
                transfer_depth_stencils(&self.state, &mut self.row);
                format::pack_depth_stencils(self.layout.swap_bytes, &self.row, out);
            }
            Plane::Stencil => {
                let mut stencils: Vec<f64> =
                    self.row.iter().map(|pixel| (pixel & 0xff) as f64).collect();
                self.state.transfer_stencils(&mut stencils);
                pack_scalar_row(&self.layout, &stencils, out);
            }
        }
    }
}
