//! Program parameters (NV_vertex_program 2.14.1.2, 6.1.13); `gl::transform::track` lets them track matrices. They are
//! the environment of vertex programs: `program.env[n]` and `c[n]` are one state (ARB_vertex_program, interactions).
#![forbid(unsafe_code)]

use crate::gl::context::enums::*;
use crate::gl::context::error::unreadable;
use crate::gl::matrix::state::MatrixState;
use crate::gl::program::object::ProgramState;
use crate::gl::program::tracked::PROGRAM_PARAMETERS;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

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
pub(crate) fn parameter(programs: &ProgramState, matrix: &MatrixState, n: u32) -> [f32; 4] {
    let n = n as usize;
    match programs.tracked.get(n / 4) {
        Some(Some(tracked)) => tracked.rows(matrix)[n % 4],
        _ => programs.vertex.env.get(n).copied().unwrap_or_default(),
    }
}

pub(crate) fn check_target(target: u32) -> Result {
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
    let programs = call.cx.programs.values_mut();
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
    let numbers = numbers.map_err(unreadable("null pointer to parameters"))?;
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
    Ok(parameter(&call.cx.programs, &call.cx.matrix, index))
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
