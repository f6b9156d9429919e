//! Conversion to client bytes: rounding, clamping, luminance, packed types.

use crate::format::pack::{pack_bitmap, pack_colors, pack_scalars};
use crate::format::table::{PixelSpec, PixelType};
use crate::format::{PixelFormat, unpack_colors};

#[test]
fn integers_round_to_nearest_and_clamp() {
    let spec = PixelSpec {
        format: PixelFormat::Rgba,
        ty: PixelType::U8,
    };
    let mut out = [0; 4];
    pack_colors(spec, false, &[[0.5, -1.0, 2.0, f32::NAN]], &mut out);
    assert_eq!(out, [128, 0, 255, 0]);
    let mut signed = [0; 4];
    pack_colors(
        PixelSpec {
            ty: PixelType::I8,
            ..spec
        },
        false,
        &[[1.0, -1.0, 0.0, 1.0 / 255.0]],
        &mut signed,
    );
    assert_eq!(signed, [127, 0x80, 0, 0]);
}

#[test]
fn luminance_takes_red() {
    let spec = PixelSpec {
        format: PixelFormat::LuminanceAlpha,
        ty: PixelType::U16,
    };
    let mut out = [0; 4];
    pack_colors(spec, true, &[[1.0, 0.0, 0.0, 0.0]], &mut out);
    assert_eq!(out, [255, 255, 0, 0]);
}

#[test]
fn packed_types_round_trip() {
    use PixelType::*;
    let colors = [[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]];
    for ty in [
        U16R4444,
        U16R4444Rev,
        U16R5551,
        U16R1555Rev,
        U32R8888,
        U32R8888Rev,
        U32R1010102,
        U32R2101010Rev,
    ] {
        for format in [PixelFormat::Rgba, PixelFormat::Bgra, PixelFormat::Abgr] {
            let spec = PixelSpec { format, ty };
            let mut bytes = vec![0; 2 * spec.pixel_bytes()];
            pack_colors(spec, true, &colors, &mut bytes);
            let mut back = [[0.5; 4]; 2];
            unpack_colors(spec, true, &bytes, &mut back);
            assert_eq!(back, colors, "{spec:?}");
        }
    }
    let mut out = [0; 2];
    pack_colors(
        PixelSpec {
            format: PixelFormat::Rgb,
            ty: U16R565,
        },
        false,
        &[[1.0, 0.0, 0.0, 0.0]],
        &mut out,
    );
    assert_eq!(u16::from_ne_bytes(out), 0xf800);
}

#[test]
fn scalars_and_bits() {
    let mut out = [0; 1];
    let stencil = PixelSpec {
        format: PixelFormat::StencilIndex,
        ty: PixelType::U8,
    };
    pack_scalars(stencil, false, &[257.0], &mut out);
    assert_eq!(out, [1], "masked to the type's bits");
    let mut wide = [0; 4];
    pack_scalars(
        PixelSpec {
            format: PixelFormat::DepthComponent,
            ty: PixelType::U32,
        },
        false,
        &[1.0],
        &mut wide,
    );
    assert_eq!(wide, [255; 4]);
    let mut byte = [0b1111_1111];
    pack_bitmap(&[false, true, false], 2, false, &mut byte);
    assert_eq!(byte, [0b1101_0111]);
}
