//! glHint (GL 1.5 section 5.6). Hints change nothing: every result is the nicest.
#![forbid(unsafe_code)]

use crate::gl::context::named::{Named, gl_enum};
use crate::gl::{Call, Result};

gl_enum! {
    /// What a hint is about. The number of a target is its place in [`HintState`].
    pub enum HintTarget {
        PerspectiveCorrection = PERSPECTIVE_CORRECTION_HINT,
        PointSmooth = POINT_SMOOTH_HINT,
        LineSmooth = LINE_SMOOTH_HINT,
        PolygonSmooth = POLYGON_SMOOTH_HINT,
        Fog = FOG_HINT,
        GenerateMipmap = GENERATE_MIPMAP_HINT,
        TextureCompression = TEXTURE_COMPRESSION_HINT,
    }
}

gl_enum! {
    /// What a hint says.
    pub enum Hint {
        DontCare = DONT_CARE,
        Fastest = FASTEST,
        Nicest = NICEST,
    }
}

/// What PushAttrib(HINT_BIT) saves: one hint per [`HintTarget`].
#[derive(Debug, Clone, PartialEq)]
pub struct HintState {
    values: [Hint; HintTarget::TextureCompression as usize + 1],
}

impl HintState {
    pub(crate) fn of(&self, target: HintTarget) -> Hint {
        self.values[target as usize]
    }
}

impl Default for HintState {
    fn default() -> Self {
        HintState {
            values: [Hint::DontCare; HintTarget::TextureCompression as usize + 1],
        }
    }
}

/// glHint. INVALID_ENUM for an unknown target or mode.
pub fn hint(call: &mut Call<'_>, target: u32, mode: u32) -> Result {
    let target = HintTarget::checked(target, "hint target")?;
    call.cx.hints.values[target as usize] = Hint::checked(mode, "hint mode")?;
    Ok(())
}
