//! What the driver has done so far, for `TRILOBITE_DEBUG=stats`: sums that any thread adds to, printed when the process ends.

use std::fmt::{self, Display, Formatter};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

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
        )
    }
}
