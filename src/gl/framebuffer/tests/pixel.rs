//! Drawing to framebuffer objects, and reading from them.

use super::fixture::{BLUE, GREEN, RED, out};
use crate::gl::Call;
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::framebuffer::attachment::*;
use crate::gl::framebuffer::blit::blit_framebuffer;
use crate::gl::framebuffer::draw_buffers::{draw_buffer, read_buffer};
use crate::gl::framebuffer::object::*;
use crate::gl::framebuffer::renderbuffer::*;
use crate::gl::framebuffer::window_buffers::clear;
use crate::gl::immediate::color::color3f;
use crate::gl::immediate::tex_coord::tex_coord2f;
use crate::gl::pixel_rectangle::draw::draw_pixels;
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::texture::get::get_tex_image;
use crate::gl::texture::image::tex_image3d;
use crate::gl::texture::mipmap::generate_mipmap;
use crate::gl::texture::object::{bind_texture, delete_textures};
use crate::gl::texture::param::tex_parameteri;
use crate::gl::texture::sub_image::tex_sub_image2d;
use crate::platform::ClientPtr;

#[test]
fn drawing_goes_to_the_attached_image_and_nowhere_else() {
    let mut f = Fixture::new();
    f.clear_to(BLUE);
    f.bind_framebuffer(1);
    f.renderbuffer(COLOR_ATTACHMENT0, 1, RGB8, [5, 3]);
    f.clear_to([0, 255, 0, 0]);
    assert_eq!(f.read(4, 2), GREEN, "without stored alpha it reads 1");
    assert_eq!((f.integer(ALPHA_BITS), f.integer(DEPTH_BITS)), (0, 0));
    f.ok(|c| color3f(c, 1.0, 0.0, 0.0));
    f.0.fragment.depth.enabled = true;
    f.square();
    f.square();
    assert_eq!(f.read(4, 2), RED, "without depth buffer the test passes");
    f.bind_framebuffer(0);
    assert_eq!(f.read(0, 0), BLUE);
    // The surface takes a part of it, mirrored and doubled.
    f.ok(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 1));
    f.ok(|c| blit_framebuffer(c, 0, 0, 2, 2, 6, 0, 2, 4, COLOR_BUFFER_BIT, NEAREST));
    f.ok(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 0));
    assert_eq!(
        [f.read(1, 0), f.read(2, 0), f.read(5, 3), f.read(6, 3)],
        [BLUE, RED, RED, BLUE]
    );
}

#[test]
fn what_is_rendered_is_what_the_texture_holds() {
    let mut f = Fixture::new();
    f.texture(1, 0, RGBA8, [2, 2]);
    f.bind_framebuffer(1);
    f.attach(COLOR_ATTACHMENT0, 1, 0);
    f.clear_to(GREEN);
    // Sampled while it is drawn into the surface, then rendered to again before the flush.
    f.bind_framebuffer(0);
    f.0.textures.units[0].enabled[1] = true;
    f.ok(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MAG_FILTER, NEAREST as i32));
    f.ok(|c| tex_coord2f(c, 0.25, 0.25));
    f.ok(|c| color3f(c, 1.0, 1.0, 1.0));
    f.square();
    f.bind_framebuffer(1);
    f.clear_to(RED);
    f.bind_framebuffer(0);
    assert_eq!(f.read(3, 3), GREEN);
    f.square();
    assert_eq!(f.read(3, 3), RED);
    // Texels that are written replace what was rendered, and are rendered over.
    let texel = [9u8, 8, 7, 6];
    let from = ClientPtr::of(&texel);
    f.ok(|c| tex_sub_image2d(c, TEXTURE_2D, 0, 1, 0, 1, 1, RGBA, UNSIGNED_BYTE, from));
    f.bind_framebuffer(1);
    assert_eq!([f.read(0, 0), f.read(1, 0)], [RED, texel]);
    f.clear_to(BLUE);
    let mut texels = [[0u8; 4]; 4];
    let to = out(&mut texels);
    f.ok(|c| get_tex_image(c, TEXTURE_2D, 0, RGBA, UNSIGNED_BYTE, to.cast()));
    assert_eq!(texels, [BLUE; 4]);
    // A feedback loop has some result and harms nothing.
    f.square();
    f.square();
    f.read(0, 0);
}

#[test]
fn levels_made_from_a_rendered_base_have_its_colour() {
    let mut f = Fixture::new();
    f.texture(1, 0, RGBA8, [4, 2]);
    f.bind_framebuffer(1);
    f.attach(COLOR_ATTACHMENT0, 1, 0);
    f.clear_to(RED);
    assert_eq!(
        f.call(|c| generate_mipmap(c, TEXTURE_RECTANGLE)),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        f.call(|c| generate_mipmap(c, TEXTURE_CUBE_MAP)),
        Err(INVALID_OPERATION)
    );
    f.ok(|c| generate_mipmap(c, TEXTURE_2D));
    f.attach(COLOR_ATTACHMENT0, 1, 2);
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    assert_eq!(f.read(0, 0), RED);
}

