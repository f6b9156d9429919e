//! Sums stand in the report by frame, compiles with their times.

use crate::debug::counters::{Counts, compiled, counts};
use std::time::Duration;

#[test]
fn sums_are_shown_by_frame() {
    let counts = Counts {
        kernels: 3,
        compile_time: 2_500_000,
        longest_compile: 1_000_000,
        cache_hits: 40,
        frames: 4,
        primitives: 80,
        tiles: 6,
        pixels: 400,
        ..Counts::default()
    };
    assert_eq!(
        counts.to_string(),
        "3 kernels in 2.50 ms (longest 1.00 ms), 0 interpreted, 40 cache hits, 0 forgotten\n\
         trilobite: stats: 4 frames; a frame: 100 fragments, 20 primitives, 1.5 tiles"
    );
}

/// One millisecond of the application, one of flushes and showing, eight of jobs, a frame.
#[test]
fn what_more_processors_would_do_is_shown() {
    let counts = Counts {
        frames: 11,
        frames_time: 60_000_000,
        flush_time: 45_000_000,
        show_time: 5_000_000,
        run_time: 40_000_000,
        job_time: 80_000_000,
        ..Counts::default()
    };
    let text = counts.to_string();
    let expected = "a frame: 1.000 ms of the application and recording, 1.000 ms of flushes and showing on one thread, 8.000 ms \
                    of jobs that threads share; times the frames of one processor, 4: 2.50 (frames ahead 2.73), 8: 3.33 \
                    (frames ahead 4.67), 16: 4.00 (frames ahead 6.52)";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn compiles_are_counted_with_their_times() {
    let before = counts();
    compiled(Duration::from_millis(3));
    let after = counts();
    assert!(after.kernels > before.kernels && after.longest_compile >= 3_000_000);
    assert!(after.compile_time >= before.compile_time + 3_000_000);
}
