//! Matrix commands that name their matrix (EXT_direct_state_access 2.12.2).
#![forbid(unsafe_code)]

use super::selection::{Selection, listed};
use crate::gl::transform::commands;
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;

/// Writes commands that take a matrix mode, or TEXTUREi, in place of MATRIX_MODE.
macro_rules! of_matrix {
    ($($name:ident = $body:path [$($p:ident: $ty:ty),*];)*) => {$(
        #[allow(clippy::too_many_arguments)]
        pub fn $name(call: &mut Call<'_>, mode: u32, $($p: $ty),*) -> Result {
            listed(call, Selection::Matrix(mode), |call| $body(call, $($p),*))
        }
    )*};
}

of_matrix! {
    matrix_loadf_ext = commands::load_matrixf [m: ClientPtr<f32>];
    matrix_loadd_ext = commands::load_matrixd [m: ClientPtr<f64>];
    matrix_load_transposef_ext = commands::load_transpose_matrixf [m: ClientPtr<f32>];
    matrix_load_transposed_ext = commands::load_transpose_matrixd [m: ClientPtr<f64>];
    matrix_multf_ext = commands::mult_matrixf [m: ClientPtr<f32>];
    matrix_multd_ext = commands::mult_matrixd [m: ClientPtr<f64>];
    matrix_mult_transposef_ext = commands::mult_transpose_matrixf [m: ClientPtr<f32>];
    matrix_mult_transposed_ext = commands::mult_transpose_matrixd [m: ClientPtr<f64>];
    matrix_load_identity_ext = commands::load_identity [];
    matrix_rotatef_ext = commands::rotatef [angle: f32, x: f32, y: f32, z: f32];
    matrix_rotated_ext = commands::rotated [angle: f64, x: f64, y: f64, z: f64];
    matrix_scalef_ext = commands::scalef [x: f32, y: f32, z: f32];
    matrix_scaled_ext = commands::scaled [x: f64, y: f64, z: f64];
    matrix_translatef_ext = commands::translatef [x: f32, y: f32, z: f32];
    matrix_translated_ext = commands::translated [x: f64, y: f64, z: f64];
    matrix_ortho_ext = commands::ortho [left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64];
    matrix_frustum_ext = commands::frustum [left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64];
    matrix_push_ext = commands::push_matrix [];
    matrix_pop_ext = commands::pop_matrix [];
}
