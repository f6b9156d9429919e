//! Pixels lie in the lanes of their blocks, samples in planes of their own, and writes stay in their rectangle.

use crate::platform::handover::{PAST, THROUGH, Way, finish_copies};
use crate::platform::pixel_storage::PixelStorage;
use crate::simd::{LANE_OFFSET, LANES};

#[test]
fn samples_are_planes_of_their_own() {
    let plane = PixelStorage::with_samples(5, 3, true).unwrap();
    assert_eq!(plane.samples(), 4);
    plane.write_row(1, 2, &[0x1010_1010; 4]);
    plane.write_sample_row(2, 2, 3, &[0x5010_1010]);
    let mut row = [0; 5];
    plane.read_row(0, 2, &mut row);
    assert_eq!(row, [0, 0x1010_1010, 0x1010_1010, 0x1010_1010, 0x1010_1010]);
    plane.resolve_row(0, 2, &mut row);
    assert_eq!(row, [0, 0x1010_1010, 0x2010_1010, 0x1010_1010, 0x1010_1010]);
    plane.read_sample_row(0, 1, 3, &mut row);
    assert_eq!(row, [0; 5]);
    assert!(PixelStorage::with_samples(u32::MAX, u32::MAX, true).is_none());
}

/// Each pixel is where the order of tiles, blocks and lanes puts it, and every way of reading finds it there.
#[test]
fn pixels_lie_in_the_lanes_of_their_blocks() {
    let (width, height) = (150, 70);
    let plane = PixelStorage::new(width, height).unwrap();
    plane.write_rows([0, 0], [width, height], 0, |y, row| {
        (0..).zip(row).for_each(|(x, pixel)| *pixel = 1000 * y + x);
    });
    for (x, y) in [(0, 0), (5, 2), (63, 63), (64, 63), (149, 69)] {
        let tile = plane.tile_ptr(x, y, 0, 0);
        let inside = |(dx, dy): (u8, u8)| (u32::from(dx), u32::from(dy)) == (x % 4, y % 4);
        let lane = LANE_OFFSET.iter().position(|at| inside(*at)).unwrap();
        let block = (y % 64 / 4 * 16 + x % 64 / 4) as usize;
        // SAFETY: a pixel of the tile.
        let pixel = unsafe { tile.add(block * LANES + lane).read() };
        assert_eq!(pixel, 1000 * y + x);
    }
    for (x, len) in [(0, 150), (3, 4), (6, 1), (61, 80), (148, 2)] {
        let expected: Vec<u32> = (x..x + len).map(|x| 1000 * 66 + x).collect();
        let mut row = vec![0; len as usize];
        plane.read_row(x, 66, &mut row);
        assert_eq!(row, expected);
        let mut seen = Vec::new();
        plane.read_rows([x, 65], [len, 3], 0, |y, row| {
            let there = row.iter().zip(x..).all(|(p, x)| *p == 1000 * y + x);
            seen.push((y, there, row.len() as u32));
        });
        assert_eq!(seen, [65, 66, 67].map(|y| (y, true, len)));
    }
}

/// Writing a rectangle leaves the pixels around it alone.
#[test]
fn writing_stays_in_the_rectangle() {
    let plane = PixelStorage::new(20, 12).unwrap();
    for (at, size) in [([3, 1], [9, 9]), ([4, 4], [8, 4]), ([7, 5], [1, 1])] {
        plane.write_rows([0, 0], [20, 12], 0, |_, row| row.fill(1));
        plane.write_rows(at, size, 0, |_, row| row.fill(2));
        plane.change_rows(at, size, 0, |_, row| row.iter_mut().for_each(|p| *p += 1));
        let inside = |i: usize, v: u32| (at[i]..at[i] + size[i]).contains(&v);
        plane.read_rows([0, 0], [20, 12], 0, |y, row| {
            for (x, pixel) in row.iter().enumerate() {
                let is_in = inside(0, x as u32) && inside(1, y);
                assert_eq!(*pixel, if is_in { 3 } else { 1 }, "({x}, {y})");
            }
        });
    }
}

/// Rectangles copied on each way arrive whole, and nothing beside them changes.
#[test]
fn copied_rows_are_the_rows_that_are_read() {
    rows_are_copied::<THROUGH>();
    rows_are_copied::<PAST>();
}

fn rows_are_copied<const WAY: Way>() {
    let (width, height) = (150, 70);
    let plane = PixelStorage::new(width, height).unwrap();
    plane.write_rows([0, 0], [width, height], 0, |y, row| {
        (0..)
            .zip(row)
            .for_each(|(x, pixel)| *pixel = 1000 * y + x + 1);
    });
    for (at, size) in [
        ([0, 0], [150, 70]),
        ([4, 1], [64, 68]),
        ([60, 3], [7, 2]),
        ([148, 69], [2, 1]),
    ] {
        // Rows of 160 pixels, the first of which is aligned to 16 bytes.
        let mut memory = vec![0u128; 40 * 70];
        let base = memory.as_mut_ptr().cast::<u32>();
        // SAFETY: the rows have room for 160 pixels each.
        unsafe {
            plane.copy_rows::<WAY>(at, size, |y| {
                base.wrapping_add((160 * (y - at[1])) as usize)
            })
        };
        finish_copies();
        let copied: &[u32] = bytemuck::cast_slice(&memory);
        for (i, row) in copied.chunks(160).enumerate() {
            let (y, n) = (at[1] + i as u32, size[0] as usize);
            let n = if (i as u32) < size[1] { n } else { 0 };
            let there = row[..n]
                .iter()
                .zip(at[0]..)
                .all(|(p, x)| *p == 1000 * y + x + 1);
            assert!(
                there && row[n..].iter().all(|p| *p == 0),
                "{at:?} {size:?} row {i}"
            );
        }
    }
}
