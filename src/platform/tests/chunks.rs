//! Each chunk is handed out once.

use crate::platform::chunks::for_chunks;

#[test]
fn every_chunk_is_handed_out_once() {
    for n in [0, 1, 7, 100_000] {
        let mut items: Vec<u32> = vec![0; n];
        for_chunks(&mut items, 7, |chunk, items| {
            items.iter_mut().for_each(|item| *item += chunk as u32);
        });
        assert!(items.iter().zip(0..).all(|(item, i)| *item == i / 7));
    }
}
