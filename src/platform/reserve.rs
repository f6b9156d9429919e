//! The allocator of the driver's libraries: the system's, with a reserve for when that has no memory.
//!
//! Rust ends the process when a small allocation fails, and so many places allocate that they cannot all ask first. GL wants
//! OUT_OF_MEMORY instead, and an application that goes on (GL 1.5 section 2.5). So a small request that the system refuses is met
//! from the reserve. The command that needed it then ends as usual, and its door reports OUT_OF_MEMORY ([`take_report`]). Large
//! requests are refused, because the code that makes them handles that.
//!
//! The reserve is part of the library's zeroed data: it costs address space at load time, and pages only when it is used. A
//! block of it is given back when it is freed, and the whole is empty again when nothing in it is left. While it runs low, doors
//! refuse commands that do not free anything ([`is_low`]).

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};

/// The bytes of the reserve.
const SIZE: usize = 8 << 20;
/// The largest request that it meets.
const LARGEST: usize = 1 << 20;
/// From this many bytes on it runs low.
const LOW: usize = SIZE / 2;
/// Alignment of the reserve. Requests with a greater one are refused.
const ALIGNMENT: usize = 64;

#[repr(C, align(64))]
struct Reserve(UnsafeCell<[u8; SIZE]>);

// SAFETY: blocks of it are handed out once, under the lock of `BOOK`.
unsafe impl Sync for Reserve {}

static RESERVE: Reserve = Reserve(UnsafeCell::new([0; SIZE]));

/// What is handed out. It has a lock of its own, since other locks may allocate.
struct Book {
    is_locked: AtomicBool,
    /// The end of what was handed out, and the number of blocks that were not given back.
    state: UnsafeCell<(usize, usize)>,
}

// SAFETY: `state` is only used under the lock.
unsafe impl Sync for Book {}

static BOOK: Book = Book {
    is_locked: AtomicBool::new(false),
    state: UnsafeCell::new((0, 0)),
};

static IS_USED: AtomicBool = AtomicBool::new(false);
static IS_LOW: AtomicBool = AtomicBool::new(false);

impl Book {
    fn with<R>(&self, change: impl FnOnce(&mut usize, &mut usize) -> R) -> R {
        while self.is_locked.swap(true, Ordering::Acquire) {
            std::hint::spin_loop();
        }
        // SAFETY: the lock is held, and `change` does not come back here.
        let (end, live) = unsafe { &mut *self.state.get() };
        let result = change(end, live);
        IS_LOW.store(*end >= LOW, Ordering::Relaxed);
        self.is_locked.store(false, Ordering::Release);
        result
    }
}

/// Whether a block lies in the reserve.
#[inline(always)]
fn is_reserved(block: *mut u8) -> bool {
    (block as usize).wrapping_sub(RESERVE.0.get() as usize) < SIZE
}

/// Meets a request that the system has refused. Returns null when it is too large, or when the reserve is exhausted.
#[cold]
#[inline(never)]
fn take(layout: Layout) -> *mut u8 {
    if layout.size() > LARGEST || layout.align() > ALIGNMENT {
        return null_mut();
    }
    let start = BOOK.with(|end, live| {
        let start = end.next_multiple_of(layout.align());
        let new_end = start + layout.size();
        (new_end <= SIZE).then(|| {
            *end = new_end;
            *live += 1;
            start
        })
    });
    IS_USED.store(true, Ordering::Relaxed);
    match start {
        // SAFETY: the block ends inside of the reserve.
        Some(start) => unsafe { RESERVE.0.get().cast::<u8>().add(start) },
        None => null_mut(),
    }
}

/// [`take`], for the tests of the module.
#[cfg(test)]
pub(crate) fn take_for_tests(layout: Layout) -> *mut u8 {
    take(layout)
}

#[cold]
#[inline(never)]
fn give_back() {
    BOOK.with(|end, live| {
        *live -= 1;
        if *live == 0 {
            *end = 0;
        }
    });
}

/// Whether the reserve was used since the last call. A door then reports OUT_OF_MEMORY.
#[cold]
pub fn take_report() -> bool {
    IS_USED.swap(false, Ordering::Relaxed)
}

/// Whether [`take_report`] has something to report.
#[inline(always)]
pub fn has_report() -> bool {
    IS_USED.load(Ordering::Relaxed)
}

/// Whether half of the reserve is gone.
#[inline(always)]
pub fn is_low() -> bool {
    IS_LOW.load(Ordering::Relaxed)
}

/// The global allocator of the driver's libraries.
#[derive(Debug)]
pub struct ReservedAllocator;

// SAFETY: blocks come from the system or from the reserve, and go back to where they came from. A block of the reserve is
// aligned, at least as long as its layout says, and handed out once until all blocks were given back.
unsafe impl GlobalAlloc for ReservedAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is passed on.
        let block = unsafe { System.alloc(layout) };
        if block.is_null() { take(layout) } else { block }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is passed on.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            return block;
        }
        let block = take(layout);
        if !block.is_null() {
            // SAFETY: the block has this size. It may have been used before.
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_reserved(block) {
            return give_back();
        }
        // SAFETY: the block is the system's.
        unsafe { System.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if !is_reserved(block) {
            // SAFETY: the block is the system's, and the caller's promise is passed on.
            let moved = unsafe { System.realloc(block, layout, new_size) };
            if !moved.is_null() {
                return moved;
            }
        }
        // SAFETY: the caller promises that the new size is valid for this alignment. The old block is valid until it is freed,
        // and the new one does not overlap it.
        unsafe {
            let new_layout = Layout::from_size_align_unchecked(new_size, layout.align());
            let moved = if is_reserved(block) {
                self.alloc(new_layout)
            } else {
                take(new_layout)
            };
            if !moved.is_null() {
                moved.copy_from_nonoverlapping(block, layout.size().min(new_size));
                self.dealloc(block, layout);
            }
            moved
        }
    }
}
