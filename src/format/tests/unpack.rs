//! Conversion from client bytes against tables 2.9 and 3.8, and the fast path against the general one.

use crate::format::table::{PixelFormat, PixelSpec, PixelType};
use crate::format::unpack::{unpack_bitmap, unpack_colors, unpack_rgba8, unpack_scalars};
use PixelFormat::*;

fn color(format: PixelFormat, ty: PixelType, swap: bool, bytes: &[u8]) -> [f32; 4] {
    let mut out = [[9.0; 4]];
    unpack_colors(PixelSpec { format, ty }, swap, bytes, &mut out);
    out[0]
}

#[test]
fn formats_place_their_components() {
    let bytes = [255, 0, 51, 102];
    assert_eq!(
        color(Rgba, PixelType::U8, false, &bytes),
        [1.0, 0.0, 0.2, 0.4]
    );
    assert_eq!(
        color(Bgra, PixelType::U8, false, &bytes),
        [0.2, 0.0, 1.0, 0.4]
    );
    assert_eq!(
        color(Abgr, PixelType::U8, false, &bytes),
        [0.4, 0.2, 0.0, 1.0]
    );
    assert_eq!(
        color(Bgr, PixelType::U8, false, &bytes),
        [0.2, 0.0, 1.0, 1.0]
    );
    assert_eq!(
        color(Green, PixelType::U8, false, &bytes),
        [0.0, 1.0, 0.0, 1.0]
    );
    assert_eq!(
        color(Alpha, PixelType::U8, false, &bytes),
        [0.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(
        color(LuminanceAlpha, PixelType::U8, false, &bytes),
        [1.0, 1.0, 1.0, 0.0]
    );
}

#[test]
fn packed_types_split_by_table_3_8() {
    // 0xF800: red of 5-6-5 in the most significant bits; reversed it is the last component.
    let red = 0xf800u16.to_ne_bytes();
    assert_eq!(
        color(Rgb, PixelType::U16R565, false, &red),
        [1.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(
        color(Rgb, PixelType::U16R565Rev, false, &red),
        [0.0, 0.0, 1.0, 1.0]
    );
    let swapped = 0x00f8u16.to_ne_bytes();
    assert_eq!(
        color(Rgb, PixelType::U16R565, true, &swapped),
        [1.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(
        color(Rgb, PixelType::U8R332, false, &[0b1110_0011]),
        [1.0, 0.0, 1.0, 1.0]
    );
    assert_eq!(
        color(Rgb, PixelType::U8R233Rev, false, &[0b1100_0111]),
        [1.0, 0.0, 1.0, 1.0]
    );
    let alpha = 0x0001u16.to_ne_bytes();
    assert_eq!(
        color(Bgra, PixelType::U16R5551, false, &alpha),
        [0.0, 0.0, 0.0, 1.0]
    );
    let blue = 0x7c00u16.to_ne_bytes(); // 1-5-5-5 reversed, BGRA: component 2 (red) in bits 10–14
    assert_eq!(
        color(Bgra, PixelType::U16R1555Rev, false, &blue),
        [1.0, 0.0, 0.0, 0.0]
    );
    let value = 0xC00F_FC00u32.to_ne_bytes(); // 2-10-10-10 reversed: G = 1023, A = 3
    assert_eq!(
        color(Rgba, PixelType::U32R2101010Rev, false, &value),
        [0.0, 1.0, 0.0, 1.0]
    );
}

#[test]
fn signed_components_follow_table_2_9() {
    assert_eq!(color(Red, PixelType::I8, false, &[127])[0], 1.0);
    assert_eq!(color(Red, PixelType::I8, false, &[0x80])[0], -1.0);
    assert_eq!(color(Red, PixelType::I8, false, &[0])[0], 1.0 / 255.0);
    assert_eq!(
        color(Red, PixelType::I32, false, &i32::MIN.to_ne_bytes())[0],
        -1.0
    );
    assert_eq!(
        color(Red, PixelType::F16, false, &0x3c00u16.to_ne_bytes())[0],
        1.0
    );
    assert_eq!(
        color(Red, PixelType::F32, true, &{
            let mut b = 2.5f32.to_ne_bytes();
            b.reverse();
            b
        })[0],
        2.5
    );
}

#[test]
fn the_fast_path_agrees_with_the_slow_one() {
    let bytes: Vec<u8> = (0..64u32).map(|i| (i * 37 + 11) as u8).collect();
    let formats = [
        Red,
        Green,
        Blue,
        Alpha,
        Rgb,
        Rgba,
        Bgr,
        Bgra,
        Abgr,
        Luminance,
        LuminanceAlpha,
    ];
    for ty in [PixelType::U8, PixelType::U32R8888, PixelType::U32R8888Rev] {
        for (format, swap) in formats.iter().flat_map(|f| [(*f, false), (*f, true)]) {
            let spec = PixelSpec { format, ty };
            let mut fast = [[0; 4]; 4];
            if !spec.is_valid() || !unpack_rgba8(spec, swap, &bytes, &mut fast) {
                continue;
            }
            let mut slow = [[0.0; 4]; 4];
            unpack_colors(spec, swap, &bytes, &mut slow);
            assert_eq!(fast, slow.map(crate::format::rgba8), "{spec:?} swap {swap}");
        }
    }
}

#[test]
fn indices_keep_all_bits_and_bits_follow_the_order() {
    let mut out = [0.0; 1];
    unpack_scalars(
        PixelSpec {
            format: ColorIndex,
            ty: PixelType::U32,
        },
        false,
        &u32::MAX.to_ne_bytes(),
        &mut out,
    );
    assert_eq!(out, [4294967295.0]);
    unpack_scalars(
        PixelSpec {
            format: DepthComponent,
            ty: PixelType::U16,
        },
        false,
        &[255, 255],
        &mut out,
    );
    assert_eq!(out, [1.0]);
    let mut bits = [false; 4];
    unpack_bitmap(&[0b0010_1000], 2, false, &mut bits);
    assert_eq!(bits, [true, false, true, false]);
    unpack_bitmap(&[0b0010_1000], 3, true, &mut bits);
    assert_eq!(bits, [true, false, true, false]);
}
