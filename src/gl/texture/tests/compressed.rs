//! Compressed textures: errors, sizes, blocks that come back as they were (GL 1.5 sections 3.8.2, 3.8.3, 6.1.3, 6.1.4,
//! EXT_texture_compression_s3tc).

use super::fixture::Fixture;
use crate::gl::context::enums::*;
use crate::gl::state::get::get_integerv;
use crate::gl::texture::compressed::*;
use crate::gl::texture::image::*;
use crate::gl::texture::param::tex_parameteri;
use crate::gl::texture::query::get_tex_level_parameteriv;
use crate::gl::texture::sub_image::*;
use crate::platform::ClientPtr;
use crate::texture::s3tc::{S3tc, decode_block};

type Outcome = std::result::Result<(), u32>;

const DXT1: u32 = COMPRESSED_RGB_S3TC_DXT1_EXT;
const DXT5: u32 = COMPRESSED_RGBA_S3TC_DXT5_EXT;

/// Bytes that differ from block to block.
fn noise(n: usize) -> Vec<u8> {
    (0..n as u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect()
}

fn compressed(gl: &mut Fixture, target: u32, format: u32, size: [i32; 2], data: &[u8]) -> Outcome {
    let (pixels, [width, height]) = (ClientPtr::of(data), size);
    let n = data.len() as i32;
    gl.call(|c| compressed_tex_image2d(c, target, 0, format, width, height, 0, n, pixels))
}

fn replaced(gl: &mut Fixture, format: u32, at: [i32; 2], size: [i32; 2], data: &[u8]) -> Outcome {
    let (pixels, [x, y], [width, height]) = (ClientPtr::of(data), at, size);
    let n = data.len() as i32;
    gl.call(|c| {
        compressed_tex_sub_image2d(c, TEXTURE_2D, 0, x, y, width, height, format, n, pixels)
    })
}

/// TexImage2D of bytes R, G, B, A.
fn image(gl: &mut Fixture, internal: u32, size: [i32; 2], border: i32, data: &[u8]) -> Outcome {
    let pixels = if data.is_empty() {
        ClientPtr::NULL
    } else {
        ClientPtr::of(data)
    };
    let ([w, h], ty) = (size, UNSIGNED_BYTE);
    gl.call(|c| {
        tex_image2d(
            c,
            TEXTURE_2D,
            0,
            internal as i32,
            w,
            h,
            border,
            RGBA,
            ty,
            pixels,
        )
    })
}

fn blocks(gl: &mut Fixture, level: i32, n: usize) -> Vec<u8> {
    let mut out = vec![0xee; n + 1];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_compressed_tex_image(c, TEXTURE_2D, level, pointer))
        .unwrap();
    assert_eq!(
        out.pop(),
        Some(0xee),
        "nothing is written behind the blocks"
    );
    out
}

fn queried(gl: &mut Fixture, target: u32, pname: u32) -> std::result::Result<i32, u32> {
    let mut out = [-1];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_tex_level_parameteriv(c, target, 0, pname, pointer))
        .map(|()| out[0])
}

