use crate::glx::swap::*;
use trilobite::surface::Region;

#[test]
fn rectangles_are_cut_at_the_axes() {
    assert_eq!(
        region(-2, 1, 5, 3),
        Some(Region {
            x: 0,
            y: 1,
            width: 3,
            height: 3
        })
    );
    assert_eq!(region(0, 0, i32::MAX, -1), None);
    assert_eq!(region(i32::MIN, 0, 4, 4), None);
}
