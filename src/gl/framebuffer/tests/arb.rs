//! The additions of ARB_framebuffer_object to EXT_framebuffer_object.

use super::fixture::{BLUE, GREEN, RED, out};
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::framebuffer::attachment::*;
use crate::gl::framebuffer::blit::blit_framebuffer;
use crate::gl::framebuffer::draw_buffers::{draw_buffer, read_buffer};
use crate::gl::framebuffer::object::*;
use crate::gl::framebuffer::renderbuffer::*;
use crate::gl::framebuffer::status::check_framebuffer_status;
use crate::gl::immediate::color::color3f;
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::texture::get::get_tex_image;
use crate::gl::texture::image::{tex_image2d, tex_image3d};
use crate::gl::texture::object::bind_texture;
use crate::gl::{Call, Context};
use crate::platform::{ClientPtr, PixelStorage};
use std::sync::Arc;

const COLOR: u32 = COLOR_ATTACHMENT0;
const RGBA_BYTES: (u32, u32) = (RGBA, UNSIGNED_BYTE);

impl Fixture {
    /// Another context of the share group, without a surface.
    pub(crate) fn sibling(&self) -> Fixture {
        Fixture(Context::new(self.0.shared.clone()))
    }

    /// Framebuffers 1, 2 and 3 with the same texture; the first is bound.
    pub(crate) fn share_a_texture(&mut self) {
        self.texture(1, 0, RGBA8, [4, 4]);
        for name in [3, 2, 1] {
            self.bind_framebuffer(name);
            self.attach(COLOR, 1, 0);
        }
    }

    pub(crate) fn attached_type(&mut self, point: u32) -> Result<i32, u32> {
        self.attachment(point, FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE)
    }

    /// Where colour 0 goes.
    pub(crate) fn target_plane(&mut self) -> Option<Arc<PixelStorage>> {
        let target = crate::gl::framebuffer::render_target::render_target(&mut self.0)?;
        target.color.first().map(|(_, plane)| plane.clone())
    }
}

/// 4.4.2.1 and 4.4.1: only names that were generated are bound, and they become objects then.
#[test]
fn names_must_be_generated() {
    let mut f = Fixture::new();
    let mut names = [0u32; 1];
    let to = out(&mut names);
    f.ok(|c| gen_framebuffers(c, 1, to));
    f.ok(|c| bind_framebuffer(c, FRAMEBUFFER, names[0]));
    assert_eq!(f.call(|c| is_framebuffer(c, names[0])), Ok(1));
    f.ok(|c| delete_framebuffers(c, 1, ClientPtr::of(&names)));
    let again = f.call(|c| bind_framebuffer(c, FRAMEBUFFER, names[0]));
    assert_eq!(again, Err(INVALID_OPERATION));
    f.ok(|c| bind_framebuffer(c, FRAMEBUFFER, 0));
    let to = out(&mut names);
    f.ok(|c| gen_renderbuffers(c, 1, to));
    f.ok(|c| bind_renderbuffer(c, RENDERBUFFER, names[0]));
    assert_eq!(f.call(|c| is_renderbuffer(c, names[0])), Ok(1));
    let wrong = f.call(|c| bind_renderbuffer(c, TEXTURE_2D, names[0]));
    assert_eq!(wrong, Err(INVALID_ENUM));
    f.ok(|c| delete_renderbuffers(c, 1, ClientPtr::of(&names)));
    let again = f.call(|c| bind_renderbuffer(c, RENDERBUFFER, names[0]));
    assert_eq!(again, Err(INVALID_OPERATION));
    // Names that EXT_framebuffer_object made are known to both.
    f.ok(|c| bind_framebuffer_ext(c, FRAMEBUFFER, 77));
    f.ok(|c| bind_framebuffer(c, FRAMEBUFFER, 77));
}

