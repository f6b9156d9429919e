//! Integers at the ends of their ranges become −1, 0 and 1.

use crate::gl::attribute::component::Normalized;

#[test]
fn ends_of_the_ranges() {
    assert_eq!(
        (0u8.normalized(), 255u8.normalized(), 51u8.normalized()),
        (0.0, 1.0, 0.2)
    );
    assert_eq!(
        (i8::MIN.normalized(), i8::MAX.normalized(), 0i8.normalized()),
        (-1.0, 1.0, 1.0 / 255.0)
    );
    assert_eq!(
        (
            i32::MIN.normalized(),
            i32::MAX.normalized(),
            u32::MAX.normalized()
        ),
        (-1.0, 1.0, 1.0)
    );
}
