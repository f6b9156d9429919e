//! What a context has to do with the surfaces that the window layer gives it (GLX 1.4 section 3.3.7).
#![forbid(unsafe_code)]

use crate::gl::Context;
use crate::surface::Surface;
use std::sync::Arc;

impl Context {
    /// Makes surfaces the targets of drawing and reading, or lets them go. The first surface that a context ever gets
    /// sets viewport and scissor box. What was recorded has been carried out before.
    pub fn attach(&mut self, draw: Option<Arc<Surface>>, read: Option<Arc<Surface>>) {
        if let Some(surface) = draw.as_ref().filter(|_| !self.has_been_current) {
            let (width, height) = surface.size();
            self.first_make_current(width, height);
            self.has_been_current = true;
        }
        self.draw_surface = draw;
        self.read_surface = read;
    }

    /// glFlush, glFinish: everything recorded is carried out, and a front buffer that was drawn to is shown.
    pub fn flush_to_window(&mut self) {
        self.finish();
        if let Some(surface) = &self.draw_surface {
            surface.show_front_if_drawn();
        }
    }

    /// Follows the size of the window: glViewport, which programs call when their window has a new size, comes before
    /// the next swap.
    pub fn follow_window(&mut self) {
        if let Some(surface) = &self.draw_surface {
            surface.follow();
        }
    }
}
