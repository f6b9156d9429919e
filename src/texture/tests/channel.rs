//! Decoded values follow the formulas, and encoded ones are close.

use crate::texture::channel::{Channel, Values};

const BOTH: [Channel; 2] = [Channel::Unsigned, Channel::Signed];

fn block(ends: [u8; 2]) -> u64 {
    let codes = (0..16).fold(0, |codes, i| codes | (i as u64 % 8) << (3 * i));
    u64::from(ends[0]) | u64::from(ends[1]) << 8 | codes << 16
}

/// Every code of both encodings, from the text's formulas.
#[test]
fn values_follow_the_formulas() {
    for channel in BOTH {
        for ends in [[250, 3], [3, 250], [7, 7], [255, 0], [127, 129], [128, 5]] {
            let (e0, e1) = (channel.stored(ends[0]), channel.stored(ends[1]));
            let [low, high] = channel.limits().map(f64::from);
            let (a, b) = (f64::from(e0).max(low), f64::from(e1).max(low));
            for (i, value) in channel.decode(block(ends)).iter().enumerate() {
                let code = i % 8;
                let k = code as f64 - 1.0;
                let exact = match code {
                    0 => a,
                    1 => b,
                    _ if e0 > e1 => ((7.0 - k) * a + k * b) / 7.0,
                    6 => low,
                    7 => high,
                    _ => ((5.0 - k) * a + k * b) / 5.0,
                };
                assert!((f64::from(*value) - exact).abs() < 1e-4, "{ends:?} {code}");
            }
        }
    }
}

/// Smooth values, and limits among others, in both encodings.
#[test]
fn encoded_values_are_close() {
    for channel in BOTH {
        let [low, high] = channel.limits();
        let smooth: Values = std::array::from_fn(|i| 10.0 + 7.0 * i as f32);
        let mut cut = smooth;
        (cut[0], cut[15]) = (low, high);
        for (values, bound) in [(smooth, 8.0), (cut, 12.0), ([low; 16], 0.0)] {
            let back = channel.decode(channel.encode(&values, u16::MAX));
            for i in 0..16 {
                assert!(
                    (back[i] - values[i]).abs() <= bound,
                    "{channel:?} {i} {back:?}"
                );
            }
        }
        // What does not count has no weight; what is no number is the lower limit.
        let mut values = [f32::NAN; 16];
        values[3] = 77.0;
        assert_eq!(channel.decode(channel.encode(&values, 8))[3], 77.0);
        assert_eq!(channel.decode(channel.encode(&values, 1))[0], low);
    }
}
