//! Runs a closure on the caller's stack when that has room, else on a stack of ours.
//!
//! Programs call GL from threads of PTHREAD_STACK_MIN and from coroutines of 16 KiB. Compiling and drawing need more.
//! [`with_room`] compares the stack pointer with the bounds of the thread's own stack. If too little room is left, it
//! switches to a stack from a small pool for the call. It does the same on memory that is no stack we know (a
//! coroutine's). The thread stays the same: thread-local storage, signal masks and the floating-point environment do
//! not change.

use parking_lot::Mutex;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The bytes that compiling and drawing may use: a generous bound. The doors' tests draw and load programs on the
/// smallest stacks.
const ROOM: usize = 192 * 1024;
/// Size of a stack of ours.
const STACK_BYTES: usize = 512 * 1024;
/// An unreachable page below each stack.
const GUARD_BYTES: usize = 4096;
/// Zeros above each stack: a backtrace that walks past the switch reads its next frame there, and a return address of 0
/// ends it.
const ZERO_BYTES: usize = 16 * 1024;
/// Stacks that are stored for the next call.
const KEPT: usize = 8;

/// Calls `f` with at least `ROOM` bytes of stack, if the system gives any. A panic of `f` goes on in the caller.
#[inline]
pub fn with_room<R>(f: impl FnOnce() -> R) -> R {
    if has_room() {
        return f();
    }
    switched(f)
}

#[cold]
fn switched<R>(f: impl FnOnce() -> R) -> R {
    let Some(stack) = take() else { return f() };
    let before = BOUNDS.replace((stack.base + GUARD_BYTES, stack.base + STACK_BYTES));
    let result = on_stack(&stack, f);
    BOUNDS.set(before);
    give_back(stack);
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

thread_local! {
    /// Bounds of the stack that this thread runs on; (0, 0) before they are queried.
    static BOUNDS: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Whether the stack pointer lies in the stack that we know, with [`ROOM`] below it.
fn has_room() -> bool {
    if BOUNDS.get() == (0, 0) {
        BOUNDS.set(stack_bounds().unwrap_or((1, 1)));
    }
    let (low, high) = BOUNDS.get();
    let marker = 0u8;
    let here = &raw const marker as usize;
    (low..high).contains(&here) && here - low >= ROOM
}

/// (lowest, one past the highest) address of this thread's stack.
fn stack_bounds() -> Option<(usize, usize)> {
    // SAFETY: plain calls on an attribute object of our own, which is destroyed.
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

/// A mapping whose lowest page is unreachable.
struct Stack {
    base: usize,
}

static POOL: Mutex<Vec<Stack>> = Mutex::new(Vec::new());

fn take() -> Option<Stack> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return None;
    }
    // A forked child may find the lock held by a thread that does not exist: never wait for it.
    let kept = POOL.try_lock().and_then(|mut pool| pool.pop());
    kept.or_else(Stack::new)
}

fn give_back(stack: Stack) {
    if let Some(mut pool) = POOL.try_lock()
        && pool.len() < KEPT
    {
        pool.push(stack);
    }
}

impl Stack {
    fn new() -> Option<Stack> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a fresh mapping; its lowest page is made unreachable.
        unsafe {
            let base = libc::mmap(std::ptr::null_mut(), STACK_BYTES, access, flags, -1, 0);
            if base == libc::MAP_FAILED {
                return None;
            }
            let stack = Stack {
                base: base as usize,
            };
            (libc::mprotect(base, GUARD_BYTES, libc::PROT_NONE) == 0).then_some(stack)
        }
    }

    /// The initial stack pointer of a call: below the zeros, aligned as the ABI requires.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn top(&self) -> usize {
        self.base + STACK_BYTES - ZERO_BYTES
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: the mapping of `new`; no code runs on it.
        unsafe { libc::munmap(self.base as *mut libc::c_void, STACK_BYTES) };
    }
}

/// Runs `f` on `stack`; its result, or its panic.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn on_stack<R, F: FnOnce() -> R>(stack: &Stack, f: F) -> std::thread::Result<R> {
    struct Call<F, R> {
        work: Option<F>,
        result: Option<std::thread::Result<R>>,
    }
    unsafe extern "C" fn enter<R, F: FnOnce() -> R>(call: *mut Call<F, R>) {
        // SAFETY: `on_stack` passes its own `Call`, which is alive and not used elsewhere meanwhile.
        let call = unsafe { &mut *call };
        // No unwinding across the switch.
        if let Some(work) = call.work.take() {
            call.result = Some(catch_unwind(AssertUnwindSafe(work)));
        }
    }
    let mut call = Call {
        work: Some(f),
        result: None,
    };
    // SAFETY: the callee gets a stack of its own, aligned, and returns normally; the old stack pointer waits in a
    // register that callees preserve. Registers that a call may change are named.
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

/// On other systems no stack is ever switched.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn on_stack<R>(_stack: &Stack, f: impl FnOnce() -> R) -> std::thread::Result<R> {
    catch_unwind(AssertUnwindSafe(f))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses more than a small stack has.
    #[inline(never)]
    fn deep(n: u8) -> u64 {
        let big = std::hint::black_box([n; 100_000]);
        big.iter().map(|b| u64::from(*b)).sum()
    }

    fn in_small_thread<R: Send + 'static>(f: impl FnOnce() -> R + Send + 'static) -> R {
        let builder = std::thread::Builder::new().stack_size(64 * 1024);
        builder.spawn(f).unwrap().join().unwrap()
    }

    #[test]
    fn a_small_stack_gets_room() {
        assert_eq!(in_small_thread(|| with_room(|| deep(3))), 300_000);
        assert_eq!(with_room(|| deep(2)), 200_000);
    }

    #[test]
    fn nested_calls_know_where_they_are() {
        let sum = in_small_thread(|| with_room(|| deep(1) + with_room(|| deep(1))));
        assert_eq!(sum, 200_000);
    }

    #[test]
    fn a_panic_goes_on_in_the_caller() {
        let caught = in_small_thread(|| {
            catch_unwind(|| with_room(|| panic!("expected by the test"))).is_err()
        });
        assert!(caught);
    }
}
