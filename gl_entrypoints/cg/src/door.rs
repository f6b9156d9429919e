//! What every door does: it locks the objects, catches panics, records the error, and calls the application's functions.

use crate::gl::Process;
use std::ffi::{CStr, c_char, c_int, c_void};
use trilobite::cg::{Callback, CgError, Handle, Result, World, gl, with_world};
use trilobite::debug::guard;

/// `CGbool`.
pub type Bool = c_int;

/// Runs a door. A panic becomes `otherwise`.
pub fn guarded<R>(name: &'static str, otherwise: R, body: impl FnOnce() -> R) -> R {
    guard::install_panic_hook(|| false);
    guard::guard(name, otherwise, body)
}

/// Runs a door on all objects. An error becomes `otherwise`; `about` is the object that it is about.
pub fn call<R: Copy>(
    name: &'static str,
    otherwise: R,
    about: Handle,
    body: impl FnOnce(&mut World) -> Result<R>,
) -> R {
    let outcome = guarded(name, Ok(otherwise), || {
        with_world(|world| {
            let outcome = body(world);
            if world.gl.has_work() {
                gl::work(world, &Process);
            }
            outcome
        })
    });
    outcome.unwrap_or_else(|error| {
        report(name, error, about);
        otherwise
    })
}

/// The application's function for errors: `void (*)(void)`.
type ErrorCallback = unsafe extern "C-unwind" fn();
/// `void (*)(CGcontext, CGerror, void *)`.
type ErrorHandler = unsafe extern "C-unwind" fn(Handle, c_int, *mut c_void);
/// `void (*)(CGcontext, const char *)`.
pub type IncludeCallback = unsafe extern "C-unwind" fn(Handle, *const c_char);

/// Records an error, and tells the application. Nothing is locked while its functions run.
pub fn report(name: &'static str, error: CgError, about: Handle) {
    let callbacks = guarded(name, None, || {
        with_world(|world| {
            world.process.record(error);
            let process = &world.process;
            let context = world.context_of(about);
            Some((process.error_callback, process.error_handler, context))
        })
    });
    let Some((callback, (handler, data), context)) = callbacks else {
        return;
    };
    if let Some(handler) = function(handler) {
        // SAFETY: the application gave this function with this signature to cgSetErrorHandler.
        let handler = unsafe { std::mem::transmute::<*const (), ErrorHandler>(handler) };
        // SAFETY: as above; the data is the application's own.
        unsafe { handler(context, error.0, data as *mut c_void) };
    }
    if let Some(callback) = function(callback) {
        // SAFETY: the application gave this function with this signature to cgSetErrorCallback.
        let callback = unsafe { std::mem::transmute::<*const (), ErrorCallback>(callback) };
        // SAFETY: as above.
        unsafe { callback() };
    }
}

/// The address of a function of the application.
pub fn function(callback: Callback) -> Option<*const ()> {
    (callback.0 != 0).then_some(callback.0 as *const ())
}

/// A text of the caller's; `None` for a null pointer. What is no UTF-8 in it is replaced.
///
/// # Safety
/// `text` is null or a C string.
pub unsafe fn text(text: *const c_char) -> Option<String> {
    // SAFETY: the caller passes a C string.
    let bytes = unsafe { self::bytes(text) };
    bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

/// The bytes of a text of the caller's.
///
/// # Safety
/// `text` is null or a C string, which stays as it is for as long as the answer is used.
pub unsafe fn bytes<'a>(text: *const c_char) -> Option<&'a [u8]> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the caller passes a C string.
    Some(unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// The texts of a row that ends with a null pointer.
///
/// # Safety
/// `texts` is null or such a row of C strings.
pub unsafe fn row(texts: *const *const c_char) -> Vec<String> {
    let mut all = Vec::new();
    if texts.is_null() {
        return all;
    }
    loop {
        // SAFETY: the row has not ended yet, so it has another pointer.
        let one = unsafe { texts.add(all.len()).read() };
        // SAFETY: each pointer but the last is a C string.
        match unsafe { text(one) } {
            Some(text) => all.push(text),
            None => return all,
        }
    }
}

/// Writes a value where the caller wants it.
///
/// # Safety
/// `to` is null or a place for it.
pub unsafe fn give<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: the caller says that the value can be written there.
        unsafe { to.write_unaligned(value) };
    }
}

/// Doors without pointers of the caller's. The first argument is the object that an error is about.
macro_rules! doors {
    ($(
        $(#[$doc:meta])*
        fn $name:ident($first:ident: Handle $(, $argument:ident: $ty:ty)*) $(-> $result:ty = $otherwise:expr)? => $body:expr;
    )*) => {
        $(
            $(#[$doc])*
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub extern "C-unwind" fn $name($first: Handle $(, $argument: $ty)*) $(-> $result)? {
                #[allow(unused_variables)]
                let otherwise = ();
                $(let otherwise: $result = $otherwise;)?
                $crate::door::call(stringify!($name), otherwise, $first, |world| ($body)(world, $first $(, $argument)*))
            }
        )*
    };
}
pub(crate) use doors;
