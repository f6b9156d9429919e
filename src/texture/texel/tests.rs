//! Small floats are converted exactly.

use crate::simd::{InstructionSet, LANES, PerWidth, Vectors, run_on};
use crate::texture::reader::Texel;
use crate::texture::texel::half::from_halves;
use crate::texture::texel::packed::{Decode, Rg11B10F};

/// Words R and G, B and A, and their colours.
struct Halves([[u32; LANES]; 2], [[f32; LANES]; 4]);

impl PerWidth for &mut Halves {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let words = self.0.map(|words| V::load_i(words));
        let [Texel(colors)] = from_halves::<V, 1>([words]);
        for c in 0..4 {
            self.1[c] = V::store(colors[c]);
        }
    }
}

/// Every f16 in each component, beside special and finite ones.
#[test]
fn halves_are_exact() {
    let half = |number: u32| half::f16::from_bits(number as u16);
    for (set, first) in InstructionSet::ALL
        .into_iter()
        .flat_map(|set| (0..1 << 16).step_by(LANES).map(move |first| (set, first)))
    {
        let number = |lane: usize, c: u32| (first + lane as u32).wrapping_mul(1 + 2 * c) & 0xffff;
        let word = |lane, c| number(lane, c) | number(lane, c + 1) << 16;
        let words = [0, 2].map(|c| std::array::from_fn(|lane| word(lane, c)));
        let mut halves = Halves(words, [[9.0; LANES]; 4]);
        run_on(set, &mut halves);
        for (c, results) in (0..4).zip(halves.1) {
            for (lane, result) in results.into_iter().enumerate() {
                let expected = half(number(lane, c)).to_f32();
                let is_same = result.to_bits() == expected.to_bits();
                assert!(
                    is_same || result.is_nan() && expected.is_nan(),
                    "{result}: {expected}"
                );
            }
        }
    }
}

/// Words of floats of 11, 11 and 10 bits, and their colours.
struct Unsigned([u32; LANES], [[f32; LANES]; 3]);

impl PerWidth for &mut Unsigned {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        // The second word is 0.
        let [Texel(colors), Texel(zeros)] =
            Rg11B10F::decode::<V, 2>([V::load_i(self.0), V::splat_i(0)]);
        for c in 0..3 {
            self.1[c] = V::store(colors[c]);
            assert_eq!(V::store(zeros[c]), [0.0; LANES]);
        }
    }
}

/// Every number of 11 and of 10 bits in each component, beside others: each is an f16 without its sign and last bits.
#[test]
fn floats_without_a_sign_are_exact() {
    for set in InstructionSet::ALL {
        // Few lanes of many are special, or just one component.
        for first in 0..1 << 11 {
            let number = |lane: usize, c: u32| {
                let number = first + lane as u32 * 77 + c * 991;
                if lane > 2 {
                    number % 1984
                } else {
                    number % 2048
                }
            };
            let word = |lane| number(lane, 0) | number(lane, 1) << 11 | number(lane, 2) >> 1 << 22;
            let mut floats = Unsigned(std::array::from_fn(word), [[9.0; LANES]; 3]);
            run_on(set, &mut floats);
            for (c, results) in (0..3).zip(floats.1) {
                for (lane, result) in results.into_iter().enumerate() {
                    let bits = if c == 2 {
                        number(lane, 2) >> 1 << 1
                    } else {
                        number(lane, c)
                    };
                    let expected = half::f16::from_bits((bits << 4) as u16).to_f32();
                    let is_same = result.to_bits() == expected.to_bits();
                    assert!(
                        is_same || result.is_nan() && expected.is_nan(),
                        "{bits:#x} in {c}: {result}, not {expected}"
                    );
                }
            }
        }
    }
}
