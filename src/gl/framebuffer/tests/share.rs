//! Objects of a share group that change or go while they are attached to framebuffer objects.

use super::fixture::{BLUE, GREEN, RED, out};
use crate::gl::buffer::object::{bind_buffer, buffer_data};
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::framebuffer::attachment::*;
use crate::gl::framebuffer::draw_buffers::draw_buffer;
use crate::gl::framebuffer::object::*;
use crate::gl::framebuffer::renderbuffer::*;
use crate::gl::framebuffer::status::check_framebuffer_status;
use crate::gl::immediate::begin_end::begin;
use crate::gl::immediate::color::color3f;
use crate::gl::state::get;
use crate::gl::texture::image::tex_image2d;
use crate::gl::texture::object::delete_textures;
use crate::platform::{ClientPtr, PixelStorage};
use std::sync::Arc;

const COLOR: u32 = COLOR_ATTACHMENT0;
const RGBA_BYTES: (u32, u32) = (RGBA, UNSIGNED_BYTE);

/// A draw finds what it needs by a comparison as long as nothing has changed that it depends on.
#[test]
fn completeness_is_found_once_per_change() {
    let mut f = Fixture::new();
    f.texture(1, 0, RGBA8, [4, 4]);
    f.bind_framebuffer(1);
    f.attach(COLOR, 1, 0);
    f.ok(|c| color3f(c, 1.0, 0.0, 0.0));
    f.square();
    let (revision, plane) = (f.0.shared.framebuffer_revision.current(), f.target_plane());
    f.square();
    // A buffer, another texture and its images are no business of framebuffers.
    f.ok(|c| bind_buffer(c, ARRAY_BUFFER, 1));
    f.ok(|c| buffer_data(c, ARRAY_BUFFER, 4, ClientPtr::NULL, STATIC_DRAW));
    f.texture(2, 0, RGBA8, [2, 2]);
    f.bind_framebuffer(0);
    f.bind_framebuffer(1);
    assert_eq!(f.0.shared.framebuffer_revision.current(), revision);
    let same = |a: &Option<Arc<PixelStorage>>, b: &Option<Arc<PixelStorage>>| {
        Arc::ptr_eq(a.as_ref().unwrap(), b.as_ref().unwrap())
    };
    assert!(same(&plane, &f.target_plane()));
    // Another image at the level of the attached one.
    f.texture(1, 0, RGBA8, [5, 4]);
    assert!(!same(&plane, &f.target_plane()));
    f.texture(1, 0, DEPTH_COMPONENT24, [4, 4]);
    assert_eq!(
        f.call(|c| begin(c, QUADS)),
        Err(INVALID_FRAMEBUFFER_OPERATION)
    );
    f.texture(1, 0, RGBA8, [4, 4]);
    f.square();
    f.renderbuffer(COLOR, 7, RGBA8, [4, 4]);
    f.square();
    f.ok(|c| renderbuffer_storage(c, RENDERBUFFER, RGBA8, 0, 4));
    assert_eq!(
        f.call(|c| begin(c, QUADS)),
        Err(INVALID_FRAMEBUFFER_OPERATION)
    );
    f.ok(|c| renderbuffer_storage(c, RENDERBUFFER, RGBA8, 6, 6));
    f.square();
    assert_eq!(f.read(5, 5), RED);
    // What goes to a draw buffer without an image is lost.
    f.ok(|c| draw_buffer(c, COLOR + 1));
    f.clear_to(GREEN);
    assert_eq!(f.read(5, 5), RED);
}

/// 4.4.2.2 and 4.4.2.3: a deleted object is detached from the framebuffers that are bound in the deleting context. In
/// other contexts the attachment then names no existing object.
#[test]
fn another_context_deletes_what_is_attached() {
    let mut f = Fixture::new();
    let mut other = f.sibling();
    for is_texture in [true, false] {
        f.bind_framebuffer(1);
        if is_texture {
            f.texture(1, 0, RGBA8, [4, 4]);
            f.attach(COLOR, 1, 0);
        } else {
            f.renderbuffer(COLOR, 1, RGBA8, [4, 4]);
        }
        f.clear_to(RED);
        let name = [1u32];
        let names = ClientPtr::of(&name);
        if is_texture {
            other.ok(|c| delete_textures(c, 1, names));
        } else {
            other.ok(|c| delete_renderbuffers(c, 1, names));
        }
        assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
        assert_eq!(
            f.call(|c| begin(c, QUADS)),
            Err(INVALID_FRAMEBUFFER_OPERATION)
        );
        // An object of the same name is another one.
        f.texture(1, 0, RGBA8, [4, 4]);
        f.ok(|c| bind_renderbuffer_ext(c, RENDERBUFFER, 1));
        assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
        f.attach(COLOR, 1, 0);
        assert_eq!(f.status(), FRAMEBUFFER_COMPLETE);
    }
}

