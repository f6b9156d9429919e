//! What the pool of workers guarantees.

use super::*;
use std::sync::atomic::AtomicU32;

#[test]
fn every_job_runs_once_for_any_number_of_workers() {
    let after = |us| Waking::After(Duration::from_micros(us));
    for waking in [
        Waking::AtOnce,
        after(0),
        after(5),
        after(u64::MAX),
        Waking::Never,
    ] {
        for n_workers in [0, 1, 3, 200] {
            for n_jobs in [0, 1, 2, 1000] {
                let counts: Vec<AtomicU32> = (0..n_jobs).map(|_| AtomicU32::new(0)).collect();
                parallel_for(n_workers, waking, n_jobs, &|i| {
                    counts[i].fetch_add(1, Ordering::Relaxed);
                })
                .unwrap();
                assert!(counts.iter().all(|c| c.load(Ordering::Relaxed) == 1));
            }
        }
    }
}

/// Jobs start in order. After a job that breaks, no job is started, and those that run go on to their end.
#[test]
fn the_jobs_that_were_started_before_a_break_are_the_first_ones() {
    for n_workers in [0, 1, 3] {
        for enough in [0, 5, 998, 999] {
            let counts: Vec<AtomicU32> = (0..1000).map(|_| AtomicU32::new(0)).collect();
            let n_started = parallel_until(n_workers, Waking::AtOnce, 1000, &|i| {
                counts[i].fetch_add(1, Ordering::Relaxed);
                if i < enough {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .unwrap();
            let counts: Vec<u32> = counts.into_iter().map(AtomicU32::into_inner).collect();
            let expected: Vec<u32> = (0..1000).map(|i| u32::from(i < n_started)).collect();
            assert_eq!(counts, expected);
            assert!(
                (enough + 1..=enough + 1 + n_workers).contains(&n_started),
                "{n_started}"
            );
        }
    }
}

/// Waits until a worker sleeps, if there are workers. Other tests keep the pool busy, but not for ever.
fn until_one_sleeps() {
    let is_awake = || {
        let state = Pool::get().lock();
        state.n_threads > 0 && state.n_asleep == 0
    };
    while is_awake() {
        std::thread::yield_now();
    }
}

/// A run may follow at once, when workers still spin, or later, when one has fallen asleep.
#[test]
fn runs_find_workers_that_spin_and_ones_that_sleep() {
    for waits in [false, true] {
        for _ in 0..50 {
            let sum = AtomicU32::new(0);
            parallel_until(3, Waking::AtOnce, 20, &|i| {
                sum.fetch_add(i as u32, Ordering::Relaxed);
                ControlFlow::Continue(())
            })
            .unwrap();
            assert_eq!(sum.into_inner(), 190);
            if waits {
                until_one_sleeps();
            }
        }
    }
}

#[test]
fn a_panic_is_reported_and_the_pool_goes_on() {
    for n_workers in [0, 2] {
        assert_eq!(
            parallel_for(n_workers, Waking::AtOnce, 50, &|i| assert!(
                i != 7,
                "expected by the test"
            )),
            Err(JobPanicked)
        );
        assert_eq!(parallel_for(n_workers, Waking::AtOnce, 50, &|_| ()), Ok(()));
    }
}

#[test]
fn a_forked_child_starts_a_pool_of_its_own() {
    parallel_for(2, Waking::AtOnce, 10, &|_| ()).unwrap();
    // SAFETY: the child calls the pool and leaves by _exit.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let ok = parallel_for(2, Waking::AtOnce, 100, &|_| ()).is_ok();
        // SAFETY: leaves the child without running the parent's exit handlers.
        unsafe { libc::_exit(if ok { 0 } else { 1 }) };
    }
    let mut status = -1;
    // SAFETY: waits for our own child.
    unsafe { libc::waitpid(child, &mut status, 0) };
    assert_eq!(status, 0);
}
