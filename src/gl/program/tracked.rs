//! The matrices that program parameters follow (NV_vertex_program 2.14.5).
#![forbid(unsafe_code)]

use crate::device::geometry::matrix::{Mat4, invert, transpose};
use crate::frontend::assembly::arb::Limits;
use crate::frontend::binding::MatrixForm;
use crate::gl::matrix::state::MatrixState;

/// How many program parameters there are: those of `!!VP2.0`.
pub const PROGRAM_PARAMETERS: usize = Limits::VERTEX.env as usize;

/// Which matrix parameters follow. A command that names TEXTURE means the coordinate set that is active then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatrixSource {
    ModelView,
    Projection,
    /// The product of projection and modelview matrix.
    ModelViewProjection,
    /// The colour matrix of the imaging subset.
    Color,
    /// The texture matrix of a coordinate set.
    Texture(usize),
    /// A program matrix, by its number.
    Program(usize),
}

/// A matrix that four parameters follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrackedMatrix {
    pub(crate) source: MatrixSource,
    pub(crate) form: MatrixForm,
}

impl TrackedMatrix {
    /// The rows of the matrix as it stands; the inverse of a singular one is 0.
    pub(crate) fn rows(self, matrix: &MatrixState) -> Mat4 {
        let columns = match self.source {
            MatrixSource::ModelView => *matrix.modelview(),
            MatrixSource::Projection => *matrix.projection(),
            MatrixSource::ModelViewProjection => matrix.mvp(),
            MatrixSource::Color => *matrix.color_stack.top(),
            MatrixSource::Texture(set) => *matrix.texture_stacks[set].top(),
            MatrixSource::Program(n) => *matrix.program_stacks[n].top(),
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