#[test]
fn storage_with_samples_has_its_errors() {
    let mut f = Fixture::new();
    f.ok(|c| bind_renderbuffer_ext(c, RENDERBUFFER, 1));
    let storage = |c: &mut Call<'_>, samples, format, width| {
        renderbuffer_storage_multisample(c, RENDERBUFFER, samples, format, width, 2)
    };
    f.ok(|c| storage(c, 0, RGBA8, 2));
    for (samples, format, width, code) in [
        (5, RGBA8, 2, INVALID_VALUE),
        (-1, RGBA8, 2, INVALID_VALUE),
        (0, RGBA8, -2, INVALID_VALUE),
        (0, RGBA8, i32::MAX, INVALID_VALUE),
        (0, COMPRESSED_RGBA, 2, INVALID_ENUM),
        (0, TEXTURE_2D, 2, INVALID_ENUM),
    ] {
        let result = f.call(|c| storage(c, samples, format, width));
        assert_eq!(result, Err(code), "{samples} {format:#x} {width}");
    }
    let mut value = [-1];
    let to = out(&mut value);
    f.ok(|c| get_renderbuffer_parameteriv(c, RENDERBUFFER, RENDERBUFFER_SAMPLES, to));
    assert_eq!((value[0], f.integer(MAX_SAMPLES)), (0, 4));
    f.ok(|c| bind_renderbuffer_ext(c, RENDERBUFFER, 0));
    let unbound = f.call(|c| storage(c, 0, RGBA8, 2));
    assert_eq!(unbound, Err(INVALID_OPERATION));
}

/// 4.4.2.2: one name for two points.
#[test]
fn depth_and_stencil_are_attached_at_once() {
    let mut f = Fixture::new();
    f.bind_framebuffer(1);
    f.ok(|c| draw_buffer(c, NONE));
    f.ok(|c| read_buffer(c, NONE));
    f.renderbuffer(DEPTH_STENCIL_ATTACHMENT, 1, DEPTH24_STENCIL8, [2, 2]);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    let renderbuffer = Ok(RENDERBUFFER as i32);
    for point in [
        DEPTH_ATTACHMENT,
        STENCIL_ATTACHMENT,
        DEPTH_STENCIL_ATTACHMENT,
    ] {
        assert_eq!(f.attached_type(point), renderbuffer);
    }
    f.ok(|c| framebuffer_renderbuffer(c, FRAMEBUFFER, STENCIL_ATTACHMENT, RENDERBUFFER, 0));
    assert_eq!(
        f.attached_type(DEPTH_STENCIL_ATTACHMENT),
        Err(INVALID_OPERATION),
        "different images"
    );
    f.texture(1, 0, DEPTH24_STENCIL8, [2, 2]);
    f.attach(DEPTH_STENCIL_ATTACHMENT, 1, 0);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    f.attach(DEPTH_STENCIL_ATTACHMENT, 0, 0);
    assert_eq!(f.attached_type(DEPTH_STENCIL_ATTACHMENT), Ok(NONE as i32));
    // An image without stencil values is incomplete there.
    f.texture(2, 0, DEPTH_COMPONENT24, [2, 2]);
    f.attach(DEPTH_STENCIL_ATTACHMENT, 2, 0);
    assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
}

/// 6.1.15: sizes, types and encodings, and the surface's buffers.
#[test]
fn attachments_answer_their_format() {
    let mut f = Fixture::new();
    let names = [
        FRAMEBUFFER_ATTACHMENT_RED_SIZE,
        FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
        FRAMEBUFFER_ATTACHMENT_BLUE_SIZE,
        FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE,
        FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE,
        FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE,
        FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE,
        FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING,
    ];
    let answers =
        |f: &mut Fixture, point| names.map(|name| f.attachment(point, name).unwrap() as u32);
    let (normalized, linear) = (UNSIGNED_NORMALIZED, LINEAR);
    // Those of drawables can take sRGB (EXT_framebuffer_sRGB).
    let color = [8, 8, 8, 8, 0, 0, normalized, SRGB];
    for buffer in [FRONT_LEFT, BACK_LEFT] {
        assert_eq!(f.attached_type(buffer), Ok(FRAMEBUFFER_DEFAULT as i32));
        assert_eq!(answers(&mut f, buffer), color);
    }
    assert_eq!(
        answers(&mut f, DEPTH),
        [0, 0, 0, 0, 24, 0, normalized, linear]
    );
    assert_eq!(answers(&mut f, STENCIL), [0, 0, 0, 0, 0, 8, INDEX, linear]);
    for (point, name, answer) in [
        (AUX0, FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, Ok(NONE as i32)),
        (FRONT_RIGHT, FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, Ok(0)),
        (
            BACK_RIGHT,
            FRAMEBUFFER_ATTACHMENT_RED_SIZE,
            Err(INVALID_OPERATION),
        ),
        (
            BACK_LEFT,
            FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL,
            Err(INVALID_ENUM),
        ),
        (BACK, FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, Err(INVALID_ENUM)),
        (
            DEPTH_ATTACHMENT,
            FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
            Err(INVALID_ENUM),
        ),
    ] {
        assert_eq!(f.attachment(point, name), answer, "{point:#x} {name:#x}");
    }
    f.bind_framebuffer(1);
    assert_eq!(f.attached_type(BACK_LEFT), Err(INVALID_ENUM));
    assert_eq!(f.attached_type(COLOR + 8), Err(INVALID_ENUM));
    f.texture(1, 0, SRGB8_ALPHA8, [2, 2]);
    f.attach(COLOR, 1, 0);
    assert_eq!(answers(&mut f, COLOR), [8, 8, 8, 8, 0, 0, normalized, SRGB]);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    f.texture(2, 0, RGB16F_ARB, [2, 2]);
    f.attach(COLOR + 1, 2, 0);
    assert_eq!(
        answers(&mut f, COLOR + 1),
        [16, 16, 16, 0, 0, 0, FLOAT, linear]
    );
    f.renderbuffer(COLOR + 2, 1, LUMINANCE8_ALPHA8, [2, 2]);
    assert_eq!(
        answers(&mut f, COLOR + 2),
        [0, 0, 0, 8, 0, 0, normalized, linear]
    );
    f.renderbuffer(STENCIL_ATTACHMENT, 2, STENCIL_INDEX4, [2, 2]);
    assert_eq!(
        answers(&mut f, STENCIL_ATTACHMENT),
        [0, 0, 0, 0, 0, 8, INDEX, linear]
    );
    assert_eq!(f.attachment(COLOR, RENDERBUFFER_WIDTH), Err(INVALID_ENUM));
}

