//! Ranges of names are found, joined and divided, up to the largest name.

use crate::gl::context::name_ranges::NameRanges;
use std::collections::BTreeMap;

#[test]
fn gaps_are_found_and_ranges_join() {
    let mut names = NameRanges::default();
    assert_eq!(names.take(0), None);
    assert_eq!((names.take(3), names.take(1)), (Some(1), Some(4)));
    names.insert(8);
    names.insert(8);
    assert_eq!(names.take(3), Some(5), "exactly the gap");
    assert_eq!(names.ranges, BTreeMap::from([(1, 8)]));
    names.remove(4);
    names.remove(4);
    names.remove(100);
    assert_eq!(names.take(2), Some(9), "a gap of one is too small");
    assert_eq!(names.take(1), Some(4));
    assert_eq!(names.ranges, BTreeMap::from([(1, 10)]));
    names.remove(1);
    names.remove(10);
    assert_eq!(names.ranges, BTreeMap::from([(2, 9)]));
}

#[test]
fn all_names_can_be_taken_and_then_none_is_left() {
    let mut names = NameRanges::default();
    assert_eq!(names.take(u32::MAX), Some(1));
    assert_eq!(names.take(1), None);
    names.remove(u32::MAX);
    assert_eq!(names.take(2), None);
    assert_eq!(names.take(1), Some(u32::MAX));
    let mut names = NameRanges::default();
    names.insert(u32::MAX);
    assert_eq!(names.take(u32::MAX), None);
    assert_eq!(names.take(u32::MAX - 1), Some(1));
}