#[test]
fn blocks_come_back_as_they_were() {
    let mut gl = Fixture::new();
    let formats = [
        (DXT1, 8, [5, 6, 5, 0]),
        (COMPRESSED_RGBA_S3TC_DXT1_EXT, 8, [5, 6, 5, 1]),
        (COMPRESSED_RGBA_S3TC_DXT3_EXT, 16, [5, 6, 5, 4]),
        (DXT5, 16, [5, 6, 5, 8]),
    ];
    for (format, block, bits) in formats {
        let mut data = noise(3 * 2 * block);
        compressed(&mut gl, TEXTURE_2D, format, [10, 7], &data).unwrap();
        assert_eq!(blocks(&mut gl, 0, data.len()), data);
        // One block in the middle, and the partial one of the corner.
        let patch = vec![0x5a; block];
        replaced(&mut gl, format, [4, 0], [4, 4], &patch).unwrap();
        replaced(&mut gl, format, [8, 4], [2, 3], &patch).unwrap();
        data[block..2 * block].copy_from_slice(&patch);
        data[5 * block..].copy_from_slice(&patch);
        assert_eq!(blocks(&mut gl, 0, data.len()), data);

        assert_eq!(queried(&mut gl, TEXTURE_2D, TEXTURE_COMPRESSED), Ok(1));
        let size = queried(&mut gl, TEXTURE_2D, TEXTURE_COMPRESSED_IMAGE_SIZE);
        assert_eq!(size, Ok(data.len() as i32));
        assert_eq!(
            queried(&mut gl, TEXTURE_2D, TEXTURE_INTERNAL_FORMAT),
            Ok(format as i32)
        );
        let names = [
            TEXTURE_RED_SIZE,
            TEXTURE_GREEN_SIZE,
            TEXTURE_BLUE_SIZE,
            TEXTURE_ALPHA_SIZE,
        ];
        assert_eq!(names.map(|name| gl.level(TEXTURE_2D, 0, name)), bits);
    }
}

#[test]
fn texels_are_the_decoded_blocks() {
    let mut gl = Fixture::new();
    let data = noise(2 * 16);
    compressed(&mut gl, TEXTURE_2D, DXT5, [6, 3], &data).unwrap();
    let texels = gl.texels(RGBA, 4 * 18);
    for (i, texel) in texels.chunks_exact(4).enumerate() {
        let (x, y) = (i % 6, i / 6);
        let block = &data[16 * (x / 4)..][..16];
        assert_eq!(texel, decode_block(S3tc::Dxt5, block)[4 * y + x % 4]);
    }
}

#[test]
fn whole_images_have_their_errors() {
    let mut gl = Fixture::new();
    let data = noise(64);
    let mut with =
        |target, format, size, n: usize| compressed(&mut gl, target, format, size, &data[..n]);
    assert_eq!(with(TEXTURE_1D, DXT1, [4, 4], 8), Err(INVALID_ENUM));
    assert_eq!(
        with(TEXTURE_2D, COMPRESSED_RGB, [4, 4], 8),
        Err(INVALID_ENUM),
        "generic"
    );
    assert_eq!(with(TEXTURE_2D, RGB8, [4, 4], 8), Err(INVALID_ENUM));
    assert_eq!(with(TEXTURE_2D, DXT1, [4, 4], 9), Err(INVALID_VALUE));
    assert_eq!(with(TEXTURE_2D, DXT1, [5, 4], 8), Err(INVALID_VALUE));
    assert_eq!(with(TEXTURE_2D, DXT1, [-4, 4], 8), Err(INVALID_VALUE));
    assert_eq!(with(TEXTURE_2D, DXT1, [1 << 20, 4], 8), Err(INVALID_VALUE));
    assert_eq!(
        with(TEXTURE_CUBE_MAP_NEGATIVE_X, DXT1, [8, 4], 16),
        Err(INVALID_VALUE)
    );
    assert_eq!(with(TEXTURE_CUBE_MAP_NEGATIVE_X, DXT1, [4, 4], 8), Ok(()));
    assert_eq!(with(PROXY_TEXTURE_2D, DXT1, [4, 4], 9), Err(INVALID_VALUE));
    assert_eq!(with(PROXY_TEXTURE_2D, DXT1, [4, 4], 8), Ok(()));
    let pixels = ClientPtr::of(&data);
    let border = gl.call(|c| compressed_tex_image2d(c, TEXTURE_2D, 0, DXT1, 6, 6, 1, 32, pixels));
    assert_eq!(border, Err(INVALID_OPERATION));
    let level = gl.call(|c| compressed_tex_image2d(c, TEXTURE_2D, -1, DXT1, 4, 4, 0, 8, pixels));
    assert_eq!(level, Err(INVALID_VALUE));
    let negative = gl.call(|c| compressed_tex_image2d(c, TEXTURE_2D, 0, DXT1, 4, 4, 0, -8, pixels));
    assert_eq!(negative, Err(INVALID_VALUE));
    let line = gl.call(|c| compressed_tex_image1d(c, TEXTURE_1D, 0, DXT1, 4, 0, 8, pixels));
    assert_eq!(line, Err(INVALID_ENUM));
    let volume =
        gl.call(|c| compressed_tex_image3d(c, TEXTURE_3D, 0, DXT1, 4, 4, 4, 0, 32, pixels));
    assert_eq!(volume, Err(INVALID_ENUM));
    assert_eq!(
        gl.level(TEXTURE_2D, 0, TEXTURE_WIDTH),
        0,
        "nothing has changed"
    );
    assert_eq!(
        queried(&mut gl, PROXY_TEXTURE_2D, TEXTURE_COMPRESSED),
        Ok(1)
    );
    let size = queried(&mut gl, PROXY_TEXTURE_2D, TEXTURE_COMPRESSED_IMAGE_SIZE);
    assert_eq!(size, Err(INVALID_OPERATION));
}

