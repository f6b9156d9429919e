//! Which context is current in which thread.
//!
//! ```text
//!   thread-local pointer ──▶ ContextCell { owner, busy, nested, context }      read by every command
//!   pthread key ──▶ Slot { current: Arc<ContextCell>, companion }              one per thread, on the heap
//! ```
//!
//! The hot question is which context is current here. The answer is one load from thread-local storage. On x86-64 Linux
//! that is initial-exec TLS by inline assembly, because `thread_local!` in a shared library would call
//! `__tls_get_addr`. Elsewhere it is `thread_local!`.
//!
//! All else is in a `Slot` on the heap, which a pthread key owns. The key's destructor releases the context when the
//! thread ends.
//!
//! At most one thread owns a context at a time: `ContextCell::owner` holds the address of that thread's slot. The owner
//! enters by a plain busy flag. A context that is current nowhere can be destroyed or copied by any thread, which owns
//! it for the time of the access.

use std::any::Any;
use std::cell::UnsafeCell;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use trilobite::gl::{Context, GlError};
use trilobite::platform::{FloatEnvironment, reserve};

/// A context as the doors share it. One call at a time may enter.
pub struct ContextCell {
    owner: AtomicUsize,
    busy: AtomicBool,
    /// A nested call was refused. INVALID_OPERATION is recorded when the outer call leaves.
    nested: AtomicBool,
    context: UnsafeCell<Context>,
}

// SAFETY: the context is reached only through `enter`, by the one thread in `owner`, once at a time by `busy`.
unsafe impl Send for ContextCell {}
// SAFETY: as above.
unsafe impl Sync for ContextCell {}

impl std::fmt::Debug for ContextCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ContextCell")
            .field("owner", &self.owner)
            .field("busy", &self.busy)
            .finish_non_exhaustive()
    }
}

/// Why a context could not be made current.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BindError {
    /// The context is current in another thread (GLX: BadAccess; EGL: EGL_BAD_ACCESS).
    CurrentElsewhere,
    /// The call comes from a callback or signal handler, inside a command of the context that is current here.
    Busy,
}

impl ContextCell {
    /// Wraps a new context, which is current nowhere.
    pub fn new(context: Context) -> Arc<ContextCell> {
        Arc::new(ContextCell {
            owner: AtomicUsize::new(0),
            busy: AtomicBool::new(false),
            nested: AtomicBool::new(false),
            context: UnsafeCell::new(context),
        })
    }

    /// Calls `f` with the context. `None` while a command is inside it, and while it is current in another thread.
    pub fn with<R>(&self, f: impl FnOnce(&mut Context) -> R) -> Option<R> {
        let me = thread_id();
        let borrowed = self.owner.load(Ordering::Relaxed) != me;
        if borrowed
            && self
                .owner
                .compare_exchange(0, me, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return None;
        }
        let _guard = borrowed.then(|| OwnerGuard(self));
        let mut entry = self.enter()?;
        Some(f(entry.context()))
    }

    /// Whether the context is current in some thread.
    pub fn is_current_somewhere(&self) -> bool {
        self.owner.load(Ordering::Relaxed) != 0
    }

    /// Takes the busy flag; `None` if it is taken. Only the owning thread may call this, so a plain load and store are
    /// enough. Only a signal handler can run between them, and it leaves the flag as it found it.
    #[inline(always)]
    pub(crate) fn enter(&self) -> Option<Entry<'_>> {
        if self.busy.load(Ordering::Relaxed) {
            return None;
        }
        self.busy.store(true, Ordering::Relaxed);
        std::sync::atomic::compiler_fence(Ordering::Acquire);
        Some(Entry(self))
    }

    /// Notes that a nested call was refused.
    #[cold]
    pub(crate) fn note_nested(&self) {
        self.nested.store(true, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(crate) fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Relaxed)
    }
}

struct OwnerGuard<'a>(&'a ContextCell);

impl Drop for OwnerGuard<'_> {
    fn drop(&mut self) {
        self.0.owner.store(0, Ordering::Release);
    }
}

/// The right to use a context. Dropping it clears the busy flag.
#[derive(Debug)]
pub(crate) struct Entry<'a>(&'a ContextCell);

