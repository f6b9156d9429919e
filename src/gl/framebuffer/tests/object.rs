//! Framebuffer objects called as the doors call them: names, errors, completeness.

use super::fixture::{GREEN, out};
use crate::gl::Call;
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::fragment::commands::{clear_depth, clear_stencil};
use crate::gl::framebuffer::attachment::*;
use crate::gl::framebuffer::blit::blit_framebuffer;
use crate::gl::framebuffer::draw_buffers::{draw_buffer, draw_buffers, read_buffer};
use crate::gl::framebuffer::object::*;
use crate::gl::framebuffer::renderbuffer::*;
use crate::gl::framebuffer::window_buffers::clear;
use crate::gl::immediate::begin_end::begin;
use crate::gl::pixel_rectangle::draw::{copy_pixels, draw_pixels};
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::texture::image::copy_tex_image2d;
use crate::platform::ClientPtr;

#[test]
fn names_become_objects_when_bound() {
    let mut f = Fixture::new();
    let mut names = [0u32; 2];
    let to = out(&mut names);
    f.ok(|c| gen_framebuffers(c, 2, to));
    assert_eq!(f.call(|c| gen_framebuffers(c, -1, to)), Err(INVALID_VALUE));
    assert_eq!(f.call(|c| is_framebuffer(c, names[0])), Ok(0));
    f.bind_framebuffer(names[0]);
    assert_eq!(f.call(|c| is_framebuffer(c, names[0])), Ok(1));
    assert_eq!(f.integer(FRAMEBUFFER_BINDING), names[0] as i32);
    f.ok(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, names[1]));
    assert_eq!(f.integer(DRAW_FRAMEBUFFER_BINDING), names[0] as i32);
    assert_eq!(f.integer(READ_FRAMEBUFFER_BINDING), names[1] as i32);
    f.ok(|c| delete_framebuffers(c, 2, ClientPtr::of(&names)));
    assert_eq!(f.integer(DRAW_FRAMEBUFFER_BINDING), 0);
    assert_eq!(f.integer(READ_FRAMEBUFFER_BINDING), 0);
    assert_eq!(f.call(|c| is_framebuffer(c, names[0])), Ok(0));
    let errors = f.call(|c| bind_framebuffer_ext(c, RENDERBUFFER, 7));
    assert_eq!(errors, Err(INVALID_ENUM));
    // ARB_framebuffer_object's command takes only names that were generated.
    let errors = f.call(|c| bind_framebuffer(c, FRAMEBUFFER, 77));
    assert_eq!(errors, Err(INVALID_OPERATION));
    let errors = f.call(|c| bind_renderbuffer(c, RENDERBUFFER, 77));
    assert_eq!(errors, Err(INVALID_OPERATION));
}

#[test]
fn renderbuffers_answer_what_they_hold() {
    let mut f = Fixture::new();
    let storage =
        |c: &mut Call<'_>, format, w, h| renderbuffer_storage(c, RENDERBUFFER, format, w, h);
    let unbound = f.call(|c| storage(c, RGBA8, 1, 1));
    assert_eq!(unbound, Err(INVALID_OPERATION));
    f.ok(|c| bind_renderbuffer_ext(c, RENDERBUFFER, 5));
    assert_eq!(f.integer(RENDERBUFFER_BINDING), 5);
    for (format, w, h, code) in [
        (COMPRESSED_RGB, 1, 1, INVALID_ENUM),
        (3, 1, 1, INVALID_ENUM),
        (RGBA8, -1, 1, INVALID_VALUE),
        (
            RGBA8,
            1,
            crate::gl::framebuffer::renderbuffer::MAX_RENDERBUFFER_SIZE as i32 + 1,
            INVALID_VALUE,
        ),
    ] {
        assert_eq!(
            f.call(|c| storage(c, format, w, h)),
            Err(code),
            "{format:#x}"
        );
    }
    let value = |f: &mut Fixture, pname| {
        let mut value = [-1];
        let to = out(&mut value);
        f.call(|c| get_renderbuffer_parameteriv(c, RENDERBUFFER, pname, to))
            .map(|()| value[0])
    };
    assert_eq!(value(&mut f, RENDERBUFFER_INTERNAL_FORMAT), Ok(RGBA as i32));
    assert_eq!(value(&mut f, RENDERBUFFER_WIDTH), Ok(0));
    f.ok(|c| storage(c, DEPTH24_STENCIL8, 3, 4));
    let names = [
        RENDERBUFFER_WIDTH,
        RENDERBUFFER_HEIGHT,
        RENDERBUFFER_RED_SIZE,
        RENDERBUFFER_ALPHA_SIZE,
        RENDERBUFFER_DEPTH_SIZE,
        RENDERBUFFER_STENCIL_SIZE,
    ];
    assert_eq!(
        names.map(|n| value(&mut f, n).unwrap()),
        [3, 4, 0, 0, 24, 8]
    );
    assert_eq!(value(&mut f, TEXTURE_WIDTH), Err(INVALID_ENUM));
    f.ok(|c| delete_renderbuffers(c, 1, ClientPtr::of(&[5u32])));
    assert_eq!(f.integer(RENDERBUFFER_BINDING), 0);
    assert_eq!(value(&mut f, RENDERBUFFER_WIDTH), Err(INVALID_OPERATION));
}

