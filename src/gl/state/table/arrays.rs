//! State of vertex arrays and the names of bound buffers (GL 1.5 tables 6.6 to 6.8).
#![forbid(unsafe_code)]

use super::row::{IntoValues, Kind, Row, rows};
use crate::gl::buffer::object::name_of;
use crate::gl::context::enums::*;
use crate::gl::vertex_array::memory_range::is_range_valid;
use crate::gl::vertex_array::state::ELEMENT_ARRAY_SLOT;
use crate::ir::interface::attribute;

/// GL 1.5 tables 6.6 and 6.7, EXT_vertex_array, EXT_compiled_vertex_array. The enables are capabilities
/// ([`crate::gl::state::enable`]), the pointers belong to glGetPointerv.
pub(crate) const ARRAYS: &[Row] = rows! {
    CLIENT_ACTIVE_TEXTURE Integer |cx| TEXTURE0 + cx.arrays.client_active as u32;
    VERTEX_ARRAY_SIZE Integer |cx| i32::from(cx.arrays.array(attribute::POSITION).size);
    VERTEX_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::POSITION).type_name();
    VERTEX_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::POSITION).stride;
    VERTEX_ARRAY_COUNT_EXT Integer |cx| cx.arrays.array(attribute::POSITION).static_count;
    NORMAL_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::NORMAL).type_name();
    NORMAL_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::NORMAL).stride;
    NORMAL_ARRAY_COUNT_EXT Integer |cx| cx.arrays.array(attribute::NORMAL).static_count;
    COLOR_ARRAY_SIZE Integer |cx| cx.arrays.array(attribute::COLOR).given_size();
    COLOR_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::COLOR).type_name();
    COLOR_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::COLOR).stride;
    COLOR_ARRAY_COUNT_EXT Integer |cx| cx.arrays.array(attribute::COLOR).static_count;
    SECONDARY_COLOR_ARRAY_SIZE Integer |cx| cx.arrays.array(attribute::SECONDARY_COLOR).given_size();
    SECONDARY_COLOR_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::SECONDARY_COLOR).type_name();
    SECONDARY_COLOR_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::SECONDARY_COLOR).stride;
    FOG_COORD_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::FOG_COORD).type_name();
    FOG_COORD_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::FOG_COORD).stride;
    WEIGHT_ARRAY_SIZE_ARB Integer |cx| i32::from(cx.arrays.array(attribute::WEIGHT).size);
    WEIGHT_ARRAY_TYPE_ARB Integer |cx| cx.arrays.array(attribute::WEIGHT).type_name();
    WEIGHT_ARRAY_STRIDE_ARB Integer |cx| cx.arrays.array(attribute::WEIGHT).stride;
    // The array of weights under EXT_vertex_weighting's names. Its size is 1 before a pointer is given.
    VERTEX_WEIGHT_ARRAY_SIZE_EXT Integer |cx| i32::from(cx.arrays.array(attribute::WEIGHT).size.max(1));
    VERTEX_WEIGHT_ARRAY_TYPE_EXT Integer |cx| cx.arrays.array(attribute::WEIGHT).type_name();
    VERTEX_WEIGHT_ARRAY_STRIDE_EXT Integer |cx| cx.arrays.array(attribute::WEIGHT).stride;
    MATRIX_INDEX_ARRAY_SIZE_ARB Integer |cx| i32::from(cx.arrays.array(attribute::MATRIX_INDEX).size);
    MATRIX_INDEX_ARRAY_TYPE_ARB Integer |cx| cx.arrays.array(attribute::MATRIX_INDEX).type_name();
    MATRIX_INDEX_ARRAY_STRIDE_ARB Integer |cx| cx.arrays.array(attribute::MATRIX_INDEX).stride;
    INDEX_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::COUNT).type_name();
    INDEX_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::COUNT).stride;
    INDEX_ARRAY_COUNT_EXT Integer |cx| cx.arrays.array(attribute::COUNT).static_count;
    TEXTURE_COORD_ARRAY_SIZE Integer |cx| i32::from(cx.arrays.active_tex_coord().size);
    TEXTURE_COORD_ARRAY_TYPE Integer |cx| cx.arrays.active_tex_coord().type_name();
    TEXTURE_COORD_ARRAY_STRIDE Integer |cx| cx.arrays.active_tex_coord().stride;
    TEXTURE_COORD_ARRAY_COUNT_EXT Integer |cx| cx.arrays.active_tex_coord().static_count;
    EDGE_FLAG_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::EDGE_FLAG).stride;
    EDGE_FLAG_ARRAY_COUNT_EXT Integer |cx| cx.arrays.array(attribute::EDGE_FLAG).static_count;
    ELEMENT_ARRAY_TYPE_ATI Integer |cx| cx.arrays.array(ELEMENT_ARRAY_SLOT as u32).type_name();
    VERTEX_ARRAY_RANGE_LENGTH_NV Integer |cx| cx.arrays.range.length;
    VERTEX_ARRAY_RANGE_VALID_NV Boolean |cx| is_range_valid(&cx.arrays);
    PRIMITIVE_RESTART_INDEX_NV Integer |cx| cx.arrays.restart.index;
    ARRAY_ELEMENT_LOCK_FIRST_EXT Integer |cx| cx.arrays.locked.map_or(0, |(first, _)| first);
    ARRAY_ELEMENT_LOCK_COUNT_EXT Integer |cx| cx.arrays.locked.map_or(0, |(_, count)| count);
};

/// GL 1.5 tables 6.7 and 6.8, ARB_pixel_buffer_object, ARB_copy_buffer, ARB_vertex_array_object: names of bound buffers and
/// of the bound vertex array object.
pub(crate) const ARRAY_BUFFERS: &[Row] = rows! {
    ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.buffers.array);
    ELEMENT_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.buffers.element);
    PIXEL_PACK_BUFFER_BINDING Integer |cx| name_of(&cx.buffers.pack);
    PIXEL_UNPACK_BUFFER_BINDING Integer |cx| name_of(&cx.buffers.unpack);
    COPY_READ_BUFFER Integer |cx| name_of(&cx.buffers.copy_read);
    COPY_WRITE_BUFFER Integer |cx| name_of(&cx.buffers.copy_write);
    VERTEX_ARRAY_BINDING Integer |cx| cx.arrays.bound;
    VERTEX_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::POSITION).buffer);
    NORMAL_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::NORMAL).buffer);
    COLOR_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::COLOR).buffer);
    SECONDARY_COLOR_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::SECONDARY_COLOR).buffer);
    FOG_COORD_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::FOG_COORD).buffer);
    WEIGHT_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::WEIGHT).buffer);
    INDEX_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::COUNT).buffer);
    TEXTURE_COORD_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.active_tex_coord().buffer);
    EDGE_FLAG_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::EDGE_FLAG).buffer);
};
