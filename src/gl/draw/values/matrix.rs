//! The values of matrices: rows of the plain, inverse and transposed forms (ARB_vertex_program table X.3.8).
#![forbid(unsafe_code)]

use super::NOTHING;
use crate::device::geometry::matrix::{IDENTITY, Mat4};
use crate::frontend::binding::{MatrixForm, MatrixName};
use crate::gl::matrix::state::MatrixStack;
use crate::gl::matrix::state::MatrixState;

/// A row of a matrix in this form. A stack that does not exist has the identity.
pub(super) fn matrix_row(
    matrix: &MatrixState,
    name: MatrixName,
    form: MatrixForm,
    row: usize,
) -> [f32; 4] {
    // A `Mat4` is an array of columns: they are the rows of the transposed forms.
    let by_rows = matches!(form, MatrixForm::Plain | MatrixForm::Inverse);
    let row_of = |matrix: &Mat4| match (row, by_rows) {
        (4.., _) => NOTHING,
        (_, true) => matrix.map(|column| column[row]),
        (_, false) => matrix[row],
    };
    // The matrix is inverted where the form asks for it.
    let is_plain = matches!(form, MatrixForm::Plain | MatrixForm::Transpose);
    let stack = match name {
        MatrixName::ModelView(_) | MatrixName::Palette(_) => blend_stack(matrix, name),
        MatrixName::Projection => Some(&matrix.projection_stack),
        MatrixName::Texture(n) => matrix.texture_stacks.get(n as usize),
        MatrixName::Program(n) => matrix.program_stacks.get(n as usize),
        MatrixName::Color => Some(&matrix.color_stack),
        MatrixName::Mvp if is_plain => return row_of(&matrix.mvp()),
        MatrixName::Mvp => return row_of(&matrix.inverse_mvp()),
    };
    match stack {
        None => row_of(&IDENTITY),
        Some(stack) if is_plain => row_of(stack.top()),
        Some(stack) => row_of(&stack.inverse()),
    }
}

/// The stack of a modelview matrix or one of the palette. Returns `None` for others and beyond the last.
fn blend_stack(matrix: &MatrixState, name: MatrixName) -> Option<&MatrixStack> {
    match name {
        MatrixName::ModelView(unit) => matrix.modelview_of(unit as usize),
        MatrixName::Palette(n) => matrix.palette(n as usize),
        _ => None,
    }
}

/// RESCALE_NORMAL: 1 ÷ the length of the inverse matrix's third row (GL 1.5 section 2.11.3); 1 without an inverse.
pub(super) fn normal_scale(matrix: &MatrixState, name: MatrixName) -> f32 {
    let inverse = blend_stack(matrix, name).map_or(IDENTITY, MatrixStack::inverse);
    let sum: f64 = (0..3)
        .map(|column| f64::from(inverse[column][2]).powi(2))
        .sum();
    if sum > 0.0 {
        (1.0 / sum.sqrt()) as f32
    } else {
        1.0
    }
}
