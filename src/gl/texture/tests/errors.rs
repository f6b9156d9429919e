//! The error lists of the commands that specify and replace texels (GL 1.5 sections 3.8.1 to 3.8.3). Each error has a
//! row, and changes nothing.

use super::fixture::Fixture;
use crate::gl::context::enums::*;
use crate::gl::texture::image::*;
use crate::gl::texture::sub_image::*;
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;

pub(crate) type Command = fn(&mut Call<'_>) -> Result;

const BYTES: [u8; 256] = [7; 256];

pub(crate) fn bytes() -> ClientPtr<u8> {
    ClientPtr::of(&BYTES)
}

/// A surface to copy from; an RGBA image of 4×4 texels of 1, the same in DXT1 on level 1 of… the rectangle has none.
pub(crate) fn fixture() -> Fixture {
    let mut gl = Fixture::with_surface(0xff00_ff00);
    gl.image(0, RGBA, [4, 4], RGBA, UNSIGNED_BYTE, &[1; 64])
        .unwrap();
    gl.call(|c| {
        tex_image1d(
            c,
            TEXTURE_1D,
            0,
            RGBA as i32,
            4,
            0,
            RGBA,
            UNSIGNED_BYTE,
            bytes(),
        )
    })
    .unwrap();
    gl.call(|c| {
        tex_image3d(
            c,
            TEXTURE_3D,
            0,
            RGBA as i32,
            2,
            2,
            2,
            0,
            RGBA,
            UNSIGNED_BYTE,
            bytes(),
        )
    })
    .unwrap();
    gl
}

pub(crate) fn check(rows: &[(&str, u32, Command)]) {
    let mut gl = fixture();
    for (what, code, command) in rows {
        assert_eq!(gl.call(command), Err(*code), "{what}");
        assert_eq!(gl.texels(RGBA, 64), [1; 64], "{what}: nothing has changed");
        assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_WIDTH), 4, "{what}");
    }
}

pub(crate) fn sub2d(
    c: &mut Call<'_>,
    target: u32,
    level: i32,
    at: [i32; 2],
    size: [i32; 2],
    format: [u32; 2],
) -> Result {
    let ([x, y], [w, h], [format, ty]) = (at, size, format);
    tex_sub_image2d(c, target, level, x, y, w, h, format, ty, bytes())
}

pub(crate) const OK: [u32; 2] = [RGBA, UNSIGNED_BYTE];

