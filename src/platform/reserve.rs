//! The allocator of the driver's libraries: the system's, with a reserve for when that has no memory.
//!
//! Rust ends the process when a small allocation fails, and so many places allocate that they cannot all ask first. GL wants
//! OUT_OF_MEMORY instead, and an application that goes on (GL 1.5 section 2.5). So a request that the system refuses is met
//! from the reserve. The command that needed it then ends as usual, and its door reports OUT_OF_MEMORY ([`take_report`]). Code that
//! handles a refusal asks through [`from_system`], which leaves the reserve to those that cannot.
//!
//! The reserve is part of the library's zeroed data: it costs address space at load time, and pages only when it is used. Its
//! blocks have powers of two as sizes. One that is freed serves again, whole or in halves. While the reserve runs low and the system has no
//! memory, doors refuse commands that do not free anything ([`is_exhausted`]).

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, UnsafeCell};
use std::ptr::null_mut;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// The bytes of the reserve.
const SIZE: usize = 32 << 20;
/// The largest request that it meets. A list that doubles up to this size finds room for each of its blocks.
const LARGEST: usize = 8 << 20;
/// From this many bytes in use on it runs low. The command that has used them may need as much again to end.
const LOW: usize = SIZE / 8;
/// The smallest block, and the alignment of all. Requests with a greater alignment are refused.
const SMALLEST: usize = 64;
/// The number of sizes of blocks.
const CLASSES: usize = (LARGEST / SMALLEST).trailing_zeros() as usize + 1;

#[repr(C, align(64))]
struct Reserve(UnsafeCell<[u8; SIZE]>);

// SAFETY: blocks of it are handed out once, under the lock of `BOOK`.
unsafe impl Sync for Reserve {}

static RESERVE: Reserve = Reserve(UnsafeCell::new([0; SIZE]));

/// What is handed out.
struct State {
    /// The end of what was ever handed out.
    end: usize,
    /// The bytes that were not given back.
    used: usize,
    /// The first free block of each size: its offset + 1, or 0. A free block begins with the same word for the next one.
    free: [usize; CLASSES],
}

/// The state behind a lock of its own, since other locks may allocate.
struct Book {
    is_locked: AtomicBool,
    state: UnsafeCell<State>,
}

// SAFETY: `state` is only used under the lock.
unsafe impl Sync for Book {}

static BOOK: Book = Book {
    is_locked: AtomicBool::new(false),
    state: UnsafeCell::new(State {
        end: 0,
        used: 0,
        free: [0; CLASSES],
    }),
};

static IS_USED: AtomicBool = AtomicBool::new(false);
static IS_LOW: AtomicBool = AtomicBool::new(false);

impl Book {
    fn lock(&self) {
        while self.is_locked.swap(true, Ordering::Acquire) {
            std::hint::spin_loop();
        }
    }

    fn unlock(&self) {
        self.is_locked.store(false, Ordering::Release);
    }

    fn with<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        self.lock();
        // SAFETY: the lock is held, and `change` does not come back here.
        let state = unsafe { &mut *self.state.get() };
        let result = change(state);
        IS_LOW.store(state.used.max(state.end / 2) >= LOW, Ordering::Relaxed);
        self.unlock();
        result
    }
}

extern "C" fn before_fork() {
    BOOK.lock();
}

extern "C" fn after_fork() {
    BOOK.unlock();
}

/// Makes forks wait until the reserve is not changed, so that a child finds it whole. Only the first call does anything.
pub fn survive_forks() {
    static REGISTER: Once = Once::new();
    REGISTER.call_once(|| {
        // SAFETY: the handlers use statics of the library, which is linked with `-z nodelete` and never unloaded.
        unsafe { libc::pthread_atfork(Some(before_fork), Some(after_fork), Some(after_fork)) };
    });
}

/// Whether a block lies in the reserve.
#[inline(always)]
fn is_reserved(block: *mut u8) -> bool {
    (block as usize).wrapping_sub(RESERVE.0.get() as usize) < SIZE
}

/// The number of the size that a request needs. Returns `None` when it is too large.
fn class_of(layout: Layout) -> Option<usize> {
    let size = layout.size().max(SMALLEST).next_power_of_two();
    let is_small = size <= LARGEST && layout.align() <= SMALLEST;
    is_small.then(|| (size / SMALLEST).trailing_zeros() as usize)
}

/// The word at the beginning of a free block.
///
/// # Safety
/// The block at this offset is free, and the lock of `BOOK` is held.
unsafe fn link(offset: usize) -> *mut usize {
    // SAFETY: blocks end inside of the reserve, and begin at multiples of 64.
    unsafe { RESERVE.0.get().cast::<u8>().add(offset).cast() }
}

