//! Which fragment input slots are colours, and the inputs of fragment kernels.
#![forbid(unsafe_code)]

use crate::ir::interface::fragment_input;

/// Whether a fragment input slot belongs to a colour. Flat shading, two-sided lighting and clamping concern colours only.
pub(crate) fn is_color(slot: u16) -> bool {
    let vec4 = u32::from(slot) / 4;
    vec4 == fragment_input::COLOR || vec4 == fragment_input::SECONDARY_COLOR
}

/// Returns the bit of a slot among the eight components of both colours, or 0 for other slots.
pub(crate) fn color_bit(slot: u16) -> u8 {
    if is_color(slot) {
        1 << (u32::from(slot) - 4 * fragment_input::COLOR)
    } else {
        0
    }
}

/// The inputs of a fragment kernel that reads coverage: the covered part of the pixel, and its
/// centroid's distance from the centre in x and y.
pub(crate) const COVERAGE_INPUTS: u32 = 3;
