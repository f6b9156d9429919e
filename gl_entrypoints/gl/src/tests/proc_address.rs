use crate::proc_address::*;
use std::ffi::c_void;

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
