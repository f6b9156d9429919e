//! The client's attribute stack: PushClientAttrib and PopClientAttrib (GL 1.5 section 6.1.14, table 6.2).
#![forbid(unsafe_code)]

use crate::device::state::revision::Tracked;
use crate::format::PixelStore;
use crate::gl::buffer::memory_range::MemoryRange;
use crate::gl::buffer::object::BufferState;
use crate::gl::buffer::storage::{Binding, drop_deleted};
use crate::gl::context::enums::{CLIENT_PIXEL_STORE_BIT, CLIENT_VERTEX_ARRAY_BIT};
use crate::gl::context::limits::MAX_ATTRIB_STACK_DEPTH;
use crate::gl::pixel::transfer::PixelState;
use crate::gl::vertex_array::object::{SavedArrays, VertexArrayObjects};
use crate::gl::vertex_array::state::VertexArrayState;
use crate::gl::{Call, GlError, Result};

/// Client attribute groups: pixel store with its buffer bindings, vertex arrays with theirs.
#[derive(Debug, Default)]
pub(crate) struct SavedClient {
    pixel: Option<([PixelStore; 2], [MemoryRange; 2])>,
    pixel_buffers: Option<[Binding; 2]>,
    arrays: Option<SavedArrays>,
}

impl SavedClient {
    fn new(
        pixel: &PixelState,
        buffers: &BufferState,
        arrays: &VertexArrayState,
        mask: u32,
    ) -> SavedClient {
        let has = |bit: u32| mask & bit != 0;
        SavedClient {
            pixel: has(CLIENT_PIXEL_STORE_BIT)
                .then_some(([pixel.pack, pixel.unpack], pixel.ranges)),
            pixel_buffers: has(CLIENT_PIXEL_STORE_BIT)
                .then(|| [buffers.pack.clone(), buffers.unpack.clone()]),
            arrays: has(CLIENT_VERTEX_ARRAY_BIT).then(|| SavedArrays::save(arrays, buffers)),
        }
    }

    fn restore(
        self,
        own_pixel: &mut PixelState,
        buffers: &mut BufferState,
        own_arrays: &mut Tracked<VertexArrayState>,
        objects: &mut VertexArrayObjects,
    ) {
        if let Some(([pack, unpack], ranges)) = self.pixel {
            (own_pixel.pack, own_pixel.unpack, own_pixel.ranges) = (pack, unpack, ranges);
        }
        if let Some(mut bindings) = self.pixel_buffers {
            bindings.iter_mut().for_each(drop_deleted);
            [buffers.pack, buffers.unpack] = bindings;
        }
        if let Some(arrays) = self.arrays {
            arrays.restore(own_arrays, objects, buffers);
        }
    }
}

/// glPushClientAttrib: pixel store and vertex arrays. STACK_OVERFLOW on a full stack.
pub fn push_client_attrib(call: &mut Call<'_>, mask: u32) -> Result {
    if call.cx.attribs.client.len() >= MAX_ATTRIB_STACK_DEPTH {
        return Err(GlError::stack_overflow(
            "the client attribute stack is full",
        ));
    }
    let cx = &*call.cx;
    let saved = SavedClient::new(&cx.pixel, &cx.buffers, &cx.arrays, mask);
    call.cx.attribs.client.push(saved);
    Ok(())
}

/// glPopClientAttrib. STACK_UNDERFLOW on an empty stack.
pub fn pop_client_attrib(call: &mut Call<'_>) -> Result {
    let saved = call
        .cx
        .attribs
        .client
        .pop()
        .ok_or(GlError::stack_underflow(
            "the client attribute stack is empty",
        ))?;
    let cx = &mut *call.cx;
    saved.restore(
        &mut cx.pixel,
        &mut cx.buffers,
        &mut cx.arrays,
        &mut cx.array_objects,
    );
    Ok(())
}
