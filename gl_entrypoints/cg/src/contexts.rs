//! Contexts, errors, policies.

use crate::door::{self, doors};
use std::ffi::{CString, c_char, c_int, c_void};
use trilobite::cg::{Callback, CgError, Handle, Text, World, context, names, with_world};

/// `CG_UNKNOWN`.
const UNKNOWN: c_int = names::enums::UNKNOWN;

/// Makes a context.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgCreateContext() -> Handle {
    door::call(
        "cgCreateContext",
        Handle::NULL,
        Handle::NULL,
        context::create,
    )
}

doors! {
    fn cgDestroyContext(context: Handle) => context::destroy;
    fn cgIsContext(context: Handle) -> c_int = 0 => |w: &mut World, c| Ok(w.context(c).is_ok().into());
    fn cgGetLastListing(context: Handle) -> Text = Text::NULL => |w: &mut World, c| context::last_listing(w, c);
    fn cgSetAutoCompile(context: Handle, mode: c_int) => context::set_auto_compile;
    fn cgGetAutoCompile(context: Handle) -> c_int = UNKNOWN => |w: &mut World, c| context::auto_compile(w, c);
    fn cgSetParameterSettingMode(context: Handle, mode: c_int) => context::set_setting_mode;
    fn cgGetParameterSettingMode(context: Handle) -> c_int = UNKNOWN => |w: &mut World, c| context::setting_mode(w, c);
    fn cgSetContextBehavior(context: Handle, behavior: c_int) => context::set_behavior;
    fn cgGetContextBehavior(context: Handle) -> c_int = 0 => |w: &mut World, c| context::behavior(w, c);
    fn cgGetCompilerIncludeCallback(context: Handle) -> usize = 0 => |w: &mut World, c| Ok(w.context(c)?.include_callback.0);
    fn cgSetCompilerIncludeCallback(context: Handle, callback: usize) => |w: &mut World, c, callback| {
        w.context_mut(c)?.include_callback = Callback(callback);
        Ok(())
    };
}

/// Sets the listing of an object.
///
/// # Safety
/// `listing` is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgSetLastListing(handle: Handle, listing: *const c_char) {
    // SAFETY: the caller's promise is passed on.
    let listing = unsafe { door::text(listing) };
    let listing = listing.and_then(|text| CString::new(text).ok());
    door::call("cgSetLastListing", (), handle, |world| {
        context::set_last_listing(world, handle, listing)
    });
}

/// Lets a text stand for an included file.
///
/// # Safety
/// `name` and `source` are null or C strings.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgSetCompilerIncludeString(
    context: Handle,
    name: *const c_char,
    source: *const c_char,
) {
    // SAFETY: the caller's promise is passed on.
    let (name, source) = unsafe { (door::text(name), door::bytes(source)) };
    let source = source.map(<[u8]>::to_vec);
    door::call("cgSetCompilerIncludeString", (), context, |world| {
        context::set_include(world, context, name.as_deref(), source)
    });
}

/// Lets a file stand for an included file.
///
/// # Safety
/// `name` and `filename` are null or C strings.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgSetCompilerIncludeFile(
    context: Handle,
    name: *const c_char,
    filename: *const c_char,
) {
    // SAFETY: the caller's promise is passed on.
    let (name, filename) = unsafe { (door::text(name), door::text(filename)) };
    door::call("cgSetCompilerIncludeFile", (), context, |world| {
        world.context(context)?;
        let text = filename.map(std::fs::read).transpose();
        let text = text.map_err(|_| CgError::FILE_READ)?;
        context::set_include(world, context, name.as_deref(), text)
    });
}

/// Reads and writes what belongs to the process. No error comes of it.
fn process<R: Copy>(name: &'static str, otherwise: R, body: impl FnOnce(&mut World) -> R) -> R {
    door::guarded(name, otherwise, || with_world(body))
}

/// The last error, which is forgotten.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgGetError() -> c_int {
    process("cgGetError", 0, |world| world.process.take_error().0)
}

/// The first error since this was asked last.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgGetFirstError() -> c_int {
    process("cgGetFirstError", 0, |world| {
        world.process.take_first_error().0
    })
}

/// The sentence of the last error, which stays.
///
/// # Safety
/// `error` is null or a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgGetLastErrorString(error: *mut c_int) -> Text {
    let (value, text) = process("cgGetLastErrorString", (CgError::NO, Text::NULL), |world| {
        world.process.last_error()
    });
    // SAFETY: the caller's promise is passed on.
    unsafe { door::give(error, value.0) };
    text
}

/// Sets the function that is called after each error.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgSetErrorCallback(callback: usize) {
    process("cgSetErrorCallback", (), |world| {
        world.process.error_callback = Callback(callback);
    });
}

/// The function that is called after each error.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgGetErrorCallback() -> usize {
    process("cgGetErrorCallback", 0, |world| {
        world.process.error_callback.0
    })
}

/// Sets the function that is called with each error.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgSetErrorHandler(handler: usize, data: *mut c_void) {
    process("cgSetErrorHandler", (), |world| {
        world.process.error_handler = (Callback(handler), data as usize);
    });
}

/// The function that is called with each error, and its data.
///
/// # Safety
/// `data` is null or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgGetErrorHandler(data: *mut *mut c_void) -> usize {
    let (handler, own) = process("cgGetErrorHandler", Default::default(), |world| {
        world.process.error_handler
    });
    // SAFETY: the caller's promise is passed on.
    unsafe { door::give(data, own as *mut c_void) };
    handler.0
}

/// Sets the policy of locking, and answers the one before.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgSetLockingPolicy(policy: c_int) -> c_int {
    door::call("cgSetLockingPolicy", UNKNOWN, Handle::NULL, |world| {
        world.process.set_locking_policy(policy)
    })
}

/// The policy of locking.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgGetLockingPolicy() -> c_int {
    process("cgGetLockingPolicy", UNKNOWN, |world| {
        world.process.locking_policy
    })
}

/// Sets how semantics are spelled, and answers the policy before.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgSetSemanticCasePolicy(policy: c_int) -> c_int {
    door::call("cgSetSemanticCasePolicy", UNKNOWN, Handle::NULL, |world| {
        world.process.set_semantic_case_policy(policy)
    })
}

/// How semantics are spelled.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgGetSemanticCasePolicy() -> c_int {
    process("cgGetSemanticCasePolicy", UNKNOWN, |world| {
        world.process.semantic_case_policy
    })
}