impl State {
    /// Puts a block on the list of its size.
    ///
    /// # Safety
    /// The block is nobody's, and the lock of `BOOK` is held.
    unsafe fn put(&mut self, offset: usize, class: usize) {
        // SAFETY: as the caller says.
        unsafe { link(offset).write(self.free[class]) };
        self.free[class] = offset + 1;
    }

    /// Finds a block: one that is free, half of a larger one, or a new one.
    ///
    /// # Safety
    /// The lock of `BOOK` is held.
    unsafe fn take(&mut self, class: usize) -> Option<usize> {
        let size = SMALLEST << class;
        let found = (class..CLASSES).find(|larger| self.free[*larger] != 0);
        let offset = match found {
            Some(mut larger) => {
                let offset = self.free[larger] - 1;
                // SAFETY: the block is free. Its upper halves become free blocks of their own.
                unsafe {
                    self.free[larger] = link(offset).read();
                    while larger > class {
                        larger -= 1;
                        self.put(offset + (SMALLEST << larger), larger);
                    }
                }
                offset
            }
            None if self.end + size <= SIZE => {
                self.end += size;
                self.end - size
            }
            None => return None,
        };
        self.used += size;
        Some(offset)
    }
}

thread_local! {
    /// This thread handles refusals.
    static IS_REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Asks for memory that may be refused: the reserve does not meet it.
pub fn from_system<R>(ask: impl FnOnce() -> R) -> R {
    let before = IS_REFUSED.replace(true);
    let result = ask();
    IS_REFUSED.set(before);
    result
}

/// Meets a request that the system has refused. Returns null when it is too large, when its code handles that, or when the reserve is
/// exhausted.
#[cold]
#[inline(never)]
fn take(layout: Layout) -> *mut u8 {
    let Some(class) = class_of(layout).filter(|_| !IS_REFUSED.get()) else {
        return null_mut();
    };
    // SAFETY: this is called under the lock.
    let offset = BOOK.with(|state| unsafe { state.take(class) });
    IS_USED.store(true, Ordering::Relaxed);
    match offset {
        // SAFETY: the block ends inside of the reserve.
        Some(offset) => unsafe { RESERVE.0.get().cast::<u8>().add(offset) },
        None => null_mut(),
    }
}

/// [`take`], for the tests of the module.
#[cfg(test)]
pub(crate) fn take_for_tests(layout: Layout) -> *mut u8 {
    take(layout)
}

/// Takes a block back that [`take`] has given for this layout.
#[cold]
#[inline(never)]
fn give_back(block: *mut u8, layout: Layout) {
    let class = class_of(layout).expect("the layout had a class when the block was taken");
    let offset = block as usize - RESERVE.0.get() as usize;
    BOOK.with(|state| {
        // SAFETY: the owner has given the block back, and this is called under the lock.
        unsafe { state.put(offset, class) };
        state.used -= SMALLEST << class;
        if state.used == 0 {
            // Nothing is left of how the blocks were cut.
            (state.end, state.free) = (0, [0; CLASSES]);
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

/// Whether an eighth of the reserve is in use, and the system still has no memory.
#[inline(always)]
pub fn is_exhausted() -> bool {
    IS_LOW.load(Ordering::Relaxed) && !has_system_memory()
}

/// Whether the system meets a request of a megabyte now.
pub fn has_system_memory() -> bool {
    has_room(1 << 20)
}

/// Whether the system has memory for the stack of a thread, and for what the standard library and glibc ask for at the first use of
/// something in a thread. They end the process where they lack it.
pub fn has_ample_memory() -> bool {
    has_room(4 << 20)
}

/// Whether the system has so many bytes in one piece. Code that cannot say how much it will need asks first for more than
/// that.
#[cold]
#[inline(never)]
pub fn has_room(bytes: usize) -> bool {
    let Ok(layout) = Layout::from_size_align(bytes.max(1), 1) else {
        return false;
    };
    // SAFETY: the layout has a size, and a block is freed at once.
    unsafe {
        // The compiler may leave out an allocation that nothing uses, as if it had succeeded.
        let block = std::hint::black_box(System.alloc(layout));
        if !block.is_null() {
            System.dealloc(block, layout);
        }
        !block.is_null()
    }
}

/// The global allocator of the driver's libraries.
#[derive(Debug)]
pub struct ReservedAllocator;

// SAFETY: blocks come from the system or from the reserve, and go back to where they came from. A block of the reserve is
// aligned, at least as long as its layout says, and handed out to one owner at a time.
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
            return give_back(block, layout);
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
            if is_reserved(block) && class_of(new_layout) == class_of(layout) {
                return block;
            }
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
