//! Levels kept as S3TC blocks: the blocks and the texels decoded from them lie side by side, so that draws sample texels
//! and queries return the blocks as they were (EXT_texture_compression_s3tc).

use super::texture_object::LevelImage;
use super::texture_store::{OUT_OF_MEMORY, unshare};
use super::{GlError, Result};
use crate::texture::s3tc::{S3tc, Texels, decode_block, encode_block};
use std::sync::Arc;

/// Bytes of the level's compressed image; `None` unless its format has blocks.
pub(super) fn compressed_size(image: &LevelImage) -> Option<usize> {
    let format = image.format.s3tc()?;
    format.image_bytes(image.level.width, image.level.height)
}

/// INVALID_OPERATION for a box that is not made of whole blocks; those at the right and upper edge may be partial.
pub(super) fn check_block_box(image: &LevelImage, at: [u32; 3], size: [u32; 3]) -> Result {
    let whole = [image.level.width, image.level.height];
    let is_whole = |axis: usize| {
        let ends = size[axis].is_multiple_of(4) || at[axis] + size[axis] == whole[axis];
        ends && at[axis].is_multiple_of(4)
    };
    if is_whole(0) && is_whole(1) {
        Ok(())
    } else {
        Err(GlError::invalid_operation(
            "the box is not made of whole 4×4 blocks",
        ))
    }
}

/// A block of a level: its place among the blocks, and its first texel.
struct BlockPlace {
    number: usize,
    x: u32,
    y: u32,
}

/// The blocks that a box of texels meets.
fn blocks_of(
    image: &LevelImage,
    at: [u32; 3],
    size: [u32; 3],
) -> impl Iterator<Item = BlockPlace> + use<> {
    let columns = image.level.width.div_ceil(4) as usize;
    let range = |axis: usize| match size[axis] {
        0 => 0..0,
        n => at[axis] / 4..(at[axis] + n).div_ceil(4),
    };
    let (across, up) = (range(0), range(1));
    up.flat_map(move |y| {
        across.clone().map(move |x| BlockPlace {
            number: y as usize * columns + x as usize,
            x: 4 * x,
            y: 4 * y,
        })
    })
}

/// The texels of a block that lie in an image of this size: number in the block, and in the image.
fn texels_in(
    place: &BlockPlace,
    width: u32,
    height: u32,
) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (columns, rows) = ((width - place.x).min(4), (height - place.y).min(4));
    let start = place.y as usize * width as usize + place.x as usize;
    (0..rows as usize).flat_map(move |y| {
        let at = start + y * width as usize;
        (0..columns as usize).map(move |x| (4 * y + x, at + x))
    })
}

/// Makes blocks from all texels of a level, and decodes them; does nothing for formats without blocks.
pub(super) fn compress_all(image: &mut LevelImage) -> Result {
    let Some(bytes) = compressed_size(image) else {
        return Ok(());
    };
    image.blocks = Arc::new(zeroed(bytes)?);
    compress_box(image, [0; 3], [image.level.width, image.level.height, 1])
}

fn zeroed(bytes: usize) -> Result<Vec<u8>> {
    let mut blocks = Vec::new();
    blocks.try_reserve_exact(bytes).map_err(|_| OUT_OF_MEMORY)?;
    blocks.resize(bytes, 0);
    Ok(blocks)
}

/// Makes the blocks that a box meets from the texels, and decodes them; does nothing for formats without blocks.
pub(super) fn compress_box(image: &mut LevelImage, at: [u32; 3], size: [u32; 3]) -> Result {
    let Some(format) = image.format.s3tc() else {
        return Ok(());
    };
    let places = blocks_of(image, at, size);
    let (width, height) = (image.level.width, image.level.height);
    let blocks = unshare(&mut image.blocks)?;
    let texels = unshare(&mut image.level.texels)?;
    let (texels, _) = texels.as_chunks_mut::<4>();
    for place in places {
        let (mut source, mut inside): (Texels, u16) = ([[0; 4]; 16], 0);
        for (i, at) in texels_in(&place, width, height) {
            source[i] = texels[at];
            inside |= 1 << i;
        }
        let block = encode_block(format, &source, inside);
        let start = place.number * format.block_bytes();
        let kept = &mut blocks[start..start + format.block_bytes()];
        kept.copy_from_slice(&block[..format.block_bytes()]);
        decode_at(format, kept, &place, [width, height], texels);
    }
    Ok(())
}

/// Writes the texels of one block.
fn decode_at(
    format: S3tc,
    block: &[u8],
    place: &BlockPlace,
    size: [u32; 2],
    texels: &mut [[u8; 4]],
) {
    let decoded = decode_block(format, block);
    for (i, at) in texels_in(place, size[0], size[1]) {
        texels[at] = decoded[i];
    }
}

/// Replaces the blocks of a box, which has been checked, by `data`, and decodes them.
pub(super) fn write_blocks(
    image: &mut LevelImage,
    at: [u32; 3],
    size: [u32; 3],
    data: &[u8],
) -> Result {
    let Some(format) = image.format.s3tc() else {
        return Ok(());
    };
    if image.blocks.is_empty() {
        image.blocks = Arc::new(zeroed(compressed_size(image).unwrap_or(0))?);
    }
    let places = blocks_of(image, at, size);
    let (width, height) = (image.level.width, image.level.height);
    let blocks = unshare(&mut image.blocks)?;
    let texels = unshare(&mut image.level.texels)?;
    let (texels, _) = texels.as_chunks_mut::<4>();
    for (place, block) in places.zip(data.chunks_exact(format.block_bytes())) {
        let start = place.number * format.block_bytes();
        blocks[start..start + format.block_bytes()].copy_from_slice(block);
        decode_at(format, block, &place, [width, height], texels);
    }
    Ok(())
}
