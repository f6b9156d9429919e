//! Vertex units: how many modelview matrices a vertex is transformed by, and the current matrix of the palette
//! (ARB_vertex_blend 2.10, ARB_matrix_palette 2.10.2).
//!
//! Weights and matrix indices are set in [`crate::gl::immediate::weight`]; the arithmetic is the front end's
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
    /// WEIGHT_SUM_UNITY_ARB
    pub sum_unity: bool,
    /// MATRIX_PALETTE_ARB: units take their matrices from the palette. Without effect unless blending is enabled.
    pub palette: bool,
    /// ACTIVE_VERTEX_UNITS_ARB, 1 to the number of units.
    pub units: usize,
    /// CURRENT_PALETTE_MATRIX_ARB, below the size of the palette.
    pub current_palette: usize,
}

impl Default for VertexBlend {
    fn default() -> Self {
        VertexBlend {
            enabled: false,
            sum_unity: false,
            palette: false,
            units: 1,
            current_palette: 0,
        }
    }
}

impl VertexBlend {
    /// Its part of the key of vertex processing.
    pub(crate) fn key(&self) -> Option<BlendKey> {
        self.enabled.then_some(BlendKey {
            units: self.units as u8,
            palette: self.palette.then_some(MAX_PALETTE_MATRICES as u8),
        })
    }
}

/// glVertexBlendARB. INVALID_VALUE for a count that is not 1 to MAX_VERTEX_UNITS_ARB.
pub fn vertex_blend_arb(call: &mut Call<'_>, count: i32) -> Result {
    match usize::try_from(count) {
        Ok(units @ 1..=MAX_VERTEX_UNITS) => {
            call.cx.matrix.blend.units = units;
            Ok(())
        }
        _ => Err(GlError::invalid_value("number of vertex units")),
    }
}

/// glCurrentPaletteMatrixARB. INVALID_VALUE for an index outside the palette. (That index 0 is an error, as the text's
/// section of errors has it of a `count`, contradicts its own example and initial value.)
pub fn current_palette_matrix_arb(call: &mut Call<'_>, index: i32) -> Result {
    match usize::try_from(index) {
        Ok(index) if index < MAX_PALETTE_MATRICES => {
            call.cx.matrix.blend.current_palette = index;
            Ok(())
        }
        _ => Err(GlError::invalid_value("no such palette matrix")),
    }
}
