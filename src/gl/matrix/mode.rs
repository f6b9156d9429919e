//! MATRIX_MODE: the stack that the matrix commands change (GL 1.5 section 2.11.2, ARB_vertex_blend, ARB_matrix_palette,
//! ARB_vertex_program, NV_vertex_program).
#![forbid(unsafe_code)]

use crate::gl::context::enums::*;
use crate::gl::context::limits::{MAX_PROGRAM_MATRICES, MAX_VERTEX_UNITS};
use crate::gl::context::named::Named;

/// A matrix mode. Two extensions name the program matrices, and a query returns the name that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixMode {
    ModelView,
    Projection,
    /// The texture matrix of the active unit.
    Texture,
    Color,
    /// MODELVIEWn_ARB, n from 1 on.
    VertexUnit(usize),
    /// MATRIX_PALETTE_ARB: the current palette matrix.
    Palette,
    /// MATRIXn_ARB
    Program(usize),
    /// MATRIXn_NV, which is the same stack as MATRIXn_ARB.
    ProgramNv(usize),
}

impl Named for MatrixMode {
    fn from_name(name: u32) -> Option<MatrixMode> {
        let number = |first: u32, count: usize| {
            let n = name.checked_sub(first)? as usize;
            (n < count).then_some(n)
        };
        match name {
            MODELVIEW => Some(MatrixMode::ModelView),
            PROJECTION => Some(MatrixMode::Projection),
            TEXTURE => Some(MatrixMode::Texture),
            COLOR => Some(MatrixMode::Color),
            MATRIX_PALETTE_ARB => Some(MatrixMode::Palette),
            // The name of matrix 1 comes from an older extension and is apart from the others (EXT_vertex_weighting).
            MODELVIEW1_ARB => Some(MatrixMode::VertexUnit(1)),
            _ => number(MODELVIEW2_ARB, MAX_VERTEX_UNITS - 2)
                .map(|n| MatrixMode::VertexUnit(n + 2))
                .or_else(|| number(MATRIX0_ARB, MAX_PROGRAM_MATRICES).map(MatrixMode::Program))
                .or_else(|| number(MATRIX0_NV, MAX_PROGRAM_MATRICES).map(MatrixMode::ProgramNv)),
        }
    }

    fn name(self) -> u32 {
        match self {
            MatrixMode::ModelView => MODELVIEW,
            MatrixMode::Projection => PROJECTION,
            MatrixMode::Texture => TEXTURE,
            MatrixMode::Color => COLOR,
            MatrixMode::VertexUnit(1) => MODELVIEW1_ARB,
            MatrixMode::VertexUnit(n) => MODELVIEW2_ARB + (n - 2) as u32,
            MatrixMode::Palette => MATRIX_PALETTE_ARB,
            MatrixMode::Program(n) => MATRIX0_ARB + n as u32,
            MatrixMode::ProgramNv(n) => MATRIX0_NV + n as u32,
        }
    }
}