/// ARB_framebuffer_object 4.4.4.2, rule by rule.
#[test]
fn each_rule_of_completeness_has_its_status() {
    let mut f = Fixture::new();
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    f.bind_framebuffer(1);
    assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
    f.renderbuffer(COLOR_ATTACHMENT0, 1, RGBA8, [4, 4]);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    // EXT_framebuffer_object calls these two incomplete.
    f.renderbuffer(COLOR_ATTACHMENT1, 2, RGBA8, [4, 5]);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    f.renderbuffer(COLOR_ATTACHMENT1, 2, RGB8, [4, 4]);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    f.renderbuffer(COLOR_ATTACHMENT1, 2, DEPTH_COMPONENT24, [4, 4]);
    assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    f.renderbuffer(COLOR_ATTACHMENT1, 2, RGBA8, [4, 0]);
    assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    f.ok(|c| framebuffer_renderbuffer(c, FRAMEBUFFER, COLOR_ATTACHMENT1, RENDERBUFFER, 0));
    // Both texts call these two incomplete, and drivers do not (QUIRKS 6.18).
    f.ok(|c| draw_buffer(c, COLOR_ATTACHMENT1));
    f.ok(|c| read_buffer(c, COLOR_ATTACHMENT1));
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    f.renderbuffer(DEPTH_ATTACHMENT, 3, DEPTH24_STENCIL8, [4, 4]);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    f.renderbuffer(STENCIL_ATTACHMENT, 4, STENCIL_INDEX8, [4, 4]);
    assert_eq!(f.status(), FRAMEBUFFER_UNSUPPORTED);
    f.renderbuffer(STENCIL_ATTACHMENT, 3, DEPTH24_STENCIL8, [4, 4]);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    f.texture(9, 0, SLUMINANCE8, [4, 4]);
    f.attach(COLOR_ATTACHMENT0, 9, 0);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    f.texture(9, 0, DEPTH_COMPONENT24, [4, 4]);
    assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    for format in [RGBA32F_ARB, RGB16F_ARB, LUMINANCE8, INTENSITY16F_ARB, SRGB8] {
        f.texture(9, 0, format, [4, 4]);
        assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    }
    f.attach(COLOR_ATTACHMENT0, 9, 1);
    assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
}

