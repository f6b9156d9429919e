//! Memory comes with the first use, and regions are clipped.

use crate::surface::Region;
use crate::surface::accumulation::Accumulation;

#[test]
fn memory_comes_with_the_first_use_and_regions_are_clipped() {
    let buffer = Accumulation::new(4, 3);
    let region = |x, y, width, height| Region {
        x,
        y,
        width,
        height,
    };
    buffer.update_rows(region(4, 0, 9, 9), |_, _| unreachable!());
    assert_eq!(buffer.pixels.lock().capacity(), 0);
    let mut rows = Vec::new();
    let seen = buffer.update_rows(region(3, 1, 9, 9), |y, pixels| {
        rows.push((y, pixels.to_vec()));
        pixels.fill([y as f32; 4]);
    });
    assert_eq!(seen, Some(()));
    assert_eq!(rows, [(1, vec![[0.0; 4]]), (2, vec![[0.0; 4]])]);
    let mut sum = 0.0;
    buffer.update_rows(region(0, 0, 4, 3), |_, pixels| {
        sum += pixels.iter().map(|p| p[3]).sum::<f32>();
    });
    assert_eq!(sum, 3.0);
    let endless = Accumulation::new(u32::MAX, u32::MAX);
    assert_eq!(endless.update_rows(region(0, 0, 1, 1), |_, _| ()), None);
}
