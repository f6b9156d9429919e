//! Matrices that program parameters follow (NV_vertex_program 2.14.5, 6.1.13). The state is `gl::program::tracked`.
#![forbid(unsafe_code)]

use crate::frontend::binding::MatrixForm;
use crate::gl::context::enums::*;
use crate::gl::context::limits;
use crate::gl::matrix::state::program_matrix;
use crate::gl::program::nv_parameters::check_target;
use crate::gl::program::tracked::{PROGRAM_PARAMETERS, TrackedMatrix};
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

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
    let texture = TEXTURE0..TEXTURE0 + limits::MAX_TEXTURE_COORDS as u32;
    let unit = call.cx.textures.active;
    let name = match matrix {
        NONE => None,
        MODELVIEW | PROJECTION | MODELVIEW_PROJECTION_NV | COLOR => Some(matrix),
        TEXTURE if unit < limits::MAX_TEXTURE_COORDS => Some(TEXTURE0 + unit as u32),
        TEXTURE => {
            return Err(GlError::invalid_operation(
                "the active texture unit has no coordinate set",
            ));
        }
        MATRIX0_NV.. if is_nv_matrix(matrix) => Some(matrix),
        _ if texture.contains(&matrix) => Some(matrix),
        _ => return Err(GlError::invalid_enum("no matrix that can be tracked")),
    };
    // When tracking ends, the parameters keep the values that the matrix has now.
    if let Some(tracked) = call.cx.programs.tracked[slot] {
        let rows = tracked.rows(&call.cx.matrix);
        call.cx.programs.vertex.env[4 * slot..4 * slot + 4].copy_from_slice(&rows);
    }
    call.cx.programs.tracked[slot] = name.map(|name| TrackedMatrix { name, form });
    Ok(())
}

fn is_nv_matrix(name: u32) -> bool {
    name < MATRIX0_ARB && program_matrix(name).is_some()
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
        TRACK_MATRIX_NV => tracked.map_or(NONE, |t| t.name),
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
