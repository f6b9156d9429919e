//! Vertex units: the number of modelview matrices that transform a vertex, and the current matrix of the palette
//! (ARB_vertex_blend 2.10, ARB_matrix_palette 2.10.2); vertex weighting between two matrices (EXT_vertex_weighting 2.10).
//!
//! `gl::transform::blend` has the commands, `gl::immediate::weight` those of weights and matrix indices. The front end has the
//! arithmetic (`frontend::fixed_function`).
#![forbid(unsafe_code)]

use crate::frontend::fixed_function::vertex::BlendKey;
use crate::gl::context::limits::MAX_PALETTE_MATRICES;

/// What PushAttrib(TRANSFORM_BIT) saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VertexBlend {
    /// VERTEX_BLEND_ARB
    pub enabled: bool,
    /// VERTEX_WEIGHTING_EXT. It has no effect while `enabled` is on.
    pub weighting: bool,
    /// WEIGHT_SUM_UNITY_ARB
    pub sum_unity: bool,
    /// MATRIX_PALETTE_ARB: units take their matrices from the palette. It has no effect unless blending is enabled.
    pub palette: bool,
    /// ACTIVE_VERTEX_UNITS_ARB, from 1 to the number of units.
    pub units: usize,
    /// CURRENT_PALETTE_MATRIX_ARB, below the size of the palette.
    pub current_palette: usize,
}

impl Default for VertexBlend {
    fn default() -> Self {
        VertexBlend {
            enabled: false,
            weighting: false,
            sum_unity: false,
            palette: false,
            units: 1,
            current_palette: 0,
        }
    }
}

impl VertexBlend {
    /// The part of the vertex key that depends on this state. Where both extensions are enabled, which neither text
    /// mentions, the vertex units go first.
    pub(crate) fn key(&self) -> Option<BlendKey> {
        if self.enabled {
            return Some(BlendKey::Units {
                units: self.units as u8,
                palette: self.palette.then_some(MAX_PALETTE_MATRICES as u8),
            });
        }
        self.weighting.then_some(BlendKey::Weighting)
    }
}
