//! Frames are done in order, and whoever waits for them finds them done.

use crate::platform::frame_thread::FrameThread;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Posts a job that runs until the sender is dropped, and then writes its number.
fn post_held(frames: &mut FrameThread, number: usize, last: &Arc<AtomicUsize>) -> Sender<()> {
    let (hold, held) = channel::<()>();
    let last = last.clone();
    let job = Box::new(move || {
        let _ = held.recv();
        assert_eq!(last.swap(number, Ordering::Relaxed) + 1, number);
    });
    assert!(frames.post(job).is_ok());
    hold
}

#[test]
fn jobs_run_in_order_and_are_waited_for() {
    let (mut frames, last) = (FrameThread::default(), Arc::default());
    let holds = [1, 2, 3].map(|number| post_held(&mut frames, number, &last));
    // Nothing is done yet, and three jobs may be left.
    frames.wait_until(3);
    assert_eq!(last.load(Ordering::Relaxed), 0);
    let [first, others @ ..] = holds;
    drop(first);
    frames.wait_until(2);
    assert_eq!(last.load(Ordering::Relaxed), 1);
    drop(others);
    frames.wait_until(0);
    assert_eq!(last.load(Ordering::Relaxed), 3);
}

#[test]
fn the_end_of_the_owner_waits() {
    let (mut frames, last) = (FrameThread::default(), Arc::default());
    drop(post_held(&mut frames, 1, &last));
    drop(frames);
    assert_eq!(last.load(Ordering::Relaxed), 1);
}

/// A job that panics counts as done, and the next one runs.
#[test]
fn a_panic_ends_one_job() {
    let (mut frames, last) = (FrameThread::default(), Arc::default());
    assert!(
        frames
            .post(Box::new(|| panic!("as the test wants")))
            .is_ok()
    );
    drop(post_held(&mut frames, 1, &last));
    frames.wait_until(0);
    assert_eq!(last.load(Ordering::Relaxed), 1);
}

/// A fork waits for the frames before it. The child has none, and draws its own in a thread of its own.
#[test]
fn forks_find_whole_frames() {
    let (mut frames, last) = (FrameThread::default(), Arc::<AtomicUsize>::default());
    let done = last.clone();
    let slow = move || {
        std::thread::sleep(Duration::from_millis(50));
        done.store(7, Ordering::Relaxed);
    };
    assert!(frames.post(Box::new(slow)).is_ok());
    // SAFETY: the child calls what the driver calls after a fork, and ends without running destructors.
    let child = unsafe { libc::fork() };
    let found = last.load(Ordering::Relaxed);
    if child == 0 {
        let own = last.clone();
        let is_posted = frames.post(Box::new(move || own.store(8, Ordering::Relaxed)));
        frames.wait_until(0);
        let is_right = found == 7 && is_posted.is_ok() && last.load(Ordering::Relaxed) == 8;
        // SAFETY: it only ends the child.
        unsafe { libc::_exit(i32::from(!is_right)) };
    }
    assert_eq!(found, 7);
    let mut status = 0;
    // SAFETY: the child is ours.
    unsafe { libc::waitpid(child, &mut status, 0) };
    assert_eq!(status, 0);
}