#[test]
fn images_of_volumes_are_drawn_one_by_one() {
    let mut f = Fixture::new();
    f.ok(|c| bind_texture(c, TEXTURE_3D, 1));
    f.ok(|c| {
        let null = ClientPtr::NULL;
        tex_image3d(
            c,
            TEXTURE_3D,
            0,
            RGBA8 as i32,
            2,
            1,
            2,
            0,
            RGBA,
            UNSIGNED_BYTE,
            null,
        )
    });
    f.bind_framebuffer(1);
    let attach = |c: &mut Call<'_>, z| {
        framebuffer_texture3d(c, FRAMEBUFFER, COLOR_ATTACHMENT0, TEXTURE_3D, 1, 0, z)
    };
    for (z, color) in [(0, RED), (1, GREEN)] {
        f.ok(|c| attach(c, z));
        f.clear_to(color);
    }
    let mut texels = [[0u8; 4]; 4];
    let to = out(&mut texels);
    f.ok(|c| get_tex_image(c, TEXTURE_3D, 0, RGBA, UNSIGNED_BYTE, to.cast()));
    assert_eq!(texels, [RED, RED, GREEN, GREEN]);
    f.ok(|c| attach(c, 2));
    assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    assert_eq!(f.call(|c| attach(c, 512)), Err(INVALID_VALUE));
}

/// EXT_packed_depth_stencil: one image is both buffers, and reads back as pairs.
#[test]
fn depth_and_stencil_share_an_image() {
    let mut f = Fixture::new();
    f.texture(1, 0, DEPTH24_STENCIL8, [2, 1]);
    f.bind_framebuffer(1);
    f.attach(DEPTH_ATTACHMENT, 1, 0);
    f.attach(STENCIL_ATTACHMENT, 1, 0);
    f.ok(|c| draw_buffer(c, NONE));
    f.ok(|c| read_buffer(c, NONE));
    assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    assert_eq!((f.integer(DEPTH_BITS), f.integer(STENCIL_BITS)), (24, 8));
    f.0.fragment.stencil.clear = 0x5a;
    f.ok(|c| clear(c, DEPTH_BUFFER_BIT | STENCIL_BUFFER_BIT));
    let mut pairs = [0u32; 2];
    let to = out(&mut pairs);
    let (format, ty) = (DEPTH_STENCIL, UNSIGNED_INT_24_8);
    f.ok(|c| read_pixels(c, 0, 0, 2, 1, format, ty, to.cast()));
    assert_eq!(pairs, [0xffff_ff5a; 2]);
    let wrong = f.call(|c| read_pixels(c, 0, 0, 2, 1, format, UNSIGNED_INT, to.cast()));
    assert_eq!(wrong, Err(INVALID_ENUM));
    let from = [0x1234_5678u32, 0xabcd_ef01];
    f.0.immediate.raster_pos.window = [0.0; 4];
    f.ok(|c| draw_pixels(c, 2, 1, format, ty, ClientPtr::of(&from)));
    f.ok(|c| get_tex_image(c, TEXTURE_2D, 0, format, ty, to.cast()));
    assert_eq!(pairs, from);
    f.ok(|c| read_pixels(c, 0, 0, 2, 1, STENCIL_INDEX, UNSIGNED_INT, to.cast()));
    assert_eq!(pairs, [0x78, 0x01]);
}

#[test]
fn what_is_attached_may_be_deleted() {
    let mut f = Fixture::new();
    f.texture(1, 0, RGBA8, [2, 2]);
    f.bind_framebuffer(2);
    f.attach(COLOR_ATTACHMENT0, 1, 0);
    f.bind_framebuffer(1);
    f.attach(COLOR_ATTACHMENT0, 1, 0);
    f.clear_to(RED);
    f.ok(|c| delete_textures(c, 1, ClientPtr::of(&[1u32])));
    assert_eq!(
        f.status(),
        FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT,
        "detached"
    );
    f.bind_framebuffer(2);
    assert_eq!(
        f.status(),
        FRAMEBUFFER_INCOMPLETE_ATTACHMENT,
        "not bound then: stays"
    );
    f.renderbuffer(COLOR_ATTACHMENT0, 1, RGBA8, [2, 2]);
    f.ok(|c| delete_renderbuffers(c, 1, ClientPtr::of(&[1u32])));
    assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
    f.0.finish();
}