#[test]
fn replacements_have_their_errors() {
    let mut gl = Fixture::new();
    let data = noise(256);
    let none = replaced(&mut gl, DXT1, [0, 0], [4, 4], &data[..8]);
    assert_eq!(none, Err(INVALID_OPERATION), "no image yet");
    compressed(&mut gl, TEXTURE_2D, DXT1, [10, 12], &data[..72]).unwrap();
    let mut with = |format, at, size, n: usize| replaced(&mut gl, format, at, size, &data[..n]);
    assert_eq!(
        with(DXT5, [0, 0], [4, 4], 16),
        Err(INVALID_OPERATION),
        "another format"
    );
    assert_eq!(with(RGB8, [0, 0], [4, 4], 8), Err(INVALID_ENUM));
    assert_eq!(with(DXT1, [2, 0], [4, 4], 8), Err(INVALID_OPERATION));
    assert_eq!(with(DXT1, [0, 2], [4, 4], 8), Err(INVALID_OPERATION));
    assert_eq!(with(DXT1, [0, 0], [3, 4], 8), Err(INVALID_OPERATION));
    assert_eq!(with(DXT1, [0, 0], [4, 3], 8), Err(INVALID_OPERATION));
    assert_eq!(
        with(DXT1, [8, 0], [4, 4], 8),
        Err(INVALID_VALUE),
        "beyond the edge"
    );
    assert_eq!(with(DXT1, [-4, 0], [4, 4], 8), Err(INVALID_VALUE));
    assert_eq!(
        with(DXT1, [0, 0], [8, 4], 8),
        Err(INVALID_VALUE),
        "too little data"
    );
    assert_eq!(with(DXT1, [0, 0], [4, -4], 8), Err(INVALID_VALUE));
    assert_eq!(with(DXT1, [8, 8], [2, 4], 8), Ok(()));
    assert_eq!(with(DXT1, [4, 4], [0, 0], 0), Ok(()));
}

/// TexSubImage2D: boxes of whole blocks, or any that begin at (0, 0).
#[test]
fn texels_are_replaced_by_whole_blocks() {
    let mut gl = Fixture::new();
    image(&mut gl, DXT1, [10, 12], 0, &[0; 480]).unwrap();
    let white = [255u8; 480];
    let pixels = ClientPtr::of(&white);
    let mut with = |x, y, w, h| {
        gl.call(|c| tex_sub_image2d(c, TEXTURE_2D, 0, x, y, w, h, RGBA, UNSIGNED_BYTE, pixels))
    };
    assert_eq!(with(2, 0, 4, 4), Err(INVALID_OPERATION));
    assert_eq!(with(4, 0, 3, 4), Err(INVALID_OPERATION));
    assert_eq!(with(4, 0, 4, 3), Err(INVALID_OPERATION));
    assert_eq!(with(8, 4, 2, 4), Ok(()));
    assert_eq!(with(0, 0, 3, 1), Ok(()));
    let texels = gl.texels(RGB, 32 * 12);
    let at = |x: usize, y: usize| texels[32 * y + 3 * x];
    assert_eq!([at(8, 4), at(9, 7), at(0, 0), at(2, 0)], [255; 4]);
    assert_eq!([at(7, 4), at(8, 3), at(8, 8), at(3, 0), at(0, 1)], [0; 5]);
}

