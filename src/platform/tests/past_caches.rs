//! Rows of any length arrive at any pixel.

use crate::platform::past_caches::{copy_past_caches, finish_copies};

#[test]
fn rows_of_any_length_arrive_at_any_pixel() {
    let pixels: Vec<u32> = (1..40).collect();
    for at in 0..8 {
        for n in 0..pixels.len() {
            let mut memory = [0; 48];
            // SAFETY: 8 pixels and the 39 of `pixels` are fewer than 48.
            unsafe { copy_past_caches(&pixels[..n], memory.as_mut_ptr().add(at)) };
            finish_copies();
            assert_eq!(memory[at..at + n], pixels[..n]);
            let others = memory[..at].iter().chain(&memory[at + n..]);
            assert!(others.into_iter().all(|pixel| *pixel == 0), "{at} {n}");
        }
    }
}
