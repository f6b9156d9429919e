//! Commands that name a buffer (EXT_direct_state_access 2.9 and 6.1.13, ARB_clear_buffer_object).
#![forbid(unsafe_code)]

use super::selection::{Selection, at_once};
use crate::gl::buffer::copy::{Part, copy};
use crate::gl::buffer::{map, object};
use crate::gl::context::enums::COPY_WRITE_BUFFER;
use crate::gl::pixel::clear_buffer as clear;
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;

/// Writes commands that take a buffer in place of a target.
macro_rules! of_buffer {
    ($($name:ident = $body:path [$($p:ident: $ty:ty),*] -> $result:ty;)*) => {$(
        #[allow(clippy::too_many_arguments)]
        pub fn $name(call: &mut Call<'_>, buffer: u32, $($p: $ty),*) -> $result {
            at_once(call, Selection::Buffer(buffer), |call| $body(call, COPY_WRITE_BUFFER, $($p),*))
        }
    )*};
}

of_buffer! {
    named_buffer_data_ext = object::buffer_data [size: isize, data: ClientPtr<u8>, usage: u32] -> Result;
    named_buffer_sub_data_ext = object::buffer_sub_data [offset: isize, size: isize, data: ClientPtr<u8>] -> Result;
    map_named_buffer_ext = map::map_buffer [access: u32] -> Result<ClientPtr<u8>>;
    unmap_named_buffer_ext = map::unmap_buffer [] -> Result<u8>;
    get_named_buffer_parameteriv_ext = map::get_buffer_parameteriv [pname: u32, params: ClientPtr<i32>] -> Result;
    get_named_buffer_pointerv_ext = map::get_buffer_pointerv [pname: u32, params: ClientPtr<ClientPtr<u8>>] -> Result;
    get_named_buffer_sub_data_ext = map::get_buffer_sub_data [offset: isize, size: isize, data: ClientPtr<u8>] -> Result;
    map_named_buffer_range_ext = map::map_buffer_range [offset: isize, length: isize, access: u32] -> Result<ClientPtr<u8>>;
    clear_named_buffer_data_ext = clear::clear_buffer_data [internalformat: u32, format: u32, ty: u32, data: ClientPtr<u8>] -> Result;
    clear_named_buffer_sub_data_ext = clear::clear_buffer_sub_data [internalformat: u32, offset: isize, size: isize, format: u32, ty: u32, data: ClientPtr<u8>] -> Result;
    flush_mapped_named_buffer_range_ext = map::flush_mapped_buffer_range [offset: isize, length: isize] -> Result;
}

/// glNamedCopyBufferSubDataEXT. Gives INVALID_OPERATION for name 0, and the errors of glCopyBufferSubData.
pub fn named_copy_buffer_sub_data_ext(
    call: &mut Call<'_>,
    read_buffer: u32,
    write_buffer: u32,
    read_offset: isize,
    write_offset: isize,
    size: isize,
) -> Result {
    let part = |call: &mut Call<'_>, name, offset| {
        at_once(call, Selection::Buffer(name), |call| {
            let object = object::bound(&mut call.cx.buffers, COPY_WRITE_BUFFER)?;
            Ok(Part { object, offset })
        })
    };
    let from = part(call, read_buffer, read_offset)?;
    let to = part(call, write_buffer, write_offset)?;
    copy(call, &from, &to, size)
}
