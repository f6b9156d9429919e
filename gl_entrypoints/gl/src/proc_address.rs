//! Finds the address of a command by its name, for glXGetProcAddress, eglGetProcAddress and OSMesaGetProcAddress.

use std::ffi::{CStr, c_void};

/// A door with a body, or one written by hand.
pub(crate) struct Door {
    pub(crate) name: &'static str,
    pub(crate) address: *const (),
}

// SAFETY: the address is that of a function. Nothing writes there.
unsafe impl Sync for Door {}

/// The address of an implemented command. It is null for stubs and for unknown names, so that programs which test the
/// pointer fall back.
pub fn lookup(name: &CStr) -> *const c_void {
    let doors = &crate::generated::DOORS;
    match doors.binary_search_by(|door| door.name.as_bytes().cmp(name.to_bytes())) {
        Ok(at) => doors[at].address.cast(),
        Err(_) => std::ptr::null(),
    }
}

/// The number of implemented commands.
pub fn n_implemented() -> usize {
    crate::generated::DOORS.len()
}
