//! Values of a process that a forked child makes anew.
//!
//! A fork copies memory, but of the threads only the one that forks. What another thread was changing stays half changed in
//! the child, and a lock that it held stays locked. So a child forgets such a value, whose memory it keeps.

use std::sync::Once;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// The number of forks between the first process that uses the library and this one.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// The number of forks between the first process that uses the library and this one, counted from the first question on. A
/// child has another number than its parent.
#[inline]
pub(super) fn n_forks() -> u32 {
    static AT_FORK: Once = Once::new();
    AT_FORK.call_once(|| {
        // SAFETY: the handler does one atomic addition, and the library, linked with `-z nodelete`, is never unloaded.
        unsafe { libc::pthread_atfork(None, None, Some(count_fork)) };
    });
    FORKS.load(Ordering::Relaxed)
}

extern "C" fn count_fork() {
    // Only an atomic operation is safe here.
    FORKS.fetch_add(1, Ordering::Release);
}

/// A static value that is made at its first use, and again at the first use in a forked child.
pub struct PerProcess<T> {
    made: AtomicPtr<Made<T>>,
    make: fn() -> T,
}

struct Made<T> {
    /// [`FORKS`] when it was made.
    forks: u32,
    value: T,
}

impl<T: Send + Sync + 'static> PerProcess<T> {
    pub const fn new(make: fn() -> T) -> PerProcess<T> {
        PerProcess {
            made: AtomicPtr::new(std::ptr::null_mut()),
            make,
        }
    }

    /// The value of this process.
    #[inline]
    pub fn get(&'static self) -> &'static T {
        let made = self.made.load(Ordering::Acquire);
        // SAFETY: a published value is never freed.
        match unsafe { made.as_ref() } {
            Some(made) if made.forks == FORKS.load(Ordering::Relaxed) => &made.value,
            _ => self.make_for_process(made),
        }
    }

    /// Makes the value in place of the one that an ancestor of this process had.
    #[cold]
    fn make_for_process(&'static self, before: *mut Made<T>) -> &'static T {
        let new = Box::into_raw(Box::new(Made {
            forks: n_forks(),
            value: (self.make)(),
        }));
        let published =
            self.made
                .compare_exchange(before, new, Ordering::AcqRel, Ordering::Acquire);
        let made = match published {
            Ok(_) => new,
            // Another thread has made one at the same time. Then that is used.
            Err(other) => {
                // SAFETY: `new` came from `Box::into_raw` above, and no other thread knows it.
                drop(unsafe { Box::from_raw(new) });
                other
            }
        };
        // SAFETY: a published value is never freed.
        &unsafe { &*made }.value
    }
}
