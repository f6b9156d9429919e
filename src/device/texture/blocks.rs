//! Levels that are kept as compressed blocks. The blocks and the texels decoded from them are both stored: draws sample the
//! texels, and queries return the original blocks (EXT_texture_compression_s3tc, _rgtc, _latc,
//! 3DFX_texture_compression_FXT1).

use super::bytes::{unshare, zeroes};
use super::level::LevelImage;
use crate::device::OutOfMemory;
use crate::texture::block_format::{BlockFormat, BlockTexel, BlockTexels, MAX_BLOCK_TEXELS};
use std::sync::Arc;

/// Returns the size in bytes of the level's compressed image. A format without blocks gives `None`.
pub fn compressed_size(image: &LevelImage) -> Option<usize> {
    let format = image.format.blocks?;
    let layer = format.image_bytes(image.level.width, image.level.height)?;
    layer.checked_mul(image.level.depth as usize)
}

/// Whether a box of texels consists of whole blocks; those at the right and upper edge may be partial. Some formats accept
/// only the whole image. Formats without blocks accept any box.
pub fn is_made_of_blocks(image: &LevelImage, at: [u32; 3], size: [u32; 3]) -> bool {
    let whole = [image.level.width, image.level.height];
    let [across, up] = match image.format.blocks {
        Some(format) if !format.has_parts() => whole,
        Some(format) => format.block_size(),
        None => [1, 1],
    };
    let is_whole = |axis: usize, block: u32| {
        let ends = size[axis].is_multiple_of(block) || at[axis] + size[axis] == whole[axis];
        ends && at[axis].is_multiple_of(block)
    };
    is_whole(0, across) && is_whole(1, up)
}

/// A block of a level: its number among the blocks, its layer, and its first texel.
struct BlockPlace {
    number: usize,
    layer: u32,
    x: u32,
    y: u32,
}

/// Returns the blocks that overlap a box of texels.
fn blocks_of(
    format: BlockFormat,
    image: &LevelImage,
    at: [u32; 3],
    size: [u32; 3],
) -> impl Iterator<Item = BlockPlace> + use<> {
    let block = format.block_size();
    let columns = image.level.width.div_ceil(block[0]) as usize;
    let rows = image.level.height.div_ceil(block[1]) as usize;
    let range = |axis: usize| match size[axis] {
        0 => 0..0,
        n => at[axis] / block[axis]..(at[axis] + n).div_ceil(block[axis]),
    };
    let (across, up) = (range(0), range(1));
    let lines = (at[2]..at[2] + size[2]).flat_map(move |z| up.clone().map(move |y| (z, y)));
    lines.flat_map(move |(layer, y)| {
        across.clone().map(move |x| BlockPlace {
            number: (layer as usize * rows + y as usize) * columns + x as usize,
            layer,
            x: block[0] * x,
            y: block[1] * y,
        })
    })
}

/// Returns the texels of a block that lie in an image of this size: their numbers in the block, and in the image.
fn texels_in(
    [across, up]: [u32; 2],
    place: &BlockPlace,
    [width, height]: [u32; 2],
) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (columns, rows) = ((width - place.x).min(across), (height - place.y).min(up));
    let row = place.layer as usize * height as usize + place.y as usize;
    let start = row * width as usize + place.x as usize;
    (0..rows as usize).flat_map(move |y| {
        let at = start + y * width as usize;
        (0..columns as usize).map(move |x| (across as usize * y + x, at + x))
    })
}

/// Compresses all texels of a level to blocks, and decodes these. Formats without blocks are left alone. Fails with
/// [`OutOfMemory`] when the blocks cannot be allocated.
pub fn compress_all(image: &mut LevelImage) -> Result<(), OutOfMemory> {
    let Some(bytes) = compressed_size(image) else {
        return Ok(());
    };
    image.blocks = Arc::new(zeroes(bytes)?);
    let size = [image.level.width, image.level.height, image.level.depth];
    compress_box(image, [0; 3], size)
}

/// Compresses the texels of each block that overlaps a box, and decodes these blocks. Formats without blocks are left
/// alone. Fails with [`OutOfMemory`] when blocks or texels in flight cannot be copied.
pub fn compress_box(
    image: &mut LevelImage,
    at: [u32; 3],
    size: [u32; 3],
) -> Result<(), OutOfMemory> {
    let Some(format) = image.format.blocks else {
        return Ok(());
    };
    // Signed blocks are decoded to floats, all others to bytes.
    if format.is_signed() {
        compress_as::<[f32; 4]>(format, image, at, size)
    } else {
        compress_as::<[u8; 4]>(format, image, at, size)
    }
}

/// Compresses texels of this type.
fn compress_as<T: BlockTexel>(
    format: BlockFormat,
    image: &mut LevelImage,
    at: [u32; 3],
    size: [u32; 3],
) -> Result<(), OutOfMemory> {
    let places = blocks_of(format, image, at, size);
    let size = [image.level.width, image.level.height];
    let blocks = unshare(&mut image.blocks)?;
    let texels = unshare(&mut image.level.texels)?;
    for place in places {
        let (mut source, mut inside): (BlockTexels<T>, u32) = ([T::default(); MAX_BLOCK_TEXELS], 0);
        for (i, at) in texels_in(format.block_size(), &place, size) {
            source[i] = bytemuck::pod_read_unaligned(&texels[texel_range::<T>(at)]);
            inside |= 1 << i;
        }
        let block = T::encode(format, &source, inside);
        let start = place.number * format.block_bytes();
        let kept = &mut blocks[start..start + format.block_bytes()];
        kept.copy_from_slice(&block[..format.block_bytes()]);
        decode_at::<T>(format, kept, &place, size, texels);
    }
    Ok(())
}

/// Returns the bytes of a texel of this type.
fn texel_range<T>(number: usize) -> std::ops::Range<usize> {
    let bytes = size_of::<T>();
    bytes * number..bytes * (number + 1)
}

/// Writes the texels of one block.
fn decode_at<T: BlockTexel>(
    format: BlockFormat,
    block: &[u8],
    place: &BlockPlace,
    size: [u32; 2],
    texels: &mut [u8],
) {
    let decoded = T::decode(format, block);
    for (i, at) in texels_in(format.block_size(), place, size) {
        texels[texel_range::<T>(at)].copy_from_slice(bytemuck::bytes_of(&decoded[i]));
    }
}

/// Replaces the blocks of a box by `data`, and decodes them. The box [is made of blocks](is_made_of_blocks). Fails with
/// [`OutOfMemory`] when blocks or texels in flight cannot be copied.
pub fn write_blocks(
    image: &mut LevelImage,
    at: [u32; 3],
    size: [u32; 3],
    data: &[u8],
) -> Result<(), OutOfMemory> {
    let Some(format) = image.format.blocks else {
        return Ok(());
    };
    if image.blocks.is_empty() {
        image.blocks = Arc::new(zeroes(compressed_size(image).unwrap_or(0))?);
    }
    let decode_at = if format.is_signed() {
        decode_at::<[f32; 4]>
    } else {
        decode_at::<[u8; 4]>
    };
    let places = blocks_of(format, image, at, size);
    let size = [image.level.width, image.level.height];
    let blocks = unshare(&mut image.blocks)?;
    let texels = unshare(&mut image.level.texels)?;
    for (place, block) in places.zip(data.chunks_exact(format.block_bytes())) {
        let start = place.number * format.block_bytes();
        blocks[start..start + format.block_bytes()].copy_from_slice(block);
        decode_at(format, block, &place, size, texels);
    }
    Ok(())
}
