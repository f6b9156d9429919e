//! The surfaces that the window layer gives a context (GLX 1.4 section 3.3.7).

use crate::gl::Context;
use crate::surface::Surface;
use std::sync::Arc;

/// Where a context draws and reads while no framebuffer object is bound.
#[derive(Debug, Default)]
pub(crate) struct Surfaces {
    /// The surface that fragments go to.
    pub(crate) draw: Option<Arc<Surface>>,
    /// The surface that pixels are read from.
    pub(crate) read: Option<Arc<Surface>>,
}

impl Surfaces {
    /// Adopts the size of the window. Programs call glViewport when their window has a new size, which is before the next
    /// swap.
    pub(crate) fn follow_window(&self) {
        if let Some(surface) = &self.draw {
            surface.follow();
        }
    }
}

impl Context {
    /// Makes surfaces the targets of drawing and reading, or releases them. The first surface that a context ever gets sets
    /// viewport and scissor box. The caller has finished the recorded work,
    /// unless they are the same ones.
    pub fn attach(&mut self, draw: Option<Arc<Surface>>, read: Option<Arc<Surface>>) {
        if let Some(surface) = draw.as_ref().filter(|_| !self.has_been_current) {
            let (width, height) = surface.size();
            self.first_make_current(width, height);
            self.has_been_current = true;
        }
        if let Some(surface) = &draw {
            surface.drawn_by(self.pace.number());
        }
        self.surfaces = Surfaces { draw, read };
    }

    /// Whether these are the surfaces that it draws to and reads from.
    pub fn draws_to(&self, draw: &Option<Arc<Surface>>, read: &Option<Arc<Surface>>) -> bool {
        let is_same = |own: &Option<Arc<Surface>>, other: &Option<Arc<Surface>>| {
            own.as_ref().map(Arc::as_ptr) == other.as_ref().map(Arc::as_ptr)
        };
        is_same(&self.surfaces.draw, draw) && is_same(&self.surfaces.read, read)
    }

    /// Sets viewport and scissor box to the size of the first surface that this context is made current to (GL 1.5 sections
    /// 2.10.1 and 4.1.2; GLX 1.4 section 3.3.7).
    pub fn first_make_current(&mut self, width: u32, height: u32) {
        let size = |n: u32| n.min(i32::MAX as u32) as i32;
        self.matrix.viewport = [0, 0, size(width), size(height)];
        self.fragment.scissor.rect = [0, 0, size(width), size(height)];
    }
}
