//! Colour buffers of floats (ARB_color_buffer_float, ARB_texture_float). Drawn colours stay as they are, and are
//! clamped only where the texts say so.

use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::fragment::color_clamp::clamp_color;
use crate::gl::fragment::commands::*;
use crate::gl::framebuffer::attachment::*;
use crate::gl::framebuffer::blit::blit_framebuffer;
use crate::gl::framebuffer::draw_buffers::{draw_buffers, read_buffer};
use crate::gl::framebuffer::object::bind_framebuffer_ext;
use crate::gl::framebuffer::renderbuffer::*;
use crate::gl::framebuffer::window_buffers::clear;
use crate::gl::immediate::color::color4f;
use crate::gl::immediate::normal::fog_coordf;
use crate::gl::lighting::fog::fogi;
use crate::gl::pixel_rectangle::draw::draw_pixels;
use crate::gl::pixel_rectangle::raster_pos::window_pos2i;
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::program::commands::program_string_arb;
use crate::gl::state::attrib_stack::{pop_attrib, push_attrib};
use crate::gl::state::enable::{disable, enable};
use crate::gl::state::get::get_floatv;
use crate::gl::texture::get::get_tex_image;
use crate::gl::texture::image::{copy_tex_image2d, tex_image2d};
use crate::gl::texture::object::bind_texture;
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;