/// A framebuffer that another context deletes has no attachments here either, and no name.
#[test]
fn another_context_deletes_the_framebuffer() {
    let mut f = Fixture::new();
    f.bind_framebuffer(1);
    f.renderbuffer(COLOR, 1, RGBA8, [4, 4]);
    f.clear_to(RED);
    f.sibling()
        .ok(|c| delete_framebuffers(c, 1, ClientPtr::of(&[1u32])));
    assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
    assert_eq!(f.call(|c| is_framebuffer(c, 1)), Ok(0));
    f.bind_framebuffer(1);
    f.renderbuffer(COLOR, 1, RGBA8, [4, 4]);
    f.clear_to(GREEN);
    assert_eq!(f.read(0, 0), GREEN, "a new object of that name");
}

/// Draws that another context has recorded keep what they draw to.
#[test]
fn another_context_redefines_what_is_drawn_to() {
    let mut f = Fixture::new();
    let mut other = f.sibling();
    f.texture(1, 0, RGBA8, [4, 4]);
    f.bind_framebuffer(1);
    f.attach(COLOR, 1, 0);
    f.clear_to(RED);
    other.texture(1, 0, RGBA8, [2, 2]);
    f.square();
    assert_eq!(f.read(1, 1), [255; 4], "the new image");
    assert_eq!(f.read(2, 1), [0, 0, 0, 0], "which ends here");
    other.ok(|c| bind_framebuffer_ext(c, FRAMEBUFFER, 1));
    f.ok(|c| delete_textures(c, 1, ClientPtr::of(&[1u32])));
    let status = other.call(|c| check_framebuffer_status(c, FRAMEBUFFER));
    assert_eq!(status, Ok(FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT));
    let mut value = [0];
    let to = out(&mut value);
    other.ok(|c| get::get_integerv(c, FRAMEBUFFER_BINDING, to));
    assert_eq!(value, [1]);
    let (format, ty) = RGBA_BYTES;
    let null = ClientPtr::NULL;
    other.ok(|c| tex_image2d(c, TEXTURE_2D, 0, RGBA8 as i32, 8, 8, 0, format, ty, null));
}

/// A renderbuffer that another context deletes stays bound here, without its name.
#[test]
fn another_context_deletes_a_bound_renderbuffer() {
    let mut f = Fixture::new();
    f.bind_framebuffer(1);
    f.ok(|c| bind_renderbuffer_ext(c, RENDERBUFFER, 1));
    f.sibling()
        .ok(|c| delete_renderbuffers(c, 1, ClientPtr::of(&[1u32])));
    assert_eq!(f.integer(RENDERBUFFER_BINDING), 1);
    assert_eq!(f.call(|c| is_renderbuffer(c, 1)), Ok(0));
    f.ok(|c| renderbuffer_storage(c, RENDERBUFFER, RGBA8, 2, 2));
    let attached = f.call(|c| framebuffer_renderbuffer(c, FRAMEBUFFER, COLOR, RENDERBUFFER, 1));
    assert_eq!(attached, Err(INVALID_OPERATION));
}

/// What is deleted here goes from both framebuffers that are bound; draws recorded before are carried out.
#[test]
fn deletion_detaches_from_both_bound_framebuffers() {
    let mut f = Fixture::new();
    f.share_a_texture();
    f.ok(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 2));
    f.clear_to(RED);
    f.square();
    f.ok(|c| delete_textures(c, 1, ClientPtr::of(&[1u32])));
    for target in [DRAW_FRAMEBUFFER, READ_FRAMEBUFFER] {
        let status = f.call(|c| check_framebuffer_status(c, target));
        assert_eq!(status, Ok(FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT));
    }
    f.bind_framebuffer(3);
    assert_eq!(f.status(), FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    f.ok(|c| delete_framebuffers(c, 3, ClientPtr::of(&[1u32, 2, 3])));
    f.0.finish();
    assert_eq!(f.integer(FRAMEBUFFER_BINDING), 0);
    f.clear_to(BLUE);
    assert_eq!(f.read(0, 0), BLUE);
}
