//! Every internal format: what is reported is stored, and comes back as precisely as that (GL 1.5 tables 3.15 to 3.17).

use super::fixture::Fixture;
use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::texture::get::get_tex_image;
use crate::gl::texture::param::{tex_parameterfv, tex_parameteri, tex_parameteriv};
use crate::gl::texture::query::get_tex_parameteriv;
use crate::gl::texture::unit::Overrides;
use crate::kernel::layout::{SampleRequest, Sampler};
use crate::platform::ClientPtr;

/// Formats by base format. `returned` is what GetTexImage returns for (0.6, 0.3, 0.9, 0.45). `has` says which of red, green,
/// blue, alpha, luminance and intensity they have.
struct Base {
    formats: &'static [u32],
    returned: [f32; 4],
    has: [bool; 6],
}

const fn has(bits: u8) -> [bool; 6] {
    let mut has = [false; 6];
    let mut i = 0;
    while i < 6 {
        has[i] = bits >> (5 - i) & 1 != 0;
        i += 1;
    }
    has
}

const COLOR: [f32; 4] = [0.6, 0.3, 0.9, 0.45];

const BASES: &[Base] = &[
    Base {
        formats: &[
            ALPHA,
            ALPHA4,
            ALPHA8,
            ALPHA12,
            ALPHA16,
            COMPRESSED_ALPHA,
            ALPHA16F_ARB,
            ALPHA32F_ARB,
            ALPHA_SNORM,
            ALPHA8_SNORM,
            ALPHA16_SNORM,
        ],
        returned: [0.0, 0.0, 0.0, 0.45],
        has: has(0b000100),
    },
    Base {
        formats: &[
            1,
            LUMINANCE,
            LUMINANCE4,
            LUMINANCE8,
            LUMINANCE12,
            LUMINANCE16,
            COMPRESSED_LUMINANCE,
            LUMINANCE16F_ARB,
            LUMINANCE32F_ARB,
            SLUMINANCE,
            SLUMINANCE8,
            COMPRESSED_SLUMINANCE,
            COMPRESSED_LUMINANCE_LATC1_EXT,
            COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT,
            LUMINANCE_SNORM,
            LUMINANCE8_SNORM,
            LUMINANCE16_SNORM,
        ],
        returned: [0.6, 0.0, 0.0, 1.0],
        has: has(0b000010),
    },
    Base {
        formats: &[
            2,
            LUMINANCE_ALPHA,
            LUMINANCE4_ALPHA4,
            LUMINANCE6_ALPHA2,
            LUMINANCE8_ALPHA8,
            LUMINANCE12_ALPHA4,
            LUMINANCE12_ALPHA12,
            LUMINANCE16_ALPHA16,
            COMPRESSED_LUMINANCE_ALPHA,
            LUMINANCE_ALPHA16F_ARB,
            LUMINANCE_ALPHA32F_ARB,
            SLUMINANCE_ALPHA,
            SLUMINANCE8_ALPHA8,
            COMPRESSED_SLUMINANCE_ALPHA,
            COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT,
            COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT,
            COMPRESSED_LUMINANCE_ALPHA_3DC_ATI,
            LUMINANCE_ALPHA_SNORM,
            LUMINANCE8_ALPHA8_SNORM,
            LUMINANCE16_ALPHA16_SNORM,
        ],
        returned: [0.6, 0.0, 0.0, 0.45],
        has: has(0b000110),
    },
    Base {
        formats: &[
            INTENSITY,
            INTENSITY4,
            INTENSITY8,
            INTENSITY12,
            INTENSITY16,
            COMPRESSED_INTENSITY,
            INTENSITY16F_ARB,
            INTENSITY32F_ARB,
            INTENSITY_SNORM,
            INTENSITY8_SNORM,
            INTENSITY16_SNORM,
        ],
        returned: [0.6, 0.0, 0.0, 1.0],
        has: has(0b000001),
    },
    Base {
        formats: &[
            RED,
            R8,
            R16,
            R16F,
            R32F,
            COMPRESSED_RED,
            COMPRESSED_RED_RGTC1,
            COMPRESSED_SIGNED_RED_RGTC1,
            RED_SNORM,
            R8_SNORM,
            R16_SNORM,
        ],
        returned: [0.6, 0.0, 0.0, 1.0],
        has: has(0b100000),
    },
    Base {
        formats: &[
            RG,
            RG8,
            RG16,
            RG16F,
            RG32F,
            COMPRESSED_RG,
            COMPRESSED_RG_RGTC2,
            COMPRESSED_SIGNED_RG_RGTC2,
            RG_SNORM,
            RG8_SNORM,
            RG16_SNORM,
        ],
        returned: [0.6, 0.3, 0.0, 1.0],
        has: has(0b110000),
    },
    Base {
        formats: &[
            3,
            RGB,
            R3_G3_B2,
            RGB4,
            RGB5,
            RGB8,
            RGB10,
            RGB12,
            RGB16,
            COMPRESSED_RGB,
            RGB16F_ARB,
            RGB32F_ARB,
            SRGB,
            SRGB8,
            COMPRESSED_SRGB,
            COMPRESSED_RGB_S3TC_DXT1_EXT,
            COMPRESSED_SRGB_S3TC_DXT1_EXT,
            COMPRESSED_RGB_FXT1_3DFX,
            RGB_SNORM,
            RGB8_SNORM,
            RGB16_SNORM,
            RGB9_E5,
        ],
        returned: [0.6, 0.3, 0.9, 1.0],
        has: has(0b111000),
    },
    Base {
        formats: &[
            4,
            RGBA,
            RGBA2,
            RGBA4,
            RGB5_A1,
            RGBA8,
            RGB10_A2,
            RGBA12,
            RGBA16,
            COMPRESSED_RGBA,
            RGBA16F_ARB,
            RGBA32F_ARB,
            SRGB_ALPHA,
            SRGB8_ALPHA8,
            COMPRESSED_SRGB_ALPHA,
            COMPRESSED_RGBA_S3TC_DXT3_EXT,
            COMPRESSED_RGBA_S3TC_DXT5_EXT,
            COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT,
            COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT,
            COMPRESSED_RGBA_FXT1_3DFX,
            RGBA_SNORM,
            RGBA8_SNORM,
            RGBA16_SNORM,
        ],
        returned: COLOR,
        has: has(0b111100),
    },
];

