//! Whole framebuffer operations: clear, draw and read buffers (GL 1.5 section 4.2).

/// Framebuffer state.
#[derive(Debug, Default)]
pub struct FramebufferState {}

impl super::Context {
    /// READ_BUFFER. (Seam: helper *state* implements it.)
    pub fn read_buffer(&self) -> u32 {
        super::enums::BACK
    }
}
