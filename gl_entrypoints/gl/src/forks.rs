//! Forks wait until no other thread changes what contexts share, so that the child finds it whole and unlocked.
//!
//! A fork takes the locks of every share group before, and gives them back in both processes. It never waits for a lock while it
//! has another: a thread may have the one and wait for the other. Instead it gives all back and tries again.

use parking_lot::RawMutex;
use parking_lot::lock_api::RawMutex as _;
use std::cell::UnsafeCell;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::time::{Duration, Instant};
use trilobite::gl::ShareGroup;
use trilobite::platform::reserve;

/// A fork goes on without the locks after this time. Only a thread that is stopped holds one as long.
const PATIENCE: Duration = Duration::from_secs(1);

/// The share groups of the process.
static GROUPS: Mutex<Vec<Weak<ShareGroup>>> = Mutex::new(Vec::new());

/// Makes a share group that forks know.
pub(crate) fn new_group() -> Arc<ShareGroup> {
    static AT_FORK: Once = Once::new();
    AT_FORK.call_once(|| {
        // What is registered last is called first before a fork. Our handler allocates while the reserve still serves.
        reserve::survive_forks();
        // SAFETY: the handlers use statics of the library, which is linked with `-z nodelete` and never unloaded.
        unsafe { libc::pthread_atfork(Some(before), Some(after_in_parent), Some(after_in_child)) };
    });
    let group = Arc::<ShareGroup>::default();
    let mut groups = all_groups();
    groups.retain(|group| group.strong_count() > 0);
    groups.push(Arc::downgrade(&group));
    group
}

fn all_groups() -> MutexGuard<'static, Vec<Weak<ShareGroup>>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a fork holds from before it until after it.
struct Held {
    groups: Vec<Arc<ShareGroup>>,
    /// Whether the locks of the groups are taken.
    is_locked: bool,
    /// No group is made, and no second fork begins.
    _all: MutexGuard<'static, Vec<Weak<ShareGroup>>>,
}

struct HeldCell(UnsafeCell<Option<Held>>);

// SAFETY: only the thread that has locked `GROUPS` reaches what is inside.
unsafe impl Sync for HeldCell {}

static HELD: HeldCell = HeldCell(UnsafeCell::new(None));

extern "C" fn before() {
    let all = all_groups();
    let groups: Vec<_> = all.iter().filter_map(Weak::upgrade).collect();
    let locks = locks_of(&groups);
    let end = Instant::now() + PATIENCE;
    let is_locked = loop {
        if try_all(&locks) {
            break true;
        }
        if Instant::now() > end {
            break false;
        }
        std::thread::yield_now();
    };
    let held = Held {
        groups,
        is_locked,
        _all: all,
    };
    // SAFETY: this thread has locked `GROUPS`.
    unsafe { *HELD.0.get() = Some(held) };
}

extern "C" fn after_in_parent() {
    // SAFETY: this thread still has the lock of `GROUPS`, which `before` took.
    if let Some(held) = unsafe { (*HELD.0.get()).take() }
        && held.is_locked
    {
        for lock in locks_of(&held.groups) {
            // SAFETY: `before` has locked it.
            unsafe { lock.unlock() };
        }
    }
}

extern "C" fn after_in_child() {
    // SAFETY: as above; the child has this thread alone.
    if let Some(held) = unsafe { (*HELD.0.get()).take() }
        && held.is_locked
    {
        for lock in locks_of(&held.groups) {
            // Threads that sleep for it do not exist here. They would be looked up in a table that may be locked.
            // SAFETY: no other thread exists, and the lock is an atomic number.
            unsafe { std::ptr::from_ref(lock).cast_mut().write(RawMutex::INIT) };
        }
    }
}

/// The locks of the tables that the contexts of these groups share.
fn locks_of(groups: &[Arc<ShareGroup>]) -> Vec<&RawMutex> {
    let locks = groups.iter().flat_map(|group| {
        // SAFETY: nobody unlocks one that this thread has not locked.
        unsafe {
            [
                group.lists.raw(),
                group.buffers.raw(),
                group.textures.raw(),
                group.programs.raw(),
                group.framebuffers.raw(),
                group.renderbuffers.raw(),
                group.samplers.raw(),
                group.syncs.raw(),
                group.labels.raw(),
                group.fragment_shaders.raw(),
                group.vertex_shaders.raw(),
            ]
        }
    });
    locks.collect()
}

/// Takes all locks, or none.
fn try_all(locks: &[&RawMutex]) -> bool {
    let taken = locks.iter().position(|lock| !lock.try_lock());
    for lock in &locks[..taken.unwrap_or(0)] {
        // SAFETY: it was locked above.
        unsafe { lock.unlock() };
    }
    taken.is_none()
}