/// Uncompressed texels become blocks; where S3TC has no images, the base format is stored (GL 1.5 section 3.8.1).
#[test]
fn texels_are_compressed_where_blocks_can_be() {
    let mut gl = Fixture::new();
    let texels: Vec<u8> = (0..64)
        .flat_map(|i| [4 * i, 255 - 4 * i, 128, 255])
        .collect();
    image(&mut gl, DXT5, [8, 8], 0, &texels).unwrap();
    let back = gl.texels(RGBA, 256);
    let worst = back.iter().zip(&texels).map(|(a, b)| a.abs_diff(*b)).max();
    assert!(worst.unwrap() <= 24, "{worst:?}");
    let kept = blocks(&mut gl, 0, 64);
    compressed(&mut gl, TEXTURE_2D, DXT5, [8, 8], &kept).unwrap();
    assert_eq!(
        gl.texels(RGBA, 256),
        back,
        "the blocks are those that were decoded"
    );

    image(&mut gl, DXT5, [6, 6], 1, &texels).unwrap();
    assert_eq!(queried(&mut gl, TEXTURE_2D, TEXTURE_COMPRESSED), Ok(0));
    assert_eq!(
        queried(&mut gl, TEXTURE_2D, TEXTURE_INTERNAL_FORMAT),
        Ok(RGBA as i32)
    );
    let size = queried(&mut gl, TEXTURE_2D, TEXTURE_COMPRESSED_IMAGE_SIZE);
    assert_eq!(size, Err(INVALID_OPERATION));
    let mut out = [0u8; 64];
    let pointer = ClientPtr::of_mut(&mut out);
    let mut get = |target, level| gl.call(|c| get_compressed_tex_image(c, target, level, pointer));
    assert_eq!(get(TEXTURE_2D, 0), Err(INVALID_OPERATION));
    assert_eq!(get(TEXTURE_2D, -1), Err(INVALID_VALUE));
    assert_eq!(get(PROXY_TEXTURE_2D, 0), Err(INVALID_ENUM));
    assert_eq!(get(TEXTURE_3D, 0), Err(INVALID_OPERATION));
}

#[test]
fn generated_levels_are_compressed() {
    let mut gl = Fixture::new();
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, GENERATE_MIPMAP, 1))
        .unwrap();
    let texels: Vec<u8> = (0..100).flat_map(|_| [90, 60, 30, 255]).collect();
    image(&mut gl, DXT1, [10, 10], 0, &texels).unwrap();
    for (level, n) in [(1, 4), (2, 1), (3, 1)] {
        assert_eq!(
            gl.level(TEXTURE_2D, level, TEXTURE_COMPRESSED_IMAGE_SIZE),
            8 * n
        );
        let first = blocks(&mut gl, level, 8 * n as usize);
        let texel = decode_block(S3tc::Dxt1Rgb, &first[..8])[0];
        assert!(
            texel[0].abs_diff(90) <= 2 && texel[2].abs_diff(30) <= 2,
            "{texel:?}"
        );
    }
}

/// Formats with restrictions are not enumerated (GL 1.5 section 3.8.1).
#[test]
fn formats_for_general_use_are_enumerated() {
    let mut gl = Fixture::new();
    let mut out = [-1; 6];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_integerv(c, NUM_COMPRESSED_TEXTURE_FORMATS, pointer))
        .unwrap();
    assert_eq!(out[0], 5);
    gl.call(|c| get_integerv(c, COMPRESSED_TEXTURE_FORMATS, pointer))
        .unwrap();
    assert_eq!(out, [0x83f0, 0x83f2, 0x83f3, 0x86b0, 0x86b1, -1]);
}
