//! Array textures (EXT_texture_array): layers are specified, replaced, reduced and returned independently.

use super::fixture::Fixture;
use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::state::enable::enable;
use crate::gl::texture::compressed::*;
use crate::gl::texture::get::get_tex_image;
use crate::gl::texture::image::{tex_image2d, tex_image3d};
use crate::gl::texture::mipmap::generate_mipmap;
use crate::gl::texture::object::bind_texture;
use crate::gl::texture::param::tex_parameteri;
use crate::gl::texture::storage::{tex_storage2d, tex_storage3d};
use crate::gl::texture::sub_image::*;
use crate::gl::texture::unit::Overrides;
use crate::platform::ClientPtr;

type Outcome = std::result::Result<(), u32>;

fn lines(gl: &mut Fixture, level: i32, [width, layers]: [i32; 2], texels: &[u8]) -> Outcome {
    let (target, pixels) = (TEXTURE_1D_ARRAY, ClientPtr::of(texels));
    let (format, ty) = (LUMINANCE, UNSIGNED_BYTE);
    gl.call(|c| {
        tex_image2d(
            c,
            target,
            level,
            LUMINANCE8 as i32,
            width,
            layers,
            0,
            format,
            ty,
            pixels,
        )
    })
}

fn layers(gl: &mut Fixture, level: i32, size: [i32; 3], texels: &[u8]) -> Outcome {
    let (target, pixels) = (TEXTURE_2D_ARRAY, ClientPtr::of(texels));
    let ([width, height, depth], format, ty) = (size, LUMINANCE, UNSIGNED_BYTE);
    gl.call(|c| {
        let internal = LUMINANCE8 as i32;
        tex_image3d(
            c, target, level, internal, width, height, depth, 0, format, ty, pixels,
        )
    })
}

fn returned(gl: &mut Fixture, target: u32, level: i32, n: usize) -> Vec<u8> {
    let mut out = vec![0xee; n];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_tex_image(c, target, level, LUMINANCE, UNSIGNED_BYTE, pointer))
        .unwrap();
    out
}

fn size(gl: &mut Fixture, target: u32, level: i32) -> [i32; 3] {
    [TEXTURE_WIDTH, TEXTURE_HEIGHT, TEXTURE_DEPTH].map(|name| gl.level(target, level, name))
}

fn with_tight_rows() -> Fixture {
    let mut gl = Fixture::new();
    gl.0.pixel.unpack.alignment = 1;
    gl.0.pixel.pack.alignment = 1;
    gl
}

/// Mipmaps average texels of one layer, and each level has all layers.
#[test]
fn layers_are_reduced_by_themselves() {
    let mut gl = with_tight_rows();
    lines(
        &mut gl,
        0,
        [4, 3],
        &[0, 20, 40, 60, 100, 100, 100, 100, 200, 0, 0, 200],
    )
    .unwrap();
    gl.call(|c| generate_mipmap(c, TEXTURE_1D_ARRAY)).unwrap();
    assert_eq!(size(&mut gl, TEXTURE_1D_ARRAY, 1), [2, 3, 1]);
    assert_eq!(size(&mut gl, TEXTURE_1D_ARRAY, 2), [1, 3, 1]);
    assert_eq!(size(&mut gl, TEXTURE_1D_ARRAY, 3), [0, 0, 0]);
    assert_eq!(
        returned(&mut gl, TEXTURE_1D_ARRAY, 1, 6),
        [10, 50, 100, 100, 100, 100]
    );
    assert_eq!(returned(&mut gl, TEXTURE_1D_ARRAY, 2, 3), [30, 100, 100]);

    let texels: Vec<u8> = (0..5)
        .flat_map(|layer| [layer * 10, layer * 10 + 4, layer * 10, layer * 10 + 4])
        .collect();
    layers(&mut gl, 0, [2, 2, 5], &texels).unwrap();
    gl.call(|c| generate_mipmap(c, TEXTURE_2D_ARRAY)).unwrap();
    assert_eq!(size(&mut gl, TEXTURE_2D_ARRAY, 1), [1, 1, 5]);
    assert_eq!(
        returned(&mut gl, TEXTURE_2D_ARRAY, 1, 5),
        [2, 12, 22, 32, 42]
    );
    assert_eq!(returned(&mut gl, TEXTURE_2D_ARRAY, 0, 20), texels);
}

