use crate::egl::context::*;
use crate::egl::tokens::*;

#[test]
fn versions_up_to_ours_are_given() {
    assert_eq!(check_attributes(&[]), Ok(false));
    assert_eq!(check_attributes(&[(CONTEXT_OPENGL_DEBUG, 1)]), Ok(true));
    assert_eq!(check_attributes(&[(CONTEXT_FLAGS_KHR, 1)]), Ok(true));
    assert_eq!(
        check_attributes(&[(CONTEXT_MAJOR_VERSION, 1), (CONTEXT_MINOR_VERSION, 4)]),
        Ok(false)
    );
    assert_eq!(
        check_attributes(&[(CONTEXT_MAJOR_VERSION, 4)]),
        Err(BAD_MATCH)
    );
    assert_eq!(
        check_attributes(&[(CONTEXT_MAJOR_VERSION, 9)]),
        Err(BAD_MATCH)
    );
    assert_eq!(check_attributes(&[(0x7777, 1)]), Err(BAD_ATTRIBUTE));
}
