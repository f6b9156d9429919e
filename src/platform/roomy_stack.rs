//! Runs a closure on the caller's stack if that has room, else on a stack of ours.
//!
//! Programs call GL from threads with a stack of PTHREAD_STACK_MIN, and from coroutines with 16 KiB. Compiling and drawing need
//! more. [`with_room`] compares the stack pointer with the bounds of the thread's stack. If too little room is left, it switches
//! to a stack from a small pool for the call. It also does so if the stack pointer is in neither stack, as in a coroutine.
//!
//! [`with_bytes`] does the same for work that needs more than that: its stack is made for the call.
//!
//! The thread stays the same: thread-local storage, signal masks and the floating-point environment do not change.
//!
//! ```text
//!   a stack of ours:   │ guard │  ◀── frames grow downwards            │ zeros │
//!                      base    base + GUARD_BYTES                 top ▲       base + STACK_BYTES
//! ```

use parking_lot::Mutex;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The bytes of stack that compiling and drawing may use. This is a generous bound: the tests of the doors draw and load
/// programs on the smallest stacks.
const ROOM: usize = 192 * 1024;
/// Bytes of a stack of ours.
const STACK_BYTES: usize = 512 * 1024;
/// Bytes of the page below each stack, which cannot be accessed.
const GUARD_BYTES: usize = 4096;
/// Bytes of zeros above the frames. A backtrace that walks past the switch reads its next frame there, and the return address 0
/// ends it.
const ZERO_BYTES: usize = 16 * 1024;
/// The most stacks in the pool.
const KEPT: usize = 8;

/// Calls `f` with at least `ROOM` bytes of stack, if there is memory. A panic of `f` goes on in the caller.
#[inline]
pub fn with_room<R>(f: impl FnOnce() -> R) -> R {
    if has_room() {
        return f();
    }
    switched(f)
}

/// Calls `f` on the caller's stack if that has `bytes` bytes left, else on a stack of that size, which is made for the call. Where
/// there is no memory for it, or the system has no stacks of ours, `f` runs on the caller's stack.
pub fn with_bytes<R>(bytes: usize, f: impl FnOnce() -> R) -> R {
    if has_bytes(bytes) {
        return f();
    }
    let has_stacks = cfg!(all(target_arch = "x86_64", target_os = "linux"));
    let whole = bytes.next_multiple_of(GUARD_BYTES) + GUARD_BYTES + ZERO_BYTES;
    let Some(stack) = has_stacks.then(|| Stack::new(whole)).flatten() else {
        return f();
    };
    let before = BOUNDS.replace(stack.bounds());
    let result = on_stack(&stack, f);
    BOUNDS.set(before);
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Calls `f` on a stack of ours, or on the caller's if there is no memory.
#[cold]
fn switched<R>(f: impl FnOnce() -> R) -> R {
    let Some(stack) = take_stack() else {
        return f();
    };
    let before = BOUNDS.replace(stack.bounds());
    let result = on_stack(&stack, f);
    BOUNDS.set(before);
    return_stack(stack);
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

thread_local! {
    /// The bounds of the stack that this thread runs on. (0, 0): they have not been queried yet.
    static BOUNDS: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Whether the stack pointer lies in the known stack, with [`ROOM`] bytes below it.
fn has_room() -> bool {
    has_bytes(ROOM)
}

/// The same with this number of bytes.
fn has_bytes(bytes: usize) -> bool {
    if BOUNDS.get() == (0, 0) {
        BOUNDS.set(stack_bounds().unwrap_or((1, 1)));
    }
    let (low, high) = BOUNDS.get();
    let marker = 0u8;
    let here = &raw const marker as usize;
    (low..high).contains(&here) && here - low >= bytes
}

/// Returns the lowest address of this thread's stack, and the one past the highest.
fn stack_bounds() -> Option<(usize, usize)> {
    // SAFETY: these are plain calls on an attribute object of our own, which is destroyed at the end.
    unsafe {
        let mut attributes = std::mem::zeroed::<libc::pthread_attr_t>();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) != 0 {
            return None;
        }
        let (mut low, mut size) = (std::ptr::null_mut(), 0);
        let found = libc::pthread_attr_getstack(&attributes, &mut low, &mut size) == 0;
        libc::pthread_attr_destroy(&mut attributes);
        found.then_some((low as usize, low as usize + size))
    }
}

/// A stack of ours: a mapping whose lowest page cannot be accessed.
struct Stack {
    /// The lowest address.
    base: usize,
    bytes: usize,
}

static POOL: Mutex<Vec<Stack>> = Mutex::new(Vec::new());

/// Takes a stack from the pool, or makes one.
fn take_stack() -> Option<Stack> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return None;
    }
    // A forked child may find the lock held by a thread that does not exist there. So nobody waits for it.
    let kept = POOL.try_lock().and_then(|mut pool| pool.pop());
    kept.or_else(|| Stack::new(STACK_BYTES))
}

