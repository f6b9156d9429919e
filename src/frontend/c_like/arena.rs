//! Arenas for what is read of texts. They are made once, and one load after the other uses them.

use bumpalo::Bump;
use parking_lot::Mutex;

/// The arenas that no load uses now.
static SPARE: Mutex<Vec<Bump>> = Mutex::new(Vec::new());
/// The most of them: loads on more threads at once make arenas of their own.
const MOST_SPARE: usize = 2;
/// The most bytes of each of them. The memory of larger texts is given back.
const MOST_BYTES: usize = 1 << 20;

/// Calls `f` with an empty arena. The lock is never waited for: in the child of a fork a thread that is gone may hold it.
pub(super) fn with_arena<R>(f: impl FnOnce(&Bump) -> R) -> R {
    let spare = SPARE.try_lock().and_then(|mut spare| spare.pop());
    let mut arena = spare.unwrap_or_default();
    let result = f(&arena);
    if arena.allocated_bytes() <= MOST_BYTES {
        arena.reset();
        if let Some(mut spare) = SPARE.try_lock()
            && spare.len() < MOST_SPARE
        {
            spare.push(arena);
        }
    }
    result
}
