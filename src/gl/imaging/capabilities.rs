//! Colour tables, convolution, histogram, minmax.
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, capability, capability_run};
use crate::gl::context::enums::*;

pub(crate) const CAPABILITIES: &[Capability] = &[
    capability_run! { COLOR_TABLE, 3, |cx, i| cx.pixel.imaging.table_enabled[i] },
    capability_run! { CONVOLUTION_1D, 3, |cx, i| cx.pixel.imaging.filters[i].enabled },
    capability!(HISTOGRAM, pixel.imaging.histogram),
    capability!(MINMAX, pixel.imaging.minmax),
];
