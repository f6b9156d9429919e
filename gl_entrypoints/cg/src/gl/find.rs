//! Finds the functions of the process' GL.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;

/// `void *(*)(const char *)`: glXGetProcAddress and its like.
type GetProcAddress = unsafe extern "C" fn(*const c_char) -> *const c_void;

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const RTLD_LAZY: c_int = 1;
/// Gives the library only if the process has it already.
const RTLD_NOLOAD: c_int = 4;

/// The libraries that have a GL, and their functions that find others. A process that has several uses one context at a time, and
/// those of GLVND and of Trilobite follow the current context whichever is asked.
const LIBRARIES: &[(&CStr, &CStr)] = &[
    (c"libGL.so.1", c"glXGetProcAddressARB"),
    (c"libGLX.so.0", c"glXGetProcAddress"),
    (c"libEGL.so.1", c"eglGetProcAddress"),
    (c"libOSMesa.so.8", c"OSMesaGetProcAddress"),
];

/// The library that is asked, and its function that finds others.
struct Source {
    library: usize,
    get: GetProcAddress,
}

/// The GL that the process has, or else the system's.
fn source() -> Option<&'static Source> {
    static SOURCE: OnceLock<Option<Source>> = OnceLock::new();
    let find = || {
        let of_process = || open(std::ptr::null(), c"glXGetProcAddressARB", RTLD_LAZY);
        let loaded = || {
            let mut all = LIBRARIES.iter();
            all.find_map(|(name, get)| open(name.as_ptr(), get, RTLD_LAZY | RTLD_NOLOAD))
        };
        let system = || {
            let (name, get) = LIBRARIES[0];
            open(name.as_ptr(), get, RTLD_LAZY)
        };
        let found = of_process().or_else(loaded).or_else(system);
        if found.is_none() {
            log::error!("libCgGL: the process has no GL");
        }
        found
    };
    SOURCE.get_or_init(find).as_ref()
}

/// A library that is there, if it has the function. A null name is the process itself.
fn open(name: *const c_char, get: &CStr, flags: c_int) -> Option<Source> {
    // SAFETY: the name is null or a C string. Loading the system's GL runs its initialisers, as any program that links it does.
    let library = unsafe { dlopen(name, flags) };
    if library.is_null() {
        return None;
    }
    // SAFETY: the library is open, and the name is a C string.
    let address = unsafe { dlsym(library, get.as_ptr()) };
    if address.is_null() {
        return None;
    }
    // SAFETY: functions of these names have this signature.
    let get = unsafe { std::mem::transmute::<*mut c_void, GetProcAddress>(address) };
    Some(Source {
        library: library as usize,
        get,
    })
}

/// The address of a function of GL by the first of its names that there is; null without one.
pub(super) fn address(names: &[&CStr]) -> *const c_void {
    let Some(source) = source() else {
        return std::ptr::null();
    };
    for name in names {
        // SAFETY: the library is open and the name a C string. Functions that are exported need no other way.
        let exported = unsafe { dlsym(source.library as *mut c_void, name.as_ptr()) };
        if !exported.is_null() {
            return exported;
        }
        // SAFETY: the function was found for this, and the name is a C string.
        let found = unsafe { (source.get)(name.as_ptr()) };
        if !found.is_null() {
            return found;
        }
    }
    std::ptr::null()
}
