//! Specification of whole texture images, from client memory or by copying (GL 1.5 sections 3.8.1 and 3.8.2).

use super::level::{NewLevel, check_level, define_level, define_proxy, target_of};
use super::storage::check_bound_mutable;
use crate::device::texture::texels::RowSource;
use crate::format::{BaseFormat, PixelFormat, PixelSpec, PixelType, TextureShape};
use crate::gl::context::enums::*;
use crate::gl::framebuffer::frame::read_frame;
use crate::gl::imaging::state::ImagingState;
use crate::gl::imaging::transfer::{Dimensions, convolved_size, is_active, transfer};
use crate::gl::pixel::client_rows::ClientRows;
use crate::gl::pixel::frame_rows::FrameRows;
use crate::gl::pixel::image::{
    PixelBlock, pixel_type, texture_pixel_spec, unpack_layout, with_pixels,
};
use crate::gl::pixel::transfer::PixelState;
use crate::gl::texture_object::format::{InternalFormat, takes_pixels};
use crate::gl::texture_object::target::ImageTarget;
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;

pub(crate) const DO_NOT_MIX: GlError =
    GlError::invalid_operation("colours, depths and offsets do not mix");

/// Whether client pixels can become texels of this format.
fn check_pixels(format: u32, ty: u32, internal: InternalFormat) -> Result<PixelSpec> {
    let spec = texture_pixel_spec(format, ty)?;
    if !takes_pixels(internal.storage, spec.format) {
        return Err(DO_NOT_MIX);
    }
    check_index_type(spec, internal)?;
    if spec.format == PixelFormat::StencilIndex {
        return Err(GlError::invalid_enum("textures have no stencil"));
    }
    Ok(spec)
}

/// INVALID_ENUM for a type whose values are no indices of a paletted image (EXT_paletted_texture 3.8).
pub(crate) fn check_index_type(spec: PixelSpec, internal: InternalFormat) -> Result {
    use PixelType::{Bitmap, F16, F32};
    if internal.storage.index_bits > 0 && matches!(spec.ty, Bitmap | F16 | F32) {
        return Err(GlError::invalid_enum("indices are integers"));
    }
    Ok(())
}

/// Whether a target can have images of this format. INVALID_VALUE for maps of offsets that are not flat, INVALID_ENUM for
/// rectangles of indices.
pub(crate) fn check_format(target: ImageTarget, dimensions: u32, format: InternalFormat) -> Result {
    if format.storage.base == BaseFormat::Dudv && dimensions != 2 {
        return Err(GlError::invalid_value(
            "maps of offsets have two dimensions",
        ));
    }
    if target.kind == TextureShape::Rectangle && format.storage.index_bits > 0 {
        return Err(GlError::invalid_enum("rectangles have no indices"));
    }
    Ok(())
}

/// The index format that we suggest for indices of this type.
fn suggested_format(ty: PixelType) -> u32 {
    if matches!(ty, PixelType::I8 | PixelType::U8) {
        COLOR_INDEX8_EXT
    } else {
        COLOR_INDEX16_EXT
    }
}

/// Whether pixels with this name of a format are depths or offsets, which are not convolved.
fn is_no_color(format: u32) -> bool {
    matches!(
        format,
        DEPTH_COMPONENT
            | DEPTH_STENCIL
            | HILO_NV
            | DSDT_NV
            | DSDT_MAG_NV
            | DSDT_MAG_VIB_NV
            | DUDV_ATI
            | DU8DV8_ATI
    )
}

/// Makes the level from rows, through the imaging subset as far as it is active. Sinks leave texels undefined: ours
/// are zero.
fn transfer_level(
    cx: &mut Context,
    new: &NewLevel,
    dimensions: u32,
    is_color: bool,
    rows: &mut dyn RowSource,
) -> Result {
    let dimensions = Dimensions::of(dimensions);
    if !is_color
        || new.format.storage.index_bits > 0
        || !is_active(&cx.pixel, &cx.matrix, dimensions)
    {
        return define_level(&cx.textures, new, Some(rows));
    }
    match transfer(cx, dimensions, new.source, rows)? {
        Some(mut image) => define_level(&cx.textures, new, Some(&mut image)),
        None => define_level(&cx.textures, new, None),
    }
}

/// The arguments of TexImage1D, 2D and 3D.
struct TexImage {
    dimensions: u32,
    target: u32,
    level: i32,
    internal_format: i32,
    size: [i32; 3],
    border: i32,
    format: u32,
    ty: u32,
}

impl TexImage {
    fn check(&self, pixel: &PixelState, imaging: &ImagingState) -> Result<(NewLevel, PixelSpec)> {
        let target = target_of(self.dimensions, self.target)?;
        let name = match self.internal_format as u32 {
            COLOR_INDEX if target.proxy => suggested_format(pixel_type(self.ty)?),
            name => name,
        };
        let format = InternalFormat::from_enum(name)
            .ok_or(GlError::invalid_value("unknown internal format"))?;
        check_format(target, self.dimensions, format)?;
        if target.kind == TextureShape::Rectangle && self.format == COLOR_INDEX {
            return Err(GlError::invalid_enum("rectangles have no indices"));
        }
        // Convolution makes colour images smaller before their size is checked.
        let outer = if format.storage.index_bits > 0 || is_no_color(self.format) {
            self.size
        } else {
            convolved_size(pixel, imaging, Dimensions::of(self.dimensions), self.size)
        };
        let sizes = (self.size, outer);
        let new = check_level(target, self.level, format, sizes, self.border)?;
        Ok((new, check_pixels(self.format, self.ty, format)?))
    }

