//! Gives ten programs to their readers, each wrong in every small way. They are cut off at every byte, get a NUL
//! before every byte, and every byte is changed to all 255 others. No reader may panic or hang.

use shim_tests::bad_input::{Sample, count, samples, wrong};
use shim_tests::fuzz::{ATI_PROGRAMS, PROGRAMS};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use trilobite::frontend::assembly::arb::{Limits, load_fragment, load_vertex};
use trilobite::frontend::assembly::ati;

/// The number of texts that a worker takes at a time.
const CHUNK: usize = 64;

#[track_caller]
fn check(sample: &Sample) {
    let (next, n) = (AtomicUsize::new(0), count(sample.text));
    let work = || {
        loop {
            let begin = next.fetch_add(CHUNK, Ordering::Relaxed);
            if begin >= n {
                return;
            }
            for i in begin..n.min(begin + CHUNK) {
                let text = wrong(sample.text, i);
                let outcome = catch_unwind(AssertUnwindSafe(|| (sample.target)(&text)));
                assert!(
                    outcome.is_ok(),
                    "wrong text {i}:\n{}",
                    String::from_utf8_lossy(&text)
                );
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
}

#[test]
fn wrong_programs_are_refused_or_run() {
    for sample in samples() {
        (sample.target)(sample.text.as_bytes());
        check(&sample);
    }
}

#[test]
fn there_are_ten_samples_and_all_load() {
    assert!(samples().len() >= 10);
    for text in PROGRAMS {
        let load = if text.contains("!!ARBvp") {
            load_vertex(text.as_bytes(), &Limits::VERTEX)
        } else {
            load_fragment(text.as_bytes(), &Limits::FRAGMENT)
        };
        load.unwrap_or_else(|e| panic!("{}", e.info_log(text.as_bytes())));
    }
    for text in ATI_PROGRAMS {
        ati::text::parse(text.as_bytes())
            .unwrap_or_else(|e| panic!("{}", e.info_log(text.as_bytes())));
    }
}
