//! Writing copies texels that a pending draw still holds.

use crate::device::texture::format::StorageFormat;
use crate::device::texture::level::new_level;
use crate::device::texture::texels::{RowSource, write_texels};
use crate::format::{BaseFormat, TextureShape};
use crate::texture::TexelFormat;

/// A test source: red and green count the texels. As bytes, red counts in tens.
pub(crate) struct Ramp;

impl RowSource for Ramp {
    fn colors(&mut self, y: u32, _: u32, out: &mut [[f32; 4]]) {
        out.iter_mut()
            .enumerate()
            .for_each(|(x, c)| *c = [x as f32, y as f32, 0.0, 1.0]);
    }
    fn bytes(&mut self, y: u32, _: u32, out: &mut [[u8; 4]]) {
        out.iter_mut()
            .enumerate()
            .for_each(|(x, c)| *c = [10 * x as u8, y as u8, 0, 255]);
    }
}

#[test]
fn writes_copy_texels_that_are_still_held() {
    let format = StorageFormat::plain(BaseFormat::Luminance, TexelFormat::Rgba8);
    let mut image = new_level(TextureShape::D2, format, [2, 1, 1], 0).unwrap();
    let held = image.level.texels.clone();
    write_texels(&mut image, [1, 0, 0], [1, 1, 1], &mut Ramp).unwrap();
    assert_eq!(held[..8], [0; 8]);
    assert_eq!(image.level.texels[..8], [0, 0, 0, 0, 0, 0, 0, 255]);
}