    fn run(self, call: &mut Call<'_>, pixels: ClientPtr<u8>) -> Result {
        let (new, spec) = match self.check(&call.cx.pixel, &call.cx.imaging) {
            Ok(checked) => checked,
            Err(error) => return call.run(move |_| Err(error)),
        };
        if new.target.proxy {
            // Proxies are never compiled into lists (section 5.4).
            define_proxy(&mut call.cx.textures, &new);
            return Ok(());
        }
        let layout = unpack_layout(
            &call.cx.buffers,
            &call.cx.pixel,
            spec,
            new.source,
            self.dimensions == 3,
        )?;
        with_pixels(call, pixels, layout, move |call, block| {
            // Filters may have changed since the command was compiled into a list.
            let (new, _) = self.check(&call.cx.pixel, &call.cx.imaging)?;
            check_bound_mutable(&call.cx.textures, new.target)?;
            let Some(block) = block else {
                return define_level(&call.cx.textures, &new, None);
            };
            let pixel = call.cx.pixel.clone();
            let mut rows = client_rows(block.for_texels(new.format.storage), &pixel);
            let is_color = spec.format.is_color();
            transfer_level(call.cx, &new, self.dimensions, is_color, &mut rows)
        })
    }
}

pub(crate) fn client_rows<'a>(
    block: PixelBlock<'a>,
    pixel: &'a crate::gl::pixel::transfer::PixelState,
) -> ClientRows<'a> {
    ClientRows {
        block,
        pixel,
        scratch: Vec::new(),
    }
}

/// Specifies a one-dimensional image.
#[allow(clippy::too_many_arguments)]
pub fn tex_image1d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: i32,
    width: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let size = [width, 1, 1];
    TexImage {
        dimensions: 1,
        target,
        level,
        internal_format: internalformat,
        size,
        border,
        format,
        ty,
    }
    .run(call, pixels)
}

/// Specifies a two-dimensional image: TEXTURE_2D, a cube map's face, a rectangle, or a proxy.
#[allow(clippy::too_many_arguments)]
pub fn tex_image2d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: i32,
    width: i32,
    height: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let size = [width, height, 1];
    TexImage {
        dimensions: 2,
        target,
        level,
        internal_format: internalformat,
        size,
        border,
        format,
        ty,
    }
    .run(call, pixels)
}

/// Specifies a three-dimensional image.
#[allow(clippy::too_many_arguments)]
pub fn tex_image3d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: i32,
    width: i32,
    height: i32,
    depth: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let size = [width, height, depth];
    TexImage {
        dimensions: 3,
        target,
        level,
        internal_format: internalformat,
        size,
        border,
        format,
        ty,
    }
    .run(call, pixels)
}

fn copy_image(
    call: &mut Call<'_>,
    dimensions: u32,
    (target, level, internal_format): (u32, i32, u32),
    (x, y): (i32, i32),
    size: [i32; 2],
    border: i32,
) -> Result {
    // Check target and format. Formats by number of components and of indices are not for copies.
    let target = target_of(dimensions, target)?;
    if target.proxy {
        return Err(GlError::invalid_enum("proxies have no texels"));
    }
    let format = InternalFormat::from_enum(internal_format)
        .filter(|format| format.name > 4 && format.storage.index_bits == 0);
    let format = format.ok_or(GlError::invalid_enum("unknown internal format"))?;
    if !format.storage.base.is_color_or_depth() {
        return Err(GlError::invalid_operation(
            "the framebuffer has no offsets to be copied",
        ));
    }
    // Convolution makes colours smaller before the size is checked. Depths are not convolved.
    let is_depth = format.storage.base == BaseFormat::Depth;
    let source = [size[0], size[1], 1];
    let outer = if is_depth {
        source
    } else {
        convolved_size(
            &call.cx.pixel,
            &call.cx.imaging,
            Dimensions::of(dimensions),
            source,
        )
    };
    let new = check_level(target, level, format, (source, outer), border)?;
    check_bound_mutable(&call.cx.textures, target)?;
    let pixel = call.cx.pixel.clone();
    let plane = format.source_plane();
    let frame = read_frame(call.cx, plane)?;
    let mut rows = FrameRows::new(frame, &pixel, x, y, plane);
    transfer_level(call.cx, &new, dimensions, !is_depth, &mut rows)
}

/// Specifies a one-dimensional image by copying a row of the framebuffer.
#[allow(clippy::too_many_arguments)]
pub fn copy_tex_image1d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: u32,
    x: i32,
    y: i32,
    width: i32,
    border: i32,
) -> Result {
    copy_image(
        call,
        1,
        (target, level, internalformat),
        (x, y),
        [width, 1],
        border,
    )
}

/// Specifies a two-dimensional image by copying from the framebuffer.
#[allow(clippy::too_many_arguments)]
pub fn copy_tex_image2d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: u32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    border: i32,
) -> Result {
    copy_image(
        call,
        2,
        (target, level, internalformat),
        (x, y),
        [width, height],
        border,
    )
}
