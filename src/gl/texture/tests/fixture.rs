//! The fixture of the tests of textures and pixels.

use crate::gl::context::enums::*;
use crate::gl::texture::get::get_tex_image;
use crate::gl::texture::image::tex_image2d;
use crate::gl::texture::query::get_tex_level_parameteriv;
use crate::gl::{Call, Context, Result};
use crate::platform::{ClientMemory, ClientPtr};
use crate::surface::{Config, Surface};
use std::sync::Arc;

/// Runs commands in a context of their own.
pub(crate) struct Fixture(pub(crate) Context);

impl Fixture {
    pub(crate) fn new() -> Fixture {
        Fixture(Context::new(Arc::default()))
    }

    /// With a surface of 8×8 pixels, all of them `color`, depth-stencil `0x800000 << 8 | 5`.
    pub(crate) fn with_surface(color: u32) -> Fixture {
        let config = Config {
            alpha: true,
            depth_stencil: true,
            accumulation: false,
            double_buffer: true,
            multisampled: false,
        };
        let surface = Arc::new(Surface::new(config, 8, 8).unwrap());
        let buffers = surface.buffers();
        for y in 0..8 {
            buffers.back.as_ref().unwrap().write_row(0, y, &[color; 8]);
            buffers
                .depth_stencil
                .as_ref()
                .unwrap()
                .write_row(0, y, &[0x8000_0005; 8]);
        }
        let mut fixture = Fixture::new();
        fixture.0.surfaces.draw = Some(surface.clone());
        fixture.0.surfaces.read = Some(surface);
        fixture
    }

    pub(crate) fn call<R>(
        &mut self,
        command: impl FnOnce(&mut Call<'_>) -> Result<R>,
    ) -> std::result::Result<R, u32> {
        command(&mut Call::new(&mut self.0, ClientMemory::for_tests())).map_err(|error| error.code)
    }

    pub(crate) fn image(
        &mut self,
        level: i32,
        internal: u32,
        size: [i32; 2],
        format: u32,
        ty: u32,
        data: &[u8],
    ) -> std::result::Result<(), u32> {
        let pixels = if data.is_empty() {
            ClientPtr::NULL
        } else {
            ClientPtr::of(data)
        };
        self.call(|c| {
            tex_image2d(
                c,
                TEXTURE_2D,
                level,
                internal as i32,
                size[0],
                size[1],
                0,
                format,
                ty,
                pixels,
            )
        })
    }

    pub(crate) fn level(&mut self, target: u32, level: i32, pname: u32) -> i32 {
        let mut out = [-1];
        let pointer = ClientPtr::of_mut(&mut out);
        self.call(|c| get_tex_level_parameteriv(c, target, level, pname, pointer))
            .unwrap();
        out[0]
    }

    pub(crate) fn texels(&mut self, format: u32, n: usize) -> Vec<u8> {
        let mut out = vec![0; n];
        let pointer = ClientPtr::of_mut(&mut out);
        self.call(|c| get_tex_image(c, TEXTURE_2D, 0, format, UNSIGNED_BYTE, pointer))
            .unwrap();
        out
    }
}
