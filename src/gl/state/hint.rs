//! glHint (GL 1.5 section 5.6). Hints change nothing: every result is the nicest. They stay names, which only queries read.
#![forbid(unsafe_code)]

use crate::gl::context::enums;
use crate::gl::{Call, GlError, Result};

/// The targets, in the order in which [`HintState`] holds them.
pub const HINTS: [u32; 7] = [
    enums::PERSPECTIVE_CORRECTION_HINT,
    enums::POINT_SMOOTH_HINT,
    enums::LINE_SMOOTH_HINT,
    enums::POLYGON_SMOOTH_HINT,
    enums::FOG_HINT,
    enums::GENERATE_MIPMAP_HINT,
    enums::TEXTURE_COMPRESSION_HINT,
];

/// What PushAttrib(HINT_BIT) saves: one hint per entry of [`HINTS`].
#[derive(Debug, Clone, PartialEq)]
pub struct HintState {
    /// DONT_CARE, FASTEST or NICEST.
    pub values: [u32; HINTS.len()],
}

impl Default for HintState {
    fn default() -> Self {
        HintState {
            values: [enums::DONT_CARE; HINTS.len()],
        }
    }
}

/// glHint. INVALID_ENUM for an unknown target or mode.
pub fn hint(call: &mut Call<'_>, target: u32, mode: u32) -> Result {
    let index = HINTS
        .iter()
        .position(|name| *name == target)
        .ok_or(GlError::invalid_enum("hint target"))?;
    if !matches!(mode, enums::DONT_CARE | enums::FASTEST | enums::NICEST) {
        return Err(GlError::invalid_enum("hint mode"));
    }
    call.cx.hints.values[index] = mode;
    Ok(())
}
