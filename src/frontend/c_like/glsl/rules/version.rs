//! What the rules know of a text.

use crate::frontend::c_like::tree::Stage;

/// GLSL of a version for a stage, as the shared checks see it.
pub(in crate::frontend::c_like::glsl) struct Glsl {
    /// 110 or 120.
    pub(in crate::frontend::c_like::glsl) version: u32,
    pub(in crate::frontend::c_like::glsl) stage: Stage,
    /// Whether rectangle textures are enabled.
    pub(in crate::frontend::c_like::glsl) has_rectangles: bool,
    /// Whether look-ups at a level are enabled in both stages.
    pub(in crate::frontend::c_like::glsl) has_levels: bool,
    /// Whether all shaders of the stage are here, so that each called function needs a body.
    pub(in crate::frontend::c_like::glsl) is_whole: bool,
}
