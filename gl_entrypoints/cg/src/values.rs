//! Parameters: values, in every numeric form.

use crate::door;
use std::ffi::{c_double, c_float, c_int};
use trilobite::cg::parameter::set;
use trilobite::cg::parameter::values::{self, Order, Which};
use trilobite::cg::{CgError, Handle, World};

/// A form of numbers that callers have.
pub(crate) trait Number: Copy {
    fn widen(self) -> f64;
    fn narrow(number: f64) -> Self;
}

impl Number for c_double {
    fn widen(self) -> f64 {
        self
    }
    fn narrow(number: f64) -> c_double {
        number
    }
}

impl Number for c_float {
    fn widen(self) -> f64 {
        self.into()
    }
    fn narrow(number: f64) -> c_float {
        number as c_float
    }
}

impl Number for c_int {
    fn widen(self) -> f64 {
        self.into()
    }
    fn narrow(number: f64) -> c_int {
        number as i64 as c_int
    }
}

/// Numbers of the caller's.
///
/// # Safety
/// `from` has `n` numbers.
pub(crate) unsafe fn read<N: Number>(from: *const N, n: usize) -> Vec<f64> {
    // SAFETY: the caller says that there are so many.
    let all = (0..n).map(|i| unsafe { from.add(i).read_unaligned() });
    all.map(Number::widen).collect()
}

/// Gives the caller numbers.
///
/// # Safety
/// `to` has room for them.
pub(crate) unsafe fn write<N: Number>(to: *mut N, numbers: &[f64]) {
    for (i, number) in numbers.iter().enumerate() {
        // SAFETY: the caller says that there is room.
        unsafe { to.add(i).write_unaligned(N::narrow(*number)) };
    }
}

/// A parameter that is there, and a pointer that is not null.
pub(crate) fn check<T>(world: &World, param: Handle, pointer: *const T) -> Result<(), CgError> {
    world.parameter(param)?;
    match pointer.is_null() {
        true => Err(CgError::INVALID_POINTER),
        false => Ok(()),
    }
}

/// Doors that set up to four numbers: as arguments, and from an array.
macro_rules! vectors {
    ($($name:ident $array:ident $number:ty, $n:literal, $($argument:ident)*;)*) => {
        $(
            /// Sets the first numbers of a parameter.
            #[unsafe(no_mangle)]
            pub extern "C-unwind" fn $name(param: Handle, $($argument: $number),*) {
                door::call(stringify!($name), (), param, |world| {
                    set::set_vector(world, param, &[$($argument.widen()),*])
                });
            }

            /// Sets the first numbers of a parameter.
            ///
            /// # Safety
            /// `values` is null or has as many numbers as the name says.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $array(param: Handle, values: *const $number) {
                door::call(stringify!($array), (), param, |world| {
                    check(world, param, values)?;
                    // SAFETY: the caller's promise is passed on.
                    set::set_vector(world, param, &unsafe { read(values, $n) })
                });
            }
        )*
    };
}

vectors! {
    cgSetParameter1f cgSetParameter1fv c_float, 1, x;
    cgSetParameter2f cgSetParameter2fv c_float, 2, x y;
    cgSetParameter3f cgSetParameter3fv c_float, 3, x y z;
    cgSetParameter4f cgSetParameter4fv c_float, 4, x y z w;
    cgSetParameter1d cgSetParameter1dv c_double, 1, x;
    cgSetParameter2d cgSetParameter2dv c_double, 2, x y;
    cgSetParameter3d cgSetParameter3dv c_double, 3, x y z;
    cgSetParameter4d cgSetParameter4dv c_double, 4, x y z w;
    cgSetParameter1i cgSetParameter1iv c_int, 1, x;
    cgSetParameter2i cgSetParameter2iv c_int, 2, x y;
    cgSetParameter3i cgSetParameter3iv c_int, 3, x y z;
    cgSetParameter4i cgSetParameter4iv c_int, 4, x y z w;
}

