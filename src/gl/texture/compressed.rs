//! Compressed images: specification, replacement, queries (GL 1.5 sections 3.8.3 and 6.1.4,
//! EXT_texture_compression_s3tc, _rgtc, _latc, 3DFX_texture_compression_FXT1).
//!
//! The specific formats have flat images only; generic formats are not allowed here. Pixel store
//! and transfer do not apply, pixel buffer objects do.

use super::level::{
    NOT_WHOLE_BLOCKS, NewLevel, check_level, define_proxy, empty_level, put_level, queried_level,
    target_of,
};
use super::mipmap::generate_mipmaps;
use super::storage::check_bound_mutable;
use super::sub_image::{SubImage, box_start, sub_image};
use crate::device::texture::blocks::{compressed_size, is_made_of_blocks, write_blocks};
use crate::format::{ImageLayout, PixelFormat, PixelSpec, PixelStore, PixelType, TextureShape};
use crate::gl::context::draw_cache::DrawCache;
use crate::gl::context::enums::*;
use crate::gl::pixel::image::{pack_target, with_pixels};
use crate::gl::texture::unit::TextureState;
use crate::gl::texture_object::format::{InternalFormat, can_have_blocks};
use crate::gl::texture_object::target::image_target;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// COMPRESSED_TEXTURE_FORMATS: those for general use. COMPRESSED_RGBA_S3TC_DXT1_EXT is not among them, as its
/// transparent texels are black, nor are RGTC and LATC, which drop components (GL 1.5 section 3.8.1).
pub const COMPRESSED_FORMATS: [i32; 5] = [
    COMPRESSED_RGB_S3TC_DXT1_EXT as i32,
    COMPRESSED_RGBA_S3TC_DXT3_EXT as i32,
    COMPRESSED_RGBA_S3TC_DXT5_EXT as i32,
    COMPRESSED_RGB_FXT1_3DFX as i32,
    COMPRESSED_RGBA_FXT1_3DFX as i32,
];

const NOT_COMPRESSED: GlError = GlError::invalid_operation("the image is not compressed");
const NO_FORMAT: GlError =
    GlError::invalid_enum("not a specific compressed format that these images can have");
const WRONG_SIZE: GlError =
    GlError::invalid_value("imageSize is not what the format and the size ask for");

/// A compressed image as the bytes that it is.
fn byte_layout(bytes: usize) -> Result<ImageLayout> {
    let spec = PixelSpec {
        format: PixelFormat::Luminance,
        ty: PixelType::U8,
    };
    u32::try_from(bytes)
        .ok()
        .and_then(|bytes| PixelStore::TIGHT.layout(spec, [bytes, 1, 1], false))
        .ok_or(WRONG_SIZE)
}

/// The specific compressed format with this name, for flat targets without rectangles (ARB_texture_rectangle 3.8.3) and for
/// layers of two dimensions (EXT_texture_array).
fn block_format(dimensions: u32, target: u32, name: u32) -> Result<InternalFormat> {
    let kind = target_of(dimensions, target)?.kind;
    if kind == TextureShape::Rectangle {
        return Err(GlError::invalid_enum(
            "rectangles take no compressed images",
        ));
    }
    let is_possible = |format: &InternalFormat| {
        let blocks = format.storage.blocks;
        blocks.is_some_and(|blocks| can_have_blocks(kind, blocks))
    };
    let format = InternalFormat::from_enum(name).filter(is_possible);
    format.ok_or(NO_FORMAT)
}

/// Returns a compressed image, the blocks as they were given or made.
pub fn get_compressed_tex_image(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    img: ClientPtr<u8>,
) -> Result {
    if image_target(target)?.proxy {
        return Err(GlError::invalid_enum("proxies have no texels"));
    }
    let image = queried_level(&call.cx.textures, target, level)?.ok_or(NOT_COMPRESSED)?;
    let bytes = compressed_size(&image).ok_or(NOT_COMPRESSED)?;
    let layout = byte_layout(bytes)?;
    if bytes == 0 {
        return Ok(());
    }
    if let Some(mut out) = pack_target(call, img, &layout)? {
        out[..bytes].copy_from_slice(&image.blocks);
    }
    Ok(())
}

