//! Client state set to its initial values (EXT_direct_state_access 6.1.15).
#![forbid(unsafe_code)]

use crate::format::PixelStore;
use crate::gl::context::enums::{CLIENT_PIXEL_STORE_BIT, CLIENT_VERTEX_ARRAY_BIT};
use crate::gl::state::attrib_client::push_client_attrib;
use crate::gl::vertex_array::object::bind_vertex_array;
use crate::gl::vertex_array::state::VertexArrayState;
use crate::gl::{Call, Result};

/// glClientAttribDefaultEXT: pixel store and vertex arrays, with their buffer bindings, as they were at first. Object 0 is
/// bound for the arrays.
pub fn client_attrib_default_ext(call: &mut Call<'_>, mask: u32) -> Result {
    if mask & CLIENT_PIXEL_STORE_BIT != 0 {
        let cx = &mut *call.cx;
        (cx.pixel.pack, cx.pixel.unpack) = (PixelStore::INITIAL, PixelStore::INITIAL);
        cx.pixel.ranges = Default::default();
        (cx.buffers.pack, cx.buffers.unpack) = (None, None);
    }
    if mask & CLIENT_VERTEX_ARRAY_BIT != 0 {
        bind_vertex_array(call, 0)?;
        *call.cx.arrays = VertexArrayState::default();
        (call.cx.buffers.array, call.cx.buffers.element) = (None, None);
    }
    Ok(())
}

/// glPushClientAttribDefaultEXT. Gives STACK_OVERFLOW on a full stack.
pub fn push_client_attrib_default_ext(call: &mut Call<'_>, mask: u32) -> Result {
    push_client_attrib(call, mask)?;
    client_attrib_default_ext(call, mask)
}
