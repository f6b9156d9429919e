//! Buffers: bytes that applications keep.

use super::Context;
use crate::cg::handle::{Id, Kind};
use crate::platform::SharedBytes;

/// A buffer.
#[derive(Debug)]
pub struct Buffer {
    pub(in crate::cg) context: Id<Context>,
    pub(in crate::cg) bytes: SharedBytes,
    pub(in crate::cg) size: usize,
    pub(in crate::cg) is_mapped: bool,
}

impl Kind for Buffer {
    const KIND: usize = 4;
}