impl Entry<'_> {
    #[inline(always)]
    pub(crate) fn context(&mut self) -> &mut Context {
        // SAFETY: this entry holds the busy flag, and only the owning thread makes entries.
        unsafe { &mut *self.0.context.get() }
    }

    /// Leaves, unless a nested call must be recorded or debug messages wait.
    #[inline(always)]
    pub(crate) fn leave_at_once(mut self) -> Result<(), Self> {
        let is_noted = self.0.nested.load(Ordering::Relaxed) || reserve::has_report();
        if is_noted || self.context().debug().has_waiting() {
            return Err(self);
        }
        ManuallyDrop::new(self).release();
        Ok(())
    }

    /// Clears the busy flag.
    #[inline(always)]
    fn release(&self) {
        std::sync::atomic::compiler_fence(Ordering::Release);
        self.0.busy.store(false, Ordering::Relaxed);
    }

    /// Leaves; `true` when debug messages wait for the application's callback.
    pub(crate) fn leave(mut self) -> bool {
        if self.0.nested.load(Ordering::Relaxed) {
            self.record_nested();
        }
        if reserve::has_report() {
            self.report_scarcity();
        }
        self.context().debug().has_waiting()
    }

    /// A small allocation has failed, and the reserve has met it. What is recorded is carried out, so that its memory is free.
    #[cold]
    fn report_scarcity(&mut self) {
        let context = self.context();
        let _ours = FloatEnvironment::enter();
        // A panic is a bug of ours, which ends here as in other commands.
        let finished = catch_unwind(AssertUnwindSafe(|| context.finish()));
        if reserve::take_report() || finished.is_err() {
            context.record_error_of(
                "a command",
                GlError::out_of_memory("the system has no memory"),
            );
        }
    }

    #[cold]
    fn record_nested(&mut self) {
        self.0.nested.store(false, Ordering::Relaxed);
        self.context().record_error_of(
            "a nested command",
            GlError::invalid_operation("called from inside another GL command"),
        );
    }
}

impl Drop for Entry<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.0.nested.load(Ordering::Relaxed) {
            self.record_nested();
        }
        self.release();
    }
}

/// What the window layer stores beside the current context: display and drawables.
pub type Companion = Arc<dyn Any + Send + Sync>;

/// The state of one thread. The first use makes it; it is freed when the thread ends.
#[derive(Default)]
struct Slot {
    current: Option<Arc<ContextCell>>,
    companion: Option<Companion>,
}

/// The context that is current in this thread.
pub fn current() -> Option<Arc<ContextCell>> {
    let cell = hot::read()?;
    // SAFETY: the slot of this thread holds an Arc of it, so the count is at least one.
    unsafe {
        Arc::increment_strong_count(cell.as_ptr());
        Some(Arc::from_raw(cell.as_ptr()))
    }
}

/// Makes a context current in this thread, or none. The context before is released without a flush, since the window
/// layer flushes. The companion stays as it is.
pub fn set_current(next: Option<Arc<ContextCell>>) -> Result<(), BindError> {
    let slot = slot();
    let before = hot::read();
    // SAFETY: the slot holds an Arc of the current cell.
    if before.is_some_and(|cell| unsafe { cell.as_ref() }.is_busy()) {
        return Err(BindError::Busy);
    }
    // Making the current context current again changes nothing.
    let same = next.as_ref().map(Arc::as_ptr) == before.map(|b| b.as_ptr().cast_const());
    if same {
        return Ok(());
    }
    // Take the new context before the old one is given up: a failure leaves everything as it was.
    if let Some(cell) = &next {
        let taken =
            cell.owner
                .compare_exchange(0, slot as usize, Ordering::Acquire, Ordering::Relaxed);
        taken.map_err(|_| BindError::CurrentElsewhere)?;
    }
    if next.is_some() {
        trilobite::debug::init();
        crate::boundary::install_panic_hook();
    }
    // Publish it to the fast path, then to the slot that owns it.
    let pointer = next
        .as_ref()
        .map_or(ptr::null_mut(), |cell| Arc::as_ptr(cell).cast_mut());
    hot::write(pointer);
    // SAFETY: the slot is this thread's own, and no reference into it is held across calls.
    let old = std::mem::replace(unsafe { &mut (*slot).current }, next);
    if let Some(old) = old {
        old.owner.store(0, Ordering::Release);
    }
    Ok(())
}

/// What the window layer has stored beside the current context of this thread.
pub fn companion() -> Option<Companion> {
    // SAFETY: the slot is this thread's own, and no reference into it is held across calls.
    unsafe { (*slot()).companion.clone() }
}

/// Stores something beside the current context of this thread, and answers what was there before.
pub fn set_companion(companion: Option<Companion>) -> Option<Companion> {
    // SAFETY: as in `companion`.
    unsafe { std::mem::replace(&mut (*slot()).companion, companion) }
}

