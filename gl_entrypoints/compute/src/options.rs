//! Compiling a text with options: `tri_compile_with`.

use crate::door;
use crate::module::{compile, language_numbered};
use crate::types::*;
use std::ffi::{CStr, c_char};
use trilobite::frontend::preprocessor::Files;
use trilobite::frontend::shading::CompileOptions;

/// The longest text that a callback may give.
const MAX_INCLUDED_BYTES: usize = 1 << 20;
/// The bytes of the structure that versions 2 to 4 of the header have.
const SIZE_BEFORE_VERSION_5: usize = std::mem::offset_of!(TriCompileOptions, array_sizes);
/// The most macros, interfaces, folders and sizes.
const MAX_STRINGS: usize = 1024;

/// Compiles a text with the options of its compiler.
///
/// # Safety
/// `text` is null or has `length` bytes. `options` is null or has as many bytes as its first member says, whose pointers are null or
/// point to what the header says. `module` is null or a place for a pointer. All are used during the call only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_compile_with(
    language: u32,
    text: *const c_char,
    length: usize,
    options: *const TriCompileOptions,
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
    let Some(language) = language_numbered(language) else {
        return INVALID_ARGUMENT;
    };
    door("tri_compile_with", INTERNAL_ERROR, || {
        // SAFETY: the caller's promise is passed on.
        let Some((options, mut files)) = (unsafe { read(options) }) else {
            return INVALID_ARGUMENT;
        };
        let (result, compiled) = compile(Some(language), text, &options, &mut files);
        // SAFETY: as above.
        unsafe { module.write(Box::into_raw(Box::new(compiled))) };
        result
    })
}

/// Reads the options; `None` if one is malformed.
///
/// # Safety
/// As [`tri_compile_with`].
unsafe fn read(options: *const TriCompileOptions) -> Option<(CompileOptions, Callback)> {
    if options.is_null() {
        return Some((CompileOptions::default(), Callback::NONE));
    }
    // SAFETY: the size is the first member, which every version has.
    let size = unsafe { options.cast::<usize>().read() };
    if size != size_of::<TriCompileOptions>() && size != SIZE_BEFORE_VERSION_5 {
        return None;
    }
    // What an older structure lacks is 0.
    let mut given = std::mem::MaybeUninit::<TriCompileOptions>::zeroed();
    // SAFETY: the caller says that the structure has `size` bytes, which are no more than ours. All of it can be 0.
    let given = unsafe {
        std::ptr::copy_nonoverlapping(options.cast::<u8>(), given.as_mut_ptr().cast(), size);
        given.assume_init()
    };
    // SAFETY: the caller says that the strings of the structure end in a NUL.
    unsafe {
        // A macro without a value is 1; an interface needs its structure.
        let defines = strings(given.defines, given.n_defines)?.into_iter();
        let defines = defines.map(|text| match text.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.to_owned()),
            None => (text, "1".to_owned()),
        });
        let interfaces = strings(given.interfaces, given.n_interfaces)?.into_iter();
        let interfaces = interfaces.map(|text| {
            let (name, structure) = text.split_once('=')?;
            Some((name.to_owned(), structure.to_owned()))
        });
        let sizes = strings(given.array_sizes, given.n_array_sizes)?.into_iter();
        let sizes = sizes.map(|text| {
            let (name, size) = text.split_once('=')?;
            let size: u32 = size.parse().ok().filter(|n| *n > 0)?;
            Some((name.to_owned(), size))
        });
        let options = CompileOptions {
            name: optional(given.name)?.unwrap_or_default(),
            profile: optional(given.profile)?,
            entry: optional(given.entry)?,
            defines: defines.collect(),
            interfaces: interfaces.collect::<Option<_>>()?,
            array_sizes: sizes.collect::<Option<_>>()?,
            include_paths: strings(given.include_paths, given.n_include_paths)?,
            is_strict: given.strict != 0,
            ..CompileOptions::default()
        };
        let files = Callback {
            include: given.include,
            user: given.user,
        };
        Some((options, files))
    }
}

/// A string that may be null. `None` for one that is not UTF-8.
///
/// # Safety
/// `text` is null or a C string.
unsafe fn optional(text: *const c_char) -> Option<Option<String>> {
    if text.is_null() {
        return Some(None);
    }
    // SAFETY: the caller passes a C string.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().ok().map(|text| Some(text.to_owned()))
}

/// Strings of an array; `None` for too many and for a null pointer among them.
///
/// # Safety
/// `array` is null or has `n` C strings.
unsafe fn strings(array: *const *const c_char, n: usize) -> Option<Vec<String>> {
    if n == 0 {
        return Some(Vec::new());
    }
    if array.is_null() || n > MAX_STRINGS {
        return None;
    }
    // SAFETY: the caller says that there are `n` pointers.
    let pointers = unsafe { std::slice::from_raw_parts(array, n) };
    // SAFETY: each is null or a C string.
    let strings = pointers.iter().map(|text| unsafe { optional(*text) }?);
    strings.collect()
}

/// The application's function that finds included texts.
struct Callback {
    include: Option<TriInclude>,
    user: *mut std::ffi::c_void,
}

impl Callback {
    const NONE: Callback = Callback {
        include: None,
        user: std::ptr::null_mut(),
    };
}

impl Files for Callback {
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        let include = self.include?;
        let path = std::ffi::CString::new(path).ok()?;
        let mut length = 0;
        // SAFETY: the caller of `tri_compile_with` gave a function of this type, to be called during the call.
        let text = unsafe { include(self.user, path.as_ptr(), &mut length) };
        if text.is_null() || length > MAX_INCLUDED_BYTES {
            return None;
        }
        // SAFETY: the function answers as many bytes as it says, which live until it is called again.
        let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
        Some(bytes.to_vec())
    }
}
