//! Alpha to coverage, the samples of a quad, and planes moved to a sample.

use crate::raster::tile::multisample::{moved, samples_of};
use crate::simd::LANES;

#[test]
fn more_alpha_keeps_more_samples_and_all_that_less_kept() {
    for lane in 0..LANES {
        assert_eq!((samples_of(0.0, lane), samples_of(1.0, lane)), (0, 0xf));
        assert_eq!(samples_of(f32::NAN, lane), 0);
        assert_eq!((samples_of(-3.0, lane), samples_of(9.0, lane)), (0, 0xf));
        let mut before = 0;
        for step in 0..=256 {
            let now = samples_of(step as f32 / 256.0, lane);
            assert_eq!(now & before, before, "lane {lane}, step {step}");
            before = now;
        }
        for n in 0..=4 {
            assert_eq!(samples_of(n as f32 / 4.0, lane).count_ones(), n);
        }
    }
}

#[test]
fn a_quad_has_as_many_samples_as_sixteenths() {
    for sixteenths in 0..=16 {
        let alpha = sixteenths as f32 / 16.0;
        let n: u32 = (0..4)
            .map(|lane| samples_of(alpha, lane).count_ones())
            .sum();
        assert_eq!(n, sixteenths);
    }
}

#[test]
fn planes_are_moved_to_the_sample() {
    assert_eq!(
        moved([2.0, -4.0, 1.0, 9.0], [0.375, -0.125]),
        [2.0, -4.0, 2.25, 9.0]
    );
}