#[test]
fn layers_of_volumes_have_a_command_of_their_own() {
    let mut f = Fixture::new();
    let (format, ty) = RGBA_BYTES;
    f.ok(|c| bind_texture(c, TEXTURE_3D, 1));
    let null = ClientPtr::NULL;
    f.ok(|c| tex_image3d(c, TEXTURE_3D, 0, RGBA8 as i32, 2, 2, 2, 0, format, ty, null));
    f.texture(2, 0, RGBA8, [2, 2]);
    let attach = |c: &mut Call<'_>, texture, level, layer| {
        framebuffer_texture_layer(c, FRAMEBUFFER, COLOR, texture, level, layer)
    };
    assert_eq!(
        f.call(|c| attach(c, 1, 0, 0)),
        Err(INVALID_OPERATION),
        "no object bound"
    );
    f.bind_framebuffer(1);
    for (texture, level, layer, code) in [
        (1, 0, -1, INVALID_VALUE),
        (1, 0, 1 << 20, INVALID_VALUE),
        (1, -1, 0, INVALID_VALUE),
        (1, 20, 0, INVALID_VALUE),
        (2, 0, 0, INVALID_OPERATION),
        (99, 0, 0, INVALID_OPERATION),
    ] {
        let result = f.call(|c| attach(c, texture, level, layer));
        assert_eq!(result, Err(code), "{texture} {level} {layer}");
    }
    let wrong = f.call(|c| framebuffer_texture_layer(c, TEXTURE_3D, COLOR, 1, 0, 0));
    assert_eq!(wrong, Err(INVALID_ENUM));
    f.ok(|c| attach(c, 1, 0, 1));
    let layer = FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER;
    assert_eq!(f.attachment(COLOR, layer), Ok(1));
    f.clear_to(RED);
    let mut texels = [[0u8; 4]; 8];
    let to = out(&mut texels);
    f.ok(|c| get_tex_image(c, TEXTURE_3D, 0, format, ty, to.cast()));
    assert_eq!(texels, [[0; 4], [0; 4], [0; 4], [0; 4], RED, RED, RED, RED]);
    f.ok(|c| attach(c, 0, 0, -1));
    assert_eq!(f.attached_type(COLOR), Ok(NONE as i32));
}

