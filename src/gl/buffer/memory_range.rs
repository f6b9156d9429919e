//! A range of memory that the application promises to keep in place (NV_vertex_array_range, NV_pixel_data_range).
#![forbid(unsafe_code)]

use crate::gl::{GlError, Result};
use crate::platform::ClientPtr;

#[derive(Debug, Clone, Copy)]
pub struct MemoryRange {
    pub enabled: bool,
    /// The length in bytes, which is not negative.
    pub length: i32,
    /// Its first byte.
    pub pointer: ClientPtr<u8>,
}

impl Default for MemoryRange {
    fn default() -> Self {
        MemoryRange {
            enabled: false,
            length: 0,
            pointer: ClientPtr::NULL,
        }
    }
}

impl MemoryRange {
    /// Sets the range. Gives INVALID_VALUE for a negative length.
    pub(crate) fn set(&mut self, length: i32, pointer: ClientPtr<u8>) -> Result {
        if length < 0 {
            return Err(GlError::invalid_value("negative length of a range"));
        }
        (self.length, self.pointer) = (length, pointer);
        Ok(())
    }
}
