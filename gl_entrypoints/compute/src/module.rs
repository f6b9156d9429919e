//! Compiling a text, and queries of the module.

use crate::door;
use crate::texture;
use crate::types::*;
use std::ffi::{CStr, CString, c_char};
use std::path::Path;
use trilobite::compute::Function;
use trilobite::frontend::language::Language;
use trilobite::frontend::preprocessor::{Files, NoFiles};
use trilobite::frontend::shading::CompileOptions;
use trilobite::ir::signature::{Direction, Parameter, SamplerParameter, Scalar};

#[unsafe(no_mangle)]
pub extern "C" fn tri_version() -> u32 {
    5
}

/// Compiles a text to a module.
///
/// # Safety
/// `text` is null or has `length` bytes, which are read during the call. `module` is null or a place for a pointer,
/// which is written during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_compile(
    language: u32,
    text: *const c_char,
    length: usize,
    module: *mut *mut TriModule,
) -> TriResult {
    if module.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: the pointer is not null, and the caller lets us write there.
    unsafe { module.write(std::ptr::null_mut()) };
    if text.is_null() && length != 0 || isize::try_from(length).is_err() {
        return INVALID_ARGUMENT;
    }
    let text: &[u8] = match length {
        0 => &[],
        // SAFETY: the caller says that `length` bytes are readable.
        length => unsafe { std::slice::from_raw_parts(text.cast(), length) },
    };
    door("tri_compile", INTERNAL_ERROR, || {
        let language = match language {
            0 => Language::guess(text, Path::new("")),
            n => match language_numbered(n) {
                Some(language) => Some(language),
                None => return INVALID_ARGUMENT,
            },
        };
        let options = CompileOptions::default();
        let (result, compiled) = compile(language, text, &options, &mut NoFiles);
        // SAFETY: as above.
        unsafe { module.write(Box::into_raw(Box::new(compiled))) };
        result
    })
}

/// `TRI_SAMPLER` of `tri_direction`.
const SAMPLER: u32 = 4;

/// The language of a number of `tri_language`; 0, any language, has none.
pub(crate) fn language_numbered(n: u32) -> Option<Language> {
    Some(match n {
        1 => Language::Arbvp,
        2 => Language::Arbfp,
        3 => Language::Nvvsp,
        4 => Language::Muda,
        5 => Language::Cg,
        6 => Language::Hlsl,
        7 => Language::D3dasm,
        _ => return None,
    })
}

pub(crate) fn compile(
    language: Option<Language>,
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> (TriResult, TriModule) {
    let refused = |log: &str, position: i32| {
        let refused = TriModule {
            log: c_string(log),
            error_position: position.into(),
            functions: Vec::new(),
        };
        (COMPILE_ERROR, refused)
    };
    let Some(language) = language else {
        return refused(
            "the text does not begin as one of a language that is known: name the language\n",
            0,
        );
    };
    let module = match trilobite::compute::compile_with(language, text, options, files) {
        Ok(module) => module,
        Err(error) => return refused(&error.listing, error.position),
    };
    let log: String = module.warnings.concat();
    let functions = module.functions.into_iter().map(described).collect();
    let module = TriModule {
        log: c_string(&log),
        error_position: -1,
        functions,
    };
    (OK, module)
}

/// Our text as a C string. It ends before the first NUL, which a quoted source line may have.
pub(crate) fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

fn described(function: Function) -> TriFunction {
    let signature = function.signature();
    let (mut parameters, mut strings) = (Vec::new(), Vec::new());
    for p in &signature.parameters {
        let name = c_string(&p.name);
        let semantic = c_string(p.facts.semantic.as_deref().unwrap_or_default());
        parameters.push(parameter(p, &name, &semantic));
        strings.extend([name, semantic]);
    }
    for s in &signature.samplers {
        let name = c_string(&s.name);
        parameters.push(sampler(s, &name));
        strings.push(name);
    }
    TriFunction {
        name: c_string(&signature.name),
        parameters,
        _strings: strings,
        function,
    }
}

/// A sampler: its value is a texture.
fn sampler(sampler: &SamplerParameter, name: &CStr) -> TriParameter {
    TriParameter {
        name: name.as_ptr(),
        direction: SAMPLER,
        scalar: 0,
        components: 4,
        count: 1,
        bytes: 0,
        rows: 0,
        shape: texture::number_of(sampler.shape),
        semantic: c"".as_ptr(),
        default_value: std::ptr::null(),
    }
}

fn parameter(parameter: &Parameter, name: &CStr, semantic: &CStr) -> TriParameter {
    let default = parameter.facts.default.as_ref();
    TriParameter {
        name: name.as_ptr(),
        direction: match parameter.direction {
            Direction::In(_) => 0,
            Direction::Out(_) => 1,
            Direction::InOut { .. } => 2,
            Direction::Uniform(_) => 3,
        },
        scalar: match parameter.scalar {
            Scalar::F32 => 0,
            Scalar::F64 => 1,
            Scalar::I32 => 2,
            Scalar::I64 => 3,
        },
        components: parameter.components,
        count: parameter.count,
        bytes: parameter.bytes(),
        rows: parameter.facts.rows,
        shape: 0,
        semantic: semantic.as_ptr(),
        default_value: default.map_or(std::ptr::null(), |words| words.as_ptr().cast()),
    }
}

/// Answers the errors or warnings of the compiler.
///
/// # Safety
/// `module` is null or a module of `tri_compile` that is not freed before the answer is used for the last time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_log(module: *const TriModule) -> *const c_char {
    // SAFETY: the caller's module lives.
    unsafe { module.as_ref() }.map_or(c"".as_ptr(), |module| module.log.as_ptr())
}

