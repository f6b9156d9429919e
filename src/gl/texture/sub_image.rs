//! Replacement of parts of texture images, from client memory or by copying (GL 1.5 section 3.8.2).

use super::image::{DO_NOT_MIX, check_index_type, client_rows};
use super::level::NOT_WHOLE_BLOCKS;
use super::level::target_of;
use super::mipmap::generate_mipmaps;
use crate::device::target::planes::Plane;
use crate::device::texture::blocks::{compress_box, is_made_of_blocks};
use crate::device::texture::format::StorageFormat;
use crate::device::texture::level::LevelImage;
use crate::device::texture::texels::{RowSource, write_texels};
use crate::format::{PixelFormat, PixelSpec};
use crate::gl::framebuffer::frame::read_frame;
use crate::gl::imaging::transfer::{Dimensions, convolved_size, is_active, transfer};
use crate::gl::pixel::frame_rows::FrameRows;
use crate::gl::pixel::image::{texture_pixel_spec, unpack_layout, with_pixels};
use crate::gl::texture::level::settle;
use crate::gl::texture::unit::TextureState;
use crate::gl::texture_object::format::{InternalFormat, takes_pixels};
use crate::gl::texture_object::target::{ImageTarget, level_number};
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;

/// A box of texels to be replaced.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SubImage {
    pub(crate) target: ImageTarget,
    pub(crate) level: usize,
    pub(crate) offset: [i32; 3],
    pub(crate) size: [u32; 3],
}

pub(crate) fn sub_image(
    dimensions: u32,
    target: u32,
    level: i32,
    offset: [i32; 3],
    size: [i32; 3],
) -> Result<SubImage> {
    let target = target_of(dimensions, target)?;
    if target.proxy {
        return Err(GlError::invalid_enum("proxies have no texels"));
    }
    let level = level_number(target.kind, level)?;
    if size.iter().any(|n| *n < 0) {
        return Err(GlError::invalid_value("a size is not negative"));
    }
    Ok(SubImage {
        target,
        level,
        offset,
        size: size.map(|n| n as u32),
    })
}

/// Where texels come from.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Source {
    Client(PixelSpec),
    Framebuffer(Plane),
}

impl Source {
    fn is_color(self) -> bool {
        match self {
            Source::Client(spec) => spec.format.is_color(),
            Source::Framebuffer(plane) => plane == Plane::Color,
        }
    }

    fn check(self, internal: InternalFormat) -> Result {
        let goes = match self {
            Source::Client(spec) => {
                check_index_type(spec, internal)?;
                takes_pixels(internal.storage, spec.format)
            }
            Source::Framebuffer(_) => internal.storage.is_color_or_depth(),
        };
        if goes { Ok(()) } else { Err(DO_NOT_MIX) }
    }
}

/// Where a box of texels begins in the level, border included.
fn check_texels(textures: &TextureState, sub: &SubImage, source: Source) -> Result<[u32; 3]> {
    let handle = textures.bound(sub.target.kind);
    let object = handle.object.lock();
    let (face, number) = (sub.target.face, sub.level);
    let Some(image) = object.texture.level(face, number) else {
        return Err(GlError::invalid_operation("the level has no image yet"));
    };
    source.check(InternalFormat::of_level(image))?;
    let at = box_start(image, sub)?;
    let is_anchored = at == [0; 3];
    if image.format.blocks.is_some() && !is_anchored && !is_made_of_blocks(image, at, sub.size) {
        return Err(NOT_WHOLE_BLOCKS);
    }
    Ok(at)
}

/// Where the box begins in the stored image; INVALID_VALUE when it leaves the image.
pub(crate) fn box_start(image: &LevelImage, sub: &SubImage) -> Result<[u32; 3]> {
    let stored = image.level.stored_size(image.kind);
    let inner = [image.level.width, image.level.height, image.level.depth];
    let mut at = [0; 3];
    for axis in 0..3 {
        let border = if stored[axis] > inner[axis] {
            image.level.border as i64
        } else {
            0
        };
        let start = sub.offset[axis] as i64 + border;
        if start < 0 || start + sub.size[axis] as i64 > stored[axis] as i64 {
            return Err(GlError::invalid_value("the box leaves the image"));
        }
        at[axis] = start as u32;
    }
    Ok(at)
}

fn replace_texels(
    cx: &mut Context,
    sub: &SubImage,
    source: Source,
    rows: &mut dyn RowSource,
) -> Result {
    let handle = cx.textures.bound(sub.target.kind);
    settle(cx, &handle)?;
    let at = check_texels(&cx.textures, sub, source)?;
    cx.draws.forget_textures();
    let mut object = handle.object.lock();
    let (face, number) = (sub.target.face, sub.level);
    object.texture.touch();
    object.texture.drop_planes(face, number);
    if let Some(image) = object.texture.faces[face][number].as_mut() {
        write_texels(image, at, sub.size, rows)?;
        compress_box(image, at, sub.size)?;
    }
    if object.params.generate_mipmap && number == object.levels().base {
        generate_mipmaps(&mut object, face)?;
    }
    Ok(())
}

/// How the image's texels are stored.
fn storage_of(textures: &TextureState, sub: &SubImage) -> Option<StorageFormat> {
    let handle = textures.bound(sub.target.kind);
    let object = handle.object.lock();
    let image = object.texture.level(sub.target.face, sub.level);
    image.map(|image| image.format)
}

/// The image holds indices, which the imaging subset leaves alone.
fn is_paletted(textures: &TextureState, sub: &SubImage) -> bool {
    storage_of(textures, sub).is_some_and(|storage| storage.index_bits > 0)
}

