//! Reading the framebuffer: ReadPixels and the source of copies (GL 1.5 section 4.3.2).

use crate::device::target::planes::{Frame, Plane, pixel_bytes, pixel_color};
use crate::format::{self, Family, ImageLayout, PixelFormat, PixelSpec, PixelType};
use crate::gl::fragment::state::FragmentState;
use crate::gl::framebuffer::frame::read_frame;
use crate::gl::imaging::transfer::{Dimensions, convolved_size, is_active, transfer};
use crate::gl::pixel::frame_rows::FrameRows;
use crate::gl::pixel::image::{
    pack_layout, pack_scalar_row, pack_target, pack_texel_row, pixel_depth, pixel_spec,
    sum_luminance, transfer_depth_stencils,
};
use crate::gl::pixel::transfer::PixelState;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::platform::chunks::for_chunks;

/// Packs colours that need no arithmetic. Returns `false` for layouts without such a path.
fn pack_bytes(layout: &ImageLayout, pixels: &[u32], out: &mut [u8]) -> bool {
    fn each<const N: usize>(pixels: &[u32], out: &mut [u8], f: impl Fn(u32) -> [u8; N]) -> bool {
        format::convert_row(pixels, out.as_chunks_mut::<N>().0, f);
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

/// The part of a framebuffer that pixels of this format come from and go to.
pub(super) fn plane_of(format: PixelFormat) -> Plane {
    match format.family() {
        Family::Depth => Plane::Depth,
        Family::DepthStencil => Plane::DepthStencil,
        Family::Index if format == PixelFormat::StencilIndex => Plane::Stencil,
        Family::Index | Family::Color(_) | Family::Luminance(_) | Family::Offsets(_) => {
            Plane::Color
        }
    }
}

/// glReadPixels: reads a rectangle of the read buffer, of depths or of stencil values.
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
        format => plane_of(format),
    };
    if plane == Plane::Color && is_active(&call.cx.pixel, &call.cx.matrix, Dimensions::Two) {
        return read_transferred(call, [x, y], [width, height], spec, pixels);
    }
    let frame = read_frame(call.cx, plane)?;
    let layout = pack_layout(
        &call.cx.buffers,
        &call.cx.pixel,
        spec,
        [width, height, 1],
        false,
    )?;
    if layout.extent == 0 {
        return Ok(());
    }
    let state = call.cx.pixel.clone();
    let clamp = is_clamped(&call.cx.fragment, &frame, spec);
    let Some(mut out) = pack_target(call, pixels, &layout)? else {
        return Ok(());
    };
    let reader = Reader {
        frame: &frame,
        plane,
        state: &state,
        layout: &layout,
        clamp,
    };
    // Only the part inside the plane is read. The rest of the client's rows keeps its contents.
    let Some(visible) = frame.visible_rect([x, y].map(i64::from), [width, height]) else {
        return Ok(());
    };
    if spec.ty == PixelType::Bitmap {
        reader.read_bitmap([x, y].map(i64::from), [width, height], &mut out);
        return Ok(());
    }
    reader.read_all(visible, &mut out);
    Ok(())
}

/// The number of rows that are read in one piece.
const READ_ROWS: u32 = 64;

/// Reads colours through the imaging subset. The resulting image, which convolution may have reduced, is packed.
fn read_transferred(
    call: &mut Call<'_>,
    [x, y]: [i32; 2],
    [width, height]: [u32; 2],
    spec: PixelSpec,
    pixels: ClientPtr<u8>,
) -> Result {
    let pixel = call.cx.pixel.clone();
    let mut rows = FrameRows::new(
        read_frame(call.cx, Plane::Color)?,
        &pixel,
        x,
        y,
        Plane::Color,
    );
    let clamp = is_clamped(&call.cx.fragment, &rows.frame, spec);
    let source = [width as i32, height as i32, 1];
    let size =
        convolved_size(&call.cx.pixel, &call.cx.imaging, Dimensions::Two, source).map(|n| n as u32);
    let layout = pack_layout(&call.cx.buffers, &call.cx.pixel, spec, size, false)?;
    // The destination is checked first: its errors must leave histogram and minmax unchanged.
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
fn is_clamped(fragment: &FragmentState, frame: &Frame, spec: PixelSpec) -> bool {
    let clamp = fragment.color.clamp_read;
    !spec.ty.is_float() || clamp.applies(frame.is_float())
}

/// Converts colours finally: sums up luminance, clamps, packs.
fn pack_colors(layout: &ImageLayout, clamp: bool, colors: &mut [[f32; 4]], out: &mut [u8]) {
    sum_luminance(layout, colors);
    if clamp {
        colors
            .iter_mut()
            .for_each(|color| *color = color.map(|c| c.clamp(0.0, 1.0)));
    }
    pack_texel_row(layout, colors, out);
}

/// Transfers and packs rows of pixels.
struct Reader<'a> {
    frame: &'a Frame,
    plane: Plane,
    state: &'a PixelState,
    layout: &'a ImageLayout,
    clamp: bool,
}