const SIZES: [u32; 6] = [
    TEXTURE_RED_SIZE,
    TEXTURE_GREEN_SIZE,
    TEXTURE_BLUE_SIZE,
    TEXTURE_ALPHA_SIZE,
    TEXTURE_LUMINANCE_SIZE,
    TEXTURE_INTENSITY_SIZE,
];

fn floats(gl: &mut Fixture, n: usize) -> Vec<f32> {
    let mut out = vec![-9.0f32; n];
    let pointer = ClientPtr::of_mut(bytemuck::cast_slice_mut::<f32, u8>(&mut out));
    let got = gl.call(|c| get_tex_image(c, TEXTURE_2D, 0, RGBA, FLOAT, pointer));
    assert_eq!(got, Ok(()));
    out
}

#[test]
fn every_color_format_stores_what_it_reports() {
    let mut gl = Fixture::new();
    let data: Vec<u8> = [COLOR; 32]
        .iter()
        .flatten()
        .flat_map(|c| c.to_ne_bytes())
        .collect();
    for base in BASES {
        for format in base.formats {
            assert_eq!(
                gl.image(0, *format, [8, 4], RGBA, FLOAT, &data),
                Ok(()),
                "{format:#x}"
            );
            let bits = SIZES.map(|name| gl.level(TEXTURE_2D, 0, name));
            assert_eq!(bits.map(|n| n > 0), base.has, "{format:#x}");
            let least = bits.into_iter().filter(|n| *n > 0).min().unwrap();
            // Fixed-point numbers are off by half a step, those with a sign by a whole one; half floats keep 11 bits.
            let bits = if least == 16 { 11 } else { least.min(24) };
            let bound = 1.0 / ((1u64 << bits) - 1) as f32;
            for (i, got) in floats(&mut gl, 4 * 32).iter().enumerate() {
                let off = (got - base.returned[i % 4]).abs();
                assert!(off <= bound, "{format:#x} {i}: {got}");
            }
        }
    }
}

/// Depths keep 24 bits, 16 of them whatever the format is.
#[test]
fn depth_formats_keep_24_bits() {
    let mut gl = Fixture::new();
    let depths: Vec<u8> = [0u32, 1 << 8, 0x1234_5600, 0xffff_ff00]
        .iter()
        .flat_map(|d| d.to_ne_bytes())
        .collect();
    for format in [
        DEPTH_COMPONENT,
        DEPTH_COMPONENT16,
        DEPTH_COMPONENT24,
        DEPTH_COMPONENT32,
    ] {
        assert_eq!(
            gl.image(0, format, [2, 2], DEPTH_COMPONENT, UNSIGNED_INT, &depths),
            Ok(())
        );
        assert!(gl.level(TEXTURE_2D, 0, TEXTURE_DEPTH_SIZE) >= 24);
        let mut out = [0u32; 4];
        let pointer = ClientPtr::of_mut(bytemuck::cast_slice_mut::<u32, u8>(&mut out));
        gl.call(|c| get_tex_image(c, TEXTURE_2D, 0, DEPTH_COMPONENT, UNSIGNED_INT, pointer))
            .unwrap();
        for (got, wanted) in out.iter().zip(depths.as_chunks::<4>().0) {
            assert!(got.abs_diff(u32::from_ne_bytes(*wanted)) <= 256, "{out:x?}");
        }
    }
}