/// Draw and read buffers without an image (QUIRKS 6.18): the others are drawn and read.
#[test]
fn buffers_without_an_image_are_left_out() {
    let mut f = Fixture::new();
    f.bind_framebuffer(1);
    f.texture(9, 0, DEPTH24_STENCIL8, [4, 4]);
    f.attach(DEPTH_ATTACHMENT, 9, 0);
    f.attach(STENCIL_ATTACHMENT, 9, 0);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    // A clear of all three reaches depth and stencil.
    f.ok(|c| clear_depth(c, 0.25));
    f.ok(|c| clear_stencil(c, 7));
    f.ok(|c| clear(c, COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT | STENCIL_BUFFER_BIT));
    let mut depth = [0.0f32];
    let to = out(&mut depth).cast();
    f.ok(|c| read_pixels(c, 1, 1, 1, 1, DEPTH_COMPONENT, FLOAT, to));
    assert!((depth[0] - 0.25).abs() < 1e-6, "{depth:?}");
    let mut stencil = [0u8];
    let to = out(&mut stencil);
    f.ok(|c| read_pixels(c, 1, 1, 1, 1, STENCIL_INDEX, UNSIGNED_BYTE, to));
    assert_eq!(stencil, [7]);
    // There are no colours to read.
    let mut pixel = [0u8; 4];
    let to = out(&mut pixel);
    let colors = f.call(|c| read_pixels(c, 1, 1, 1, 1, RGBA, UNSIGNED_BYTE, to));
    assert_eq!(colors, Err(INVALID_OPERATION));
    // Of two draw buffers the second one has an image.
    f.renderbuffer(COLOR_ATTACHMENT1, 2, RGBA8, [4, 4]);
    let names = [COLOR_ATTACHMENT0, COLOR_ATTACHMENT1];
    f.ok(|c| draw_buffers(c, 2, ClientPtr::of(&names)));
    f.ok(|c| read_buffer(c, COLOR_ATTACHMENT1));
    f.clear_to(GREEN);
    assert_eq!(f.read(2, 2), GREEN);
}

#[test]
fn nothing_is_drawn_or_read_while_incomplete() {
    let mut f = Fixture::new();
    f.bind_framebuffer(1);
    let code = INVALID_FRAMEBUFFER_OPERATION;
    assert_eq!(f.call(|c| begin(c, QUADS)), Err(code));
    assert_eq!(f.call(|c| clear(c, COLOR_BUFFER_BIT)), Err(code));
    let pixel = [0u8; 4];
    let from = ClientPtr::of(&pixel);
    let drawn = f.call(|c| draw_pixels(c, 1, 1, RGBA, UNSIGNED_BYTE, from));
    assert_eq!(drawn, Err(code));
    assert_eq!(f.call(|c| copy_pixels(c, 0, 0, 1, 1, COLOR)), Err(code));
    let read = f.call(|c| read_pixels(c, 0, 0, 1, 1, RGBA, UNSIGNED_BYTE, from));
    assert_eq!(read, Err(code));
    let copied = f.call(|c| copy_tex_image2d(c, TEXTURE_2D, 0, RGBA8, 0, 0, 1, 1, 0));
    assert_eq!(copied, Err(code));
    let blit =
        |c: &mut Call<'_>, mask, filter| blit_framebuffer(c, 0, 0, 1, 1, 0, 0, 1, 1, mask, filter);
    assert_eq!(f.call(|c| blit(c, COLOR_BUFFER_BIT, NEAREST)), Err(code));
    f.bind_framebuffer(0);
    assert_eq!(f.call(|c| blit(c, 1, NEAREST)), Err(INVALID_VALUE));
    assert_eq!(
        f.call(|c| blit(c, COLOR_BUFFER_BIT, REPEAT)),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        f.call(|c| blit(c, DEPTH_BUFFER_BIT, LINEAR)),
        Err(INVALID_OPERATION)
    );
    f.ok(|c| blit(c, COLOR_BUFFER_BIT | STENCIL_BUFFER_BIT, NEAREST));
}

