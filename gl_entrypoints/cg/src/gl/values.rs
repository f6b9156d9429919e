//! Values of parameters: up to four numbers, arrays, matrices.

use super::{Process, gl_doors};
use crate::door;
use crate::values::{check, get, read, write};
use std::ffi::{c_double, c_float, c_int, c_long};
use trilobite::cg::Handle;
use trilobite::cg::gl::api::Gl;
use trilobite::cg::gl::values;
use trilobite::cg::parameter::set;
use trilobite::cg::parameter::values::{Order, Which, get_matrix};

gl_doors! {
    fn trilobite_cgGLSetStateMatrixParameter(param: Handle, matrix: c_int, transform: c_int), about param => |w, gl: &dyn Gl, p, m, t| {
        values::set_state_matrix(w, gl, p, m, t)
    };
}

/// Doors of up to four numbers: as arguments, from an array, to an array, and of arrays of them.
macro_rules! vectors {
    ($($name:ident $from_array:ident $get:ident $set_elements:ident $get_elements:ident $number:ty, $n:literal, $($argument:ident)*;)*) => {
        $(
            /// Sets the first numbers of a parameter.
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub extern "C-unwind" fn $name(param: Handle, $($argument: $number),*) {
                door::call(stringify!($name), (), param, |world| {
                    values::set_vector(world, &Process, param, &[$($argument.into()),*])
                });
            }

            /// Sets the first numbers of a parameter.
            ///
            /// # Safety
            /// `values` is null or has as many numbers as the name says.
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $from_array(param: Handle, values: *const $number) {
                door::call(stringify!($from_array), (), param, |world| {
                    check(world, param, values)?;
                    // SAFETY: the caller's promise is passed on.
                    let numbers = unsafe { read(values, $n) };
                    values::set_vector(world, &Process, param, &numbers)
                });
            }

            /// Reads the numbers of a parameter.
            ///
            /// # Safety
            /// `values` is null or has room for as many numbers as the name says.
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $get(param: Handle, values: *mut $number) {
                // SAFETY: the caller's promise is passed on.
                unsafe { get(stringify!($get), param, ($n, values), (Which::Current, Order::Rows)) };
            }

            /// Sets elements of an array.
            ///
            /// # Safety
            /// `values` is null or has the numbers of the array up to the last element that is set.
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $set_elements(param: Handle, offset: c_long, count: c_long, values: *const $number) {
                door::call(stringify!($set_elements), (), param, |world| {
                    let elements = values::elements(world, param, offset.into(), count.into())?;
                    check(world, param, values)?;
                    // SAFETY: the caller's promise is passed on.
                    let numbers = unsafe { read(values.add(elements.offset * $n), elements.n() * $n) };
                    values::set_elements(world, &elements, $n, &numbers)
                });
            }

            /// Reads elements of an array.
            ///
            /// # Safety
            /// `values` is null or has room for the numbers of the array up to the last element that is read.
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $get_elements(param: Handle, offset: c_long, count: c_long, values: *mut $number) {
                door::call(stringify!($get_elements), (), param, |world| {
                    let elements = values::elements(world, param, offset.into(), count.into())?;
                    check(world, param, values)?;
                    for (i, numbers) in values::get_elements(world, &elements, $n)?.iter().enumerate() {
                        // SAFETY: the caller's promise is passed on.
                        unsafe { write(values.add((elements.offset + i) * $n), numbers) };
                    }
                    Ok(())
                });
            }
        )*
    };
}

vectors! {
    trilobite_cgGLSetParameter1f trilobite_cgGLSetParameter1fv trilobite_cgGLGetParameter1f trilobite_cgGLSetParameterArray1f trilobite_cgGLGetParameterArray1f c_float, 1, x;
    trilobite_cgGLSetParameter2f trilobite_cgGLSetParameter2fv trilobite_cgGLGetParameter2f trilobite_cgGLSetParameterArray2f trilobite_cgGLGetParameterArray2f c_float, 2, x y;
    trilobite_cgGLSetParameter3f trilobite_cgGLSetParameter3fv trilobite_cgGLGetParameter3f trilobite_cgGLSetParameterArray3f trilobite_cgGLGetParameterArray3f c_float, 3, x y z;
    trilobite_cgGLSetParameter4f trilobite_cgGLSetParameter4fv trilobite_cgGLGetParameter4f trilobite_cgGLSetParameterArray4f trilobite_cgGLGetParameterArray4f c_float, 4, x y z w;
    trilobite_cgGLSetParameter1d trilobite_cgGLSetParameter1dv trilobite_cgGLGetParameter1d trilobite_cgGLSetParameterArray1d trilobite_cgGLGetParameterArray1d c_double, 1, x;
    trilobite_cgGLSetParameter2d trilobite_cgGLSetParameter2dv trilobite_cgGLGetParameter2d trilobite_cgGLSetParameterArray2d trilobite_cgGLGetParameterArray2d c_double, 2, x y;
    trilobite_cgGLSetParameter3d trilobite_cgGLSetParameter3dv trilobite_cgGLGetParameter3d trilobite_cgGLSetParameterArray3d trilobite_cgGLGetParameterArray3d c_double, 3, x y z;
    trilobite_cgGLSetParameter4d trilobite_cgGLSetParameter4dv trilobite_cgGLGetParameter4d trilobite_cgGLSetParameterArray4d trilobite_cgGLGetParameterArray4d c_double, 4, x y z w;
}

