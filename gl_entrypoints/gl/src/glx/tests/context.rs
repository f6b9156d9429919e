use crate::glx::context::*;
use crate::glx::display::{BAD_MATCH, BAD_VALUE};
use crate::glx::tokens::*;

#[test]
fn versions_up_to_ours_are_given_and_later_ones_refused() {
    let version = |major, minor| {
        vec![
            (CONTEXT_MAJOR_VERSION, major),
            (CONTEXT_MINOR_VERSION, minor),
        ]
    };
    assert_eq!(check_context_attributes(&[]), Ok(false));
    assert_eq!(check_context_attributes(&version(1, 4)), Ok(false));
    assert_eq!(check_context_attributes(&[(CONTEXT_FLAGS, 1)]), Ok(true));
    assert_eq!(
        check_context_attributes(&version(3, 3)),
        Err(XError::BadFbConfig)
    );
    assert_eq!(check_context_attributes(&version(7, 0)), Err(BAD_MATCH));
    assert_eq!(check_context_attributes(&[(0x1234, 0)]), Err(BAD_VALUE));
    assert_eq!(
        check_context_attributes(&[(CONTEXT_FLAGS, 2)]),
        Err(BAD_MATCH)
    );
    assert_eq!(
        check_context_attributes(&[(CONTEXT_PROFILE_MASK, 4)]),
        Err(XError::BadProfile)
    );
    assert_eq!(
        check_context_attributes(&[(RENDER_TYPE, RGBA_TYPE)]),
        Ok(false)
    );
    assert_eq!(
        check_context_attributes(&[(RENDER_TYPE, 0)]),
        Err(BAD_VALUE)
    );
    assert_eq!(
        check_context_attributes(&[(CONTEXT_PROFILE_MASK, 0)]),
        Err(XError::BadProfile)
    );
}