fn ok(f: &mut Fixture, command: impl FnOnce(&mut Call<'_>) -> Result) {
    assert_eq!(f.call(command), Ok(()));
}

/// A framebuffer object with a renderbuffer of 8×8 pixels of this format.
fn with_renderbuffer(format: u32) -> Fixture {
    let mut f = Fixture::new();
    ok(&mut f, |c| bind_framebuffer_ext(c, FRAMEBUFFER, 1));
    ok(&mut f, |c| bind_renderbuffer_ext(c, RENDERBUFFER, 1));
    ok(&mut f, |c| {
        renderbuffer_storage(c, RENDERBUFFER, format, 8, 8)
    });
    let point = COLOR_ATTACHMENT0;
    ok(&mut f, |c| {
        framebuffer_renderbuffer(c, FRAMEBUFFER, point, RENDERBUFFER, 1)
    });
    f
}

fn clear_to(f: &mut Fixture, [r, g, b, a]: [f32; 4]) {
    ok(f, |c| clear_color(c, r, g, b, a));
    ok(f, |c| clear(c, COLOR_BUFFER_BIT));
}

fn bytes_of(values: &mut [f32]) -> ClientPtr<u8> {
    ClientPtr::of_mut(bytemuck::cast_slice_mut::<f32, u8>(values))
}

fn read(f: &mut Fixture, x: i32, y: i32) -> [f32; 4] {
    let mut color = [-9.0f32; 4];
    let to = bytes_of(&mut color);
    ok(f, |c| read_pixels(c, x, y, 1, 1, RGBA, FLOAT, to));
    color
}

fn draw(f: &mut Fixture, [r, g, b, a]: [f32; 4]) {
    ok(f, |c| color4f(c, r, g, b, a));
    f.square();
}

fn four(f: &mut Fixture, name: u32) -> [f32; 4] {
    let mut values = [0.0; 4];
    let to = ClientPtr::of_mut(&mut values);
    ok(f, |c| get_floatv(c, name, to));
    values
}

const WIDE: [f32; 4] = [2.5, -1.0, 0.25, 3.0];
const CLAMPED: [f32; 4] = [1.0, 0.0, 0.25, 1.0];

#[test]
fn clears_and_reads_are_clamped_where_asked() {
    let mut f = with_renderbuffer(RGBA32F_ARB);
    clear_to(&mut f, WIDE);
    assert_eq!(read(&mut f, 3, 5), WIDE);
    let mut bytes = [9u8; 4];
    let to = ClientPtr::of_mut(&mut bytes);
    ok(&mut f, |c| {
        read_pixels(c, 0, 0, 1, 1, RGBA, UNSIGNED_BYTE, to)
    });
    assert_eq!(bytes, [255, 0, 64, 255]);
    ok(&mut f, |c| clamp_color(c, CLAMP_READ_COLOR, TRUE));
    assert_eq!(read(&mut f, 0, 0), CLAMPED);
    // State is clamped when queried while fragments are.
    assert_eq!(four(&mut f, COLOR_CLEAR_VALUE), WIDE);
    assert_eq!(four(&mut f, RGBA_FLOAT_MODE_ARB)[0], 1.0);
    ok(&mut f, |c| clamp_color(c, CLAMP_FRAGMENT_COLOR, TRUE));
    assert_eq!(four(&mut f, COLOR_CLEAR_VALUE), CLAMPED);
    ok(&mut f, |c| clamp_color(c, CLAMP_FRAGMENT_COLOR, FIXED_ONLY));
    ok(&mut f, |c| bind_framebuffer_ext(c, FRAMEBUFFER, 0));
    assert_eq!(four(&mut f, COLOR_CLEAR_VALUE), CLAMPED);
    assert_eq!(four(&mut f, RGBA_FLOAT_MODE_ARB)[0], 0.0);
    // A buffer of bytes takes what fits.
    ok(&mut f, |c| clear(c, COLOR_BUFFER_BIT));
    assert_eq!(f.pixel(0, 0), 0xffff_0040);
    assert_eq!(
        f.call(|c| clamp_color(c, CLAMP_READ_COLOR, RGBA)),
        Err(INVALID_ENUM)
    );
    assert_eq!(f.call(|c| clamp_color(c, RGBA, TRUE)), Err(INVALID_ENUM));
}

#[test]
fn colors_are_clamped_by_vertex_and_fragment_clamps() {
    let mut f = with_renderbuffer(RGBA16F_ARB);
    draw(&mut f, WIDE);
    assert_eq!(
        read(&mut f, 1, 1),
        CLAMPED,
        "vertex colours are clamped at first"
    );
    ok(&mut f, |c| push_attrib(c, LIGHTING_BIT));
    ok(&mut f, |c| clamp_color(c, CLAMP_VERTEX_COLOR, FALSE));
    draw(&mut f, WIDE);
    assert_eq!(read(&mut f, 1, 1), WIDE);
    ok(&mut f, |c| clamp_color(c, CLAMP_FRAGMENT_COLOR, TRUE));
    draw(&mut f, WIDE);
    assert_eq!(read(&mut f, 1, 1), CLAMPED);
    ok(&mut f, |c| clamp_color(c, CLAMP_FRAGMENT_COLOR, FIXED_ONLY));
    ok(&mut f, |c| clamp_color(c, CLAMP_VERTEX_COLOR, FIXED_ONLY));
    draw(&mut f, WIDE);
    assert_eq!(read(&mut f, 1, 1), WIDE);
    ok(&mut f, pop_attrib);
    draw(&mut f, WIDE);
    assert_eq!(read(&mut f, 1, 1), CLAMPED);
}

#[test]
fn floats_blend_without_clamps_under_the_mask() {
    let mut f = with_renderbuffer(RGBA32F_ARB);
    clear_to(&mut f, WIDE);
    ok(&mut f, |c| clamp_color(c, CLAMP_VERTEX_COLOR, FALSE));
    ok(&mut f, |c| enable(c, BLEND));
    ok(&mut f, |c| blend_func(c, CONSTANT_COLOR, DST_ALPHA));
    ok(&mut f, |c| blend_color(c, 2.0, -3.0, 0.0, 1.0));
    ok(&mut f, |c| color_mask(c, 1, 1, 0, 1));
    draw(&mut f, [4.0, 2.0, 9.0, -1.0]);
    // Source · constant + destination · 3.
    assert_eq!(
        read(&mut f, 2, 2),
        [8.0 + 7.5, -6.0 - 3.0, 0.25, -1.0 + 9.0]
    );
    // Logic operations have no effect, but blending is off.
    ok(&mut f, |c| enable(c, COLOR_LOGIC_OP));
    ok(&mut f, |c| logic_op(c, INVERT));
    draw(&mut f, [7.0, 8.0, 9.0, 10.0]);
    assert_eq!(read(&mut f, 2, 2), [7.0, 8.0, 0.25, 10.0]);
}

#[test]
fn the_alpha_test_compares_floats() {
    let mut f = with_renderbuffer(RGBA32F_ARB);
    ok(&mut f, |c| clamp_color(c, CLAMP_VERTEX_COLOR, FALSE));
    ok(&mut f, |c| enable(c, ALPHA_TEST));
    ok(&mut f, |c| alpha_func(c, GREATER, 1.5));
    draw(&mut f, [1.0, 1.0, 1.0, 1.25]);
    assert_eq!(read(&mut f, 0, 0), [0.0; 4]);
    draw(&mut f, [1.0, 1.0, 1.0, 1.75]);
    assert_eq!(read(&mut f, 0, 0), [1.0, 1.0, 1.0, 1.75]);
    ok(&mut f, |c| disable(c, ALPHA_TEST));
}

/// EXT_packed_float issues 14 to 18, 24: no values below 0, neither cleared, drawn nor blended; no component has a sign.
#[test]
fn packed_floats_have_no_sign() {
    for format in [R11F_G11F_B10F, RGB9_E5] {
        let mut f = with_renderbuffer(format);
        assert_eq!(four(&mut f, RGBA_FLOAT_MODE_ARB)[0], 1.0);
        assert_eq!(four(&mut f, RGBA_SIGNED_COMPONENTS_EXT), [0.0; 4]);
        clear_to(&mut f, WIDE);
        assert_eq!(read(&mut f, 3, 5), [2.5, 0.0, 0.25, 1.0]);
        // Neither packed type is clamped when it is read or drawn (4.3.2, 3.6.4).
        for (ty, expected) in [
            (UNSIGNED_INT_10F_11F_11F_REV, 0x410 | 0x1a0 << 22),
            (UNSIGNED_INT_5_9_9_9_REV, 320 | 32 << 18 | 17 << 27),
        ] {
            let mut word = [0u8; 4];
            let to = ClientPtr::of_mut(&mut word);
            ok(&mut f, |c| read_pixels(c, 3, 5, 1, 1, RGB, ty, to));
            assert_eq!(u32::from_ne_bytes(word), expected, "{ty:#x}");
            clear_to(&mut f, [0.0; 4]);
            let from = ClientPtr::of(&word);
            ok(&mut f, |c| window_pos2i(c, 3, 5));
            ok(&mut f, |c| draw_pixels(c, 1, 1, RGB, ty, from));
            assert_eq!(read(&mut f, 3, 5), [2.5, 0.0, 0.25, 1.0], "{ty:#x}");
        }
        ok(&mut f, |c| clamp_color(c, CLAMP_VERTEX_COLOR, FALSE));
        draw(&mut f, [-2.0, 3.0, -0.5, 1.0]);
        assert_eq!(read(&mut f, 3, 5), [0.0, 3.0, 0.0, 1.0]);
        ok(&mut f, |c| enable(c, BLEND));
        ok(&mut f, |c| blend_func(c, ONE, ONE));
        draw(&mut f, [1.0, -4.0, 0.5, 1.0]);
        assert_eq!(read(&mut f, 3, 5), [1.0, 0.0, 0.5, 1.0]);
    }
    let mut f = with_renderbuffer(RGB32F_ARB);
    let signed = [1.0, 1.0, 1.0, 0.0];
    assert_eq!(four(&mut f, RGBA_SIGNED_COMPONENTS_EXT), signed);
    let mut f = Fixture::new();
    assert_eq!(four(&mut f, RGBA_SIGNED_COMPONENTS_EXT), [0.0; 4]);
}

/// Luminance is red, what is not stored reads as 0, alpha as 1; half floats are rounded on their way to texels.
#[test]
fn textures_take_the_components_that_they_have() {
    for (format, returned) in [
        (RGBA32F_ARB, WIDE),
        (RGB32F_ARB, [2.5, -1.0, 0.25, 1.0]),
        (R11F_G11F_B10F, [2.5, 0.0, 0.25, 1.0]),
        (RGB9_E5, [2.5, 0.0, 0.25, 1.0]),
        (LUMINANCE32F_ARB, [2.5, 0.0, 0.0, 1.0]),
        (LUMINANCE_ALPHA16F_ARB, [2.5, 0.0, 0.0, 3.0]),
        (ALPHA16F_ARB, [0.0, 0.0, 0.0, 3.0]),
        (INTENSITY32F_ARB, [2.5, 0.0, 0.0, 1.0]),
        (RG16F, [2.5, -1.0, 0.0, 1.0]),
        (R8, [1.0, 0.0, 0.0, 1.0]),
        (LUMINANCE8, [1.0, 0.0, 0.0, 1.0]),
        (ALPHA8, [0.0, 0.0, 0.0, 1.0]),
        (SRGB8_ALPHA8, [1.0, 0.0, 64.0 / 255.0, 1.0]),
    ] {
        let mut f = Fixture::new();
        let null = ClientPtr::NULL;
        let target = TEXTURE_2D;
        ok(&mut f, |c| bind_texture(c, target, 1));
        ok(&mut f, |c| {
            tex_image2d(c, target, 0, format as i32, 4, 4, 0, RGBA, FLOAT, null)
        });
        ok(&mut f, |c| bind_framebuffer_ext(c, FRAMEBUFFER, 1));
        ok(&mut f, |c| {
            framebuffer_texture2d(c, FRAMEBUFFER, COLOR_ATTACHMENT0, target, 1, 0)
        });
        clear_to(&mut f, WIDE);
        assert_eq!(read(&mut f, 1, 2), returned, "{format:#x}");
        let mut texels = [[-9.0f32; 4]; 16];
        let to = bytes_of(texels.as_flattened_mut());
        ok(&mut f, |c| get_tex_image(c, target, 0, RGBA, FLOAT, to));
        assert_eq!(texels, [returned; 16], "{format:#x}");
        // A copy is a texture of its own.
        ok(&mut f, |c| bind_texture(c, target, 2));
        ok(&mut f, |c| {
            copy_tex_image2d(c, target, 0, RGBA32F_ARB, 0, 0, 4, 4, 0)
        });
        let to = bytes_of(texels.as_flattened_mut());
        ok(&mut f, |c| get_tex_image(c, target, 0, RGBA, FLOAT, to));
        assert_eq!(texels, [returned; 16], "{format:#x}");
    }
}

#[test]
fn half_floats_are_rounded_when_they_become_texels() {
    let mut f = Fixture::new();
    ok(&mut f, |c| bind_texture(c, TEXTURE_2D, 1));
    ok(&mut f, |c| {
        tex_image2d(
            c,
            TEXTURE_2D,
            0,
            RGBA16F_ARB as i32,
            1,
            1,
            0,
            RGBA,
            FLOAT,
            ClientPtr::NULL,
        )
    });
    ok(&mut f, |c| bind_framebuffer_ext(c, FRAMEBUFFER, 1));
    let point = COLOR_ATTACHMENT0;
    ok(&mut f, |c| {
        framebuffer_texture2d(c, FRAMEBUFFER, point, TEXTURE_2D, 1, 0)
    });
    clear_to(&mut f, [0.1, 1e9, -1e9, 2.0]);
    let mut texel = [0.0f32; 4];
    let to = bytes_of(&mut texel);
    ok(&mut f, |c| get_tex_image(c, TEXTURE_2D, 0, RGBA, FLOAT, to));
    assert_eq!(
        texel,
        [half::f16::from_f32(0.1).to_f32(), 65504.0, -65504.0, 2.0]
    );
}

#[test]
fn blits_and_pixels_carry_floats() {
    let mut f = with_renderbuffer(RGBA32F_ARB);
    clear_to(&mut f, WIDE);
    // To bytes: clamped. From bytes: as they are.
    ok(&mut f, |c| bind_framebuffer_ext(c, DRAW_FRAMEBUFFER, 0));
    let blit =
        |c: &mut Call<'_>| blit_framebuffer(c, 0, 0, 4, 4, 0, 0, 8, 8, COLOR_BUFFER_BIT, LINEAR);
    ok(&mut f, blit);
    assert_eq!(f.pixel(7, 7), 0xffff_0040);
    ok(&mut f, |c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 0));
    ok(&mut f, |c| bind_framebuffer_ext(c, DRAW_FRAMEBUFFER, 1));
    ok(&mut f, blit);
    ok(&mut f, |c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 1));
    assert_eq!(read(&mut f, 7, 7), [1.0, 0.0, 64.0 / 255.0, 1.0]);
    // DrawPixels, clamped or not.
    f.0.immediate.raster_pos.valid = true;
    let pixels = ClientPtr::of(bytemuck::bytes_of(&WIDE));
    ok(&mut f, |c| draw_pixels(c, 1, 1, RGBA, FLOAT, pixels));
    assert_eq!(read(&mut f, 0, 0), WIDE);
    ok(&mut f, |c| clamp_color(c, CLAMP_FRAGMENT_COLOR, TRUE));
    ok(&mut f, |c| draw_pixels(c, 1, 1, RGBA, FLOAT, pixels));
    assert_eq!(read(&mut f, 0, 0), [1.0, 0.0, 64.0 / 255.0, 1.0]);
}