/// EXT_framebuffer_object, Errors.
#[test]
fn attachments_refuse_what_is_no_image() {
    let mut f = Fixture::new();
    f.texture(3, 0, RGBA8, [4, 4]);
    let attach = |c: &mut Call<'_>, target, point, textarget, name, level| {
        framebuffer_texture2d(c, target, point, textarget, name, level)
    };
    let fb = FRAMEBUFFER;
    let color = COLOR_ATTACHMENT0;
    let unbound = f.call(|c| attach(c, fb, color, TEXTURE_2D, 3, 0));
    assert_eq!(unbound, Err(INVALID_OPERATION));
    assert_eq!(
        f.attachment(color, FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE),
        Err(INVALID_ENUM)
    );
    f.bind_framebuffer(1);
    for (target, point, textarget, name, level, code) in [
        (TEXTURE_2D, color, TEXTURE_2D, 3, 0, INVALID_ENUM),
        (fb, color + 8, TEXTURE_2D, 3, 0, INVALID_ENUM),
        (fb, color, RGBA, 3, 0, INVALID_ENUM),
        (fb, color, TEXTURE_1D, 3, 0, INVALID_OPERATION),
        (fb, color, TEXTURE_RECTANGLE, 3, 0, INVALID_OPERATION),
        (fb, color, TEXTURE_2D, 99, 0, INVALID_OPERATION),
        (fb, color, TEXTURE_2D, 3, -1, INVALID_VALUE),
        (fb, color, TEXTURE_2D, 3, 14, INVALID_VALUE),
    ] {
        let result = f.call(|c| attach(c, target, point, textarget, name, level));
        assert_eq!(
            result,
            Err(code),
            "{target:#x} {point:#x} {textarget:#x} {name} {level}"
        );
    }
    let missing = f.call(|c| framebuffer_renderbuffer(c, fb, color, RENDERBUFFER, 99));
    assert_eq!(missing, Err(INVALID_OPERATION));
    f.attach(color, 3, 2);
    let of = |f: &mut Fixture, pname| f.attachment(color, pname);
    assert_eq!(
        of(&mut f, FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE),
        Ok(TEXTURE as i32)
    );
    assert_eq!(of(&mut f, FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), Ok(3));
    assert_eq!(of(&mut f, FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL), Ok(2));
    assert_eq!(
        of(&mut f, FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE),
        Ok(0)
    );
    f.renderbuffer(color, 6, RGBA8, [2, 2]);
    assert_eq!(
        of(&mut f, FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE),
        Ok(RENDERBUFFER as i32)
    );
    assert_eq!(
        of(&mut f, FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL),
        Err(INVALID_ENUM)
    );
    f.ok(|c| attach(c, fb, color, 0, 0, -5));
    assert_eq!(
        of(&mut f, FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE),
        Ok(NONE as i32)
    );
    assert_eq!(of(&mut f, FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), Ok(0));
    assert_eq!(
        of(&mut f, FRAMEBUFFER_ATTACHMENT_RED_SIZE),
        Err(INVALID_OPERATION)
    );
}

#[test]
fn draw_and_read_buffers_belong_to_the_framebuffer() {
    let mut f = Fixture::new();
    let color = COLOR_ATTACHMENT0;
    assert_eq!(f.call(|c| draw_buffer(c, color)), Err(INVALID_OPERATION));
    assert_eq!(f.call(|c| read_buffer(c, color)), Err(INVALID_OPERATION));
    f.bind_framebuffer(1);
    assert_eq!(f.integer(DRAW_BUFFER), color as i32);
    for name in [FRONT, AUX0, color + 8] {
        assert_eq!(f.call(|c| draw_buffer(c, name)), Err(INVALID_OPERATION));
        assert_eq!(f.call(|c| read_buffer(c, name)), Err(INVALID_OPERATION));
    }
    assert_eq!(f.call(|c| draw_buffer(c, ONE)), Err(INVALID_ENUM));
    assert_eq!(
        f.call(|c| read_buffer(c, FRONT_AND_BACK)),
        Err(INVALID_ENUM)
    );
    f.ok(|c| crate::gl::state::attrib_stack::push_attrib(c, COLOR_BUFFER_BIT | PIXEL_MODE_BIT));
    f.ok(|c| draw_buffer(c, NONE));
    f.ok(|c| read_buffer(c, color + 3));
    f.bind_framebuffer(0);
    assert_eq!(f.integer(DRAW_BUFFER), BACK as i32);
    f.ok(crate::gl::state::attrib_stack::pop_attrib);
    assert_eq!(f.integer(DRAW_BUFFER), BACK as i32);
    f.bind_framebuffer(1);
    assert_eq!(f.integer(DRAW_BUFFER), color as i32);
    assert_eq!(f.integer(READ_BUFFER), color as i32);
}
