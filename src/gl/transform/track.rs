//! Matrices that program parameters follow (NV_vertex_program 2.14.5, 6.1.13). The state is `gl::program::tracked`.
#![forbid(unsafe_code)]

use crate::frontend::binding::MatrixForm;
use crate::gl::context::enums::*;
use crate::gl::context::limits;
use crate::gl::matrix::state::program_matrix;
use crate::gl::program::nv::parameters::check_target;
use crate::gl::program::tracked::{MatrixSource, PROGRAM_PARAMETERS, TrackedMatrix};
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

const NOT_TRACKED: GlError = GlError::invalid_enum("no matrix that can be tracked");

const TRANSFORMS: [(u32, MatrixForm); 4] = [
    (IDENTITY_NV, MatrixForm::Plain),
    (INVERSE_NV, MatrixForm::Inverse),
    (TRANSPOSE_NV, MatrixForm::Transpose),
    (INVERSE_TRANSPOSE_NV, MatrixForm::InverseTranspose),
];

/// The four parameters at an address. INVALID_VALUE for one that does not begin four parameters.
fn tracking_slot(address: u32) -> Result<usize> {
    match address as usize {
        n if n.is_multiple_of(4) && n < PROGRAM_PARAMETERS => Ok(n / 4),
        _ => Err(GlError::invalid_value(
            "the address of a tracked matrix is a multiple of 4 among the program parameters",
        )),
    }
}

/// `glTrackMatrixNV`: four parameters follow a matrix, or (NONE) keep what they last were.
pub fn track_matrix_nv(
    call: &mut Call<'_>,
    target: u32,
    address: u32,
    matrix: u32,
    transform: u32,
) -> Result {
    check_target(target)?;
    // Check the names. TEXTURE is the matrix of the active unit.
    let slot = tracking_slot(address)?;
    let row = TRANSFORMS.iter().find(|(name, _)| *name == transform);
    let form = row
        .ok_or(GlError::invalid_enum("transform of a tracked matrix"))?
        .1;
    let source = match matrix {
        NONE => None,
        name => Some(matrix_source(name, call.cx.textures.active)?),
    };
    // When tracking ends, the parameters keep the values that the matrix has now.
    if let Some(tracked) = call.cx.programs.tracked[slot] {
        let rows = tracked.rows(&call.cx.matrix);
        call.cx.programs.vertex.env[4 * slot..4 * slot + 4].copy_from_slice(&rows);
    }
    call.cx.programs.tracked[slot] = source.map(|source| TrackedMatrix { source, form });
    Ok(())
}

/// The matrix with this name, where TEXTURE means the matrix of the active unit. INVALID_ENUM for other names,
/// INVALID_OPERATION for a unit without a coordinate set.
fn matrix_source(name: u32, unit: usize) -> Result<MatrixSource> {
    let set = name.wrapping_sub(TEXTURE0) as usize;
    Ok(match name {
        MODELVIEW => MatrixSource::ModelView,
        PROJECTION => MatrixSource::Projection,
        MODELVIEW_PROJECTION_NV => MatrixSource::ModelViewProjection,
        COLOR => MatrixSource::Color,
        TEXTURE if unit < limits::MAX_TEXTURE_COORDS => MatrixSource::Texture(unit),
        TEXTURE => {
            return Err(GlError::invalid_operation(
                "the active texture unit has no coordinate set",
            ));
        }
        TEXTURE0.. if set < limits::MAX_TEXTURE_COORDS => MatrixSource::Texture(set),
        // NV_vertex_program does not know the names from MATRIX0_ARB on.
        MATRIX0_NV..MATRIX0_ARB => match program_matrix(name) {
            Some(n) => MatrixSource::Program(n),
            None => return Err(NOT_TRACKED),
        },
        _ => return Err(NOT_TRACKED),
    })
}

/// The name that a query returns: never TEXTURE.
fn matrix_name(source: MatrixSource) -> u32 {
    match source {
        MatrixSource::ModelView => MODELVIEW,
        MatrixSource::Projection => PROJECTION,
        MatrixSource::ModelViewProjection => MODELVIEW_PROJECTION_NV,
        MatrixSource::Color => COLOR,
        MatrixSource::Texture(set) => TEXTURE0 + set as u32,
        MatrixSource::Program(n) => MATRIX0_NV + n as u32,
    }
}

pub fn get_track_matrixiv_nv(
    call: &mut Call<'_>,
    target: u32,
    address: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    check_target(target)?;
    let tracked = call.cx.programs.tracked[tracking_slot(address)?];
    let value = match pname {
        TRACK_MATRIX_NV => tracked.map_or(NONE, |t| matrix_name(t.source)),
        TRACK_MATRIX_TRANSFORM_NV => {
            let form = tracked.map_or(MatrixForm::Plain, |t| t.form);
            let row = TRANSFORMS.iter().find(|(_, own)| *own == form);
            row.map_or(IDENTITY_NV, |(name, _)| *name)
        }
        _ => return Err(GlError::invalid_enum("GetTrackMatrix: unknown name")),
    };
    call.mem.write(params, &[value as i32]);
    Ok(())
}