/// The fog of a program's option blends the colour as it is while fragment colours are not clamped (section 3.10).
#[test]
fn fog_of_programs_is_clamped_with_fragment_colours() {
    let mut f = with_renderbuffer(RGBA32F_ARB);
    let text: &[u8] =
        b"!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, {2.5, -1, 0.25, 3};\nEND";
    ok(&mut f, |c| {
        program_string_arb(
            c,
            FRAGMENT_PROGRAM_ARB,
            PROGRAM_FORMAT_ASCII_ARB,
            text.len() as i32,
            ClientPtr::of(text),
        )
    });
    ok(&mut f, |c| enable(c, FRAGMENT_PROGRAM_ARB));
    // Half way from the fog's start at 0 to its end at 1; the fog is black.
    ok(&mut f, |c| fogi(c, FOG_COORD_SRC, FOG_COORD as i32));
    ok(&mut f, |c| fog_coordf(c, 0.5));
    f.square();
    assert_eq!(read(&mut f, 3, 5), [1.25, -0.5, 0.125, 3.0]);
    ok(&mut f, |c| clamp_color(c, CLAMP_FRAGMENT_COLOR, TRUE));
    f.square();
    assert_eq!(read(&mut f, 3, 5), [0.5, 0.0, 0.125, 1.0]);
}

