//! Commands that name an assembly program (EXT_direct_state_access, additions to ARB_vertex_program and
//! EXT_gpu_program_parameters).
#![forbid(unsafe_code)]

use super::selection::{Selection, at_once, listed};
use crate::gl::program::{commands, parameters, query};
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;

/// Writes commands that take a program and its target in place of the bound program of a target.
macro_rules! of_program {
    ($($how:ident $name:ident = $body:path [$($p:ident: $ty:ty),*];)*) => {$(
        #[allow(clippy::too_many_arguments)]
        pub fn $name(call: &mut Call<'_>, program: u32, target: u32, $($p: $ty),*) -> Result {
            $how(call, Selection::Program { program, target }, |call| $body(call, target, $($p),*))
        }
    )*};
}

of_program! {
    listed named_program_string_ext = commands::program_string_arb [format: u32, len: i32, string: ClientPtr<u8>];
    listed named_program_local_parameter4d_ext = parameters::program_local_parameter4d_arb [index: u32, x: f64, y: f64, z: f64, w: f64];
    listed named_program_local_parameter4dv_ext = parameters::program_local_parameter4dv_arb [index: u32, params: ClientPtr<f64>];
    listed named_program_local_parameter4f_ext = parameters::program_local_parameter4f_arb [index: u32, x: f32, y: f32, z: f32, w: f32];
    listed named_program_local_parameter4fv_ext = parameters::program_local_parameter4fv_arb [index: u32, params: ClientPtr<f32>];
    listed named_program_local_parameters4fv_ext = parameters::program_local_parameters4fv_ext [index: u32, count: i32, params: ClientPtr<f32>];
    at_once get_named_program_local_parameterdv_ext = parameters::get_program_local_parameterdv_arb [index: u32, params: ClientPtr<f64>];
    at_once get_named_program_local_parameterfv_ext = parameters::get_program_local_parameterfv_arb [index: u32, params: ClientPtr<f32>];
    at_once get_named_programiv_ext = query::get_programiv_arb [pname: u32, params: ClientPtr<i32>];
    at_once get_named_program_string_ext = query::get_program_string_arb [pname: u32, string: ClientPtr<u8>];
}
