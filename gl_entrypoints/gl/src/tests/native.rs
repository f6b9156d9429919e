use crate::native::*;

#[test]
fn versions_that_never_were_are_told_from_those_we_lack() {
    assert!(gl_version_is_supported(1, 0) && gl_version_is_supported(GL_VERSION.0, GL_VERSION.1));
    assert!(gl_version_exists(4, 6) && !gl_version_is_supported(4, 6));
    assert!(!gl_version_exists(1, 6) && !gl_version_exists(0, 0) && !gl_version_exists(3, -1));
}

#[test]
fn attribute_lists_end_at_their_end() {
    // SAFETY: a list with its end, and a null pointer.
    unsafe {
        assert_eq!(
            attribute_pairs([1, 2, 3, 4, 0].as_ptr(), 0),
            [(1, 2), (3, 4)]
        );
        assert!(attribute_pairs::<i32>(std::ptr::null(), 0).is_empty());
    }
}
