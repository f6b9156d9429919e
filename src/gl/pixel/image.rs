//! Client images: conversion of GL names and pointers to rows of pixels and back (GL 1.5 sections 3.6.4 and 4.3.2).

use super::transfer::PixelState;
use crate::device::texture::format::StorageFormat;
use crate::format::{self, Family, ImageLayout, PixelFormat, PixelSpec, PixelType};
use crate::gl::buffer::object::BufferState;
use crate::gl::buffer::pixel::{PackTarget, image_part};
use crate::gl::buffer::storage::BufferWrite;
use crate::gl::context::enums::*;
use crate::gl::context::recording::Recording;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::platform::reserve::from_system;
use std::ops::Range;
use std::sync::Arc;

/// The pixel format with this name (table 3.6).
pub fn pixel_format(name: u32) -> Result<PixelFormat> {
    Ok(match name {
        COLOR_INDEX => PixelFormat::ColorIndex,
        STENCIL_INDEX => PixelFormat::StencilIndex,
        DEPTH_COMPONENT => PixelFormat::DepthComponent,
        DEPTH_STENCIL => PixelFormat::DepthStencil,
        RED => PixelFormat::Red,
        GREEN => PixelFormat::Green,
        BLUE => PixelFormat::Blue,
        ALPHA => PixelFormat::Alpha,
        RGB => PixelFormat::Rgb,
        RGBA => PixelFormat::Rgba,
        BGR => PixelFormat::Bgr,
        RG => PixelFormat::Rg,
        BGRA => PixelFormat::Bgra,
        ABGR_EXT => PixelFormat::Abgr,
        LUMINANCE => PixelFormat::Luminance,
        LUMINANCE_ALPHA => PixelFormat::LuminanceAlpha,
        _ => return Err(GlError::invalid_enum("unknown pixel format")),
    })
}

/// The pixel format with this name, for texture images (NV_texture_shader 3.6.4, ATI_envmap_bumpmap).
fn texture_pixel_format(name: u32) -> Result<PixelFormat> {
    match name {
        HILO_NV => Ok(PixelFormat::Hilo),
        DSDT_NV => Ok(PixelFormat::Dsdt),
        DSDT_MAG_NV => Ok(PixelFormat::DsdtMag),
        DSDT_MAG_VIB_NV => Ok(PixelFormat::DsdtMagVib),
        DUDV_ATI | DU8DV8_ATI => Ok(PixelFormat::Dudv),
        _ => pixel_format(name),
    }
}

/// The pixel type with this name (table 3.5).
pub fn pixel_type(name: u32) -> Result<PixelType> {
    Ok(match name {
        BITMAP => PixelType::Bitmap,
        UNSIGNED_BYTE => PixelType::U8,
        BYTE => PixelType::I8,
        UNSIGNED_SHORT => PixelType::U16,
        SHORT => PixelType::I16,
        UNSIGNED_INT => PixelType::U32,
        INT => PixelType::I32,
        HALF_FLOAT => PixelType::F16,
        FLOAT => PixelType::F32,
        UNSIGNED_BYTE_3_3_2 => PixelType::U8R332,
        UNSIGNED_BYTE_2_3_3_REV => PixelType::U8R233Rev,
        UNSIGNED_SHORT_5_6_5 => PixelType::U16R565,
        UNSIGNED_SHORT_5_6_5_REV => PixelType::U16R565Rev,
        UNSIGNED_SHORT_4_4_4_4 => PixelType::U16R4444,
        UNSIGNED_SHORT_4_4_4_4_REV => PixelType::U16R4444Rev,
        UNSIGNED_SHORT_5_5_5_1 => PixelType::U16R5551,
        UNSIGNED_SHORT_1_5_5_5_REV => PixelType::U16R1555Rev,
        UNSIGNED_INT_8_8_8_8 => PixelType::U32R8888,
        UNSIGNED_INT_8_8_8_8_REV => PixelType::U32R8888Rev,
        UNSIGNED_INT_10_10_10_2 => PixelType::U32R1010102,
        UNSIGNED_INT_2_10_10_10_REV => PixelType::U32R2101010Rev,
        UNSIGNED_INT_24_8 => PixelType::U24S8,
        UNSIGNED_INT_10F_11F_11F_REV => PixelType::U32F10F11F11Rev,
        UNSIGNED_INT_5_9_9_9_REV => PixelType::U32E5999Rev,
        _ => return Err(GlError::invalid_enum("unknown pixel type")),
    })
}

