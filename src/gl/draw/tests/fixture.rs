//! A context that draws to a small surface, for the tests of all rooms.

use crate::gl::context::enums::*;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::vertex::vertex2f;
use crate::gl::{Call, Context, Result};
use crate::platform::ClientMemory;
use crate::surface::{Config, Surface};
use std::sync::Arc;

pub(crate) const RED: u32 = 0xFFFF_0000;
pub(crate) const GREEN: u32 = 0xFF00_FF00;

/// Makes a context with a surface of 8×8 black pixels.
pub(crate) struct Fixture(pub(crate) Context);

impl Fixture {
    pub(crate) fn new() -> Fixture {
        Fixture::build(false)
    }

    /// Makes such a context with four samples per pixel.
    pub(crate) fn multisampled() -> Fixture {
        Fixture::build(true)
    }

    fn build(multisampled: bool) -> Fixture {
        let config = Config {
            alpha: true,
            depth_stencil: true,
            accumulation: true,
            double_buffer: true,
            multisampled,
        };
        let surface = Arc::new(Surface::new(config, 8, 8).unwrap());
        let mut cx = Context::new(Arc::default());
        cx.surfaces.draw = Some(surface.clone());
        cx.surfaces.read = Some(surface);
        cx.first_make_current(8, 8);
        Fixture(cx)
    }

    pub(crate) fn call<R>(
        &mut self,
        command: impl FnOnce(&mut Call<'_>) -> Result<R>,
    ) -> std::result::Result<R, u32> {
        command(&mut Call::new(&mut self.0, ClientMemory::for_tests())).map_err(|error| error.code)
    }

    pub(crate) fn pixel(&mut self, x: u32, y: u32) -> u32 {
        self.0.finish();
        let buffers = self.0.surfaces.draw.as_ref().unwrap().buffers();
        let mut row = [0; 1];
        buffers.back.as_ref().unwrap().read_row(x, y, &mut row);
        row[0]
    }

    /// Draws a square over the whole surface.
    pub(crate) fn square(&mut self) {
        self.call(|c| begin(c, QUADS)).unwrap();
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            self.call(|c| vertex2f(c, x, y)).unwrap();
        }
        self.call(end).unwrap();
    }
}