/// Blocks with a sign hold negative values.
#[test]
fn signed_blocks_come_back_signed() {
    let mut gl = Fixture::new();
    let texel = [-0.5f32, 0.25, 0.0, -1.0];
    let data: Vec<u8> = [texel; 16]
        .iter()
        .flatten()
        .flat_map(|c| c.to_ne_bytes())
        .collect();
    for (format, wanted) in [
        (COMPRESSED_SIGNED_RED_RGTC1, [-0.5, 0.0, 0.0, 1.0]),
        (COMPRESSED_SIGNED_RG_RGTC2, [-0.5, 0.25, 0.0, 1.0]),
        (COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT, [-0.5, 0.0, 0.0, 1.0]),
        (
            COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT,
            [-0.5, 0.0, 0.0, -1.0],
        ),
    ] {
        gl.image(0, format, [4, 4], RGBA, FLOAT, &data).unwrap();
        assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_COMPRESSED), 1);
        for (got, wanted) in floats(&mut gl, 64).iter().zip(wanted) {
            assert!(
                (got - wanted).abs() <= 1.0 / 127.0,
                "{format:#x} {got} {wanted}"
            );
        }
    }
}

/// EXT_texture_swizzle: state, errors, and what samplers give.
#[test]
fn swizzles_choose_among_the_sample() {
    let mut gl = Fixture::new();
    gl.image(
        0,
        LUMINANCE_ALPHA,
        [1, 1],
        RGBA,
        UNSIGNED_BYTE,
        &[51, 0, 0, 102],
    )
    .unwrap();
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MIN_FILTER, NEAREST as i32))
        .unwrap();
    let set = [ALPHA, ONE, ZERO, RED].map(|name| name as i32);
    gl.call(|c| tex_parameteriv(c, TEXTURE_2D, TEXTURE_SWIZZLE_RGBA, ClientPtr::of(&set)))
        .unwrap();
    let mut got = [0; 4];
    let pointer = ClientPtr::of_mut(&mut got);
    gl.call(|c| get_tex_parameteriv(c, TEXTURE_2D, TEXTURE_SWIZZLE_RGBA, pointer))
        .unwrap();
    assert_eq!(got, set);
    let bound = gl.0.textures.units[0]
        .texture_for(TextureShape::D2, Overrides::default())
        .unwrap();
    let request = SampleRequest {
        coords: [[0.5; 16]; 4],
        lod: [0.0; 16],
        mode: crate::ir::interface::LodMode::Implicit,
    };
    let mut sample = [[9.0; 16]; 4];
    bound.texture.sample(&request, &mut sample);
    let near = |(got, wanted): (&[f32; 16], f32)| (got[7] - wanted).abs() < 1e-6;
    assert!(
        sample.iter().zip([0.4, 1.0, 0.0, 0.2]).all(near),
        "{sample:?}"
    );

    gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_SWIZZLE_G, BLUE as i32))
        .unwrap();
    let wrong = gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_SWIZZLE_R, RGBA as i32));
    assert_eq!(wrong, Err(INVALID_ENUM));
    let four = [RED as f32, LUMINANCE as f32, ZERO as f32, ONE as f32];
    let wrong =
        gl.call(|c| tex_parameterfv(c, TEXTURE_2D, TEXTURE_SWIZZLE_RGBA, ClientPtr::of(&four)));
    assert_eq!(wrong, Err(INVALID_ENUM));
    let scalar = gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_SWIZZLE_RGBA, RED as i32));
    assert_eq!(scalar, Err(INVALID_ENUM));
    let pointer = ClientPtr::of_mut(&mut got);
    gl.call(|c| get_tex_parameteriv(c, TEXTURE_2D, TEXTURE_SWIZZLE_RGBA, pointer))
        .unwrap();
    assert_eq!(got, [ALPHA, BLUE, ZERO, RED].map(|name| name as i32));
}
