//! Vertex units: the number of modelview matrices that transform a vertex, and the current matrix of the palette
//! (ARB_vertex_blend 2.10, ARB_matrix_palette 2.10.2); vertex weighting between two matrices (EXT_vertex_weighting 2.10).
//!
//! [`crate::gl::immediate::weight`] sets weights and matrix indices. The front end has the arithmetic
//! (`frontend::fixed_function`).
#![forbid(unsafe_code)]

use crate::frontend::fixed_function::vertex::BlendKey;
use crate::gl::context::limits::{MAX_PALETTE_MATRICES, MAX_VERTEX_UNITS};
use crate::gl::{Call, GlError, Result};

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

/// glVertexBlendARB. Gives INVALID_VALUE for a count that is not 1 to MAX_VERTEX_UNITS_ARB.
pub fn vertex_blend_arb(call: &mut Call<'_>, count: i32) -> Result {
    match usize::try_from(count) {
        Ok(units @ 1..=MAX_VERTEX_UNITS) => {
            call.cx.matrix.blend.units = units;
            Ok(())
        }
        _ => Err(GlError::invalid_value("number of vertex units")),
    }
}

/// glCurrentPaletteMatrixARB. Gives INVALID_VALUE for an index outside the palette. The text's section of errors makes
/// index 0 an error (of a `count`); that contradicts its own example and initial value.
pub fn current_palette_matrix_arb(call: &mut Call<'_>, index: i32) -> Result {
    match usize::try_from(index) {
        Ok(index) if index < MAX_PALETTE_MATRICES => {
            call.cx.matrix.blend.current_palette = index;
            Ok(())
        }
        _ => Err(GlError::invalid_value("no such palette matrix")),
    }
}