/// FIXED_ONLY does not clamp while some draw buffer holds floats (2.14.6), whichever it is.
#[test]
fn one_buffer_of_floats_is_enough() {
    for formats in [[RGBA8, RGBA32F_ARB], [RGBA32F_ARB, RGBA8]] {
        let mut f = with_renderbuffer(formats[0]);
        ok(&mut f, |c| bind_renderbuffer_ext(c, RENDERBUFFER, 2));
        ok(&mut f, |c| {
            renderbuffer_storage(c, RENDERBUFFER, formats[1], 8, 8)
        });
        let point = COLOR_ATTACHMENT1;
        ok(&mut f, |c| {
            framebuffer_renderbuffer(c, FRAMEBUFFER, point, RENDERBUFFER, 2)
        });
        let names = [COLOR_ATTACHMENT0, COLOR_ATTACHMENT1];
        ok(&mut f, |c| draw_buffers(c, 2, ClientPtr::of(&names)));
        clear_to(&mut f, [7.0, -2.75, 0.5, 1.0]);
        // Each buffer keeps what it can.
        for (name, format) in names.into_iter().zip(formats) {
            ok(&mut f, |c| read_buffer(c, name));
            let expected = match format {
                RGBA8 => [1.0, 0.0, 128.0 / 255.0, 1.0],
                _ => [7.0, -2.75, 0.5, 1.0],
            };
            assert_eq!(read(&mut f, 3, 3), expected, "{formats:x?}");
        }
    }
}
