//! Copies between buffers (ARB_copy_buffer).
#![forbid(unsafe_code)]

use super::object::{bound, sub_range};
use super::storage::{BufferObject, MAPPED};
use crate::device::buffer::copied;
use crate::gl::{Call, GlError, Result};
use std::sync::Arc;

/// The part of a buffer that a copy reads or writes.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) object: Arc<BufferObject>,
    pub(crate) offset: isize,
}

/// glCopyBufferSubData. Gives INVALID_ENUM for a wrong target, INVALID_OPERATION without a buffer and for a mapped one,
/// INVALID_VALUE outside a buffer and where the ranges overlap.
pub fn copy_buffer_sub_data(
    call: &mut Call<'_>,
    read_target: u32,
    write_target: u32,
    read_offset: isize,
    write_offset: isize,
    size: isize,
) -> Result {
    // Both targets are checked before either binding is.
    call.cx.buffers.target(write_target)?;
    let from = Part {
        object: bound(&mut call.cx.buffers, read_target)?,
        offset: read_offset,
    };
    let to = Part {
        object: bound(&mut call.cx.buffers, write_target)?,
        offset: write_offset,
    };
    copy(call, &from, &to, size)
}

/// Copies `size` bytes. The errors are those of [`copy_buffer_sub_data`].
pub(crate) fn copy(call: &mut Call<'_>, from: &Part, to: &Part, size: isize) -> Result {
    let bytes = {
        let contents = from.object.contents.lock();
        if contents.storage.mapping.is_some() {
            return Err(MAPPED);
        }
        let range = sub_range(&contents, from.offset, size)?;
        let distance = from.offset.abs_diff(to.offset);
        if Arc::ptr_eq(&from.object, &to.object) && distance < range.len() {
            return Err(GlError::invalid_value("the ranges of a copy overlap"));
        }
        copied(&contents.storage.data[range])?
    };
    let mut contents = to.object.contents.lock();
    if contents.storage.mapping.is_some() {
        return Err(MAPPED);
    }
    let range = sub_range(&contents, to.offset, size)?;
    Ok(contents
        .storage
        .write(range, &bytes, &mut || call.cx.finish())?)
}
