//! The matrices that program parameters follow (NV_vertex_program 2.14.5).
#![forbid(unsafe_code)]

use crate::device::geometry::matrix::{Mat4, invert, transpose};
use crate::frontend::assembly::arb::Limits;
use crate::frontend::binding::MatrixForm;
use crate::gl::context::enums::*;
use crate::gl::matrix::state::MatrixState;
use crate::gl::matrix::state::program_matrix;

/// How many program parameters there are: those of `!!VP2.0`.
pub const PROGRAM_PARAMETERS: usize = Limits::VERTEX.env as usize;

/// A matrix that four parameters follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrackedMatrix {
    /// Its name for queries: never TEXTURE.
    pub(crate) name: u32,
    pub(crate) form: MatrixForm,
}

impl TrackedMatrix {
    /// The rows of the matrix as it stands; the inverse of a singular one is 0.
    pub(crate) fn rows(self, matrix: &MatrixState) -> Mat4 {
        let columns = match self.name {
            MODELVIEW => *matrix.modelview(),
            PROJECTION => *matrix.projection(),
            MODELVIEW_PROJECTION_NV => matrix.mvp(),
            COLOR => *matrix.color_stack.top(),
            name => match program_matrix(name) {
                Some(n) => *matrix.program_stacks[n].top(),
                None => *matrix.texture_stacks[(name - TEXTURE0) as usize].top(),
            },
        };
        let inverse = || invert(&columns).unwrap_or([[0.0; 4]; 4]);
        match self.form {
            MatrixForm::Plain => transpose(&columns),
            MatrixForm::Inverse => transpose(&inverse()),
            MatrixForm::Transpose => columns,
            MatrixForm::InverseTranspose => inverse(),
        }
    }
}