/// Parts of layers are replaced; there is no border between layers.
#[test]
fn parts_of_layers_are_replaced() {
    let mut gl = with_tight_rows();
    layers(&mut gl, 0, [2, 1, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let part = |gl: &mut Fixture, z, depth, texels: &[u8]| {
        let pixels = ClientPtr::of(texels);
        let (target, format, ty) = (TEXTURE_2D_ARRAY, LUMINANCE, UNSIGNED_BYTE);
        gl.call(|c| tex_sub_image3d(c, target, 0, 1, 0, z, 1, 1, depth, format, ty, pixels))
    };
    part(&mut gl, 1, 2, &[77, 88]).unwrap();
    assert_eq!(
        returned(&mut gl, TEXTURE_2D_ARRAY, 0, 6),
        [1, 2, 3, 77, 5, 88]
    );
    assert_eq!(part(&mut gl, 2, 2, &[0, 0]), Err(INVALID_VALUE));
    assert_eq!(part(&mut gl, -1, 1, &[0, 0]), Err(INVALID_VALUE));
    // A border surrounds each line, and not the layers.
    let target = TEXTURE_1D_ARRAY;
    let (format, ty) = (LUMINANCE, UNSIGNED_BYTE);
    let pixels = ClientPtr::of(&[9u8; 12]);
    gl.call(|c| tex_image2d(c, target, 0, LUMINANCE8 as i32, 4, 3, 1, format, ty, pixels))
        .unwrap();
    assert_eq!(size(&mut gl, target, 0), [4, 3, 1]);
    let pixels = ClientPtr::of(&[7u8]);
    let sub = |gl: &mut Fixture, x, y| {
        gl.call(|c| tex_sub_image2d(c, target, 0, x, y, 1, 1, format, ty, pixels))
    };
    sub(&mut gl, -1, 2).unwrap();
    assert_eq!(sub(&mut gl, 0, -1), Err(INVALID_VALUE));
    assert_eq!(returned(&mut gl, target, 0, 12)[8..], [7, 9, 9, 9]);
}

/// A texture is complete with all layers in each level; layers have a limit of their own.
#[test]
fn layers_are_counted_apart() {
    let mut gl = with_tight_rows();
    let complete = |gl: &Fixture| {
        let unit = &gl.0.textures.units[0];
        unit.texture_for(TextureShape::D1Array, Overrides::default())
            .is_some()
    };
    let texels = [0; 64];
    let filter = NEAREST_MIPMAP_NEAREST as i32;
    gl.call(|c| tex_parameteri(c, TEXTURE_1D_ARRAY, TEXTURE_MIN_FILTER, filter))
        .unwrap();
    lines(&mut gl, 0, [4, 5], &texels).unwrap();
    lines(&mut gl, 1, [2, 5], &texels).unwrap();
    lines(&mut gl, 2, [1, 2], &texels).unwrap();
    assert!(!complete(&gl));
    lines(&mut gl, 2, [1, 5], &texels).unwrap();
    assert!(complete(&gl));
    assert_eq!(lines(&mut gl, 0, [1, 513], &texels), Err(INVALID_VALUE));
    assert_eq!(layers(&mut gl, 0, [1, 1, 513], &texels), Err(INVALID_VALUE));
    assert_eq!(lines(&mut gl, 9, [1, 64], &texels), Ok(()));
    // Fixed function has no array textures.
    assert_eq!(gl.call(|c| enable(c, TEXTURE_1D_ARRAY)), Err(INVALID_ENUM));
    assert_eq!(gl.call(|c| enable(c, TEXTURE_2D_ARRAY)), Err(INVALID_ENUM));
    let proxy = |gl: &mut Fixture, depth| {
        let (target, format, ty) = (PROXY_TEXTURE_2D_ARRAY, RGBA, UNSIGNED_BYTE);
        let none = ClientPtr::NULL;
        gl.call(|c| tex_image3d(c, target, 0, RGBA8 as i32, 4, 2, depth, 0, format, ty, none))
            .unwrap();
        size(gl, target, 0)
    };
    assert_eq!(proxy(&mut gl, 512), [4, 2, 512]);
    assert_eq!(proxy(&mut gl, 513), [0; 3]);
    // More than the largest flat image has cannot be had.
    let (target, none) = (PROXY_TEXTURE_2D_ARRAY, ClientPtr::NULL);
    gl.call(|c| {
        tex_image3d(
            c,
            target,
            0,
            RGBA8 as i32,
            8192,
            8192,
            64,
            0,
            RGBA,
            FLOAT,
            none,
        )
    })
    .unwrap();
    assert_eq!(size(&mut gl, target, 0), [0; 3]);
}

/// Storage has levels by the size of a layer (ARB_texture_storage 3.8.1).
#[test]
fn storage_keeps_layers() {
    let mut gl = Fixture::new();
    gl.call(|c| bind_texture(c, TEXTURE_1D_ARRAY, 1)).unwrap();
    gl.call(|c| bind_texture(c, TEXTURE_2D_ARRAY, 2)).unwrap();
    let wrong = gl.call(|c| tex_storage2d(c, TEXTURE_1D_ARRAY, 4, RGBA8, 4, 64));
    assert_eq!(wrong, Err(INVALID_OPERATION));
    gl.call(|c| tex_storage2d(c, TEXTURE_1D_ARRAY, 3, RGBA8, 4, 64))
        .unwrap();
    assert_eq!(size(&mut gl, TEXTURE_1D_ARRAY, 2), [1, 64, 1]);
    let wrong = gl.call(|c| tex_storage3d(c, TEXTURE_2D_ARRAY, 4, RGBA8, 4, 4, 64));
    assert_eq!(wrong, Err(INVALID_OPERATION));
    gl.call(|c| tex_storage3d(c, TEXTURE_2D_ARRAY, 3, RGBA8, 2, 4, 64))
        .unwrap();
    assert_eq!(size(&mut gl, TEXTURE_2D_ARRAY, 2), [1, 1, 64]);
}

/// Blocks lie layer after layer, and are replaced at any layer ("Dependencies on EXT_texture_compression_s3tc").
#[test]
fn blocks_lie_layer_after_layer() {
    let mut gl = Fixture::new();
    let format = COMPRESSED_RGB_S3TC_DXT1_EXT;
    // Two blocks a layer: red and green in the first, blue and black in the second.
    let block = |color: u16| {
        let [low, high] = color.to_le_bytes();
        [low, high, low, high, 0, 0, 0, 0]
    };
    let mut data: Vec<u8> = [0xf800, 0x07e0, 0x001f, 0x0000]
        .into_iter()
        .flat_map(block)
        .collect();
    let target = TEXTURE_2D_ARRAY;
    let (bytes, pixels) = (data.len() as i32, ClientPtr::of(&data));
    gl.call(|c| compressed_tex_image3d(c, target, 0, format, 8, 4, 2, 0, bytes, pixels))
        .unwrap();
    assert_eq!(gl.level(target, 0, TEXTURE_COMPRESSED_IMAGE_SIZE), 32);
    let new = block(0xffff);
    let pixels = ClientPtr::of(&new);
    gl.call(|c| compressed_tex_sub_image3d(c, target, 0, 4, 0, 1, 4, 4, 1, format, 8, pixels))
        .unwrap();
    data[24..].copy_from_slice(&new);
    let mut blocks = [0u8; 32];
    let pointer = ClientPtr::of_mut(&mut blocks);
    gl.call(|c| get_compressed_tex_image(c, target, 0, pointer))
        .unwrap();
    assert_eq!(blocks[..], data);
    let mut texels = [0u8; 3 * 64];
    let pointer = ClientPtr::of_mut(&mut texels);
    gl.call(|c| get_tex_image(c, target, 0, RGB, UNSIGNED_BYTE, pointer))
        .unwrap();
    let texel = |x: usize, z: usize| &texels[3 * (32 * z + x)..][..3];
    assert_eq!(texel(3, 0), [255, 0, 0]);
    assert_eq!(texel(4, 0), [0, 255, 0]);
    assert_eq!(texel(3, 1), [0, 0, 255]);
    assert_eq!(texel(7, 1), [255, 255, 255]);
    // Uploaded texels become blocks of each layer.
    let pixels = ClientPtr::of(&texels);
    let (internal, ty) = (format as i32, UNSIGNED_BYTE);
    gl.call(|c| tex_image3d(c, target, 0, internal, 8, 4, 2, 0, RGB, ty, pixels))
        .unwrap();
    let mut again = [1u8; 3 * 64];
    let pointer = ClientPtr::of_mut(&mut again);
    gl.call(|c| get_tex_image(c, target, 0, RGB, ty, pointer))
        .unwrap();
    assert_eq!(again, texels);
    let wrong = gl.call(|c| {
        compressed_tex_image3d(c, target, 0, format, 8, 4, 2, 0, 16, ClientPtr::of(&data))
    });
    assert_eq!(wrong, Err(INVALID_VALUE));
    let wrong = gl.call(|c| {
        compressed_tex_image3d(
            c,
            TEXTURE_3D,
            0,
            format,
            8,
            4,
            2,
            0,
            32,
            ClientPtr::of(&data),
        )
    });
    assert_eq!(wrong, Err(INVALID_ENUM));
}
