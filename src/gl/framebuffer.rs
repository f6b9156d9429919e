//! Whole framebuffer operations: clear, draw and read buffers (GL 1.5 section 4.2).

/// Framebuffer state.
#[derive(Debug, Default)]
pub struct FramebufferState {}

impl super::Context {
    /// The first time that this context is made current: viewport and scissor box cover the surface.
    pub fn first_make_current(&mut self, _width: u32, _height: u32) {}
}
