//! The reserve, tried without making the system refuse anything.

use crate::platform::reserve::*;
use std::alloc::{GlobalAlloc, Layout};

#[test]
fn blocks_of_the_reserve_grow_and_go_back() {
    let allocator = ReservedAllocator;
    let small = Layout::from_size_align(100, 16).unwrap();
    let first = take_for_tests(small);
    let second = take_for_tests(Layout::from_size_align(3, 1).unwrap());
    assert!(!first.is_null() && second as usize >= first as usize + 128);
    assert_eq!(first as usize % 16, 0);
    assert!(has_report() && take_report() && !take_report());
    // SAFETY: the blocks have these layouts, and are freed once.
    unsafe {
        first.write_bytes(7, 100);
        let grown = allocator.realloc(first, small, 5000);
        assert!(
            std::slice::from_raw_parts(grown, 100)
                .iter()
                .all(|b| *b == 7)
        );
        let grown_layout = Layout::from_size_align(5000, 16).unwrap();
        allocator.dealloc(grown, grown_layout);
        allocator.dealloc(second, Layout::from_size_align(3, 1).unwrap());
    }
    // A block that was freed serves again.
    let again = take_for_tests(small);
    assert_eq!(again, first);
    // SAFETY: as above.
    unsafe { allocator.dealloc(again, small) };
    // Large requests are refused, and those of code that handles that.
    assert!(take_for_tests(Layout::from_size_align(16 << 20, 16).unwrap()).is_null());
    assert!(from_system(|| take_for_tests(small)).is_null());
    assert!(!is_exhausted());
}