#[test]
fn tex_sub_image() {
    check(&[
        ("target", INVALID_ENUM, |c| {
            sub2d(c, TEXTURE_3D, 0, [0, 0], [1, 1], OK)
        }),
        ("proxy", INVALID_ENUM, |c| {
            sub2d(c, PROXY_TEXTURE_2D, 0, [0, 0], [1, 1], OK)
        }),
        ("format", INVALID_ENUM, |c| {
            sub2d(c, TEXTURE_2D, 0, [0, 0], [1, 1], [RGBA8, UNSIGNED_BYTE])
        }),
        ("type", INVALID_ENUM, |c| {
            sub2d(c, TEXTURE_2D, 0, [0, 0], [1, 1], [RGBA, DOUBLE])
        }),
        ("stencil", INVALID_OPERATION, |c| {
            sub2d(
                c,
                TEXTURE_2D,
                0,
                [0, 0],
                [1, 1],
                [STENCIL_INDEX, UNSIGNED_BYTE],
            )
        }),
        ("bitmap of colours", INVALID_ENUM, |c| {
            sub2d(c, TEXTURE_2D, 0, [0, 0], [1, 1], [RGBA, BITMAP])
        }),
        ("level", INVALID_VALUE, |c| {
            sub2d(c, TEXTURE_2D, -1, [0, 0], [1, 1], OK)
        }),
        ("level beyond the last", INVALID_VALUE, |c| {
            sub2d(c, TEXTURE_2D, 14, [0, 0], [1, 1], OK)
        }),
        ("width", INVALID_VALUE, |c| {
            sub2d(c, TEXTURE_2D, 0, [0, 0], [-1, 1], OK)
        }),
        ("height", INVALID_VALUE, |c| {
            sub2d(c, TEXTURE_2D, 0, [0, 0], [1, -1], OK)
        }),
        ("x offset", INVALID_VALUE, |c| {
            sub2d(c, TEXTURE_2D, 0, [-1, 0], [1, 1], OK)
        }),
        ("y offset", INVALID_VALUE, |c| {
            sub2d(c, TEXTURE_2D, 0, [0, -1], [1, 1], OK)
        }),
        ("x and width", INVALID_VALUE, |c| {
            sub2d(c, TEXTURE_2D, 0, [2, 0], [3, 1], OK)
        }),
        ("y and height", INVALID_VALUE, |c| {
            sub2d(c, TEXTURE_2D, 0, [0, 4], [1, 1], OK)
        }),
        ("x far out", INVALID_VALUE, |c| {
            sub2d(c, TEXTURE_2D, 0, [i32::MAX, 0], [1, 1], OK)
        }),
        ("no image", INVALID_OPERATION, |c| {
            sub2d(c, TEXTURE_2D, 1, [0, 0], [1, 1], OK)
        }),
        ("no image, no pixels", INVALID_OPERATION, |c| {
            tex_sub_image2d(
                c,
                TEXTURE_2D,
                1,
                0,
                0,
                1,
                1,
                RGBA,
                UNSIGNED_BYTE,
                ClientPtr::NULL,
            )
        }),
        ("depth to colour", INVALID_OPERATION, |c| {
            sub2d(
                c,
                TEXTURE_2D,
                0,
                [0, 0],
                [1, 1],
                [DEPTH_COMPONENT, UNSIGNED_BYTE],
            )
        }),
        ("packed type", INVALID_OPERATION, |c| {
            sub2d(
                c,
                TEXTURE_2D,
                0,
                [0, 0],
                [1, 1],
                [RGBA, UNSIGNED_SHORT_5_6_5],
            )
        }),
        ("1D target", INVALID_ENUM, |c| {
            tex_sub_image1d(c, TEXTURE_2D, 0, 0, 1, RGBA, UNSIGNED_BYTE, bytes())
        }),
        ("1D box", INVALID_VALUE, |c| {
            tex_sub_image1d(c, TEXTURE_1D, 0, 3, 2, RGBA, UNSIGNED_BYTE, bytes())
        }),
        ("3D target", INVALID_ENUM, |c| {
            tex_sub_image3d(
                c,
                TEXTURE_2D,
                0,
                0,
                0,
                0,
                1,
                1,
                1,
                RGBA,
                UNSIGNED_BYTE,
                bytes(),
            )
        }),
        ("3D box", INVALID_VALUE, |c| {
            tex_sub_image3d(
                c,
                TEXTURE_3D,
                0,
                0,
                0,
                1,
                1,
                1,
                2,
                RGBA,
                UNSIGNED_BYTE,
                bytes(),
            )
        }),
        ("depth", INVALID_VALUE, |c| {
            tex_sub_image3d(
                c,
                TEXTURE_3D,
                0,
                0,
                0,
                0,
                1,
                1,
                -1,
                RGBA,
                UNSIGNED_BYTE,
                bytes(),
            )
        }),
    ]);
}

fn copy2d(
    c: &mut Call<'_>,
    target: u32,
    level: i32,
    format: u32,
    size: [i32; 2],
    border: i32,
) -> Result {
    copy_tex_image2d(c, target, level, format, 0, 0, size[0], size[1], border)
}