/// Doors of matrices and of arrays of them, in an order and a form of numbers.
macro_rules! matrices {
    ($($set:ident $get:ident $set_elements:ident $get_elements:ident $number:ty, $order:expr;)*) => {
        $(
            /// Sets a matrix.
            ///
            /// # Safety
            /// `matrix` is null or has as many numbers as the parameter.
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $set(param: Handle, matrix: *const $number) {
                door::call(stringify!($set), (), param, |world| {
                    check(world, param, matrix)?;
                    let n = set::n_of_matrix(world, param)?;
                    // SAFETY: the caller's promise is passed on.
                    set::set(world, param, $order, &unsafe { read(matrix, n) })
                });
            }

            /// Reads a matrix.
            ///
            /// # Safety
            /// `matrix` is null or has room for as many numbers as the parameter has.
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $get(param: Handle, matrix: *mut $number) {
                door::call(stringify!($get), (), param, |world| {
                    check(world, param, matrix)?;
                    let numbers = get_matrix(world, param, $order)?;
                    // SAFETY: the caller's promise is passed on.
                    unsafe { write(matrix, &numbers) };
                    Ok(())
                });
            }

            /// Sets matrices of an array.
            ///
            /// # Safety
            /// `matrices` is null or has the numbers of the array up to the last matrix that is set.
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $set_elements(param: Handle, offset: c_long, count: c_long, matrices: *const $number) {
                door::call(stringify!($set_elements), (), param, |world| {
                    let elements = values::elements(world, param, offset.into(), count.into())?;
                    let n = values::n_of_matrices(world, param, &elements)?;
                    check(world, param, matrices)?;
                    // SAFETY: the caller's promise is passed on.
                    let numbers = unsafe { read(matrices.add(elements.offset * n), elements.n() * n) };
                    values::set_matrices(world, &elements, $order, &numbers, n)
                });
            }

            /// Reads matrices of an array.
            ///
            /// # Safety
            /// `matrices` is null or has room for the numbers of the array up to the last matrix that is read.
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $get_elements(param: Handle, offset: c_long, count: c_long, matrices: *mut $number) {
                door::call(stringify!($get_elements), (), param, |world| {
                    let elements = values::elements(world, param, offset.into(), count.into())?;
                    let n = values::n_of_matrices(world, param, &elements)?;
                    check(world, param, matrices)?;
                    for (i, numbers) in values::get_matrices(world, &elements, $order)?.iter().enumerate() {
                        // SAFETY: the caller's promise is passed on.
                        unsafe { write(matrices.add((elements.offset + i) * n), numbers) };
                    }
                    Ok(())
                });
            }
        )*
    };
}

matrices! {
    trilobite_cgGLSetMatrixParameterdr trilobite_cgGLGetMatrixParameterdr trilobite_cgGLSetMatrixParameterArraydr trilobite_cgGLGetMatrixParameterArraydr c_double, Order::Rows;
    trilobite_cgGLSetMatrixParameterdc trilobite_cgGLGetMatrixParameterdc trilobite_cgGLSetMatrixParameterArraydc trilobite_cgGLGetMatrixParameterArraydc c_double, Order::Columns;
    trilobite_cgGLSetMatrixParameterfr trilobite_cgGLGetMatrixParameterfr trilobite_cgGLSetMatrixParameterArrayfr trilobite_cgGLGetMatrixParameterArrayfr c_float, Order::Rows;
    trilobite_cgGLSetMatrixParameterfc trilobite_cgGLGetMatrixParameterfc trilobite_cgGLSetMatrixParameterArrayfc trilobite_cgGLGetMatrixParameterArrayfc c_float, Order::Columns;
}
