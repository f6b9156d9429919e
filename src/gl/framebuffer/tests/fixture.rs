//! What tests of framebuffer objects share: colours, and commands that must succeed.

use crate::gl::Call;
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::framebuffer::attachment::*;
use crate::gl::framebuffer::object::*;
use crate::gl::framebuffer::query::*;
use crate::gl::framebuffer::renderbuffer::*;
use crate::gl::framebuffer::status::check_framebuffer_status;
use crate::gl::framebuffer::window_buffers::clear;
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::state::get;
use crate::gl::texture::image::tex_image2d;
use crate::gl::texture::object::bind_texture;
use crate::gl::texture::param::tex_parameteri;
use crate::platform::ClientPtr;

pub(crate) const RED: [u8; 4] = [255, 0, 0, 255];
pub(crate) const GREEN: [u8; 4] = [0, 255, 0, 255];
pub(crate) const BLUE: [u8; 4] = [0, 0, 255, 255];

pub(crate) fn out<T>(values: &mut [T]) -> ClientPtr<T> {
    ClientPtr::from_address(values.as_mut_ptr() as usize)
}

impl Fixture {
    pub(crate) fn ok(&mut self, command: impl FnOnce(&mut Call<'_>) -> crate::gl::Result) {
        assert_eq!(self.call(command), Ok(()));
    }

    pub(crate) fn status(&mut self) -> u32 {
        self.call(|c| check_framebuffer_status(c, FRAMEBUFFER))
            .unwrap()
    }

    pub(crate) fn bind_framebuffer(&mut self, name: u32) {
        self.ok(|c| bind_framebuffer_ext(c, FRAMEBUFFER, name));
    }

    /// Attaches a renderbuffer of this name, format and size.
    pub(crate) fn renderbuffer(
        &mut self,
        point: u32,
        name: u32,
        format: u32,
        [width, height]: [i32; 2],
    ) {
        self.ok(|c| bind_renderbuffer_ext(c, RENDERBUFFER, name));
        self.ok(|c| renderbuffer_storage(c, RENDERBUFFER, format, width, height));
        self.ok(|c| framebuffer_renderbuffer(c, FRAMEBUFFER, point, RENDERBUFFER, name));
    }

    /// Gives a two-dimensional texture a level without texels.
    pub(crate) fn texture(
        &mut self,
        name: u32,
        level: i32,
        format: u32,
        [width, height]: [i32; 2],
    ) {
        self.ok(|c| bind_texture(c, TEXTURE_2D, name));
        self.ok(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MIN_FILTER, NEAREST as i32));
        let (external, ty) = match format {
            DEPTH24_STENCIL8 => (DEPTH_STENCIL, UNSIGNED_INT_24_8),
            DEPTH_COMPONENT24 => (DEPTH_COMPONENT, UNSIGNED_INT),
            _ => (RGBA, UNSIGNED_BYTE),
        };
        let null = ClientPtr::NULL;
        let internal = format as i32;
        self.ok(|c| {
            tex_image2d(
                c, TEXTURE_2D, level, internal, width, height, 0, external, ty, null,
            )
        });
    }

    pub(crate) fn attach(&mut self, point: u32, name: u32, level: i32) {
        self.ok(|c| framebuffer_texture2d(c, FRAMEBUFFER, point, TEXTURE_2D, name, level));
    }

    pub(crate) fn clear_to(&mut self, [r, g, b, a]: [u8; 4]) {
        self.0.fragment.color.clear = [r, g, b, a].map(|c| f32::from(c) / 255.0);
        self.ok(|c| clear(c, COLOR_BUFFER_BIT));
    }

    pub(crate) fn read(&mut self, x: i32, y: i32) -> [u8; 4] {
        let mut pixel = [0; 4];
        let to = out(&mut pixel);
        self.ok(|c| read_pixels(c, x, y, 1, 1, RGBA, UNSIGNED_BYTE, to));
        pixel
    }

    pub(crate) fn integer(&mut self, name: u32) -> i32 {
        let mut value = [0; 16];
        let to = out(&mut value);
        self.ok(|c| get::get_integerv(c, name, to));
        value[0]
    }

    pub(crate) fn attachment(&mut self, point: u32, pname: u32) -> Result<i32, u32> {
        let mut value = [-1];
        let to = out(&mut value);
        self.call(|c| get_framebuffer_attachment_parameteriv(c, FRAMEBUFFER, point, pname, to))?;
        Ok(value[0])
    }
}