/// Returns a stack to the pool, or frees it if the pool is full.
fn return_stack(stack: Stack) {
    if let Some(mut pool) = POOL.try_lock()
        && pool.len() < KEPT
    {
        pool.push(stack);
    }
}

impl Stack {
    fn new(bytes: usize) -> Option<Stack> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: nobody else knows this new mapping.
        unsafe {
            let base = libc::mmap(std::ptr::null_mut(), bytes, access, flags, -1, 0);
            if base == libc::MAP_FAILED {
                return None;
            }
            let stack = Stack {
                base: base as usize,
                bytes,
            };
            (libc::mprotect(base, GUARD_BYTES, libc::PROT_NONE) == 0).then_some(stack)
        }
    }

    /// Returns the initial stack pointer of a call. It is below the zeros, and aligned as the ABI requires.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn top(&self) -> usize {
        self.base + self.bytes - ZERO_BYTES
    }

    /// Returns the lowest address that can be accessed, and the one past the highest.
    fn bounds(&self) -> (usize, usize) {
        (self.base + GUARD_BYTES, self.base + self.bytes)
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: this is the mapping of `new`, and no code runs on it.
        unsafe { libc::munmap(self.base as *mut libc::c_void, self.bytes) };
    }
}

/// Runs `f` on `stack`. Returns its result or its panic.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn on_stack<R, F: FnOnce() -> R>(stack: &Stack, f: F) -> std::thread::Result<R> {
    struct Call<F, R> {
        work: Option<F>,
        result: Option<std::thread::Result<R>>,
    }
    unsafe extern "C" fn enter<R, F: FnOnce() -> R>(call: *mut Call<F, R>) {
        // SAFETY: `on_stack` passes its own `Call`, which is alive, and which nobody else uses at this time.
        let call = unsafe { &mut *call };
        // A panic must not unwind across the switch.
        if let Some(work) = call.work.take() {
            call.result = Some(catch_unwind(AssertUnwindSafe(work)));
        }
    }
    let mut call = Call {
        work: Some(f),
        result: None,
    };
    // SAFETY: the callee gets a stack of its own, which is aligned, and returns normally. The old stack pointer is in a register
    // that callees preserve. All registers that a call may change are named.
    unsafe {
        std::arch::asm!(
            "mov r12, rsp",
            "mov rsp, {top}",
            "call {enter}",
            "mov rsp, r12",
            top = in(reg) stack.top(),
            enter = in(reg) enter::<R, F> as unsafe extern "C" fn(*mut Call<F, R>),
            in("rdi") &raw mut call,
            out("r12") _,
            clobber_abi("C"),
        );
    }
    call.result.expect("the call has run")
}

/// On other systems there are no stacks of ours.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn on_stack<R>(_stack: &Stack, f: impl FnOnce() -> R) -> std::thread::Result<R> {
    catch_unwind(AssertUnwindSafe(f))
}
