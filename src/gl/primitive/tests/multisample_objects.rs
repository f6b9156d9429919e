//! Framebuffer objects with several samples per pixel: storage, completeness, draws, blits.

use super::multisample::{HALF, levels, out};
use crate::gl::Call;
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::framebuffer::attachment::framebuffer_renderbuffer;
use crate::gl::framebuffer::blit::blit_framebuffer;
use crate::gl::framebuffer::object::bind_framebuffer_ext;
use crate::gl::framebuffer::renderbuffer::*;
use crate::gl::framebuffer::status::check_framebuffer_status;
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::platform::ClientPtr;

impl Fixture {
    /// A renderbuffer with samples at a point of the bound framebuffer.
    fn sampled(&mut self, point: u32, name: u32, samples: i32, format: u32) {
        self.done(|c| bind_renderbuffer_ext(c, RENDERBUFFER, name));
        self.done(|c| renderbuffer_storage_multisample(c, RENDERBUFFER, samples, format, 8, 8));
        self.done(|c| framebuffer_renderbuffer(c, FRAMEBUFFER, point, RENDERBUFFER, name));
    }

    fn status_now(&mut self) -> u32 {
        self.call(|c| check_framebuffer_status(c, FRAMEBUFFER))
            .unwrap()
    }

    fn blit(&mut self, dst: [i32; 4], mask: u32) -> Result<(), u32> {
        let [x0, y0, x1, y1] = dst;
        self.call(|c| blit_framebuffer(c, 0, 0, 8, 8, x0, y0, x1, y1, mask, NEAREST))
    }
}

#[test]
fn storage_of_renderbuffers_with_samples() {
    let mut f = Fixture::new();
    f.done(|c| bind_renderbuffer_ext(c, RENDERBUFFER, 1));
    for (asked, given) in [(0, 0), (1, 4), (2, 4), (4, 4)] {
        let store = |c: &mut Call<'_>| {
            renderbuffer_storage_multisample(c, RENDERBUFFER, asked, RGBA8, 8, 8)
        };
        f.done(store);
        let mut samples = [-1];
        f.done(|c| {
            get_renderbuffer_parameteriv(c, RENDERBUFFER, RENDERBUFFER_SAMPLES, out(&mut samples))
        });
        assert_eq!(samples, [given]);
    }
    for wrong in [-1, 5, i32::MAX] {
        let result =
            f.call(|c| renderbuffer_storage_multisample(c, RENDERBUFFER, wrong, RGBA8, 8, 8));
        assert_eq!(result, Err(INVALID_VALUE));
    }
}

#[test]
fn framebuffer_objects_are_drawn_and_resolved() {
    let mut f = Fixture::new();
    f.done(|c| bind_framebuffer_ext(c, FRAMEBUFFER, 1));
    f.sampled(COLOR_ATTACHMENT0, 1, 2, RGBA8);
    f.sampled(DEPTH_ATTACHMENT, 2, 0, DEPTH_COMPONENT24);
    assert_eq!(f.status_now(), FRAMEBUFFER_INCOMPLETE_MULTISAMPLE);
    f.sampled(DEPTH_ATTACHMENT, 2, 4, DEPTH_COMPONENT24);
    assert_eq!(f.status_now(), FRAMEBUFFER_COMPLETE);
    assert_eq!((f.state_of(SAMPLE_BUFFERS), f.state_of(SAMPLES)), (1, 4));
    f.clear_all();
    f.triangle(HALF);
    let mut pixel = [0u8; 4];
    let place = ClientPtr::from_address(pixel.as_mut_ptr() as usize);
    let read = f.call(|c| read_pixels(c, 0, 0, 1, 1, RGBA, UNSIGNED_BYTE, place));
    assert_eq!(read, Err(INVALID_OPERATION));

    f.done(|c| bind_framebuffer_ext(c, DRAW_FRAMEBUFFER, 0));
    assert_eq!(
        f.blit([0, 0, 8, 4], COLOR_BUFFER_BIT),
        Err(INVALID_OPERATION)
    );
    assert_eq!(
        f.blit([0, 0, 8, 8], COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT),
        Ok(())
    );
    f.done(|c| bind_framebuffer_ext(c, FRAMEBUFFER, 0));
    let resolved = f.pixels();
    assert_eq!(levels(&resolved), [0, 64, 128, 191, 255]);

    // A copy to a buffer with samples keeps them. From there they resolve to the same picture.
    f.done(|c| bind_framebuffer_ext(c, FRAMEBUFFER, 2));
    f.sampled(COLOR_ATTACHMENT0, 3, 4, RGBA8);
    f.done(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 1));
    assert_eq!(f.blit([0, 0, 8, 8], COLOR_BUFFER_BIT), Ok(()));
    f.done(|c| bind_framebuffer_ext(c, DRAW_FRAMEBUFFER, 0));
    f.clear_all();
    f.done(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 2));
    assert_eq!(f.blit([0, 0, 8, 8], COLOR_BUFFER_BIT), Ok(()));
    f.done(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 0));
    assert_eq!(f.pixels(), resolved);

    // One sample per pixel is copied to all samples.
    f.done(|c| bind_framebuffer_ext(c, DRAW_FRAMEBUFFER, 2));
    f.clear_all();
    assert_eq!(f.blit([0, 0, 8, 8], COLOR_BUFFER_BIT), Ok(()));
    f.done(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 2));
    f.done(|c| bind_framebuffer_ext(c, DRAW_FRAMEBUFFER, 0));
    f.clear_all();
    assert_eq!(f.blit([0, 0, 8, 8], COLOR_BUFFER_BIT), Ok(()));
    f.done(|c| bind_framebuffer_ext(c, READ_FRAMEBUFFER, 0));
    assert_eq!(f.pixels(), resolved);

    // The expected alpha follows from the format.
    f.done(|c| bind_framebuffer_ext(c, FRAMEBUFFER, 1));
    f.sampled(COLOR_ATTACHMENT0, 1, 4, RGB8);
    f.done(|c| bind_framebuffer_ext(c, DRAW_FRAMEBUFFER, 0));
    assert_eq!(
        f.blit([0, 0, 8, 8], COLOR_BUFFER_BIT),
        Err(INVALID_OPERATION)
    );
    assert_eq!(f.blit([0, 0, 8, 8], DEPTH_BUFFER_BIT), Ok(()));
}