/// Answers the byte of the text at which the first error is; −1 without one.
///
/// # Safety
/// As [`tri_log`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_error_position(module: *const TriModule) -> i64 {
    // SAFETY: the caller's module lives.
    unsafe { module.as_ref() }.map_or(-1, |module| module.error_position)
}

/// Frees a module.
///
/// # Safety
/// `module` is null or a module of `tri_compile` that has not been freed. Neither it nor anything borrowed from it is
/// used from now on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_free(module: *mut TriModule) {
    if !module.is_null() {
        // SAFETY: the pointer came from `Box::into_raw` in `tri_compile`, and is freed once.
        door("tri_free", (), || drop(unsafe { Box::from_raw(module) }));
    }
}

/// # Safety
/// As [`tri_log`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_function_count(module: *const TriModule) -> usize {
    // SAFETY: the caller's module lives.
    unsafe { module.as_ref() }.map_or(0, |module| module.functions.len())
}

/// # Safety
/// As [`tri_log`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_function_at(
    module: *const TriModule,
    index: usize,
) -> *const TriFunction {
    // SAFETY: the caller's module lives.
    let function = unsafe { module.as_ref() }.and_then(|module| module.functions.get(index));
    function.map_or(std::ptr::null(), |function| function)
}

/// # Safety
/// As [`tri_log`]. `name` is null or a C string, which is read during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_find(
    module: *const TriModule,
    name: *const c_char,
) -> *const TriFunction {
    // SAFETY: the caller's module lives.
    let (Some(module), false) = (unsafe { module.as_ref() }, name.is_null()) else {
        return std::ptr::null();
    };
    // SAFETY: the caller passes a C string.
    let name = unsafe { CStr::from_ptr(name) };
    let function = module.functions.iter().find(|f| *f.name == *name);
    function.map_or(std::ptr::null(), |function| function)
}

/// Answers the function's name, or null.
///
/// # Safety
/// `function` is null or a function of a module that is not freed before the answer is used for the last time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_function_name(function: *const TriFunction) -> *const c_char {
    // SAFETY: the caller's function lives.
    unsafe { function.as_ref() }.map_or(std::ptr::null(), |function| function.name.as_ptr())
}

/// # Safety
/// As [`tri_function_name`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_parameter_count(function: *const TriFunction) -> usize {
    // SAFETY: the caller's function lives.
    unsafe { function.as_ref() }.map_or(0, |function| function.parameters.len())
}

/// # Safety
/// As [`tri_function_name`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_parameter_at(
    function: *const TriFunction,
    index: usize,
) -> *const TriParameter {
    // SAFETY: the caller's function lives.
    let parameter = unsafe { function.as_ref() }.and_then(|f| f.parameters.get(index));
    parameter.map_or(std::ptr::null(), |parameter| parameter)
}
