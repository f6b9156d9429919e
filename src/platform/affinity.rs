//! The processors that the process may run on. Applications pin their own threads: OpenSceneGraph does it with the one that draws.
//! A new thread inherits that, so the driver's threads go back to the processors that the process had when the driver was loaded.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

const WORDS: usize = size_of::<libc::cpu_set_t>() / size_of::<u64>();

/// The processors at that time, one bit each; all zeros if they are not known.
static AT_LOAD: [AtomicU64; WORDS] = [const { AtomicU64::new(0) }; WORDS];

/// The loader calls this before the application has run.
#[used]
// SAFETY: the section holds pointers to functions of this type, which the loader calls once.
#[unsafe(link_section = ".init_array")]
static REMEMBER: extern "C" fn() = remember;

extern "C" fn remember() {
    for (kept, word) in AT_LOAD.iter().zip(of_thread().unwrap_or_default()) {
        kept.store(word, Ordering::Relaxed);
    }
}

/// The processors of this thread. The system may have more of them than a set holds.
pub(super) fn of_thread() -> Option<[u64; WORDS]> {
    let mut set = [0_u64; WORDS];
    // SAFETY: the call fills at most so many bytes of our array; 0 is this thread.
    let result = unsafe { libc::sched_getaffinity(0, size_of_val(&set), set.as_mut_ptr().cast()) };
    (result == 0).then_some(set)
}

/// Puts this thread on some processors. Those that the system takes away from the process stay away.
pub(super) fn set_of_thread(set: &[u64; WORDS]) {
    // SAFETY: the call reads so many bytes of our array; 0 is this thread. Where it fails, the thread stays where it is.
    unsafe { libc::sched_setaffinity(0, size_of_val(set), set.as_ptr().cast()) };
}

fn at_load() -> Option<[u64; WORDS]> {
    let set = AT_LOAD.each_ref().map(|word| word.load(Ordering::Relaxed));
    set.iter().any(|word| *word != 0).then_some(set)
}

/// Frees a new thread of the driver from what its creator was pinned to.
pub(super) fn leave_pin() {
    if let Some(set) = at_load()
        && of_thread() != Some(set)
    {
        set_of_thread(&set);
    }
}

/// The number of processors for the driver's threads, at least 1: less where the system limits the process's time. The query costs
/// a dozen system calls, so it is made once.
pub(super) fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| {
        // The count is that of the calling thread.
        let own = of_thread();
        leave_pin();
        let n = std::thread::available_parallelism().map_or(1, NonZero::get);
        if let Some(own) = own {
            set_of_thread(&own);
        }
        n
    })
}
