//! The error lists of the commands that specify and replace compressed texels (GL 1.5 section 3.8.3). Each error has a
//! row, and changes nothing.

use super::errors::{OK, bytes, check, fixture, sub2d};
use crate::gl::context::enums::*;
use crate::gl::texture::compressed::*;
use crate::gl::{Call, Result};

fn whole(
    c: &mut Call<'_>,
    target: u32,
    level: i32,
    format: u32,
    size: [i32; 2],
    border: i32,
    n: i32,
) -> Result {
    compressed_tex_image2d(
        c,
        target,
        level,
        format,
        size[0],
        size[1],
        border,
        n,
        bytes(),
    )
}

#[test]
fn compressed_tex_image() {
    check(&[
        ("target", INVALID_ENUM, |c| {
            whole(c, TEXTURE_3D, 0, COMPRESSED_RED_RGTC1, [4, 4], 0, 8)
        }),
        ("rectangle", INVALID_ENUM, |c| {
            whole(c, TEXTURE_RECTANGLE, 0, COMPRESSED_RED_RGTC1, [4, 4], 0, 8)
        }),
        ("generic format", INVALID_ENUM, |c| {
            whole(c, TEXTURE_2D, 0, COMPRESSED_RGBA, [4, 4], 0, 64)
        }),
        ("no compressed format", INVALID_ENUM, |c| {
            whole(c, TEXTURE_2D, 0, RGBA, [4, 4], 0, 64)
        }),
        ("level", INVALID_VALUE, |c| {
            whole(c, TEXTURE_2D, -1, COMPRESSED_RED_RGTC1, [4, 4], 0, 8)
        }),
        ("size", INVALID_VALUE, |c| {
            whole(c, TEXTURE_2D, 0, COMPRESSED_RED_RGTC1, [-4, 4], 0, 8)
        }),
        ("too large", INVALID_VALUE, |c| {
            whole(
                c,
                TEXTURE_2D,
                0,
                COMPRESSED_RED_RGTC1,
                [1 << 14, 4],
                0,
                1 << 15,
            )
        }),
        ("border", INVALID_OPERATION, |c| {
            whole(c, TEXTURE_2D, 0, COMPRESSED_RED_RGTC1, [6, 6], 1, 32)
        }),
        ("imageSize", INVALID_VALUE, |c| {
            whole(c, TEXTURE_2D, 0, COMPRESSED_RG_RGTC2, [4, 4], 0, 8)
        }),
        ("imageSize of FXT1", INVALID_VALUE, |c| {
            whole(c, TEXTURE_2D, 0, COMPRESSED_RGB_FXT1_3DFX, [9, 4], 0, 16)
        }),
        ("negative imageSize", INVALID_VALUE, |c| {
            whole(c, TEXTURE_2D, 0, COMPRESSED_RED_RGTC1, [4, 4], 0, -8)
        }),
        ("1D", INVALID_ENUM, |c| {
            compressed_tex_image1d(c, TEXTURE_1D, 0, COMPRESSED_RED_RGTC1, 4, 0, 8, bytes())
        }),
        ("3D", INVALID_ENUM, |c| {
            compressed_tex_image3d(
                c,
                TEXTURE_3D,
                0,
                COMPRESSED_RED_RGTC1,
                4,
                4,
                1,
                0,
                8,
                bytes(),
            )
        }),
    ]);
}

/// Each block format: its partial blocks may be replaced, others not.
#[test]
fn compressed_tex_sub_image() {
    for (format, across, block) in [
        (COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 8),
        (COMPRESSED_RED_RGTC1, 4, 8),
        (COMPRESSED_SIGNED_RG_RGTC2, 4, 16),
        (COMPRESSED_LUMINANCE_ALPHA_3DC_ATI, 4, 16),
    ] {
        let mut gl = fixture();
        let (width, height) = (2 * across + 1, 6);
        gl.call(|c| whole(c, TEXTURE_2D, 0, format, [width, height], 0, 6 * block))
            .unwrap();
        let mut replace = |at: [i32; 2], size: [i32; 2], format, n| {
            gl.call(|c| {
                let ([x, y], [w, h]) = (at, size);
                compressed_tex_sub_image2d(c, TEXTURE_2D, 0, x, y, w, h, format, n, bytes())
            })
        };
        let one = [across, 4];
        assert_eq!(replace([across, 0], one, format, block), Ok(()));
        assert_eq!(replace([2 * across, 4], [1, 2], format, block), Ok(()));
        let rows = [
            ("format", INVALID_ENUM, replace([0, 0], one, RGBA, block)),
            (
                "another format",
                INVALID_OPERATION,
                replace([0, 0], [4, 4], COMPRESSED_LUMINANCE_LATC1_EXT, 8),
            ),
            (
                "imageSize",
                INVALID_VALUE,
                replace([0, 0], one, format, block + 1),
            ),
            (
                "offset",
                INVALID_OPERATION,
                replace([2, 0], one, format, block),
            ),
            (
                "width",
                INVALID_OPERATION,
                replace([0, 0], [across - 1, 4], format, block),
            ),
            (
                "height",
                INVALID_OPERATION,
                replace([0, 0], [across, 3], format, block),
            ),
            (
                "negative",
                INVALID_VALUE,
                replace([0, 0], [-4, 4], format, block),
            ),
            (
                "box",
                INVALID_VALUE,
                replace([2 * across, 0], [across, 4], format, block),
            ),
        ];
        for (what, code, got) in rows {
            assert_eq!(got, Err(code), "{format:#x} {what}");
        }
        let dimension =
            gl.call(|c| compressed_tex_sub_image1d(c, TEXTURE_1D, 0, 0, 4, format, block, bytes()));
        assert_eq!(dimension, Err(INVALID_ENUM));
        let dimension = gl.call(|c| {
            compressed_tex_sub_image3d(c, TEXTURE_3D, 0, 0, 0, 0, 4, 4, 1, format, block, bytes())
        });
        assert_eq!(dimension, Err(INVALID_ENUM));
    }
}

/// FXT1 images are replaced as a whole, their texels from a corner on (GL 1.5 sections 3.8.2 and 3.8.3).
#[test]
fn sub_images_of_fxt1() {
    let mut gl = fixture();
    let format = COMPRESSED_RGBA_FXT1_3DFX;
    gl.call(|c| whole(c, TEXTURE_2D, 0, format, [16, 4], 0, 32))
        .unwrap();
    let mut replace = |x: i32, width: i32| {
        let n = 2 * width;
        gl.call(|c| {
            compressed_tex_sub_image2d(c, TEXTURE_2D, 0, x, 0, width, 4, format, n, bytes())
        })
    };
    assert_eq!(replace(0, 16), Ok(()));
    assert_eq!(replace(8, 8), Err(INVALID_OPERATION));
    assert_eq!(replace(0, 8), Err(INVALID_OPERATION));
    let mut texels = |x: i32| gl.call(|c| sub2d(c, TEXTURE_2D, 0, [x, 0], [3, 2], OK));
    assert_eq!(texels(0), Ok(()));
    assert_eq!(texels(8), Err(INVALID_OPERATION));
}
