//! Program parameters and the matrices that they track (NV_vertex_program 2.14.1.2, 2.14.5, 6.1.13). The parameters are
//! the environment of vertex programs: `program.env[n]` and `c[n]` are one state (ARB_vertex_program, interactions).
#![forbid(unsafe_code)]

use super::object::ProgramState;
use super::tracked::{PROGRAM_PARAMETERS, TrackedMatrix};
use crate::frontend::binding::MatrixForm;
use crate::gl::context::enums::*;
use crate::gl::context::limits;
use crate::gl::transform::matrix::program_matrix;
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;

const TRANSFORMS: [(u32, MatrixForm); 4] = [
    (IDENTITY_NV, MatrixForm::Plain),
    (INVERSE_NV, MatrixForm::Inverse),
    (TRANSPOSE_NV, MatrixForm::Transpose),
    (INVERSE_TRANSPOSE_NV, MatrixForm::InverseTranspose),
];

impl ProgramState {
    /// Whether a parameter follows a matrix.
    pub(crate) fn is_tracking(&self, n: usize) -> bool {
        matches!(self.tracked.get(n / 4), Some(Some(_)))
    }

    /// INVALID_OPERATION for parameters of which one follows a matrix: no command can set it.
    pub(crate) fn check_untracked(&self, mut parameters: std::ops::Range<usize>) -> Result {
        if parameters.any(|n| self.is_tracking(n)) {
            Err(GlError::invalid_operation(
                "the program parameter tracks a matrix",
            ))
        } else {
            Ok(())
        }
    }
}

/// A program parameter as vertex programs see it.
pub(crate) fn parameter(cx: &Context, n: u32) -> [f32; 4] {
    let n = n as usize;
    match cx.programs.tracked.get(n / 4) {
        Some(Some(tracked)) => tracked.rows(cx)[n % 4],
        _ => cx.programs.vertex.env.get(n).copied().unwrap_or_default(),
    }
}

fn check_target(target: u32) -> Result {
    match target {
        VERTEX_PROGRAM_NV => Ok(()),
        _ => Err(GlError::invalid_enum("the target is not VERTEX_PROGRAM_NV")),
    }
}

const NO_PARAMETER: GlError = GlError::invalid_value("program parameter index out of range");

/// Sets parameters from `index` on.
fn set(call: &mut Call<'_>, target: u32, index: u32, values: &[[f32; 4]]) -> Result {
    check_target(target)?;
    let first = index as usize;
    let end = first.checked_add(values.len()).ok_or(NO_PARAMETER)?;
    if end > PROGRAM_PARAMETERS || first >= PROGRAM_PARAMETERS {
        return Err(NO_PARAMETER);
    }
    let programs = &mut call.cx.programs;
    programs.check_untracked(first..end)?;
    programs.vertex.env[first..end].copy_from_slice(values);
    Ok(())
}

/// Reads `num` vectors of the application's memory. INVALID_VALUE for a negative number.
fn set_many<T: bytemuck::Pod>(
    call: &mut Call<'_>,
    [target, index]: [u32; 2],
    num: i32,
    params: ClientPtr<T>,
    convert: fn(T) -> f32,
) -> Result {
    check_target(target)?;
    let num = usize::try_from(num)
        .map_err(|_| GlError::invalid_value("the number of program parameters is negative"))?;
    if num > PROGRAM_PARAMETERS {
        return Err(NO_PARAMETER);
    }
    let numbers = call.mem.read_vec(params, 4 * num);
    let numbers = numbers.ok_or(GlError::invalid_value("null pointer to parameters"))?;
    let (vectors, _) = numbers.as_chunks::<4>();
    let values: Vec<[f32; 4]> = vectors.iter().map(|v| v.map(convert)).collect();
    call.run(move |call| set(call, target, index, &values))
}

/// `glProgramParameter4fNV`. INVALID_OPERATION for a parameter that tracks a matrix.
#[allow(clippy::too_many_arguments)]
pub fn program_parameter4f_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    x: f32,
    y: f32,
    z: f32,
    w: f32,
) -> Result {
    set(call, target, index, &[[x, y, z, w]])
}

#[allow(clippy::too_many_arguments)]
pub fn program_parameter4d_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    x: f64,
    y: f64,
    z: f64,
    w: f64,
) -> Result {
    set(call, target, index, &[[x, y, z, w].map(|c| c as f32)])
}

pub fn program_parameter4fv_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    v: ClientPtr<f32>,
) -> Result {
    set_many(call, [target, index], 1, v, |c| c)
}

pub fn program_parameter4dv_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    v: ClientPtr<f64>,
) -> Result {
    set_many(call, [target, index], 1, v, |c| c as f32)
}

/// `glProgramParameters4fvNV`. The number has the type of an unsigned or of a signed integer, by header: a negative one is
/// an error either way.
pub fn program_parameters4fv_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    count: i32,
    v: ClientPtr<f32>,
) -> Result {
    set_many(call, [target, index], count, v, |c| c)
}

pub fn program_parameters4dv_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    count: i32,
    v: ClientPtr<f64>,
) -> Result {
    set_many(call, [target, index], count, v, |c| c as f32)
}

/// Reads a parameter.
fn get(call: &Call<'_>, target: u32, index: u32, pname: u32) -> Result<[f32; 4]> {
    check_target(target)?;
    if pname != PROGRAM_PARAMETER_NV {
        return Err(GlError::invalid_enum(
            "GetProgramParameter: the name is not PROGRAM_PARAMETER_NV",
        ));
    }
    if index as usize >= PROGRAM_PARAMETERS {
        return Err(NO_PARAMETER);
    }
    Ok(parameter(call.cx, index))
}

/// `glGetProgramParameterfvNV`: the row of the matrix of one that tracks.
pub fn get_program_parameterfv_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let value = get(call, target, index, pname)?;
    call.mem.write(params, &value);
    Ok(())
}

pub fn get_program_parameterdv_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    pname: u32,
    params: ClientPtr<f64>,
) -> Result {
    let value = get(call, target, index, pname)?.map(f64::from);
    call.mem.write(params, &value);
    Ok(())
}

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
        let rows = tracked.rows(call.cx);
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
