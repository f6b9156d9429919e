//! The time that a thread has used.

use std::time::Duration;

/// The processor time of the calling thread since it began; 0 where the system does not say.
pub fn thread_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the call writes to `time` alone.
    let is_known = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) } == 0;
    match is_known {
        true => Duration::new(time.tv_sec as u64, time.tv_nsec as u32),
        false => Duration::ZERO,
    }
}
