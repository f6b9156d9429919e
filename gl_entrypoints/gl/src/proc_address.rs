//! Name → address, for glXGetProcAddress, eglGetProcAddress and OSMesaGetProcAddress.

use std::ffi::{CStr, c_void};

/// An implemented door.
pub(crate) struct Door {
    pub(crate) name: &'static str,
    pub(crate) address: *const (),
}

// SAFETY: the address of a function, never written.
unsafe impl Sync for Door {}

/// The address of an implemented command. Null for stubs and for names that are no command: so programs that test the
/// pointer fall back.
pub fn lookup(name: &CStr) -> *const c_void {
    let doors = &crate::generated::DOORS;
    match doors.binary_search_by(|door| door.name.as_bytes().cmp(name.to_bytes())) {
        Ok(at) => doors[at].address.cast(),
        Err(_) => std::ptr::null(),
    }
}

/// How many commands are implemented.
pub fn n_implemented() -> usize {
    crate::generated::DOORS.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_found() {
        let doors = &crate::generated::DOORS;
        assert!(doors.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert_eq!(
            lookup(c"glGetError"),
            crate::gl::glGetError as *const c_void
        );
        assert!(lookup(c"glNoSuchThing").is_null());
        assert!(lookup(c"").is_null());
    }
}
