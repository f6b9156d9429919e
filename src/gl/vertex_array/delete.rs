//! The deletion of buffers: glDeleteBuffers and glFreeObjectBufferATI. They are in this room because this context's arrays
//! lose the buffer too.
#![forbid(unsafe_code)]

use crate::device::state::revision::Tracked;
use crate::gl::buffer::object::{BufferState, count};
use crate::gl::buffer::object_ati::object_buffer;
use crate::gl::buffer::storage::orphan_deleted;
use crate::gl::context::enums::BUFFER;
use crate::gl::context::error::unreadable;
use crate::gl::context::labels::forget_labels;
use crate::gl::vertex_array::state::VertexArrayState;
use crate::gl::{Call, Result, ShareGroup};
use crate::platform::ClientPtr;

/// glDeleteBuffers: bindings of this context to them become 0, including those of its arrays. Mapped buffers are unmapped.
/// Gives INVALID_VALUE for a negative count.
pub fn delete_buffers(call: &mut Call<'_>, n: i32, buffers: ClientPtr<u32>) -> Result {
    let names = call
        .mem
        .read_vec(buffers, count(n)?)
        .map_err(unreadable("null pointer to names"))?;
    forget_labels(&mut call.cx.labels, &call.cx.shared, BUFFER, &names);
    for name in names.into_iter().filter(|name| *name != 0) {
        let cx = &mut *call.cx;
        delete_buffer(&cx.shared, &mut cx.buffers, &mut cx.arrays, name);
    }
    Ok(())
}

/// glFreeObjectBufferATI: does what glDeleteBuffers does. Gives INVALID_VALUE when it is no object buffer.
pub fn free_object_buffer_ati(call: &mut Call<'_>, buffer: u32) -> Result {
    object_buffer(&call.cx.shared, buffer)?;
    forget_labels(&mut call.cx.labels, &call.cx.shared, BUFFER, &[buffer]);
    let cx = &mut *call.cx;
    delete_buffer(&cx.shared, &mut cx.buffers, &mut cx.arrays, buffer);
    Ok(())
}

/// Frees a name. Its buffer is unmapped and counts as deleted. This context's bindings to it become 0.
fn delete_buffer(
    shared: &ShareGroup,
    buffers: &mut BufferState,
    arrays: &mut Tracked<VertexArrayState>,
    name: u32,
) {
    let Some(object) = shared.buffers.lock().remove(name) else {
        return;
    };
    object.contents.lock().storage.mapping = None;
    object.mark_deleted();
    buffers.drop_deleted();
    let arrays = arrays.arrays.iter_mut();
    arrays.for_each(|array| orphan_deleted(&mut array.buffer));
}