impl Reader<'_> {
    /// Reads what [`Frame::visible_rect`] found, in pieces that several threads take.
    fn read_all(&self, [[left, first], at, size]: [[u32; 2]; 3], out: &mut [u8]) {
        let layout = self.layout;
        if layout.is_inverted {
            for y in 0..size[1] {
                let row = layout.row(first + y, 0);
                self.read(left, [at[0], at[1] + y], [size[0], 1], &mut out[row]);
            }
            return;
        }
        let out = &mut out[layout.row(first, 0).start..];
        // Rows may overlap in the client's memory. In that case they are packed one after the other.
        let (rows, len) = if layout.row_stride >= layout.row_bytes {
            (READ_ROWS, READ_ROWS as usize * layout.row_stride)
        } else {
            (size[1], out.len())
        };
        for_chunks(out, len, |chunk, out| {
            let done = chunk as u32 * rows;
            if done < size[1] {
                let at = [at[0], at[1] + done];
                let size = [size[0], rows.min(size[1] - done)];
                self.read(left, at, size, out);
            }
        });
    }

    /// Reads a rectangle inside the plane. `out` starts with its lowest row; there it begins `left` pixels from the start.
    fn read(&self, left: u32, at: [u32; 2], size: [u32; 2], out: &mut [u8]) {
        let bytes = self.layout.spec.pixel_bytes();
        let place = |y: u32| {
            let start = (y - at[1]) as usize * self.layout.row_stride + left as usize * bytes;
            start..start + size[0] as usize * bytes
        };
        let mut colors = Vec::new();
        if self.plane == Plane::Color && self.frame.is_float() {
            for y in at[1]..at[1] + size[1] {
                colors.resize(size[0] as usize, [0.0; 4]);
                (self.frame).read_colors(at[0].into(), y.into(), &mut colors);
                self.pack_transferred(&mut colors, &mut out[place(y)]);
            }
            return;
        }
        let raw = self.plane != Plane::Color;
        self.frame.read_rows(at, size, raw, |y, row| {
            self.pack(row, &mut colors, &mut out[place(y)]);
        });
    }

    /// Reads stencil values as bits.
    fn read_bitmap(&self, [x, y]: [i64; 2], [width, height]: [u32; 2], out: &mut [u8]) {
        let mut row = vec![0; width as usize];
        for line in 0..height {
            let from = y + i64::from(line);
            if self.frame.visible(x, from, row.len()).is_some() {
                self.frame.read_raw(x, from, &mut row);
                self.pack(&row, &mut Vec::new(), &mut out[self.layout.row(line, 0)]);
            }
        }
    }

    fn pack_transferred(&self, colors: &mut [[f32; 4]], out: &mut [u8]) {
        self.state.transfer_colors(colors);
        pack_colors(self.layout, self.clamp, colors, out);
    }

    /// Transfers and packs a row; `colors` is scratch space.
    fn pack(&self, row: &[u32], colors: &mut Vec<[f32; 4]>, out: &mut [u8]) {
        match self.plane {
            Plane::Color if self.state.leaves_colors() && pack_bytes(self.layout, row, out) => {}
            Plane::Color => {
                colors.clear();
                colors.extend(row.iter().map(|pixel| pixel_color(*pixel)));
                self.pack_transferred(colors, out);
            }
            Plane::Depth => {
                let mut depths: Vec<f64> = row.iter().map(|pixel| pixel_depth(*pixel)).collect();
                self.state.transfer_depths(&mut depths);
                pack_scalar_row(self.layout, &depths, out);
            }
            Plane::DepthStencil => {
                let mut row = row.to_vec();
                transfer_depth_stencils(self.state, &mut row);
                format::pack_depth_stencils(self.layout.swap_bytes, &row, out);
            }
            Plane::Stencil => {
                let mut stencils: Vec<f64> =
                    row.iter().map(|pixel| (pixel & 0xff) as f64).collect();
                self.state.transfer_stencils(&mut stencils);
                pack_scalar_row(self.layout, &stencils, out);
            }
        }
    }
}
