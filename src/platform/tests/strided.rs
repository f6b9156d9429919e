//! Elements are read and written at any stride, and extents that wrap are refused.

use crate::platform::SharedBytes;
use crate::platform::strided::Strided;

#[test]
fn words_come_and_go_at_any_stride() {
    let bytes: Vec<u8> = (0..255).collect();
    let block = SharedBytes::from_bytes(&bytes).unwrap();
    for (offset, stride, n) in [(0, 8, 20), (3, 11, 20), (240, -11, 17), (5, 0, 30)] {
        let array = Strided::within(&block, offset, stride, 8, n).unwrap();
        let mut rows = [[0.0f32; 16]; 2];
        array.read_words(4, &mut rows);
        for l in 0..16 {
            let at = offset as isize + (4 + l).min(n as isize - 1) * stride;
            let word = |w: usize| {
                let at = at as usize + 4 * w;
                u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
            };
            let got = [0, 1].map(|w| rows[w][l as usize].to_bits());
            assert_eq!(got, [word(0), word(1)]);
        }
        array.write_words(4, &rows);
        assert_eq!(block.to_vec().unwrap(), bytes);
        let copy = array.to_packed().unwrap();
        assert_eq!(copy.len(), 8 * n);
    }
}

#[test]
fn packed_words_are_rows() {
    let words: Vec<f32> = (0..40).map(|i| i as f32).collect();
    let block = SharedBytes::from_bytes(bytemuck::cast_slice(&words)).unwrap();
    let array = Strided::within(&block, 0, 4, 4, 40).unwrap();
    let mut row = [[0.0; 16]];
    array.read_words(3, &mut row);
    array.write_words(24, &row);
    array.write_words(38, &row);
    let bytes = block.to_vec().unwrap();
    let words: &[f32] = bytemuck::cast_slice(&bytes);
    assert_eq!(words[22..26], [22.0, 23.0, 3.0, 4.0]);
    assert_eq!(words[36..], [15.0, 16.0, 3.0, 4.0]);
}

#[test]
fn extents_that_wrap_are_refused() {
    let at = |base: usize, stride, n| {
        // SAFETY: nothing is read.
        unsafe { Strided::new(std::ptr::without_provenance_mut(base), stride, 8, n) }.is_some()
    };
    assert!(at(0, 8, 0) && !at(0, 8, 1));
    assert!(at(64, -8, 9) && !at(64, -8, 10));
    assert!(!at(64, isize::MAX, 3) && !at(usize::MAX - 6, 8, 1));
    assert!(!at(64, isize::MAX, 2) && !at(64, 8, usize::MAX));
    let block = SharedBytes::new(16).unwrap();
    let within = |offset, stride, n| Strided::within(&block, offset, stride, 8, n).is_some();
    assert!(within(0, 8, 2) && within(8, -8, 2) && within(100, 8, 0));
    assert!(!within(1, 8, 2) && !within(7, -8, 2) && !within(0, 8, usize::MAX));
}