/// Specifies a compressed image: there is none of one dimension, generic formats are not allowed here.
#[allow(clippy::too_many_arguments)]
pub fn compressed_tex_image1d(
    call: &mut Call<'_>,
    _target: u32,
    _level: i32,
    _internalformat: u32,
    _width: i32,
    _border: i32,
    _image_size: i32,
    _data: ClientPtr<u8>,
) -> Result {
    call.run(|_| Err(NO_FORMAT))
}

/// Specifies a two-dimensional image, a cube map's face, or a proxy, by blocks.
#[allow(clippy::too_many_arguments)]
pub fn compressed_tex_image2d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: u32,
    width: i32,
    height: i32,
    border: i32,
    image_size: i32,
    data: ClientPtr<u8>,
) -> Result {
    let image = CompressedImage {
        dimensions: 2,
        target,
        level,
        format: internalformat,
        size: [width, height, 1],
        border,
        image_size,
    };
    image.specify(call, data)
}

/// The arguments of CompressedTexImage2D and 3D.
struct CompressedImage {
    dimensions: u32,
    target: u32,
    level: i32,
    format: u32,
    size: [i32; 3],
    border: i32,
    image_size: i32,
}

impl CompressedImage {
    fn specify(self, call: &mut Call<'_>, data: ClientPtr<u8>) -> Result {
        let new = match self.check() {
            Ok(new) => new,
            Err(error) => return call.run(move |_| Err(error)),
        };
        specify_blocks(call, new, self.image_size, data)
    }

    fn check(&self) -> Result<NewLevel> {
        let format = block_format(self.dimensions, self.target, self.format)?;
        if self.border != 0 {
            return Err(GlError::invalid_operation(
                "images of blocks have no border",
            ));
        }
        let target = target_of(self.dimensions, self.target)?;
        let new = check_level(
            target,
            self.level,
            format,
            (self.size, self.size),
            self.border,
        )?;
        check_image_size(format, new.size, self.image_size)?;
        Ok(new)
    }
}

/// Makes a level of blocks, or records what a proxy command found out.
fn specify_blocks(
    call: &mut Call<'_>,
    new: NewLevel,
    image_size: i32,
    data: ClientPtr<u8>,
) -> Result {
    if new.target.proxy {
        define_proxy(&mut call.cx.textures, &new);
        return Ok(());
    }
    let layout = byte_layout(image_size as usize)?;
    with_pixels(call, data, layout, move |call, block| {
        check_bound_mutable(&call.cx.textures, new.target)?;
        let mut image = empty_level(&new)?;
        // A null pointer leaves the texels undefined, as with TexImage2D: all blocks are zero.
        let zeros = vec![0; if block.is_none() { layout.extent } else { 0 }];
        let bytes = block.map_or(&zeros[..], |block| block.bytes);
        write_blocks(&mut image, [0; 3], new.size, bytes)?;
        put_level(&call.cx.textures, &new, image)
    })
}

/// INVALID_VALUE unless the bytes are those of all layers.
fn check_image_size(format: InternalFormat, size: [u32; 3], image_size: i32) -> Result {
    let expected = format
        .storage
        .blocks
        .and_then(|blocks| blocks.image_bytes(size[0], size[1]))
        .and_then(|layer| layer.checked_mul(size[2] as usize));
    match usize::try_from(image_size) {
        Ok(bytes) if Some(bytes) == expected => Ok(()),
        _ => Err(WRONG_SIZE),
    }
}

