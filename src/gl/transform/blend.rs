//! The commands of vertex units (ARB_vertex_blend, ARB_matrix_palette). [`crate::gl::immediate::weight`] sets weights and matrix
//! indices.
#![forbid(unsafe_code)]

use crate::gl::context::limits::{MAX_PALETTE_MATRICES, MAX_VERTEX_UNITS};
use crate::gl::{Call, GlError, Result};

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