/// Format and type together. The errors are those of section 3.6.4.
pub fn pixel_spec(format: u32, ty: u32) -> Result<PixelSpec> {
    checked_spec(PixelSpec {
        format: pixel_format(format)?,
        ty: pixel_type(ty)?,
    })
}

/// Format and type of texture images, which have some of their own.
pub fn texture_pixel_spec(format: u32, ty: u32) -> Result<PixelSpec> {
    checked_spec(PixelSpec {
        format: texture_pixel_format(format)?,
        ty: match ty {
            UNSIGNED_INT_S8_S8_8_8_NV => PixelType::U32S8S888,
            UNSIGNED_INT_8_8_S8_S8_REV_NV => PixelType::U32S8S888Rev,
            _ => pixel_type(ty)?,
        },
    })
}

fn checked_spec(spec: PixelSpec) -> Result<PixelSpec> {
    if spec.is_valid() {
        Ok(spec)
    } else if spec.ty == PixelType::Bitmap {
        Err(GlError::invalid_enum("BITMAP takes only indices"))
    } else if spec.format == PixelFormat::DepthStencil {
        Err(GlError::invalid_enum(
            "DEPTH_STENCIL takes only UNSIGNED_INT_24_8",
        ))
    } else {
        Err(GlError::invalid_operation(
            "the packed type does not fit the format",
        ))
    }
}

/// The bytes of a client image, from the client's memory or from a pixel buffer object.
#[derive(Debug, Clone)]
pub enum SourceBytes<'c> {
    Client(&'c [u8]),
    /// A version of a buffer, and the range of the image in it.
    Buffer(Arc<Vec<u8>>, Range<usize>),
}

impl SourceBytes<'_> {
    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            SourceBytes::Client(bytes) => bytes,
            SourceBytes::Buffer(data, part) => &data[part.clone()],
        }
    }
}

const TOO_FAR: GlError = GlError::invalid_value("the image does not fit the address space");
const BEYOND_BUFFER: GlError = GlError::invalid_operation("the image does not fit the buffer");

/// The layout of an image at the pointer that an unpacking command receives. Gives INVALID_VALUE when the image extends
/// beyond the address space. Gives INVALID_OPERATION instead when a pixel unpack buffer is bound, because it cannot hold
/// the image.
pub(crate) fn unpack_layout(
    buffers: &BufferState,
    pixel: &PixelState,
    spec: PixelSpec,
    size: [u32; 3],
    has_images: bool,
) -> Result<ImageLayout> {
    let too_far = buffers.unpack.as_ref().map_or(TOO_FAR, |_| BEYOND_BUFFER);
    let layout = pixel.unpack.layout(spec, size, has_images);
    layout.ok_or(too_far)
}

/// The layout of an image for packing commands and the pixel pack buffer. The errors are those of [`unpack_layout`].
pub(crate) fn pack_layout(
    buffers: &BufferState,
    pixel: &PixelState,
    spec: PixelSpec,
    size: [u32; 3],
    has_images: bool,
) -> Result<ImageLayout> {
    let too_far = buffers.pack.as_ref().map_or(TOO_FAR, |_| BEYOND_BUFFER);
    let layout = pixel.pack.layout(spec, size, has_images);
    layout.ok_or(too_far)
}

/// The bytes that an image of this layout reads, from its first pixel on; `None` for a null pointer. This is the only place
/// that knows where unpacking reads: a bound pixel unpack buffer makes `ptr` an offset. Gives INVALID_OPERATION when that
/// buffer is mapped or does not hold the image.
pub(crate) fn unpack_source<'c>(
    call: &Call<'c>,
    ptr: ClientPtr<u8>,
    layout: &ImageLayout,
) -> Result<Option<SourceBytes<'c>>> {
    if let Some(buffer) = &call.cx.buffers.unpack {
        let data = buffer.version()?;
        let part = image_part(ptr, layout, data.len())?;
        return Ok(Some(SourceBytes::Buffer(data, part)));
    }
    if ptr.is_null() {
        return Ok(None);
    }
    let bytes = call.mem.bytes(ptr.byte_add(layout.start), layout.extent);
    Ok(Some(SourceBytes::Client(bytes.ok_or(TOO_FAR)?)))
}

