//! Writes the samples of one level: as the result, or as a part of it where lanes select or mix several levels.
#![forbid(unsafe_code)]

use super::level_choice::LaneChoice;
use crate::kernel::layout::SampleResult;
use crate::simd::Vectors;

/// The use of a level's samples.
#[derive(Clone, Copy)]
pub(super) enum Blend<'a> {
    /// They are the result of all lanes.
    All,
    /// They are the result of the lanes whose first level has this key.
    First(&'a [LaneChoice], u32),
    /// They are mixed into the result of the lanes whose second level has this key.
    Second(&'a [LaneChoice], u32),
    /// They are mixed into the result of all lanes that mix two levels.
    Mixed(&'a [LaneChoice]),
}

impl Blend<'_> {
    /// The same use for the groups from index `i` on.
    #[inline(always)]
    pub(super) fn from(self, i: usize) -> Self {
        match self {
            Blend::All => Blend::All,
            Blend::First(choices, key) => Blend::First(&choices[i..], key),
            Blend::Second(choices, key) => Blend::Second(&choices[i..], key),
            Blend::Mixed(choices) => Blend::Mixed(&choices[i..]),
        }
    }

    /// Stores this sample for group `i`.
    #[inline(always)]
    pub(super) fn apply<V: Vectors>(self, i: usize, sample: [V::F; 4], result: &mut SampleResult) {
        let mut out = sample;
        // The most frequent case has its own test: no jump by a table.
        if let Blend::All = self {
            return write::<V>(out, result);
        }
        match self {
            Blend::All => {}
            Blend::First(choices, key) => {
                let mask = choices[i].has_key::<V>(0, key);
                for c in 0..4 {
                    out[c] = V::select(mask, sample[c], V::load(&result[c]));
                }
            }
            Blend::Second(choices, key) => {
                let has_key = choices[i].has_key::<V>(1, key);
                out = choices[i].mixed::<V>(has_key, sample, result);
            }
            Blend::Mixed(choices) => {
                let all = V::eq_i(V::splat_i(0), V::splat_i(0));
                out = choices[i].mixed::<V>(all, sample, result);
            }
        }
        write::<V>(out, result);
    }
}

#[inline(always)]
pub(super) fn write<V: Vectors>(sample: [V::F; 4], result: &mut SampleResult) {
    let [r, g, b, a] = result;
    V::write(sample[0], r);
    V::write(sample[1], g);
    V::write(sample[2], b);
    V::write(sample[3], a);
}