/// Doors that set and read whole parameters, in an order and a form of numbers.
macro_rules! wholes {
    ($($set:ident $get:ident $get_default:ident $set_matrix:ident $get_matrix:ident $number:ty, $order:expr;)*) => {
        $(
            /// Sets a whole parameter.
            ///
            /// # Safety
            /// `values` is null or has `n` numbers.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $set(param: Handle, n: c_int, values: *const $number) {
                door::call(stringify!($set), (), param, |world| {
                    check(world, param, values)?;
                    let n = set::n_read(world, param, n)?;
                    // SAFETY: these are at most as many as the caller says.
                    set::set(world, param, $order, &unsafe { read(values, n) })
                });
            }

            /// Reads a parameter, and answers how many numbers it has.
            ///
            /// # Safety
            /// `values` is null or has room for `n` numbers.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $get(param: Handle, n: c_int, values: *mut $number) -> c_int {
                // SAFETY: the caller's promise is passed on.
                unsafe { get(stringify!($get), param, (n, values), (Which::Current, $order)) }
            }

            /// Reads the values of the text.
            ///
            /// # Safety
            /// `values` is null or has room for `n` numbers.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $get_default(param: Handle, n: c_int, values: *mut $number) -> c_int {
                // SAFETY: the caller's promise is passed on.
                unsafe { get(stringify!($get_default), param, (n, values), (Which::Default, $order)) }
            }

            /// Sets a matrix.
            ///
            /// # Safety
            /// `matrix` is null or has as many numbers as the parameter.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $set_matrix(param: Handle, matrix: *const $number) {
                door::call(stringify!($set_matrix), (), param, |world| {
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
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $get_matrix(param: Handle, matrix: *mut $number) {
                door::call(stringify!($get_matrix), (), param, |world| {
                    check(world, param, matrix)?;
                    let numbers = values::get_matrix(world, param, $order)?;
                    // SAFETY: the caller's promise is passed on.
                    unsafe { write(matrix, &numbers) };
                    Ok(())
                });
            }
        )*
    };
}

wholes! {
    cgSetParameterValuedr cgGetParameterValuedr cgGetParameterDefaultValuedr cgSetMatrixParameterdr cgGetMatrixParameterdr c_double, Order::Rows;
    cgSetParameterValuedc cgGetParameterValuedc cgGetParameterDefaultValuedc cgSetMatrixParameterdc cgGetMatrixParameterdc c_double, Order::Columns;
    cgSetParameterValuefr cgGetParameterValuefr cgGetParameterDefaultValuefr cgSetMatrixParameterfr cgGetMatrixParameterfr c_float, Order::Rows;
    cgSetParameterValuefc cgGetParameterValuefc cgGetParameterDefaultValuefc cgSetMatrixParameterfc cgGetMatrixParameterfc c_float, Order::Columns;
    cgSetParameterValueir cgGetParameterValueir cgGetParameterDefaultValueir cgSetMatrixParameterir cgGetMatrixParameterir c_int, Order::Rows;
    cgSetParameterValueic cgGetParameterValueic cgGetParameterDefaultValueic cgSetMatrixParameteric cgGetMatrixParameteric c_int, Order::Columns;
}

/// Reads a parameter.
///
/// # Safety
/// `to` is null or has room for `n` numbers.
pub(crate) unsafe fn get<N: Number>(
    name: &'static str,
    param: Handle,
    (n, to): (c_int, *mut N),
    (which, order): (Which, Order),
) -> c_int {
    door::call(name, 0, param, |world| {
        check(world, param, to)?;
        let numbers = values::get(world, param, which, order, n)?;
        // SAFETY: these are at most as many as the caller says.
        unsafe { write(to, &numbers) };
        Ok(numbers.len() as c_int)
    })
}

/// The numbers of a leaf where they lie. They stay there until the parameter is freed.
///
/// # Safety
/// `n_values` is null or a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgGetParameterValues(
    param: Handle,
    which: c_int,
    n_values: *mut c_int,
) -> *const c_double {
    let (pointer, n) = door::call(
        "cgGetParameterValues",
        (std::ptr::null(), 0),
        param,
        |world| {
            let numbers = values::pointer(world, param, which)?;
            let found = numbers.map(|all| (all.as_ptr(), all.len()));
            Ok(found.unwrap_or((std::ptr::null(), 0)))
        },
    );
    // SAFETY: the caller's promise is passed on.
    unsafe { door::give(n_values, n as c_int) };
    pointer
}
