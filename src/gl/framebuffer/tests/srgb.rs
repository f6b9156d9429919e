//! sRGB framebuffers (EXT_framebuffer_sRGB, ARB_framebuffer_sRGB) against the texts' formulas in f64.

use super::fixture::out;
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::fragment::commands::*;
use crate::gl::framebuffer::accumulation::accum;
use crate::gl::framebuffer::query::get_framebuffer_attachment_parameteriv;
use crate::gl::framebuffer::window_buffers::clear;
use crate::gl::immediate::color::color4f;
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::state::enable::{disable, enable};
use crate::gl::state::get::get_integerv;
use crate::gl::texture::image::tex_image2d;
use crate::gl::texture::param::tex_parameteri;

/// A surface's fixture with FRAMEBUFFER_SRGB enabled.
fn fixture() -> Fixture {
    let mut f = Fixture::new();
    f.ok(|c| enable(c, FRAMEBUFFER_SRGB));
    f
}

fn linear(byte: u8) -> f64 {
    let encoded = f64::from(byte) / 255.0;
    if encoded <= 0.04045 {
        encoded / 12.92
    } else {
        ((encoded + 0.055) / 1.055).powf(2.4)
    }
}

/// The encoded value of a linear one, as a byte before it is rounded.
fn encoded(linear: f64) -> f64 {
    255.0
        * match linear.clamp(0.0, 1.0) {
            low if low < 0.003_130_8 => 12.92 * low,
            high => 1.055 * high.powf(1.0 / 2.4) - 0.055,
        }
}

/// A byte is the nearest one, or one of the two nearest where both are as near as f32 tells.
fn assert_nearest(byte: u8, exact: f64, what: &str) {
    let distance = (f64::from(byte) - exact).abs();
    assert!(distance <= 0.501, "{what}: {byte} for {exact}");
}

fn draw(f: &mut Fixture, [r, g, b, a]: [f32; 4]) {
    f.ok(|c| color4f(c, r, g, b, a));
    f.square();
}

fn clear_to(f: &mut Fixture, [r, g, b, a]: [f32; 4]) {
    f.ok(|c| clear_color(c, r, g, b, a));
    f.ok(|c| clear(c, COLOR_BUFFER_BIT));
}

/// Red, green, blue, alpha of a pixel of the bound framebuffer.
fn pixel(f: &mut Fixture) -> [u8; 4] {
    let mut bytes = [0u8; 4];
    let to = out(&mut bytes);
    f.ok(|c| read_pixels(c, 3, 3, 1, 1, RGBA, UNSIGNED_BYTE, to));
    bytes
}

fn integer(f: &mut Fixture, name: u32) -> i32 {
    let mut value = [-9];
    let to = out(&mut value);
    f.ok(|c| get_integerv(c, name, to));
    value[0]
}

/// The framebuffer becomes an object with renderbuffers of these formats, all of which are drawn to.
fn draw_to(f: &mut Fixture, formats: &[u32]) {
    f.bind_framebuffer(1);
    for (i, format) in (0..).zip(formats) {
        f.renderbuffer(COLOR_ATTACHMENT0 + i, 1 + i, *format, [8, 8]);
    }
    let names: Vec<u32> = (COLOR_ATTACHMENT0..).take(formats.len()).collect();
    let from = crate::platform::ClientPtr::of(&names);
    f.ok(|c| crate::gl::framebuffer::draw_buffers::draw_buffers(c, names.len() as i32, from));
}

/// Colours that are drawn and those that buffers are cleared to are encoded, alpha is not.
#[test]
fn written_colours_are_encoded() {
    let mut f = fixture();
    for i in 0..=255u8 {
        let x = f32::from(i) / 255.0;
        let color = [x, x * x, x / 20.0, x];
        let check = |f: &mut Fixture, what: &str| {
            let [r, g, b, a] = pixel(f);
            for (byte, linear) in [r, g, b].into_iter().zip(color) {
                assert_nearest(byte, encoded(linear.into()), what);
            }
            assert_eq!(a, i, "{what}: alpha");
        };
        draw(&mut f, color);
        check(&mut f, "drawn");
        clear_to(&mut f, [0.0; 4]);
        clear_to(&mut f, color);
        check(&mut f, "cleared");
    }
    clear_to(&mut f, [f32::NAN, -1.0, 7.0, 1.0]);
    assert_eq!(pixel(&mut f), [0, 0, 255, 255]);
}

/// What is in the buffer is linear while it is blended: bytes come back, and sums are those of light.
#[test]
fn colours_are_blended_as_linear_values() {
    let mut f = fixture();
    f.ok(|c| enable(c, BLEND));
    let mut over = |old: u8, color: [f32; 4], [src, dst]: [u32; 2]| {
        let byte = f32::from(old) / 255.0;
        f.ok(|c| disable(c, FRAMEBUFFER_SRGB));
        clear_to(&mut f, [byte; 4]);
        f.ok(|c| enable(c, FRAMEBUFFER_SRGB));
        f.ok(|c| blend_func(c, src, dst));
        draw(&mut f, color);
        pixel(&mut f)
    };
    for old in 0..=255u8 {
        assert_eq!(over(old, [0.7; 4], [ZERO, ONE]), [old; 4]);
        let (source, alpha) = (0.25f64, 0.4f64);
        let color = [0.25, 0.25, 0.25, 0.4];
        let [mixed, .., a] = over(old, color, [SRC_ALPHA, ONE_MINUS_SRC_ALPHA]);
        let exact = source * alpha + linear(old) * (1.0 - alpha);
        assert_nearest(mixed, encoded(exact), &format!("mixed with {old}"));
        let alpha = 255.0 * alpha * alpha + f64::from(old) * (1.0 - alpha);
        assert_nearest(a, alpha, &format!("alpha of {old}"));
        let [added, ..] = over(old, color, [ONE, ONE]);
        assert_nearest(
            added,
            encoded(source + linear(old)),
            &format!("added to {old}"),
        );
    }
}

