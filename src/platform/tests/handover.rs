//! Rows of any length arrive at any pixel, on both ways, and the way of a picture is the one that took less.

use crate::platform::handover::{PAST, THROUGH, Way, WayTrial, copy_pixels, finish_copies};
use std::time::Duration;

#[test]
fn rows_of_any_length_arrive_at_any_pixel() {
    rows_arrive::<THROUGH>();
    rows_arrive::<PAST>();
}

/// A trial uses both ways equally often, one slow picture does not count, and the faster way stays.
#[test]
fn the_faster_way_stays() {
    for fast in [THROUGH, PAST] {
        let mut trial = WayTrial::default();
        let mut used = [0; 2];
        while trial.is_open() {
            let way = trial.way();
            used[usize::from(way)] += 1;
            let interrupted = used[usize::from(way)] == 2;
            let micros = if interrupted {
                9000
            } else {
                300 - 100 * u64::from(way == fast)
            };
            trial.took(Duration::from_micros(micros));
        }
        assert_eq!(used[0], used[1]);
        assert_eq!(trial.way(), fast);
    }
}

fn rows_arrive<const WAY: Way>() {
    let pixels: Vec<u32> = (1..40).collect();
    for at in 0..8 {
        for n in 0..pixels.len() {
            let mut memory = [0; 48];
            // SAFETY: 8 pixels and the 39 of `pixels` are fewer than 48.
            unsafe { copy_pixels::<WAY>(&pixels[..n], memory.as_mut_ptr().add(at)) };
            finish_copies();
            assert_eq!(memory[at..at + n], pixels[..n]);
            let others = memory[..at].iter().chain(&memory[at + n..]);
            assert!(others.into_iter().all(|pixel| *pixel == 0), "{at} {n}");
        }
    }
}