#[test]
fn copy_tex_image() {
    check(&[
        ("target", INVALID_ENUM, |c| {
            copy2d(c, TEXTURE_1D, 0, RGBA, [1, 1], 0)
        }),
        ("proxy", INVALID_ENUM, |c| {
            copy2d(c, PROXY_TEXTURE_2D, 0, RGBA, [1, 1], 0)
        }),
        ("1 to 4 are no formats of copies", INVALID_ENUM, |c| {
            copy2d(c, TEXTURE_2D, 0, 4, [1, 1], 0)
        }),
        ("format", INVALID_ENUM, |c| {
            copy2d(c, TEXTURE_2D, 0, BGRA, [1, 1], 0)
        }),
        ("level", INVALID_VALUE, |c| {
            copy2d(c, TEXTURE_2D, -1, RGBA, [1, 1], 0)
        }),
        ("level beyond the last", INVALID_VALUE, |c| {
            copy2d(c, TEXTURE_2D, 14, RGBA, [1, 1], 0)
        }),
        ("width", INVALID_VALUE, |c| {
            copy2d(c, TEXTURE_2D, 0, RGBA, [-1, 1], 0)
        }),
        ("height", INVALID_VALUE, |c| {
            copy2d(c, TEXTURE_2D, 0, RGBA, [1, -1], 0)
        }),
        ("too large", INVALID_VALUE, |c| {
            copy2d(c, TEXTURE_2D, 0, RGBA, [1 << 14, 1], 0)
        }),
        ("border", INVALID_VALUE, |c| {
            copy2d(c, TEXTURE_2D, 0, RGBA, [4, 4], 2)
        }),
        ("border of a rectangle", INVALID_VALUE, |c| {
            copy2d(c, TEXTURE_RECTANGLE, 0, RGBA, [4, 4], 1)
        }),
        ("cube faces are square", INVALID_VALUE, |c| {
            copy2d(c, TEXTURE_CUBE_MAP_POSITIVE_X, 0, RGBA, [4, 2], 0)
        }),
        ("1D target", INVALID_ENUM, |c| {
            copy_tex_image1d(c, TEXTURE_2D, 0, RGBA, 0, 0, 1, 0)
        }),
        ("1D border", INVALID_VALUE, |c| {
            copy_tex_image1d(c, TEXTURE_1D, 0, RGBA, 0, 0, 1, -1)
        }),
        ("nothing to read", INVALID_OPERATION, |c| {
            let surface = c.cx.surfaces.read.take();
            let result = copy2d(c, TEXTURE_2D, 0, RGBA, [1, 1], 0);
            c.cx.surfaces.read = surface;
            result
        }),
    ]);
}

fn copy_sub2d(c: &mut Call<'_>, target: u32, level: i32, at: [i32; 2], size: [i32; 2]) -> Result {
    copy_tex_sub_image2d(c, target, level, at[0], at[1], 0, 0, size[0], size[1])
}

#[test]
fn copy_tex_sub_image() {
    check(&[
        ("target", INVALID_ENUM, |c| {
            copy_sub2d(c, TEXTURE_CUBE_MAP, 0, [0, 0], [1, 1])
        }),
        ("proxy", INVALID_ENUM, |c| {
            copy_sub2d(c, PROXY_TEXTURE_2D, 0, [0, 0], [1, 1])
        }),
        ("level", INVALID_VALUE, |c| {
            copy_sub2d(c, TEXTURE_2D, -1, [0, 0], [1, 1])
        }),
        ("level of a rectangle", INVALID_VALUE, |c| {
            copy_sub2d(c, TEXTURE_RECTANGLE, 1, [0, 0], [1, 1])
        }),
        ("size", INVALID_VALUE, |c| {
            copy_sub2d(c, TEXTURE_2D, 0, [0, 0], [-1, 1])
        }),
        ("offset", INVALID_VALUE, |c| {
            copy_sub2d(c, TEXTURE_2D, 0, [0, -1], [1, 1])
        }),
        ("box", INVALID_VALUE, |c| {
            copy_sub2d(c, TEXTURE_2D, 0, [0, 1], [1, 4])
        }),
        ("no image", INVALID_OPERATION, |c| {
            copy_sub2d(c, TEXTURE_2D, 1, [0, 0], [1, 1])
        }),
        ("1D target", INVALID_ENUM, |c| {
            copy_tex_sub_image1d(c, TEXTURE_3D, 0, 0, 0, 0, 1)
        }),
        ("1D box", INVALID_VALUE, |c| {
            copy_tex_sub_image1d(c, TEXTURE_1D, 0, 4, 0, 0, 1)
        }),
        ("3D target", INVALID_ENUM, |c| {
            copy_tex_sub_image3d(c, TEXTURE_2D, 0, 0, 0, 0, 0, 0, 1, 1)
        }),
        ("3D slice", INVALID_VALUE, |c| {
            copy_tex_sub_image3d(c, TEXTURE_3D, 0, 0, 0, 2, 0, 0, 1, 1)
        }),
    ]);
}
