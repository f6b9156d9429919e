//! The application's bytes come back as written until a draw makes them stale.

use crate::device::texture::format::StorageFormat;
use crate::device::texture::level::new_level;
use crate::device::texture::original::OriginalBytes;
use crate::device::texture::storage::Texture;
use crate::format::{BaseFormat, TextureShape};
use crate::texture::TexelFormat;

#[test]
fn rows_come_back_as_they_were_written() {
    let mut bytes = OriginalBytes::zeroed(6, 2).unwrap();
    assert_eq!((bytes.pitch(), bytes.row(1)), (8, &[0; 6][..]));
    let before = bytes.clone();
    // Three pixels of R5G6B5 in the second row.
    bytes.lock().unwrap()[8..14].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
    assert_eq!(bytes.row(1), [1, 2, 3, 4, 5, 6]);
    assert_eq!(
        before.row(1),
        [0; 6],
        "a copy of the level keeps its version"
    );
    assert!(OriginalBytes::zeroed(usize::MAX, 2).is_err());
}

#[test]
fn draws_make_the_bytes_stale_and_locks_make_them_new() {
    let format = StorageFormat::plain(BaseFormat::Rgba, TexelFormat::Rgba8);
    let mut level = new_level(TextureShape::D2, format, [2, 1, 1], 0).unwrap();
    level.original = Some(OriginalBytes::zeroed(4, 1).unwrap());
    let mut texture = Texture::new(TextureShape::D2);
    texture.set_level(0, 0, Some(level));
    let is_stale = |texture: &Texture| {
        let original = texture
            .level(0, 0)
            .and_then(|level| level.original.as_ref());
        original.unwrap().is_stale()
    };
    let plane = texture.plane(0, 0, 0).unwrap().unwrap();
    texture.settle().unwrap();
    assert!(!is_stale(&texture), "nothing was drawn");
    plane.mark_newer();
    texture.settle().unwrap();
    assert!(is_stale(&texture));
    let level = texture.faces[0][0].as_mut().unwrap();
    level.original.as_mut().unwrap().lock().unwrap();
    assert!(!is_stale(&texture));
}
