//! Tests of filling buffers (ARB_clear_buffer_object).

use super::object::{code, contents, with_buffer};
use crate::gl::buffer::map::{map_buffer_range, unmap_buffer};
use crate::gl::context::enums::*;
use crate::gl::pixel::clear_buffer::*;
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;

/// Fills a buffer of 16 bytes and returns its bytes.
fn filled<T>(internal: u32, format: u32, ty: u32, color: &[T]) -> Vec<u8> {
    with_buffer(&[0xee; 16], |call| fill(call, internal, format, ty, color))
}

fn fill<T>(call: &mut Call<'_>, internal: u32, format: u32, ty: u32, color: &[T]) -> Vec<u8> {
    let data = ClientPtr::of(color);
    clear_buffer_data(call, ARRAY_BUFFER, internal, format, ty, data).unwrap();
    contents(call)
}

/// Components in memory.
fn bytes<const N: usize>(components: &[[u8; N]]) -> Vec<u8> {
    components.concat().repeat(16 / components.len() / N)
}

#[test]
fn colors_become_normalised_numbers_and_floats() {
    let half = half::f16::from_f32;
    let color = [0.2f32, 1.5, -1.0, f32::NAN];
    assert_eq!(filled(R8, RED, FLOAT, &color), [51; 16]);
    assert_eq!(filled(RG8, RGBA, FLOAT, &color), [51, 255].repeat(8));
    assert_eq!(
        filled(RGBA8, BGRA, FLOAT, &color),
        [0, 255, 51, 0].repeat(4)
    );
    let expected = [13107u16, 65535].map(u16::to_ne_bytes);
    assert_eq!(filled(RG16, RG, FLOAT, &color), bytes(&expected));
    let expected = [0.2f32, 1.5, -1.0, 1.0].map(|x| half(x).to_ne_bytes());
    assert_eq!(filled(RGBA16F, RGB, FLOAT, &color), bytes(&expected));
    let expected = [0.2f32, 0.2, 0.2, 1.5].map(f32::to_ne_bytes);
    assert_eq!(
        filled(RGBA32F, LUMINANCE_ALPHA, FLOAT, &color),
        bytes(&expected)
    );
    // Every 16-bit number comes back.
    for value in (0..=u16::MAX).step_by(251) {
        let expected = bytes(&[value.to_ne_bytes()]);
        assert_eq!(filled(R16, RED, UNSIGNED_SHORT, &[value]), expected);
    }
}

#[test]
fn luminance_and_intensity_are_red() {
    let color = [9u8, 8, 7, 6];
    assert_eq!(filled(ALPHA8, RGBA, UNSIGNED_BYTE, &color), [6; 16]);
    assert_eq!(filled(LUMINANCE8, RGBA, UNSIGNED_BYTE, &color), [9; 16]);
    assert_eq!(filled(INTENSITY8, RED, UNSIGNED_BYTE, &color), [9; 16]);
    let both = filled(LUMINANCE8_ALPHA8, LUMINANCE_ALPHA, UNSIGNED_BYTE, &color);
    assert_eq!(both, [9, 8].repeat(8));
}

#[test]
fn missing_components_are_black_and_opaque() {
    assert_eq!(
        filled(RGBA8, GREEN, UNSIGNED_BYTE, &[7u8]),
        [0, 7, 0, 255].repeat(4)
    );
    assert_eq!(
        filled(RGBA8, ALPHA, UNSIGNED_BYTE, &[7u8]),
        [0, 0, 0, 7].repeat(4)
    );
    assert_eq!(
        filled(RGBA8I, BLUE_INTEGER, BYTE, &[-7i8]),
        [0, 0, 249, 1].repeat(4)
    );
    assert_eq!(filled(RG8UI, ALPHA_INTEGER, BYTE, &[-7i8]), [0; 16]);
}

#[test]
fn signed_numbers_have_an_exact_zero() {
    let expected = [0.0f32, -1.0, -1.0, 1.0].map(f32::to_ne_bytes);
    let color = [0i8, -127, -128, 127];
    assert_eq!(filled(RGBA32F, RGBA, BYTE, &color), bytes(&expected));
}

#[test]
fn integers_are_clamped() {
    let color = [300i32, -300, 5, -5];
    assert_eq!(
        filled(RGBA8I, RGBA_INTEGER, INT, &color),
        [127, 128, 5, 251].repeat(4)
    );
    assert_eq!(
        filled(RGBA8UI, RGBA_INTEGER, INT, &color),
        [255, 0, 5, 0].repeat(4)
    );
    let expected = [5i16, -300].map(i16::to_ne_bytes);
    assert_eq!(
        filled(RG16I, BGR_INTEGER, INT, &[0, -300, 5]),
        bytes(&expected)
    );
    let expected = [u32::MAX, 0x8000_0001].map(u32::to_ne_bytes);
    let color = [u32::MAX, 0x8000_0001];
    assert_eq!(
        filled(RG32UI, RG_INTEGER, UNSIGNED_INT, &color),
        bytes(&expected)
    );
    assert_eq!(
        filled(R32I, RED_INTEGER, UNSIGNED_INT, &color),
        bytes(&[i32::MAX.to_ne_bytes()])
    );
}

