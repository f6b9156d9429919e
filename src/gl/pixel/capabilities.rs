//! The capabilities of memory ranges for pixels (NV_pixel_data_range).
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, SetBy, capability};
use crate::gl::context::enums::*;

pub(crate) const CAPABILITIES: &[Capability] = &[
    Capability {
        set_by: SetBy::ClientState,
        in_enable_group: false,
        ..capability!(WRITE_PIXEL_DATA_RANGE_NV, pixel.ranges[0].enabled)
    },
    Capability {
        set_by: SetBy::ClientState,
        in_enable_group: false,
        ..capability!(READ_PIXEL_DATA_RANGE_NV, pixel.ranges[1].enabled)
    },
];