/// The bytes that an image of this layout writes; `None` for a null pointer. This is the only place that knows where
/// packing writes: a bound pixel pack buffer makes `ptr` an offset. The errors are those of [`unpack_source`], and
/// OUT_OF_MEMORY when a version of the buffer with other readers cannot be copied.
pub(crate) fn pack_target<'a>(
    call: &'a mut Call<'_>,
    ptr: ClientPtr<u8>,
    layout: &ImageLayout,
) -> Result<Option<PackTarget<'a>>> {
    if let Some(buffer) = &call.cx.buffers.pack {
        let buffer = BufferWrite::new(buffer)?;
        let part = image_part(ptr, layout, buffer.bytes.len())?;
        return Ok(Some(PackTarget::Buffer(buffer, part)));
    }
    if ptr.is_null() {
        return Ok(None);
    }
    let bytes = call
        .mem
        .bytes_mut(ptr.byte_add(layout.start), layout.extent);
    Ok(Some(PackTarget::Client(bytes.ok_or(TOO_FAR)?)))
}

/// A client image and its bytes.
#[derive(Debug, Clone, Copy)]
pub struct PixelBlock<'a> {
    /// The positions of its pixels.
    pub layout: ImageLayout,
    /// The bytes, from the first pixel on.
    pub bytes: &'a [u8],
}

impl PixelBlock<'_> {
    /// The block as texels of a format take it: signed integers have the format's numbers.
    pub(crate) fn for_texels(mut self, storage: StorageFormat) -> Self {
        if storage.has_exact_zero() {
            self.layout.spec.ty = self.layout.spec.ty.with_exact_zero();
        }
        self
    }

    /// Reads row `y` of image `z` as colours and transfers them. A depth is copied to R, G and B.
    pub fn color_row(&self, pixel: &PixelState, y: u32, z: u32, out: &mut [[f32; 4]]) {
        let bytes = &self.bytes[self.layout.row(y, z)];
        match self.layout.spec.format.family() {
            Family::Index => {
                let indices = self.scalar_row(y, z, out.len());
                out.iter_mut()
                    .zip(indices)
                    .for_each(|(out, index)| *out = pixel.index_to_color(index));
            }
            family @ (Family::Depth | Family::DepthStencil) => {
                let mut depths = if family == Family::DepthStencil {
                    let pixels = self.depth_stencil_row(y, z, out.len());
                    pixels.iter().map(|pixel| pixel_depth(*pixel)).collect()
                } else {
                    self.scalar_row(y, z, out.len())
                };
                pixel.transfer_depths(&mut depths);
                out.iter_mut().zip(depths).for_each(|(out, depth)| {
                    *out = [depth as f32, depth as f32, depth as f32, 1.0]
                });
            }
            Family::Color(_) | Family::Luminance(_) => {
                format::unpack_colors(self.layout.spec, self.layout.swap_bytes, bytes, out);
                pixel.transfer_colors(out);
            }
            Family::Offsets(_) => {
                format::unpack_colors(self.layout.spec, self.layout.swap_bytes, bytes, out);
                // HI and LO have the first two scales and biases, DS, DT and what follows them the others. DU and DV
                // have none (ATI_envmap_bumpmap).
                let format = self.layout.spec.format;
                if format == PixelFormat::Hilo {
                    pixel.transfer_offsets(0, out);
                } else if format != PixelFormat::Dudv {
                    pixel.transfer_offsets(2, out);
                }
            }
        }
    }

    /// Reads row `y` of image `z` as bytes R, G, B, A, transferred.
    pub fn rgba8_row(
        &self,
        pixel: &PixelState,
        y: u32,
        z: u32,
        out: &mut [[u8; 4]],
        scratch: &mut Vec<[f32; 4]>,
    ) {
        let bytes = &self.bytes[self.layout.row(y, z)];
        let (spec, swap) = (self.layout.spec, self.layout.swap_bytes);
        if pixel.leaves_colors() && format::unpack_rgba8(spec, swap, bytes, out) {
            return;
        }
        scratch.resize(out.len(), [0.0; 4]);
        self.color_row(pixel, y, z, scratch);
        out.iter_mut()
            .zip(scratch)
            .for_each(|(out, color)| *out = format::rgba8(*color));
    }

    /// Reads row `y` of image `z` as depth-stencil pixels, without transfer.
    pub fn depth_stencil_row(&self, y: u32, z: u32, width: usize) -> Vec<u32> {
        let mut out = vec![0; width];
        let bytes = &self.bytes[self.layout.row(y, z)];
        format::unpack_depth_stencils(self.layout.swap_bytes, bytes, &mut out);
        out
    }

    /// Reads row `y` of image `z` as indices or depths, without transfer.
    pub fn scalar_row(&self, y: u32, z: u32, width: usize) -> Vec<f64> {
        let bytes = &self.bytes[self.layout.row(y, z)];
        let mut out = vec![0.0; width];
        if self.layout.spec.ty == PixelType::Bitmap {
            let mut bits = vec![false; width];
            format::unpack_bitmap(
                bytes,
                self.layout.first_bit,
                self.layout.lsb_first,
                &mut bits,
            );
            out.iter_mut()
                .zip(bits)
                .for_each(|(out, bit)| *out = f64::from(u8::from(bit)));
        } else {
            format::unpack_scalars(self.layout.spec, self.layout.swap_bytes, bytes, &mut out);
        }
        out
    }
}

