//! Texels of each format come back as they were written.

use crate::device::texture::codec::Codec;
use crate::texture::{TexelFormat, TexelKind};

/// Colours come back with half of their bits at least, since floats have an exponent. Packing those again changes nothing.
#[test]
fn texels_come_back() {
    for format in TexelFormat::ALL {
        let codec = Codec::of(*format);
        let given: Vec<[f32; 4]> = (0..64u8)
            .map(|i| f32::from(i) / 63.0)
            .map(|c| match format.kind() {
                TexelKind::Depths => [c; 4],
                TexelKind::Bytes | TexelKind::Floats => [c, 1.0 - c, c * c, 1.0],
            })
            .collect();
        let mut texels = vec![0; format.bytes() * given.len()];
        (codec.pack)(&given, &mut texels);
        let mut back = vec![[9.0; 4]; given.len()];
        (codec.unpack)(&texels, &mut back);
        let bound = 0.5f32.powi(i32::from(format.facts().bits[0]) / 2);
        for (back, given) in back.as_flattened().iter().zip(given.as_flattened()) {
            assert!(
                (back - given).abs() <= bound,
                "{format:?}: {back} for {given}"
            );
        }
        let mut again = vec![0; texels.len()];
        (codec.pack)(&back, &mut again);
        assert_eq!(again, texels, "{format:?}");
    }
}
