//! An allocator that counts: a test binary makes it the global one, and asks for the most bytes since a moment.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, counted.
pub struct Counting;

/// Bytes that are allocated.
static NOW: AtomicUsize = AtomicUsize::new(0);
/// The most since [`start`].
static MOST: AtomicUsize = AtomicUsize::new(0);

fn add(n: usize) {
    let now = NOW.fetch_add(n, Relaxed) + n;
    MOST.fetch_max(now, Relaxed);
}

// SAFETY: every call is passed on to the system's allocator, with the same arguments; nothing else is done than counting.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer is one of `alloc` with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size);
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Begins to count; the bytes that are allocated already.
pub fn start() -> usize {
    let now = NOW.load(Relaxed);
    MOST.store(now, Relaxed);
    now
}

/// The most bytes at a time since [`start`], which returned `at`.
pub fn most_since(at: usize) -> usize {
    MOST.load(Relaxed).saturating_sub(at)
}
