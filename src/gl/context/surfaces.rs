//! The surfaces that the window layer gives a context (GLX 1.4 section 3.3.7).

use crate::gl::Context;
use crate::surface::Surface;
use std::sync::Arc;

/// Where a context draws and reads while no framebuffer object is bound.
#[derive(Debug, Default)]
pub(crate) struct Surfaces {
    /// Where fragments go.
    pub(crate) draw: Option<Arc<Surface>>,
    /// Where pixels are read.
    pub(crate) read: Option<Arc<Surface>>,
}

impl Surfaces {
    /// Takes over the size of the window: glViewport, which programs call when their window has a new size, comes before the
    /// next swap.
    pub(crate) fn follow_window(&self) {
        if let Some(surface) = &self.draw {
            surface.follow();
        }
    }
}

impl Context {
    /// Makes surfaces the targets of drawing and reading, or lets them go. The first surface that a context ever gets
    /// sets viewport and scissor box. What was recorded has been carried out before.
    pub fn attach(&mut self, draw: Option<Arc<Surface>>, read: Option<Arc<Surface>>) {
        if let Some(surface) = draw.as_ref().filter(|_| !self.has_been_current) {
            let (width, height) = surface.size();
            self.first_make_current(width, height);
            self.has_been_current = true;
        }
        self.surfaces = Surfaces { draw, read };
    }

    /// The first time that this context is made current to a surface of this size: viewport and scissor box cover it
    /// (GL 1.5 sections 2.10.1 and 4.1.2; GLX 1.4 section 3.3.7).
    pub fn first_make_current(&mut self, width: u32, height: u32) {
        let size = |n: u32| n.min(i32::MAX as u32) as i32;
        self.matrix.viewport = [0, 0, size(width), size(height)];
        self.fragment.scissor.rect = [0, 0, size(width), size(height)];
    }
}
