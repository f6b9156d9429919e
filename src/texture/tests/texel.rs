//! Half floats are converted exactly.

use crate::simd::{InstructionSet, LANES, PerWidth, Vectors, run_on};
use crate::texture::reader::Texel;
use crate::texture::texel::from_halves;

/// Words R and G, B and A, and their colours.
struct Halves([[u32; LANES]; 2], [[f32; LANES]; 4]);

impl PerWidth for &mut Halves {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let Texel(colors) = from_halves::<V>(V::load_i(self.0[0]), V::load_i(self.0[1]));
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