/// The current context's cell, for the boundary. It is valid until this thread makes something else current.
#[inline(always)]
pub(crate) fn current_cell<'a>() -> Option<&'a ContextCell> {
    // SAFETY: this thread's slot holds an Arc of it; `set_current` refuses to replace it while a call is inside.
    hot::read().map(|cell| unsafe { cell.as_ref() })
}

fn thread_id() -> usize {
    slot() as usize
}

fn key() -> libc::pthread_key_t {
    static KEY: OnceLock<libc::pthread_key_t> = OnceLock::new();
    *KEY.get_or_init(|| {
        let mut key = 0;
        // SAFETY: `key` is writable; the destructor has the C ABI and takes what `slot` stores.
        let status = unsafe { libc::pthread_key_create(&mut key, Some(thread_ends)) };
        assert_eq!(status, 0, "a process has pthread keys to spare");
        key
    })
}

fn slot() -> *mut Slot {
    let key = key();
    // SAFETY: the key is valid; its values are slots made below.
    let found = unsafe { libc::pthread_getspecific(key) }.cast::<Slot>();
    if !found.is_null() {
        return found;
    }
    let made = Box::into_raw(Box::<Slot>::default());
    // SAFETY: the key is valid.
    let status = unsafe { libc::pthread_setspecific(key, made.cast()) };
    assert_eq!(status, 0, "memory for a thread's value");
    made
}

/// Runs at the end of a thread that has a slot. It carries out what the context has recorded, and releases the context.
unsafe extern "C" fn thread_ends(value: *mut libc::c_void) {
    let slot = value.cast::<Slot>();
    // SAFETY: the key's values are slots, and this thread's slot has no other user. The flush below must find the slot,
    // so the key gets it again for that time.
    unsafe { libc::pthread_setspecific(key(), value) };
    // A panic of ours ends here: it must not unwind into the C library.
    let _ = std::panic::catch_unwind(|| {
        if let Some(cell) = current() {
            cell.with(|cx| cx.finish());
        }
        if set_current(None).is_err() {
            // A callback called pthread_exit: its command never leaves, so the context stays busy.
            hot::write(ptr::null_mut());
        }
        drop(set_companion(None));
    });
    // SAFETY: as above; later destructors that call GL make a new slot.
    unsafe {
        libc::pthread_setspecific(key(), ptr::null());
        drop(Box::from_raw(slot));
    }
}

/// The thread-local pointer on x86-64 Linux, in initial-exec TLS.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod hot {
    use super::{ContextCell, NonNull};
    use std::arch::{asm, global_asm};

    global_asm!(
        ".pushsection .tbss.trilobite_current_context, \"awT\", @nobits",
        ".globl trilobite_current_context",
        ".hidden trilobite_current_context",
        ".type trilobite_current_context, @object",
        ".size trilobite_current_context, 8",
        ".p2align 3",
        "trilobite_current_context:",
        ".zero 8",
        ".popsection",
    );

    #[inline(always)]
    pub(super) fn read() -> Option<NonNull<ContextCell>> {
        let cell: *mut ContextCell;
        // SAFETY: reads this thread's copy of the variable above.
        unsafe {
            asm!(
                "mov {cell}, qword ptr [rip + trilobite_current_context@GOTTPOFF]",
                "mov {cell}, qword ptr fs:[{cell}]",
                cell = out(reg) cell,
                options(pure, readonly, nostack, preserves_flags)
            );
        }
        NonNull::new(cell)
    }

    pub(super) fn write(cell: *mut ContextCell) {
        // SAFETY: writes this thread's copy of the variable above.
        unsafe {
            asm!(
                "mov {offset}, qword ptr [rip + trilobite_current_context@GOTTPOFF]",
                "mov qword ptr fs:[{offset}], {cell}",
                offset = out(reg) _,
                cell = in(reg) cell,
                options(nostack, preserves_flags)
            );
        }
    }
}

/// The thread-local pointer, elsewhere.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod hot {
    use super::{ContextCell, NonNull};
    use std::cell::Cell;

    thread_local! {
        static CURRENT: Cell<*mut ContextCell> = const { Cell::new(std::ptr::null_mut()) };
    }

    #[inline(always)]
    pub(super) fn read() -> Option<NonNull<ContextCell>> {
        NonNull::new(CURRENT.get())
    }

    pub(super) fn write(cell: *mut ContextCell) {
        CURRENT.set(cell);
    }
}
