//! The commands that set and read uniforms (GL 2.1 sections 2.15.3 and 6.1.14). Display lists hold those that set.
#![forbid(unsafe_code)]

use super::program::{current_program, linked_program};
use super::uniform::{Numbers, Shape, get, set};
use crate::gl::context::error::unreadable;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use bytemuck::Pod;
use smallvec::SmallVec;

/// The longest name that is looked for.
const MAX_NAME_BYTES: usize = 4096;

/// `glGetUniformLocation`: −1 for a name that no uniform has, for one of GL's state, and with an error. INVALID_OPERATION for a
/// program that is not linked.
pub fn get_uniform_location(call: &mut Call<'_>, program: u32, name: ClientPtr<u8>) -> Result<i32> {
    let found = location(call, program, name);
    Ok(found.unwrap_or_else(|error| {
        call.cx.record_error_of("glGetUniformLocation", error);
        -1
    }))
}

fn location(call: &Call<'_>, program: u32, name: ClientPtr<u8>) -> Result<i32> {
    let program = linked_program(call, program)?;
    let name = call.mem.c_string(name, MAX_NAME_BYTES);
    let name = name.ok_or(GlError::invalid_value("null pointer to a name"))?;
    let name = std::str::from_utf8(name).ok();
    Ok(name.map_or(-1, |name| program.location(name)))
}

/// How many numbers a command reads. INVALID_VALUE for a negative count.
fn checked_count(count: i32) -> Result<u32> {
    u32::try_from(count).map_err(|_| GlError::invalid_value("Uniform: count is negative"))
}

/// The numbers of most commands, which need no allocation: a matrix, four vectors.
type Few<T> = SmallVec<[T; 16]>;

/// Reads the numbers of an array of the application's: those of `count` elements. INVALID_VALUE for a negative count and a null
/// pointer.
fn read<T: Pod>(call: &Call<'_>, count: i32, shape: Shape, value: ClientPtr<T>) -> Result<Few<T>> {
    let n = checked_count(count)? as usize;
    let n = n.saturating_mul(shape.n());
    let mut few: Few<T> = SmallVec::new();
    if n > few.inline_size() {
        let all = call.mem.read_vec(value, n);
        return all.map(Few::from_vec).map_err(unreadable(NO_VALUES));
    }
    let bytes = call.mem.bytes(value.cast(), n * size_of::<T>());
    let bytes = bytes.ok_or(GlError::invalid_value(NO_VALUES))?;
    few.resize(n, T::zeroed());
    bytemuck::cast_slice_mut(&mut few).copy_from_slice(bytes);
    Ok(few)
}

const NO_VALUES: &str = "Uniform: null pointer to values";

/// Sets elements of the program in use, at once or by a display list.
fn set_numbers<T: Send + Sync + 'static>(
    call: &mut Call<'_>,
    location: i32,
    shape: Shape,
    numbers: impl AsRef<[T]> + Send + Sync + 'static,
    as_numbers: fn(&[T]) -> Numbers<'_>,
) -> Result {
    let count = (numbers.as_ref().len() / shape.n()) as u32;
    call.run(move |call| {
        let program = current_program(call)?;
        set(
            &program,
            location,
            count,
            shape,
            as_numbers(numbers.as_ref()),
        )
    })
}

/// Writes the commands for a number of components: with numbers, and with arrays of them.
macro_rules! vectors {
    ($($float:ident $floats:ident $int:ident $ints:ident $n:literal $($v:ident)*;)*) => {$(
        pub fn $float(call: &mut Call<'_>, location: i32, $($v: f32),*) -> Result {
            set_numbers(call, location, Shape::Vector($n), [$($v),*], |n| Numbers::Floats(n))
        }
        pub fn $int(call: &mut Call<'_>, location: i32, $($v: i32),*) -> Result {
            set_numbers(call, location, Shape::Vector($n), [$($v),*], |n| Numbers::Ints(n))
        }
        pub fn $floats(call: &mut Call<'_>, location: i32, count: i32, value: ClientPtr<f32>) -> Result {
            let numbers = read(call, count, Shape::Vector($n), value)?;
            set_numbers(call, location, Shape::Vector($n), numbers, |n| Numbers::Floats(n))
        }
        pub fn $ints(call: &mut Call<'_>, location: i32, count: i32, value: ClientPtr<i32>) -> Result {
            let numbers = read(call, count, Shape::Vector($n), value)?;
            set_numbers(call, location, Shape::Vector($n), numbers, |n| Numbers::Ints(n))
        }
    )*};
}

vectors! {
    uniform1f uniform1fv uniform1i uniform1iv 1 v0;
    uniform2f uniform2fv uniform2i uniform2iv 2 v0 v1;
    uniform3f uniform3fv uniform3i uniform3iv 3 v0 v1 v2;
    uniform4f uniform4fv uniform4i uniform4iv 4 v0 v1 v2 v3;
}

/// Writes the commands for matrices of so many columns and rows.
macro_rules! matrices {
    ($($name:ident $columns:literal $rows:literal;)*) => {$(
        pub fn $name(call: &mut Call<'_>, location: i32, count: i32, transpose: u8, value: ClientPtr<f32>) -> Result {
            let shape = Shape::Matrix($columns, $rows, transpose != 0);
            let numbers = read(call, count, shape, value)?;
            set_numbers(call, location, shape, numbers, |n| Numbers::Floats(n))
        }
    )*};
}

matrices! {
    uniform_matrix2fv 2 2;
    uniform_matrix3fv 3 3;
    uniform_matrix4fv 4 4;
    uniform_matrix2x3fv 2 3;
    uniform_matrix2x4fv 2 4;
    uniform_matrix3x2fv 3 2;
    uniform_matrix3x4fv 3 4;
    uniform_matrix4x2fv 4 2;
    uniform_matrix4x3fv 4 3;
}

/// `glGetUniformfv`: the numbers of one element, a matrix column after column.
pub fn get_uniformfv(
    call: &mut Call<'_>,
    program: u32,
    location: i32,
    params: ClientPtr<f32>,
) -> Result {
    let program = linked_program(call, program)?;
    let numbers = get(&program, location)?;
    call.mem.write(params, &numbers);
    Ok(())
}

/// `glGetUniformiv`: the same, rounded.
pub fn get_uniformiv(
    call: &mut Call<'_>,
    program: u32,
    location: i32,
    params: ClientPtr<i32>,
) -> Result {
    let program = linked_program(call, program)?;
    let numbers = get(&program, location)?;
    let numbers: Vec<i32> = numbers.into_iter().map(|x| x.round() as i32).collect();
    call.mem.write(params, &numbers);
    Ok(())
}