/// Runs `body` with the client image at `ptr`, or with `None` for a null pointer. While a list is compiled, the image is
/// copied into the list.
pub(crate) fn with_pixels(
    call: &mut Call<'_>,
    ptr: ClientPtr<u8>,
    layout: ImageLayout,
    body: impl Fn(&mut Call<'_>, Option<PixelBlock<'_>>) -> Result + Send + Sync + 'static,
) -> Result {
    let Some(source) = unpack_source(call, ptr, &layout)? else {
        return call.run(move |call| body(call, None));
    };
    let bytes = source.as_slice();
    if call.cx.recorder.recording() == Recording::Off {
        return body(call, Some(PixelBlock { layout, bytes }));
    }
    let mut copy = Vec::new();
    from_system(|| copy.try_reserve_exact(bytes.len()))
        .map_err(|_| GlError::out_of_memory("an image in a display list"))?;
    copy.extend_from_slice(bytes);
    call.run(move |call| {
        body(
            call,
            Some(PixelBlock {
                layout,
                bytes: &copy,
            }),
        )
    })
}

/// The depth of a depth-stencil pixel, in [0, 1].
#[inline]
pub(crate) fn pixel_depth(pixel: u32) -> f64 {
    f64::from(pixel >> 8) / f64::from(0xff_ffff)
}

/// Transfers depth-stencil pixels. Depths and stencil values are transferred by their own rules.
pub(crate) fn transfer_depth_stencils(pixel: &PixelState, pixels: &mut [u32]) {
    let mut depths: Vec<f64> = pixels.iter().map(|value| pixel_depth(*value)).collect();
    pixel.transfer_depths(&mut depths);
    let mut stencils: Vec<f64> = pixels.iter().map(|value| (value & 0xff).into()).collect();
    pixel.transfer_stencils(&mut stencils);
    for ((value, depth), stencil) in pixels.iter_mut().zip(depths).zip(stencils) {
        let depth = (depth * f64::from(0xff_ffff)).round_ties_even() as u32;
        *value = depth << 8 | stencil as i64 as u32 & 0xff;
    }
}

/// Packs one row of colours. Integer types clamp them to [0, 1]; luminance is R + G + B.
pub fn pack_color_row(layout: &ImageLayout, colors: &mut [[f32; 4]], out: &mut [u8]) {
    sum_luminance(layout, colors);
    pack_texel_row(layout, colors, out);
}

/// Puts luminance, the sum of red, green and blue, in the place of red, if that is what the pixels are.
pub fn sum_luminance(layout: &ImageLayout, colors: &mut [[f32; 4]]) {
    if let Family::Luminance(_) = layout.spec.format.family() {
        colors.iter_mut().for_each(|c| c[0] += c[1] + c[2]);
    }
}

/// Packs one row of texels, whose luminance is red (QUIRKS 6.39).
pub fn pack_texel_row(layout: &ImageLayout, texels: &[[f32; 4]], out: &mut [u8]) {
    format::pack_colors(layout.spec, layout.swap_bytes, texels, out);
}

/// Packs one row of indices or depths.
pub fn pack_scalar_row(layout: &ImageLayout, values: &[f64], out: &mut [u8]) {
    if layout.spec.ty == PixelType::Bitmap {
        let bits: Vec<bool> = values.iter().map(|v| *v as i64 & 1 != 0).collect();
        format::pack_bitmap(&bits, layout.first_bit, layout.lsb_first, out);
    } else {
        format::pack_scalars(layout.spec, layout.swap_bytes, values, out);
    }
}