/// EXT_texture_array 4.4.2.3 and 4.4.4.1: a layer is drawn to alone, and must be one that the level has.
#[test]
fn layers_of_arrays_are_drawn_to() {
    let mut f = Fixture::new();
    let (format, ty) = RGBA_BYTES;
    let null = ClientPtr::NULL;
    let (lines, planes) = (TEXTURE_1D_ARRAY, TEXTURE_2D_ARRAY);
    f.ok(|c| bind_texture(c, lines, 1));
    f.ok(|c| tex_image2d(c, lines, 0, RGBA8 as i32, 2, 3, 0, format, ty, null));
    f.ok(|c| bind_texture(c, planes, 2));
    f.ok(|c| tex_image3d(c, planes, 0, RGBA8 as i32, 1, 2, 3, 0, format, ty, null));
    f.bind_framebuffer(1);
    for (texture, target) in [(1, lines), (2, planes)] {
        let attach = |f: &mut Fixture, layer| {
            f.ok(|c| framebuffer_texture_layer(c, FRAMEBUFFER, COLOR, texture, 0, layer));
            (
                f.attachment(COLOR, FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER),
                f.status(),
            )
        };
        assert_eq!(
            attach(&mut f, 3),
            (Ok(3), FRAMEBUFFER_INCOMPLETE_ATTACHMENT)
        );
        assert_eq!(attach(&mut f, 1), (Ok(1), FRAMEBUFFER_COMPLETE));
        f.clear_to(RED);
        assert_eq!(f.read(0, 0), RED);
        let mut texels = [[0u8; 4]; 6];
        let to = out(&mut texels);
        f.ok(|c| get_tex_image(c, target, 0, format, ty, to.cast()));
        assert_eq!(texels, [[0; 4], [0; 4], RED, RED, [0; 4], [0; 4]]);
    }
}

/// 4.4.1: drawing is limited to the area that all images have.
#[test]
fn images_of_several_sizes_are_drawn_where_they_meet() {
    let mut f = Fixture::new();
    f.bind_framebuffer(1);
    f.renderbuffer(COLOR, 1, RGBA8, [8, 2]);
    f.clear_to(BLUE);
    f.renderbuffer(DEPTH_ATTACHMENT, 2, DEPTH_COMPONENT16, [3, 70]);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    f.ok(|c| color3f(c, 1.0, 0.0, 0.0));
    f.square();
    assert_eq!([f.read(2, 1), f.read(3, 1)], [RED, BLUE]);
    f.clear_to(GREEN);
    assert_eq!([f.read(2, 0), f.read(3, 0)], [GREEN, BLUE]);
    // The larger image is read whole.
    let mut row = [[0u8; 4]; 8];
    let to = out(&mut row);
    f.ok(|c| read_pixels(c, 0, 0, 8, 1, RGBA, UNSIGNED_BYTE, to.cast()));
    assert_eq!(row, [GREEN, GREEN, GREEN, BLUE, BLUE, BLUE, BLUE, BLUE]);
}

/// 4.3.3: to every draw buffer, converted, within what all planes have.
#[test]
fn blits_convert_and_stop_at_the_smallest_plane() {
    let mut f = Fixture::new();
    f.clear_to([40, 50, 60, 70]);
    f.bind_framebuffer(1);
    f.renderbuffer(COLOR, 1, RGB8, [4, 4]);
    f.renderbuffer(COLOR + 1, 2, LUMINANCE8, [2, 4]);
    let names = [COLOR, COLOR + 1];
    let both = ClientPtr::of(&names);
    f.ok(|c| crate::gl::framebuffer::draw_buffers::draw_buffers(c, 2, both));
    f.ok(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 0));
    f.ok(|c| blit_framebuffer(c, 0, 0, 8, 8, 0, 0, 4, 4, COLOR_BUFFER_BIT, LINEAR));
    f.ok(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 1));
    assert_eq!(
        [f.read(1, 3), f.read(2, 3)],
        [[40, 50, 60, 255], [0, 0, 0, 255]]
    );
    f.ok(|c| read_buffer(c, COLOR + 1));
    assert_eq!(f.read(1, 3), [40, 0, 0, 255]);
}

#[test]
fn nothing_is_read_from_no_buffer() {
    let mut f = Fixture::new();
    f.ok(|c| read_buffer(c, NONE));
    let mut pixel = [0u8; 4];
    let to = out(&mut pixel);
    let read = f.call(|c| read_pixels(c, 0, 0, 1, 1, RGBA, UNSIGNED_BYTE, to));
    assert_eq!(read, Err(INVALID_OPERATION));
    let no_surface = f
        .sibling()
        .call(|c| check_framebuffer_status(c, FRAMEBUFFER));
    assert_eq!(no_surface, Ok(FRAMEBUFFER_UNDEFINED));
}
