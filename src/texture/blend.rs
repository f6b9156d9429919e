//! What becomes of the samples of one level: a result, or a part of it where a lane takes or mixes several levels.
#![forbid(unsafe_code)]

use super::level_choice::LaneChoice;
use crate::kernel::layout::SampleResult;
use crate::simd::Vectors;

/// What the samples of a level become.
#[derive(Clone, Copy)]
pub(super) enum Blend<'a> {
    /// The result of all lanes.
    All,
    /// That of the lanes whose first level has this key.
    First(&'a [LaneChoice], u32),
    /// Mixed into that of the lanes whose second level has this key.
    Second(&'a [LaneChoice], u32),
    /// Mixed into that of all lanes that mix two levels.
    Mixed(&'a [LaneChoice]),
}

impl Blend<'_> {
    /// The same for the groups from number `i` on.
    #[inline(always)]
    pub(super) fn from(self, i: usize) -> Self {
        match self {
            Blend::All => Blend::All,
            Blend::First(choices, key) => Blend::First(&choices[i..], key),
            Blend::Second(choices, key) => Blend::Second(&choices[i..], key),
            Blend::Mixed(choices) => Blend::Mixed(&choices[i..]),
        }
    }

    /// Group `i` has this sample.
    #[inline(always)]
    pub(super) fn apply<V: Vectors>(self, i: usize, sample: [V::F; 4], result: &mut SampleResult) {
        let mut out = sample;
        // The one that most draws have is asked for by itself: no jump by a table.
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