/// Specifies an image of layers, or a proxy, by blocks, layer after layer: there are no others of three dimensions.
#[allow(clippy::too_many_arguments)]
pub fn compressed_tex_image3d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: u32,
    width: i32,
    height: i32,
    depth: i32,
    border: i32,
    image_size: i32,
    data: ClientPtr<u8>,
) -> Result {
    let image = CompressedImage {
        dimensions: 3,
        target,
        level,
        format: internalformat,
        size: [width, height, depth],
        border,
        image_size,
    };
    image.specify(call, data)
}

/// Replaces compressed texels: no image of one dimension is compressed.
#[allow(clippy::too_many_arguments)]
pub fn compressed_tex_sub_image1d(
    call: &mut Call<'_>,
    _target: u32,
    _level: i32,
    _xoffset: i32,
    _width: i32,
    _format: u32,
    _image_size: i32,
    _data: ClientPtr<u8>,
) -> Result {
    call.run(|_| Err(NO_FORMAT))
}

/// Replaces whole blocks of a two-dimensional image.
#[allow(clippy::too_many_arguments)]
pub fn compressed_tex_sub_image2d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    xoffset: i32,
    yoffset: i32,
    width: i32,
    height: i32,
    format: u32,
    image_size: i32,
    data: ClientPtr<u8>,
) -> Result {
    let part = ([xoffset, yoffset, 0], [width, height, 1]);
    compressed_sub_image(call, (2, target, level), part, (format, image_size), data)
}

/// Replaces whole blocks of a box: its offset, and its size.
fn compressed_sub_image(
    call: &mut Call<'_>,
    (dimensions, target, level): (u32, u32, i32),
    (offset, size): ([i32; 3], [i32; 3]),
    (format, image_size): (u32, i32),
    data: ClientPtr<u8>,
) -> Result {
    let checked = block_format(dimensions, target, format).and_then(|format| {
        let sub = sub_image(dimensions, target, level, offset, size)?;
        check_image_size(format, sub.size, image_size)?;
        Ok((format, sub))
    });
    let (format, sub) = match checked {
        Ok(checked) => checked,
        Err(error) => return call.run(move |_| Err(error)),
    };
    let layout = byte_layout(image_size as usize)?;
    with_pixels(call, data, layout, move |call, block| {
        let block = block.ok_or(GlError::invalid_value("null pointer to blocks"))?;
        replace_blocks(
            &mut call.cx.draws,
            &call.cx.textures,
            &sub,
            format,
            block.bytes,
        )
    })
}

fn replace_blocks(
    draws: &mut DrawCache,
    textures: &TextureState,
    sub: &SubImage,
    format: InternalFormat,
    data: &[u8],
) -> Result {
    let handle = textures.bound(sub.target.kind);
    draws.forget_textures();
    let mut object = handle.object.lock();
    let (face, number) = (sub.target.face, sub.level);
    let Some(image) = object.texture.level(face, number) else {
        return Err(GlError::invalid_operation("the level has no image yet"));
    };
    if InternalFormat::of_level(image) != format {
        return Err(GlError::invalid_operation(
            "the image has another internal format",
        ));
    }
    let at = box_start(image, sub)?;
    if !is_made_of_blocks(image, at, sub.size) {
        return Err(NOT_WHOLE_BLOCKS);
    }
    object.texture.touch();
    if let Some(image) = object.texture.faces[face][number].as_mut() {
        write_blocks(image, at, sub.size, data)?;
    }
    if object.params.generate_mipmap && number == object.levels().base {
        generate_mipmaps(&mut object, face)?;
    }
    Ok(())
}

/// Replaces whole blocks of an image of layers.
#[allow(clippy::too_many_arguments)]
pub fn compressed_tex_sub_image3d(
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
    image_size: i32,
    data: ClientPtr<u8>,
) -> Result {
    let part = ([xoffset, yoffset, zoffset], [width, height, depth]);
    compressed_sub_image(call, (3, target, level), part, (format, image_size), data)
}
