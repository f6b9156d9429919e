//! An image lacks what it does not hold for sure.

use crate::platform::PixelStorage;
use crate::platform::x11::rows::Rect;
use crate::platform::x11::shown_tiles::ShownTiles;

fn rect(at: [u32; 2], size: [u32; 2]) -> Rect {
    Rect { at, size }
}

fn lacking(shown: &mut ShownTiles, pixels: &PixelStorage, rect: Rect) -> Vec<[[u32; 2]; 2]> {
    let mut parts = Vec::new();
    shown.copy_lacking(pixels, rect, |part| parts.push([part.at, part.size]));
    parts
}

#[test]
fn tiles_of_one_value_are_copied_once() {
    let pixels = PixelStorage::new(150, 70).unwrap();
    let whole = rect([0, 0], [150, 70]);
    let mut shown = ShownTiles::default();
    let all = [[[0, 0], [150, 64]], [[0, 64], [150, 6]]];
    assert_eq!(lacking(&mut shown, &pixels, whole), all);
    assert!(lacking(&mut shown, &pixels, whole).is_empty());
    // A tile that somebody wrote to is copied each time, until its value is known.
    pixels.write_row(70, 3, &[1, 2]);
    for _ in 0..2 {
        assert_eq!(lacking(&mut shown, &pixels, whole), [[[64, 0], [64, 64]]]);
    }
    pixels.set_uniform_tile(70, 3, 0);
    assert_eq!(lacking(&mut shown, &pixels, whole), [[[64, 0], [64, 64]]]);
    assert!(lacking(&mut shown, &pixels, whole).is_empty());
    pixels.set_uniform_tile(0, 0, 7);
    pixels.set_uniform_tile(128, 0, 7);
    let ends = [[[0, 0], [64, 64]], [[128, 0], [22, 64]]];
    assert_eq!(lacking(&mut shown, &pixels, whole), ends);
}

#[test]
fn a_part_of_a_tile_says_nothing_of_the_rest() {
    let pixels = PixelStorage::new(128, 64).unwrap();
    let mut shown = ShownTiles::default();
    let part = rect([4, 8], [100, 8]);
    for _ in 0..2 {
        assert_eq!(lacking(&mut shown, &pixels, part), [[[4, 8], [100, 8]]]);
    }
    let whole = rect([0, 0], [128, 64]);
    assert_eq!(lacking(&mut shown, &pixels, whole), [[[0, 0], [128, 64]]]);
    assert!(lacking(&mut shown, &pixels, part).is_empty());
    // Another picture, and an image that was written otherwise.
    let other = PixelStorage::new(64, 128).unwrap();
    let tall = rect([0, 0], [64, 128]);
    let both = [[[0, 0], [64, 64]], [[0, 64], [64, 64]]];
    assert_eq!(lacking(&mut shown, &other, tall), both);
    shown.forget();
    assert_eq!(lacking(&mut shown, &other, tall), both);
}
