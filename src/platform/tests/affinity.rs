//! Applications pin their threads.

use crate::platform::affinity::{of_thread, processors};
use crate::platform::frame_thread::FrameThread;
use crate::platform::workers::{self, Waking};
use std::sync::Mutex;
use std::sync::mpsc;

/// A set of the first processor of another one.
fn first_of<const N: usize>(set: [u64; N]) -> [u64; N] {
    let first = set.iter().position(|word| *word != 0).expect("a processor");
    std::array::from_fn(|i| match i == first {
        true => set[i] & set[i].wrapping_neg(),
        false => 0,
    })
}

#[test]
fn the_drivers_threads_are_not_pinned_with_their_creator() {
    let all = of_thread().expect("a set of processors");
    let pinned = first_of(all);
    let n = processors();
    let work = move || {
        crate::platform::affinity::set_of_thread(&pinned);
        assert_eq!(of_thread(), Some(pinned));
        assert_eq!(processors(), n);

        let (sender, of_frame) = mpsc::channel();
        let mut thread = FrameThread::default();
        let job = thread.post(Box::new(move || {
            sender.send(of_thread()).expect("a receiver")
        }));
        assert!(job.is_ok());
        assert_eq!(of_frame.recv(), Ok(Some(all)));

        // The caller takes jobs, too: it stays where it is.
        let seen = Mutex::new(Vec::new());
        let job = |_| {
            let is_caller = std::thread::current().name() == Some("pinned");
            std::thread::sleep(std::time::Duration::from_millis(2));
            let set = of_thread();
            seen.lock().expect("no panic").push((is_caller, set));
        };
        workers::parallel_for(1, Waking::AtOnce, 20, &job).expect("no panic");
        for (is_caller, set) in seen.into_inner().expect("no panic") {
            assert_eq!(set, Some(if is_caller { pinned } else { all }));
        }
    };
    let thread = std::thread::Builder::new()
        .name("pinned".into())
        .spawn(work);
    thread.expect("a thread").join().expect("no panic");
}