#[test]
fn packed_types_are_unpacked() {
    assert_eq!(
        filled(RG8, RGB, UNSIGNED_SHORT_5_6_5, &[0xf81fu16]),
        [255, 0].repeat(8)
    );
    let word = [0x1234u16];
    let cases = [
        (RGBA_INTEGER, UNSIGNED_SHORT_4_4_4_4, [1, 2, 3, 4]),
        (BGRA_INTEGER, UNSIGNED_SHORT_4_4_4_4, [3, 2, 1, 4]),
        (RGBA_INTEGER, UNSIGNED_SHORT_4_4_4_4_REV, [4, 3, 2, 1]),
        (
            RGBA_INTEGER,
            UNSIGNED_SHORT_1_5_5_5_REV,
            [0x14, 0x11, 0x04, 0],
        ),
    ];
    for (format, ty, expected) in cases {
        assert_eq!(filled(RGBA8UI, format, ty, &word), expected.repeat(4));
    }
    let color = [0x0302_0100u32 ^ 0x3ff];
    let expected = filled(RGBA16UI, RGBA_INTEGER, UNSIGNED_INT_2_10_10_10_REV, &color);
    assert_eq!(expected[..8], [0xff, 2, 0x80, 0, 0x30, 0, 0, 0]);
}

#[test]
fn of_the_storage_modes_only_the_order_of_bytes_counts() {
    with_buffer(&[0xee; 16], |call| {
        call.cx.pixel.unpack.skip_pixels = 1000;
        call.cx.pixel.unpack.swap_bytes = true;
        let expected = bytes(&[[1u8, 2], [3, 4]]);
        let color = [0x0102u16.to_be_bytes(), 0x0304u16.to_be_bytes()];
        let swapped = color.map(|[a, b]| [b, a]);
        assert_eq!(
            fill(call, RG16UI, RG_INTEGER, UNSIGNED_SHORT, &swapped),
            expected
        );
        let packed = [0x12u8, 0x34];
        let whole = fill(call, RGBA8UI, RGBA_INTEGER, UNSIGNED_SHORT_4_4_4_4, &packed);
        let expected = u16::from_ne_bytes([packed[1], packed[0]]);
        let nibbles = [12, 8, 4, 0].map(|at| (expected >> at & 15) as u8);
        assert_eq!(whole, nibbles.repeat(4));
    });
}

fn sub(call: &mut Call<'_>, internal: u32, offset: isize, size: isize) -> Result {
    let data = ClientPtr::of(&[1u8; 16]);
    let format = if internal == R32UI { RED_INTEGER } else { RGBA };
    clear_buffer_sub_data(
        call,
        ARRAY_BUFFER,
        internal,
        offset,
        size,
        format,
        UNSIGNED_BYTE,
        data,
    )
}

#[test]
fn a_part_is_a_multiple_of_elements() {
    with_buffer(&[9; 16], |call| {
        assert_eq!(code(sub(call, RG8, 2, 4)), NO_ERROR);
        assert_eq!(contents(call)[..8], [9, 9, 1, 1, 1, 1, 9, 9]);
        for (internal, offset, size) in [
            (RG8, 1, 4),
            (RG8, 2, 3),
            (RGBA32F, 8, 0),
            (R8, -1, 1),
            (R8, 0, -1),
            (R8, 15, 2),
            (RGB32F, 0, 16),
        ] {
            assert_eq!(code(sub(call, internal, offset, size)), INVALID_VALUE);
        }
        assert_eq!(code(sub(call, RGB32F, 0, 12)), NO_ERROR);
        // A whole buffer has to be one as well.
        let null = ClientPtr::NULL;
        let whole = clear_buffer_data(call, ARRAY_BUFFER, RGB32F, RGBA, FLOAT, null);
        assert_eq!(code(whole), INVALID_VALUE);
        assert_eq!(contents(call)[12..], [9; 4]);
        // A null pointer is zeros.
        clear_buffer_sub_data(call, ARRAY_BUFFER, R8, 0, 15, RGBA, FLOAT, null).unwrap();
        assert_eq!(contents(call), [vec![0; 15], vec![9]].concat());
    });
}

#[test]
fn what_is_mapped_is_not_filled() {
    with_buffer(&[9; 16], |call| {
        map_buffer_range(call, ARRAY_BUFFER, 4, 8, MAP_READ_BIT | MAP_WRITE_BIT).unwrap();
        for (offset, size) in [(0, 5), (4, 1), (11, 1), (0, 16), (8, 8)] {
            assert_eq!(code(sub(call, R8, offset, size)), INVALID_OPERATION);
        }
        assert_eq!(code(sub(call, R8, 0, 4)), NO_ERROR);
        assert_eq!(code(sub(call, R8, 12, 4)), NO_ERROR);
        assert_eq!(code(sub(call, R8, 8, 0)), NO_ERROR);
        unmap_buffer(call, ARRAY_BUFFER).unwrap();
        let expected = [[1; 4], [9; 4], [9; 4], [1; 4]].concat();
        assert_eq!(contents(call), expected);
    });
}
