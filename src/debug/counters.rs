//! What the driver has done so far, for `TRILOBITE_DEBUG=stats`: sums that any thread adds to, printed when the process ends.

use super::jobs;
use super::scaling::Scaling;
use std::fmt::{self, Display, Formatter};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident $field:ident;)*) => {
        $($(#[$doc])* pub static $name: Counter = Counter(AtomicU64::new(0));)*

        /// All counters at one time.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Counts { $($(#[$doc])* pub $field: u64,)* }

        /// The counters as they are now.
        pub fn counts() -> Counts {
            Counts { $($field: $name.0.load(Relaxed),)* }
        }
    };
}

/// One sum.
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds `n`; a job adds once what it has done.
    pub fn add(&self, n: u64) {
        self.0.fetch_add(n, Relaxed);
    }

    /// Keeps the greater of the sum and `n`.
    pub fn at_least(&self, n: u64) {
        self.0.fetch_max(n, Relaxed);
    }
}

counters! {
    /// Kernels compiled.
    KERNELS kernels;
    /// Kernels that the cache had.
    CACHE_HITS cache_hits;
    /// Kernels that the cache forgot.
    FORGOTTEN forgotten;
    /// Kernels that are interpreted though machine code was wanted.
    INTERPRETED interpreted;
    /// Nanoseconds of compiling, passes included.
    COMPILE_TIME compile_time;
    /// Nanoseconds of the longest compile.
    LONGEST_COMPILE longest_compile;
    /// Buffer swaps.
    FRAMES frames;
    /// Primitives that reached tiles, clipped ones as often as they were cut.
    PRIMITIVES primitives;
    /// Tiles drawn.
    TILES tiles;
    /// Fragments shaded.
    PIXELS pixels;
    /// Nanoseconds from the first swap to the last.
    FRAMES_TIME frames_time;
    /// Nanoseconds in which recorded work was carried out.
    FLUSH_TIME flush_time;
    /// Nanoseconds in which a flush's jobs, which threads share, were under way.
    RUN_TIME run_time;
    /// Nanoseconds of these jobs, on all threads.
    JOB_TIME job_time;
    /// Nanoseconds in which pictures were shown.
    SHOW_TIME show_time;
    /// Nanoseconds in which threads for frames drew and showed them.
    AHEAD_TIME ahead_time;
    /// Nanoseconds in which the application waited for them.
    WAIT_TIME wait_time;
}

/// Whether times are counted: clocks are read only then.
static IS_TIMED: AtomicBool = AtomicBool::new(false);

/// Does `work`, and adds the nanoseconds that it takes if times are counted.
#[inline]
pub fn timed<R>(counter: &Counter, work: impl FnOnce() -> R) -> R {
    if !IS_TIMED.load(Relaxed) {
        return work();
    }
    let start = Instant::now();
    let result = work();
    counter.add(start.elapsed().as_nanos() as u64);
    result
}

/// Does a job that threads share, and adds its time to [`JOB_TIME`] if times are counted.
pub fn timed_job(work: impl FnOnce()) {
    jobs::job(|| timed(&JOB_TIME, work));
}

/// Does what only one thread can do of a flush or a showing, and adds its time if times are counted.
pub fn timed_serial<R>(counter: &Counter, work: impl FnOnce() -> R) -> R {
    jobs::serial(|| timed(counter, work))
}

/// Counts a swap of buffers.
pub fn swapped() {
    jobs::swapped();
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FRAMES.add(1);
    if IS_TIMED.load(Relaxed) {
        let first = FIRST.get_or_init(Instant::now);
        FRAMES_TIME.at_least(first.elapsed().as_nanos() as u64);
    }
}

/// Adds a compile that took this long to the counters.
pub fn compiled(time: Duration) {
    let nanoseconds = time.as_nanos() as u64;
    KERNELS.add(1);
    COMPILE_TIME.add(nanoseconds);
    LONGEST_COMPILE.at_least(nanoseconds);
}

/// Prints the counters when the process ends.
pub(super) fn print_at_exit() {
    extern "C" fn print() {
        eprintln!("trilobite: stats: {}", counts());
    }
    IS_TIMED.store(true, Relaxed);
    crate::process::at_exit(print);
}

impl Display for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let milliseconds = |nanoseconds: u64| nanoseconds as f64 / 1e6;
        writeln!(
            f,
            "{} kernels in {:.2} ms (longest {:.2} ms), {} interpreted, {} cache hits, {} forgotten",
            self.kernels,
            milliseconds(self.compile_time),
            milliseconds(self.longest_compile),
            self.interpreted,
            self.cache_hits,
            self.forgotten
        )?;
        let frames = self.frames.max(1) as f64;
        let each = |n: u64| n as f64 / frames;
        write!(
            f,
            "trilobite: stats: {} frames; a frame: {:.0} fragments, {:.0} primitives, {:.1} tiles",
            self.frames,
            each(self.pixels),
            each(self.primitives),
            each(self.tiles)
        )?;
        if self.frames_time > 0 {
            write!(f, "\ntrilobite: stats: {}", Scaling::of(self))?;
        }
        Ok(())
    }
}
