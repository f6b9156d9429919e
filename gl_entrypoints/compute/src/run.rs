//! Calling a function for many elements.

use crate::door;
use crate::types::*;
use std::ffi::c_char;
use std::time::Duration;
use trilobite::compute::{RunError, RunOptions};
use trilobite::ir::signature::{Direction, Parameter};
use trilobite::platform::Strided;
use trilobite::texture::Texture;

/// Why a call was refused: the result, and the text of the message.
type Refusal = (TriResult, String);

/// Calls a function for elements 0 to n − 1.
///
/// # Safety
/// All pointers are used during the call only. `function` is null or a function of a module that lives. `arrays` has
/// `n_arrays` descriptions. That of a sampler has a texture that lives, or null. Each other array has a readable value
/// for each element, for uniforms one; it may be null where the parameter has a default value. The values of outputs
/// are writable. `options` is null or readable. `message` is null or has `message_bytes` writable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_run(
    function: *const TriFunction,
    n: usize,
    arrays: *const TriArray,
    n_arrays: usize,
    options: *const TriOptions,
    message: *mut c_char,
    message_bytes: usize,
) -> TriResult {
    // SAFETY: the caller's promise is passed on.
    let outcome = door("tri_run", Err(internal()), || unsafe {
        let function = function
            .as_ref()
            .ok_or_else(|| invalid("the function is null"))?;
        let options = run_options(options.as_ref())?;
        let wanted = function.parameters.len();
        if n_arrays != wanted || arrays.is_null() && n_arrays != 0 {
            let given = if arrays.is_null() { 0 } else { n_arrays };
            return Err(invalid(&format!(
                "{wanted} arrays are wanted, {given} are given"
            )));
        }
        let arrays = match n_arrays {
            0 => &[],
            n => std::slice::from_raw_parts(arrays, n),
        };
        run(function, n, arrays, &options)
    });
    let (result, text) = match outcome {
        Ok(()) => (OK, String::new()),
        Err((result, text)) => (result, text),
    };
    // SAFETY: the caller's promise is passed on.
    unsafe { write_message(&text, message, message_bytes) };
    result
}

/// Writes as much of a text as there is room for, with its NUL.
///
/// # Safety
/// `message` is null or has `message_bytes` writable bytes.
pub(crate) unsafe fn write_message(text: &str, message: *mut c_char, message_bytes: usize) {
    if !message.is_null() && message_bytes != 0 {
        let end = text.floor_char_boundary(message_bytes - 1);
        // SAFETY: the caller says that `message_bytes` bytes are writable. `end` of them and a NUL are written.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr(), message.cast(), end);
            message.add(end).write(0);
        }
    }
}

fn invalid(text: &str) -> Refusal {
    (INVALID_ARGUMENT, text.to_owned())
}

fn internal() -> Refusal {
    (
        INTERNAL_ERROR,
        "a bug in Trilobite; standard error says more".to_owned(),
    )
}

fn run_options(options: Option<&TriOptions>) -> Result<RunOptions, Refusal> {
    let Some(options) = options else {
        return Ok(RunOptions::default());
    };
    let budget = match options.seconds {
        0.0 => None,
        // A time that a clock cannot count is no limit.
        seconds if seconds > 0.0 => Duration::try_from_secs_f64(seconds).ok(),
        seconds => {
            return Err(invalid(&format!(
                "`seconds` is {seconds}: 0 or more is wanted"
            )));
        }
    };
    let threads = (options.threads != 0).then_some(options.threads as usize);
    Ok(RunOptions { threads, budget })
}

/// # Safety
/// As [`tri_run`].
unsafe fn run(
    function: &TriFunction,
    n: usize,
    arrays: &[TriArray],
    options: &RunOptions,
) -> Result<(), Refusal> {
    let parameters = &function.function.signature().parameters;
    // Bind each array. A uniform is one element for all, so its stride does not matter. All elements have the same default
    // value, which is an input: it is only read.
    let strided = |(parameter, array): (&Parameter, &TriArray)| {
        let (data, stride) = match &parameter.facts.default {
            Some(words) if array.data.is_null() => (words.as_ptr().cast_mut().cast(), 0),
            _ => (array.data.cast(), array.stride),
        };
        let (n, stride) = match parameter.direction {
            Direction::Uniform(_) => (n.min(1), 0),
            _ => (n, stride),
        };
        // SAFETY: the caller's promise is passed on. A default value has as many words as a value of the parameter.
        let array = unsafe { Strided::new(data, stride, parameter.bytes(), n) };
        array.ok_or_else(|| {
            let name = &parameter.name;
            invalid(&format!(
                "`{name}`: the array is null, or longer than the address space"
            ))
        })
    };
    let (arrays, textures) = arrays.split_at(parameters.len());
    let arrays = parameters.iter().zip(arrays).map(strided);
    let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
    // The value of a sampler is a texture, or none.
    // SAFETY: the caller says that it is null or a texture that lives.
    let texture = |array: &TriArray| unsafe { array.data.cast::<TriTexture>().as_ref() };
    let textures = textures.iter().map(texture);
    let textures: Vec<Option<&Texture>> = textures.map(|t| t.map(|t| &t.0)).collect();
    // Name the error in the numbers of the header.
    let called = function
        .function
        .run_with_textures(n, &arrays, &textures, options);
    called.map_err(|error| {
        let result = match error {
            RunError::OutOfMemory(_) => OUT_OF_MEMORY,
            RunError::Budget(_) => BUDGET_SPENT,
            RunError::Panicked => INTERNAL_ERROR,
            _ => INVALID_ARGUMENT,
        };
        (result, error.to_string())
    })
}
