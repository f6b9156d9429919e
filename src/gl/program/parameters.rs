//! Environment and local parameters of programs (ARB_vertex_program 2.14.1, EXT_gpu_program_parameters).

use super::nv;
use crate::gl::context::enums::FRAGMENT_PROGRAM_NV;
use crate::gl::context::error::unreadable;
use crate::gl::context::program_target::Target;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// The parameters that a command means: `program.env` or `program.local`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Array {
    Env,
    Local,
}

/// The rows `index..index + count`, when they all exist.
fn range(array: Array, target: Target, index: u32, count: usize) -> Result<std::ops::Range<usize>> {
    let limits = target.limits();
    let limit = if array == Array::Env {
        limits.env
    } else {
        limits.local
    } as usize;
    match (index as usize).checked_add(count) {
        Some(end) if end <= limit => Ok(index as usize..end),
        _ => Err(GlError::invalid_value(
            "program parameter index out of range",
        )),
    }
}

/// The target of an enum: local parameters are those of native fragment programs, too (NV_fragment_program 5.7).
fn target_of(array: Array, target: u32) -> Result<Target> {
    match (array, target) {
        (Array::Local, FRAGMENT_PROGRAM_NV) => Ok(Target::Fragment),
        _ => Target::from_enum(target),
    }
}

fn set(call: &mut Call<'_>, array: Array, target: u32, index: u32, values: &[[f32; 4]]) -> Result {
    let target = target_of(array, target)?;
    let range = range(array, target, index, values.len())?;
    if (array, target) == (Array::Env, Target::Vertex) {
        call.cx.programs.check_untracked(range.clone())?;
    }
    if array == Array::Env {
        let state = call.cx.programs.values_mut().target_mut(target);
        state.env[range].copy_from_slice(values);
        return Ok(());
    }
    let mut object = call.cx.programs.target(target).object.lock();
    let local = &mut object.values_mut().local;
    if local.len() < range.end {
        local.resize(range.end, [0.0; 4]);
    }
    local[range].copy_from_slice(values);
    Ok(())
}

fn get(call: &mut Call<'_>, array: Array, target: u32, index: u32) -> Result<[f32; 4]> {
    let target = target_of(array, target)?;
    range(array, target, index, 1)?;
    let state = &call.cx.programs;
    Ok(match (array, target) {
        // One state with the program parameters, which may follow matrices (ARB_vertex_program, interactions).
        (Array::Env, Target::Vertex) => {
            nv::parameters::parameter(&call.cx.programs, &call.cx.matrix, index)
        }
        (Array::Env, _) => state.env(target, index),
        (Array::Local, _) => state.local(target, index),
    })
}

/// Reads several vectors of the application's memory.
fn set_many(
    call: &mut Call<'_>,
    array: Array,
    target: u32,
    index: u32,
    count: i32,
    params: ClientPtr<f32>,
) -> Result {
    let count = usize::try_from(count)
        .map_err(|_| GlError::invalid_value("ProgramParameters4fv: count is negative"))?;
    range(array, target_of(array, target)?, index, count)?;
    let values: Vec<[f32; 4]> = call
        .mem
        .read_vec(params.cast(), count)
        .map_err(unreadable("null pointer to parameters"))?;
    call.run(move |call| set(call, array, target, index, &values))
}

/// The commands of one array of parameters. They set a vector by value or through a pointer, set several vectors
/// (EXT_gpu_program_parameters), and read a vector. Doubles are stored as floats.
macro_rules! parameter_commands {
    (
        $array:expr,
        set: [$set4f:ident, $set4fv:ident, $set4d:ident, $set4dv:ident, $set_many:ident],
        get: [$getfv:ident, $getdv:ident],
    ) => {
        #[allow(clippy::too_many_arguments)]
        pub fn $set4f(
            call: &mut Call<'_>,
            target: u32,
            index: u32,
            x: f32,
            y: f32,
            z: f32,
            w: f32,
        ) -> Result {
            set(call, $array, target, index, &[[x, y, z, w]])
        }

        pub fn $set4fv(
            call: &mut Call<'_>,
            target: u32,
            index: u32,
            params: ClientPtr<f32>,
        ) -> Result {
            let v: [f32; 4] = call.params(params)?;
            call.run(move |call| set(call, $array, target, index, &[v]))
        }

        #[allow(clippy::too_many_arguments)]
        pub fn $set4d(
            call: &mut Call<'_>,
            target: u32,
            index: u32,
            x: f64,
            y: f64,
            z: f64,
            w: f64,
        ) -> Result {
            let v = [x, y, z, w].map(|x| x as f32);
            set(call, $array, target, index, &[v])
        }

        pub fn $set4dv(
            call: &mut Call<'_>,
            target: u32,
            index: u32,
            params: ClientPtr<f64>,
        ) -> Result {
            let v: [f64; 4] = call.params(params)?;
            let v = v.map(|x| x as f32);
            call.run(move |call| set(call, $array, target, index, &[v]))
        }

        pub fn $set_many(
            call: &mut Call<'_>,
            target: u32,
            index: u32,
            count: i32,
            params: ClientPtr<f32>,
        ) -> Result {
            set_many(call, $array, target, index, count, params)
        }

        pub fn $getfv(
            call: &mut Call<'_>,
            target: u32,
            index: u32,
            params: ClientPtr<f32>,
        ) -> Result {
            let v = get(call, $array, target, index)?;
            call.mem.write(params, &v);
            Ok(())
        }

        pub fn $getdv(
            call: &mut Call<'_>,
            target: u32,
            index: u32,
            params: ClientPtr<f64>,
        ) -> Result {
            let v = get(call, $array, target, index)?.map(f64::from);
            call.mem.write(params, &v);
            Ok(())
        }
    };
}

parameter_commands! {
    Array::Env,
    set: [
        program_env_parameter4f_arb,
        program_env_parameter4fv_arb,
        program_env_parameter4d_arb,
        program_env_parameter4dv_arb,
        program_env_parameters4fv_ext
    ],
    get: [get_program_env_parameterfv_arb, get_program_env_parameterdv_arb],
}

parameter_commands! {
    Array::Local,
    set: [
        program_local_parameter4f_arb,
        program_local_parameter4fv_arb,
        program_local_parameter4d_arb,
        program_local_parameter4dv_arb,
        program_local_parameters4fv_ext
    ],
    get: [get_program_local_parameterfv_arb, get_program_local_parameterdv_arb],
}
