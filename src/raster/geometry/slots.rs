//! What fragment input slots and kernel inputs stand for.
#![forbid(unsafe_code)]

use crate::ir::interface::fragment_input;

/// Whether an interpolated slot is a colour (flat shading, two-sided lighting, clamping).
pub(crate) fn is_color(slot: u16) -> bool {
    let vec4 = u32::from(slot) / 4;
    vec4 == fragment_input::COLOR || vec4 == fragment_input::SECONDARY_COLOR
}

/// The bit of a colour's component among those of both colours; none for other slots.
pub(crate) fn color_bit(slot: u16) -> u8 {
    if is_color(slot) {
        1 << (u32::from(slot) - 4 * fragment_input::COLOR)
    } else {
        0
    }
}

/// Kernel inputs of a stage with coverage.
pub(crate) const COVERAGE_INPUTS: u32 = 3;