/// A logic operation has no effect, blending neither (4.1.10).
#[test]
fn logic_operations_leave_encoded_buffers_alone() {
    let mut f = fixture();
    clear_to(&mut f, [1.0; 4]);
    f.ok(|c| enable(c, COLOR_LOGIC_OP));
    f.ok(|c| logic_op(c, XOR));
    f.ok(|c| enable(c, BLEND));
    f.ok(|c| blend_func(c, ONE, ONE));
    draw(&mut f, [0.5, 0.0, 0.0, 1.0]);
    assert_eq!(pixel(&mut f), [188, 0, 0, 255]);
    f.ok(|c| disable(c, FRAMEBUFFER_SRGB));
    draw(&mut f, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(pixel(&mut f), [255 - 188, 0, 0, 0]);
}

#[test]
fn masked_components_keep_their_bytes() {
    let mut f = fixture();
    clear_to(&mut f, [0.5; 4]);
    f.ok(|c| color_mask(c, 1, 0, 0, 0));
    draw(&mut f, [0.0, 1.0, 1.0, 1.0]);
    assert_eq!(pixel(&mut f), [0, 188, 188, 128]);
}

/// Of several images those that are sRGB take encoded colours (issue 7); one is enough for FRAMEBUFFER_SRGB_CAPABLE_EXT.
#[test]
fn each_image_of_a_framebuffer_object_goes_by_its_format() {
    let mut f = fixture();
    assert_eq!(integer(&mut f, FRAMEBUFFER_SRGB_CAPABLE_EXT), 1);
    for (formats, capable, bytes) in [
        ([RGBA8, RGBA8], 0, [128, 128]),
        ([SRGB8_ALPHA8, RGBA8], 1, [188, 128]),
        ([RGBA8, SRGB8_ALPHA8], 1, [128, 188]),
        ([SRGB8_ALPHA8, SRGB8_ALPHA8], 1, [188, 188]),
    ] {
        draw_to(&mut f, &formats);
        assert_eq!(integer(&mut f, FRAMEBUFFER_SRGB_CAPABLE_EXT), capable);
        for cleared in [false, true] {
            clear_to(&mut f, [if cleared { 0.5 } else { 0.0 }; 4]);
            if !cleared {
                draw(&mut f, [0.5; 4]);
            }
            for (i, byte) in (0..).zip(bytes) {
                f.ok(|c| {
                    crate::gl::framebuffer::draw_buffers::read_buffer(c, COLOR_ATTACHMENT0 + i)
                });
                assert_eq!(pixel(&mut f), [byte, byte, byte, 128], "{formats:x?} {i}");
            }
        }
    }
}

/// FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING of a surface says what its buffers can do.
#[test]
fn colour_buffers_of_a_surface_are_srgb() {
    let mut f = Fixture::new();
    let mut encoding = |attachment: u32| {
        let mut value = [-9];
        let (to, name) = (out(&mut value), FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING);
        f.ok(|c| get_framebuffer_attachment_parameteriv(c, FRAMEBUFFER, attachment, name, to));
        value[0] as u32
    };
    let encodings = [BACK_LEFT, FRONT_LEFT, DEPTH, STENCIL].map(&mut encoding);
    assert_eq!(encodings, [SRGB, SRGB, LINEAR, LINEAR]);
}

/// Accumulated colours are linear: what is loaded comes back, and half of white is half of its light (4.2.4, issue 22).
#[test]
fn accumulation_is_of_linear_values() {
    let mut f = fixture();
    for old in 0..=255u8 {
        f.ok(|c| disable(c, FRAMEBUFFER_SRGB));
        clear_to(&mut f, [f32::from(old) / 255.0; 4]);
        f.ok(|c| enable(c, FRAMEBUFFER_SRGB));
        f.ok(|c| accum(c, LOAD, 1.0));
        f.ok(|c| accum(c, RETURN, 1.0));
        assert_eq!(pixel(&mut f), [old; 4]);
        f.ok(|c| accum(c, RETURN, 0.5));
        let [r, .., a] = pixel(&mut f);
        assert_nearest(r, encoded(linear(old) / 2.0), &format!("half of {old}"));
        assert_nearest(a, f64::from(old) / 2.0, "alpha");
    }
}

/// Texels that are sampled with SKIP_DECODE_EXT are the bytes that they are (EXT_texture_sRGB_decode 3.8.15).
#[test]
fn texels_are_sampled_with_and_without_decoding() {
    let mut f = Fixture::new();
    f.ok(|c| enable(c, TEXTURE_2D));
    f.ok(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MIN_FILTER, LINEAR as i32));
    for byte in [3u8, 100, 200] {
        for (internal, decode, expected) in [
            (SRGB8_ALPHA8, DECODE_EXT, 255.0 * linear(byte)),
            (SRGB8_ALPHA8, SKIP_DECODE_EXT, byte.into()),
            (RGBA8, DECODE_EXT, byte.into()),
        ] {
            let texel = [byte; 4];
            let pixels = crate::platform::ClientPtr::of(&texel);
            let (internal, ty) = (internal as i32, UNSIGNED_BYTE);
            f.ok(|c| tex_image2d(c, TEXTURE_2D, 0, internal, 1, 1, 0, RGBA, ty, pixels));
            f.ok(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_SRGB_DECODE_EXT, decode as i32));
            draw(&mut f, [1.0; 4]);
            let [r, .., a] = pixel(&mut f);
            assert_nearest(r, expected, &format!("{byte} of {internal:x}"));
            assert_eq!(a, byte);
        }
    }
}
