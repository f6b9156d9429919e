//! Writes and reads rows of texels of one level (GL 1.5 sections 3.8.1 and 3.8.8).

use super::bytes::{unshare, zeroes};
use super::codec::Codec;
use super::format::StorageFormat;
use super::level::LevelImage;
use crate::device::OutOfMemory;
use crate::format::BaseFormat;
use crate::texture::TexelKind;
use std::sync::Arc;

/// A source of rows of colours, for example an image of the application or a framebuffer. Row `y` of image `z` counts from
/// the first row that is written.
pub trait RowSource {
    /// Writes the colours of a row to `out`.
    fn colors(&mut self, y: u32, z: u32, out: &mut [[f32; 4]]);
    /// Writes the colours of a row to `out`, as bytes R, G, B, A.
    fn bytes(&mut self, y: u32, z: u32, out: &mut [[u8; 4]]);
    /// Writes the stencil values, if the source has any; `out` is 0 before.
    fn stencils(&mut self, _y: u32, _z: u32, _out: &mut [u8]) {}
    /// Writes the colour indices, if the source has any; `out` is 0 before.
    fn indices(&mut self, _y: u32, _z: u32, _out: &mut [u32]) {}
}

/// Writes a box of texels. `at` and `size` count stored texels with the border, and lie inside the level. Fails with
/// [`OutOfMemory`] when texels that a draw in flight holds cannot be copied.
pub fn write_texels(
    image: &mut LevelImage,
    at: [u32; 3],
    size: [u32; 3],
    rows: &mut dyn RowSource,
) -> Result<(), OutOfMemory> {
    if size.contains(&0) {
        return Ok(());
    }
    let stored = image.level.stored_size(image.kind);
    if let Some(stencils) = &mut image.stencils {
        let stencils = unshare(stencils)?;
        for (z, y) in (0..size[2]).flat_map(|z| (0..size[1]).map(move |y| (z, y))) {
            let row = (at[2] + z) as usize * stored[1] as usize + (at[1] + y) as usize;
            let start = row * stored[0] as usize + at[0] as usize;
            let out = &mut stencils[start..start + size[0] as usize];
            out.fill(0);
            rows.stencils(y, z, out);
        }
    }
    if size == stored && Arc::get_mut(&mut image.level.texels).is_none() {
        // All texels are replaced, so the version that a recorded draw still holds need not be copied.
        image.level.texels = Arc::new(zeroes(image.level.texels.len())?);
    }
    let texel_bytes = image.format.texels.bytes();
    let texels = unshare(&mut image.level.texels)?;
    let mut writer = RowWriter::new(image.format, size[0] as usize);
    for z in 0..size[2] {
        for y in 0..size[1] {
            let row = ((at[2] + z) as usize * stored[1] as usize + (at[1] + y) as usize)
                * stored[0] as usize;
            let start = (row + at[0] as usize) * texel_bytes;
            let out = &mut texels[start..start + size[0] as usize * texel_bytes];
            writer.write(rows, y, z, out);
        }
    }
    Ok(())
}

/// Writes rows of a source as texels of a format.
struct RowWriter {
    format: StorageFormat,
    pack: fn(&[[f32; 4]], &mut [u8]),
    /// The colours of a row, for formats that are not written as bytes.
    colors: Vec<[f32; 4]>,
}

impl RowWriter {
    fn new(format: StorageFormat, width: usize) -> RowWriter {
        let has_colors = format.texels.kind() != TexelKind::Bytes;
        RowWriter {
            format,
            pack: Codec::of(format.texels).pack,
            colors: vec![[0.0; 4]; if has_colors { width } else { 0 }],
        }
    }

    /// Writes row `y` of image `z` of the source to `out`.
    fn write(&mut self, rows: &mut dyn RowSource, y: u32, z: u32, out: &mut [u8]) {
        if self.format.index_bits > 0 {
            write_indices(self.format.index_bits, rows, y, z, out);
        } else if self.format.texels.kind() == TexelKind::Bytes {
            let (out, _) = out.as_chunks_mut::<4>();
            rows.bytes(y, z, out);
            let base = self.format.base;
            if base != BaseFormat::Rgba {
                out.iter_mut()
                    .for_each(|texel| *texel = base.expand_bytes(*texel));
            }
        } else {
            rows.colors(y, z, &mut self.colors);
            self.format.prepare(&mut self.colors);
            (self.pack)(&self.colors, out);
        }
    }
}

/// Writes a row of indices that have `bits` bits.
fn write_indices(bits: u8, rows: &mut dyn RowSource, y: u32, z: u32, out: &mut [u8]) {
    let (out, _) = out.as_chunks_mut::<4>();
    let mut indices = vec![0; out.len()];
    rows.indices(y, z, &mut indices);
    let greatest = (1 << bits) - 1;
    out.iter_mut()
        .zip(indices)
        .for_each(|(out, index)| *out = (index & greatest).to_le_bytes());
}

/// Reads a row of stored indices, from its first index on.
pub fn read_indices(image: &LevelImage, y: u32, z: u32, out: &mut [u32]) {
    let stored = image.level.stored_size(image.kind);
    let row = (z as usize * stored[1] as usize + y as usize) * stored[0] as usize;
    let (texels, _) = image.level.texels[4 * row..][..4 * out.len()].as_chunks::<4>();
    out.iter_mut()
        .zip(texels)
        .for_each(|(out, texel)| *out = u32::from_le_bytes(*texel));
}

/// Reads a row of stored texels, from its first texel on.
pub fn read_texels(image: &LevelImage, y: u32, z: u32, out: &mut [[f32; 4]]) {
    let stored = image.level.stored_size(image.kind);
    let row = (z as usize * stored[1] as usize + y as usize) * stored[0] as usize;
    let format = image.format.texels;
    let bytes = &image.level.texels[row * format.bytes()..][..out.len() * format.bytes()];
    (Codec::of(format).unpack)(bytes, out);
}
