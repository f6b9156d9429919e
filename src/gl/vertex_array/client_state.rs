//! glEnableClientState, glDisableClientState: they set the capabilities of arrays and of memory ranges for pixels (GL 1.5
//! section 2.8).
#![forbid(unsafe_code)]

use super::capabilities::CAPABILITIES;
use crate::gl::context::capability::find_in;
use crate::gl::context::enums::{VERTEX_ARRAY_RANGE_NV, VERTEX_ARRAY_RANGE_WITHOUT_FLUSH_NV};
use crate::gl::pixel::capabilities as pixel;
use crate::gl::{Call, GlError, Result};

/// Sets a client state. Gives INVALID_ENUM for another name.
fn set_client_state(call: &mut Call<'_>, name: u32, on: bool) -> Result {
    // The second name of the enable omits a flush, which does nothing here (NV_vertex_array_range2).
    let name = if name == VERTEX_ARRAY_RANGE_WITHOUT_FLUSH_NV {
        VERTEX_ARRAY_RANGE_NV
    } else {
        name
    };
    let found = find_in(CAPABILITIES, name).or_else(|| find_in(pixel::CAPABILITIES, name));
    let (row, i) = found.ok_or(GlError::invalid_enum("client state"))?;
    (row.set)(call.cx, i, on)
}

/// glEnableClientState. Gives INVALID_ENUM for a name that is no client state.
pub fn enable_client_state(call: &mut Call<'_>, array: u32) -> Result {
    set_client_state(call, array, true)
}

/// glDisableClientState. Gives INVALID_ENUM for a name that is no client state.
pub fn disable_client_state(call: &mut Call<'_>, array: u32) -> Result {
    set_client_state(call, array, false)
}
