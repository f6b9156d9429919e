//! The grid of samples, and the ranges of pixels that hold them.

use crate::raster::geometry::samples::{PLACES, sample_range};

#[test]
fn the_grid_is_rotated_and_inside_the_pixel() {
    for axis in 0..2 {
        let mut places = PLACES.map(|place| place[axis]);
        places.sort_unstable();
        assert_eq!(places, [-96, -32, 32, 96]);
    }
    let sum = PLACES
        .iter()
        .fold([0; 2], |sum, p| [sum[0] + p[0], sum[1] + p[1]]);
    assert_eq!(sum, [0; 2]);
}

#[test]
fn ranges_hold_every_pixel_with_a_sample_between() {
    for low in -300..300 {
        for high in low..300 {
            let (first, end) = sample_range(low, high);
            let has = |pixel: i32| {
                let mut samples = PLACES.iter().map(|p| pixel * 256 + 128 + p[0]);
                samples.any(|sample| (low..=high).contains(&sample))
            };
            assert!(!has(first - 1) && !has(end), "{low} {high}");
        }
    }
}
