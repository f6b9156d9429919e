//! Chooses the filters and levels of lanes by their levels of detail (GL 1.5 sections 3.8.8 and 3.8.9).
#![forbid(unsafe_code)]

use super::image::Level;
use super::lod;
use super::sampler_state::{Filter, SamplerState};
use crate::kernel::layout::SampleResult;
use crate::simd::{LANES, LanesF32, Vectors};

/// The key of the base level.
#[inline(always)]
pub(super) fn base_key(state: &SamplerState) -> u32 {
    state.base_level << LEVEL_SHIFT | u32::from(state.mag == Filter::Linear)
}

/// The place of a face's index in a lane's key.
pub(super) const FACE_SHIFT: u32 = 1;
pub(super) const LEVEL_SHIFT: u32 = 4;

/// Index of the last level, counted from the base level (q − base of GL 1.5 section 3.8.8).
#[inline(always)]
pub(super) fn last_level(state: &SamplerState, base: &Level) -> u32 {
    let size = base.width.max(base.height).max(base.depth).max(1);
    size.ilog2()
        .min(state.max_level.saturating_sub(state.base_level))
}

/// The filter and the levels of each lane, in registers.
pub(super) struct Keys<V: Vectors> {
    keys: [V::I; 2],
    pub(super) weight: V::F,
}

/// The index of each lane in its quad.
pub(super) const NUMBERS_IN_QUADS: [u32; LANES] = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3];

impl<V: Vectors> Keys<V> {
    /// Chooses by level of detail; `last` is the index of the last level, counted from the base level.
    #[inline(always)]
    pub(super) fn of(state: &SamplerState, lambda: V::F, last: u32) -> Keys<V> {
        let magnified = lod::is_magnified::<V>(state, lambda);
        let levels = lod::choose_levels::<V>(state.mip, lambda, last);
        let min = V::splat_i(i32::from(state.min == Filter::Linear));
        let mag = V::splat_i(i32::from(state.mag == Filter::Linear));
        let base = V::splat_i((state.base_level << LEVEL_SHIFT) as i32);
        let first = V::shl(levels.first, LEVEL_SHIFT) + min;
        let second = V::shl(levels.second, LEVEL_SHIFT) + min;
        Keys {
            keys: [
                V::select_i(magnified, mag, first) + base,
                V::select_i(magnified, mag, second) + base,
            ],
            weight: V::select(magnified, V::splat(0.0), levels.weight),
        }
    }

    /// The keys of the first and the second level.
    #[inline(always)]
    pub(super) fn wants(&self) -> [Wants; 2] {
        let mixed = V::mask_bits(V::lt(V::splat(0.0), self.weight));
        let mut wants = [Wants::Nothing; 2];
        for (side, wanted) in [u16::MAX, mixed].into_iter().enumerate() {
            if wanted != 0 {
                let lane = wanted.trailing_zeros() as usize % LANES;
                let key = V::store_i(self.keys[side])[lane];
                let same = V::mask_bits(V::eq_i(self.keys[side], V::splat_i(key as i32)));
                wants[side] = match wanted & !same {
                    0 => Wants::One(key),
                    _ => Wants::Several,
                };
            }
        }
        wants
    }

    /// Copies lane `n` (below 4) of each quad to all lanes of the quad.
    #[inline(always)]
    pub(super) fn of_quads(&self, n: usize) -> Keys<V> {
        match n {
            0 => self.quad_lanes::<0>(),
            1 => self.quad_lanes::<1>(),
            2 => self.quad_lanes::<2>(),
            _ => self.quad_lanes::<3>(),
        }
    }

    #[inline(always)]
    fn quad_lanes<const N: usize>(&self) -> Keys<V> {
        let [first, second] = self.keys;
        Keys {
            keys: [
                V::bits(V::quad_lane::<N>(V::from_bits(first))),
                V::bits(V::quad_lane::<N>(V::from_bits(second))),
            ],
            weight: V::quad_lane::<N>(self.weight),
        }
    }
}

/// The filters and levels of the lanes of a group.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wants {
    /// No lane samples.
    Nothing,
    /// All lanes that sample have this key.
    One(u32),
    /// Lanes have different keys.
    Several,
}

/// The filter and the levels of each lane of a group; each row on one line of the cache.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct LaneChoice {
    /// For the first level and the second: 1 for linear filtering, plus 16 times the level's index.
    pub(super) keys: [[u32; LANES]; 2],
    /// The weight of the second level; 0 for one level.
    pub(super) weight: LanesF32,
    pub(super) wants: [Wants; 2],
}

impl LaneChoice {
    pub(super) const NONE: LaneChoice = LaneChoice::one(0);

    /// The same level in all lanes.
    #[inline(always)]
    pub(super) const fn one(key: u32) -> LaneChoice {
        LaneChoice {
            keys: [[key; LANES]; 2],
            weight: [0.0; LANES],
            wants: [Wants::One(key), Wants::Nothing],
        }
    }

    /// Stores the choices of the lanes, in place: a copy would wait for the parts that are written one by one.
    #[inline(always)]
    pub(super) fn set<V: Vectors>(&mut self, of: Keys<V>) {
        self.keys[0] = V::store_i(of.keys[0]);
        self.keys[1] = V::store_i(of.keys[1]);
        V::write(of.weight, &mut self.weight);
        self.wants = of.wants();
    }

    /// Stores one choice for all lanes, which needs no keys.
    #[inline(always)]
    pub(super) fn set_same<V: Vectors>(&mut self, wants: [Wants; 2], weight: V::F) {
        V::write(weight, &mut self.weight);
        self.wants = wants;
    }

    /// Adds these faces to the keys.
    #[inline(always)]
    pub(super) fn on_faces<V: Vectors>(&mut self, faces: V::I) {
        let keys = [
            V::load_i(self.keys[0]) + faces,
            V::load_i(self.keys[1]) + faces,
        ];
        let weight = V::load(&self.weight);
        self.set(Keys::<V> { keys, weight });
    }

    /// A sample of the second level mixed into that of the first, in those of the lanes that mix two.
    #[inline(always)]
    pub(super) fn mixed<V: Vectors>(
        &self,
        lanes: V::M,
        second: [V::F; 4],
        first: &SampleResult,
    ) -> [V::F; 4] {
        let weight = V::load(&self.weight);
        let lanes = lanes & V::lt(V::splat(0.0), weight);
        let mut out = second;
        for c in 0..4 {
            let first = V::load(&first[c]);
            let mixed = first + (second[c] - first) * weight;
            out[c] = V::select(lanes, mixed, first);
        }
        out
    }

    /// The lanes with this key.
    #[inline(always)]
    pub(super) fn has_key<V: Vectors>(&self, side: usize, key: u32) -> V::M {
        V::eq_i(V::load_i(self.keys[side]), V::splat_i(key as i32))
    }
}
