//! The values of matrices: rows of the plain, inverse and transposed forms (ARB_vertex_program table X.3.8).
#![forbid(unsafe_code)]

use super::NOTHING;
use crate::device::geometry::matrix::{IDENTITY, Mat4, invert, transpose};
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
    // The matrix is inverted where the form asks for it.
    let matrix: Mat4 = match (name, form) {
        (MatrixName::ModelView(_) | MatrixName::Palette(_), form) => {
            let stack = blend_stack(matrix, name);
            match (stack, form) {
                (None, _) => IDENTITY,
                (Some(stack), MatrixForm::Plain | MatrixForm::Transpose) => *stack.top(),
                (Some(stack), _) => stack.inverse(),
            }
        }
        (MatrixName::Projection, MatrixForm::Plain | MatrixForm::Transpose) => *matrix.projection(),
        (MatrixName::Projection, _) => matrix.projection_stack.inverse(),
        (MatrixName::Mvp, MatrixForm::Plain | MatrixForm::Transpose) => matrix.mvp(),
        (MatrixName::Mvp, _) => matrix.inverse_mvp(),
        (MatrixName::Texture(n), form) => {
            stacked(matrix.texture_stacks.get(n as usize).map(|s| s.top()), form)
        }
        (MatrixName::Program(n), form) => {
            stacked(matrix.program_stacks.get(n as usize).map(|s| s.top()), form)
        }
        (MatrixName::Color, form) => stacked(Some(matrix.color_stack.top()), form),
    };
    // A `Mat4` is an array of columns: they are the rows of the transposed forms.
    let by_rows = matches!(form, MatrixForm::Plain | MatrixForm::Inverse);
    let rows = if by_rows { transpose(&matrix) } else { matrix };
    rows.get(row).copied().unwrap_or(NOTHING)
}

/// The stack of a modelview matrix or one of the palette. Returns `None` for others and beyond the last.
fn blend_stack(matrix: &MatrixState, name: MatrixName) -> Option<&MatrixStack> {
    match name {
        MatrixName::ModelView(unit) => matrix.modelview_of(unit as usize),
        MatrixName::Palette(n) => matrix.palette(n as usize),
        _ => None,
    }
}

/// The matrix, or its inverse where the form asks for it. A singular matrix has the inverse zero.
fn stacked(matrix: Option<&Mat4>, form: MatrixForm) -> Mat4 {
    let matrix = matrix.copied().unwrap_or(IDENTITY);
    match form {
        MatrixForm::Plain | MatrixForm::Transpose => matrix,
        MatrixForm::Inverse | MatrixForm::InverseTranspose => {
            invert(&matrix).unwrap_or([[0.0; 4]; 4])
        }
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