/// The same through the imaging subset as far as it is active; what a sink consumes changes no texel.
fn transfer_texels(
    cx: &mut Context,
    mut sub: SubImage,
    dimensions: Dimensions,
    from: Source,
    rows: &mut dyn RowSource,
) -> Result {
    if !from.is_color()
        || !is_active(&cx.pixel, &cx.matrix, dimensions)
        || is_paletted(&cx.textures, &sub)
    {
        return replace_texels(cx, &sub, from, rows);
    }
    let source = sub.size;
    sub.size = convolved_size(&cx.pixel, &cx.imaging, dimensions, source.map(|n| n as i32))
        .map(|n| n as u32);
    // Errors first: they leave histogram and minmax alone.
    check_texels(&cx.textures, &sub, from)?;
    match transfer(cx, dimensions, source, rows)? {
        Some(mut image) => replace_texels(cx, &sub, from, &mut image),
        None => Ok(()),
    }
}

fn tex_sub_image(
    call: &mut Call<'_>,
    dimensions: u32,
    sub: Result<SubImage>,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let checked = sub.and_then(|sub| {
        let spec = texture_pixel_spec(format, ty)?;
        match spec.format {
            // A format that no image has fits none (QUIRKS 6.56).
            PixelFormat::StencilIndex => Err(DO_NOT_MIX),
            _ => Ok((sub, spec)),
        }
    });
    let (sub, spec) = match checked {
        Ok(checked) => checked,
        Err(error) => return call.run(move |_| Err(error)),
    };
    let layout = unpack_layout(
        &call.cx.buffers,
        &call.cx.pixel,
        spec,
        sub.size,
        dimensions == 3,
    )?;
    let source = Source::Client(spec);
    with_pixels(call, pixels, layout, move |call, block| {
        let Some(block) = block else {
            // Errors of the image come before that of a null pointer without a bound buffer.
            check_texels(&call.cx.textures, &sub, source)?;
            return match layout.extent {
                0 => Ok(()),
                _ => Err(GlError::invalid_value("null pointer to pixels")),
            };
        };
        let pixel = call.cx.pixel.clone();
        let block = match storage_of(&call.cx.textures, &sub) {
            Some(storage) => block.for_texels(storage),
            None => block,
        };
        let mut rows = client_rows(block, &pixel);
        transfer_texels(call.cx, sub, Dimensions::of(dimensions), source, &mut rows)
    })
}

/// Replaces texels of a one-dimensional image.
#[allow(clippy::too_many_arguments)]
pub fn tex_sub_image1d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    xoffset: i32,
    width: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let sub = sub_image(1, target, level, [xoffset, 0, 0], [width, 1, 1]);
    tex_sub_image(call, 1, sub, format, ty, pixels)
}

/// Replaces texels of a two-dimensional image.
#[allow(clippy::too_many_arguments)]
pub fn tex_sub_image2d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    xoffset: i32,
    yoffset: i32,
    width: i32,
    height: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let sub = sub_image(2, target, level, [xoffset, yoffset, 0], [width, height, 1]);
    tex_sub_image(call, 2, sub, format, ty, pixels)
}

/// Replaces texels of a three-dimensional image.
#[allow(clippy::too_many_arguments)]
pub fn tex_sub_image3d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    xoffset: i32,
    yoffset: i32,
    zoffset: i32,
    width: i32,
    height: i32,
    depth: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let sub = sub_image(
        3,
        target,
        level,
        [xoffset, yoffset, zoffset],
        [width, height, depth],
    );
    tex_sub_image(call, 3, sub, format, ty, pixels)
}

fn copy_sub_image(call: &mut Call<'_>, sub: SubImage, x: i32, y: i32) -> Result {
    let handle = call.cx.textures.bound(sub.target.kind);
    let plane = handle
        .object
        .lock()
        .texture
        .level(sub.target.face, sub.level)
        .map_or(Plane::Color, |image| {
            InternalFormat::of_level(image).source_plane()
        });
    let pixel = call.cx.pixel.clone();
    let frame = read_frame(call.cx, plane)?;
    let mut rows = FrameRows::new(frame, &pixel, x, y, plane);
    // Slices and layers of two dimensions are copied one at a time.
    let dimensions = match sub.target.kind.dimensions() {
        1 => Dimensions::One,
        _ => Dimensions::Two,
    };
    transfer_texels(
        call.cx,
        sub,
        dimensions,
        Source::Framebuffer(plane),
        &mut rows,
    )
}

/// Replaces texels of a one-dimensional image by copying from the framebuffer.
pub fn copy_tex_sub_image1d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    xoffset: i32,
    x: i32,
    y: i32,
    width: i32,
) -> Result {
    let sub = sub_image(1, target, level, [xoffset, 0, 0], [width, 1, 1])?;
    copy_sub_image(call, sub, x, y)
}

/// Replaces texels of a two-dimensional image by copying from the framebuffer.
#[allow(clippy::too_many_arguments)]
pub fn copy_tex_sub_image2d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    xoffset: i32,
    yoffset: i32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
) -> Result {
    let sub = sub_image(2, target, level, [xoffset, yoffset, 0], [width, height, 1])?;
    copy_sub_image(call, sub, x, y)
}

/// Replaces texels of one slice of a three-dimensional image by copying from the framebuffer.
#[allow(clippy::too_many_arguments)]
pub fn copy_tex_sub_image3d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    xoffset: i32,
    yoffset: i32,
    zoffset: i32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
) -> Result {
    let sub = sub_image(
        3,
        target,
        level,
        [xoffset, yoffset, zoffset],
        [width, height, 1],
    )?;
    copy_sub_image(call, sub, x, y)
}
