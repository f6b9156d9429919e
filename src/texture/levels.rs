//! Samples with levels, faces and taps: chooses those of each lane, and combines their samples.
//!
//! Groups are processed by *key*: all lanes that share one (filter, face, level) are sampled together, sixteen wide,
//! and blended in under their mask. Nearly all groups have one key, or two when they mix two levels. Neighbours have
//! the same ones and share the call. Levels of detail are one per quad, so that four groups share the work of finding
//! them:
//!
//! ```text
//! lanes:   0 1 2 3 │ 4 5 6 7 │ …      of four groups a, b, c, d
//! levels:  a b c d │ a b c d │ …      of their quads
//! ```
#![forbid(unsafe_code)]

use super::address::Faces;
use super::blend::{Blend, write};
use super::filter::load;
use super::image::Level;
use super::level_choice::{
    FACE_SHIFT, Keys, LaneChoice, NUMBERS_IN_QUADS, Wants, base_key, last_level,
};
use super::lod;
use super::sampler::Texture;
use crate::format::TextureShape;
use crate::ir::interface::LodMode;
use crate::kernel::layout::{SampleGroup, SampleRequest};
use crate::simd::{InstructionSet, LANES, LanesF32, PerWidth, Vectors};

/// The most groups whose levels are chosen before they are sampled.
pub(super) const MOST_CHOICES: usize = 8;

/// Groups whose lanes choose among levels, faces and filters. Each level is a call of the function that samples one
/// level, for all groups that need it. Texels of all formats are mixed as f32.
pub(super) struct Levels<'a, 'g> {
    pub(super) texture: &'a Texture,
    pub(super) set: InstructionSet,
    pub(super) mode: LodMode,
    pub(super) groups: &'a mut [SampleGroup<'g>],
}

impl PerWidth for Levels<'_, '_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let Levels {
            texture,
            set,
            mode,
            groups,
        } = self;
        let Texture { image, sampler } = texture;
        // Without a base level there is nothing to choose.
        let base = match image.faces.first() {
            Some(levels) => levels.get(sampler.base_level as usize),
            None => None,
        };
        let Some(Some(base)) = base else {
            return texture.sample_level(set, base_key(sampler), Blend::All, groups);
        };
        let several = Several {
            texture,
            set,
            mode,
            base,
        };
        // Cube maps and anisotropic filtering take one group at a time.
        if image.kind == TextureShape::Cube || lod::is_anisotropic(sampler, mode) {
            for group in groups {
                several.one_by_one::<V>(group);
            }
            return;
        }
        // Each lane chooses its levels; groups whose lanes agree are sampled together.
        let mut choices = [LaneChoice::NONE; MOST_CHOICES];
        match mode {
            LodMode::Implicit => several.choose_by_quads::<V>(groups, &mut choices),
            _ => several.choose_by_lanes::<V>(groups, &mut choices),
        }
        several.levels::<V>(&choices[..groups.len().min(MOST_CHOICES)], groups);
    }
}

/// A texture of several levels or faces.
struct Several<'a> {
    texture: &'a Texture,
    set: InstructionSet,
    mode: LodMode,
    base: &'a Level,
}

impl Several<'_> {
    /// The levels of groups, on one face and with one tap, where lanes have levels of detail of their own.
    #[inline(always)]
    fn choose_by_lanes<V: Vectors>(
        &self,
        groups: &[SampleGroup<'_>],
        choices: &mut [LaneChoice; MOST_CHOICES],
    ) {
        let state = &self.texture.sampler;
        for i in 0..groups.len() {
            let coords = load::<V>(groups[i].coords());
            let (lod, lengths) = (V::load(groups[i].lod()), self.lengths::<V>(&coords));
            let footprint = lod::footprint::<V>(state, self.mode, lod, lengths, &coords);
            let keys = Keys::<V>::of(state, footprint.lambda, last_level(state, self.base));
            choices[i % MOST_CHOICES].set(keys);
        }
    }

    /// Does the same where quads have one level of detail, for four groups together.
    #[inline(always)]
    fn choose_by_quads<V: Vectors>(
        &self,
        groups: &[SampleGroup<'_>],
        choices: &mut [LaneChoice; MOST_CHOICES],
    ) {
        let state = &self.texture.sampler;
        let numbers = V::load_i(NUMBERS_IN_QUADS);
        let (mut start, zero) = (0, V::splat(0.0));
        while start < groups.len().min(MOST_CHOICES) {
            let end = (start + 4).min(groups.len()).min(MOST_CHOICES);
            let mut longer = zero;
            for i in start..end {
                let coords = load::<V>(groups[i].coords());
                let [x, y] = self.lengths::<V>(&coords);
                // Lanes of absent groups hold those of the last one.
                let before = V::lt_u(numbers, V::splat_i((i - start) as i32));
                longer = V::select(before, longer, V::max(x, y));
            }
            let lengths = [longer; 2];
            if lod::all_magnified::<V>(state, self.mode, lengths) {
                choices[start..end].fill(LaneChoice::one(base_key(state)));
            } else {
                let footprint = lod::footprint::<V>(state, self.mode, zero, lengths, &[zero; 4]);
                let keys = Keys::<V>::of(state, footprint.lambda, last_level(state, self.base));
                let wants = keys.wants();
                let differ = matches!(wants, [Wants::Several, _] | [_, Wants::Several]);
                for i in start..end {
                    let keys = keys.of_quads(i - start);
                    if differ {
                        choices[i].set(keys)
                    } else {
                        choices[i].set_same::<V>(wants, keys.weight)
                    }
                }
            }
            start = end;
        }
    }

    #[inline(always)]
    fn lengths<V: Vectors>(&self, coords: &[V::F; 4]) -> [V::F; 2] {
        match self.mode {
            LodMode::Explicit => [V::splat(0.0); 2],
            _ => lod::lengths::<V>(self.texture.image.kind, self.base, coords),
        }
    }

    /// The mean of the taps in each lane's footprint, each on its face.
    #[inline(always)]
    fn one_by_one<V: Vectors>(&self, group: &mut SampleGroup<'_>) {
        let state = &self.texture.sampler;
        // The levels follow from the footprint: the derivatives over a quad, or what the mode says.
        let coords = load::<V>(group.coords());
        let lengths = self.lengths::<V>(&coords);
        let footprint =
            lod::footprint::<V>(state, self.mode, V::load(group.lod()), lengths, &coords);
        let keys = Keys::<V>::of(state, footprint.lambda, last_level(state, self.base));
        let mut choice = LaneChoice::NONE;
        choice.set(keys);
        if !lod::is_anisotropic(state, self.mode) {
            return self.tap::<V>(group, &mut choice);
        }
        // Anisotropic filtering averages taps along the longer axis. A lane counts as many as it needs.
        let mut sum = [V::splat(0.0); 4];
        for i in 1..=footprint.most_taps() {
            let [s, t, r, q] = footprint.tap(&coords, i);
            let coords = [V::store(s), V::store(t), V::store(r), V::store(q)];
            let moved = self.moved(coords, group);
            let mut tap = SampleGroup::of(&moved, group.result);
            self.tap::<V>(&mut tap, &mut choice.clone());
            let [r, g, b, a] = &*group.result;
            let value = load::<V>([r, g, b, a]);
            let counts = V::le(V::splat(i as f32), footprint.taps);
            for c in 0..4 {
                sum[c] = V::select(counts, sum[c] + value[c], sum[c]);
            }
        }
        for sum in &mut sum {
            *sum = *sum / footprint.taps;
        }
        write::<V>(sum, group.result);
    }

    /// Samples one tap of a group: at its coordinates, or at those on the faces of a cube.
    #[inline(always)]
    fn tap<V: Vectors>(&self, group: &mut SampleGroup<'_>, choice: &mut LaneChoice) {
        if self.texture.image.kind != TextureShape::Cube {
            return self.levels::<V>(std::slice::from_ref(choice), std::slice::from_mut(group));
        }
        let [s, t, r, q] = load::<V>(group.coords());
        let on = Faces::<V>::of([s, t, r]);
        let [s, t] = on.project([s, t, r]);
        choice.on_faces::<V>(V::shl(on.numbers(), FACE_SHIFT));
        let coords = [V::store(s), V::store(t), V::store(r), V::store(q)];
        let projected = self.moved(coords, group);
        let mut projected = [SampleGroup::of(&projected, group.result)];
        self.levels::<V>(std::slice::from_ref(choice), &mut projected);
    }

    /// The group's request with other coordinates.
    #[inline(always)]
    fn moved(&self, coords: [LanesF32; 4], group: &SampleGroup<'_>) -> SampleRequest {
        SampleRequest {
            coords,
            lod: *group.lod(),
            mode: self.mode,
        }
    }

    /// Samples the first levels, then the second ones: neighbours with the same key together.
    #[inline(always)]
    fn levels<V: Vectors>(&self, choices: &[LaneChoice], groups: &mut [SampleGroup<'_>]) {
        let n = groups.len().min(choices.len());
        // The first level, then the second one, which is blended into it.
        for side in 0..2 {
            let mut start = 0;
            while start < n {
                // Neighbouring groups that need the same level are sampled together.
                let wanted = choices[start].wants[side];
                let mut end = start + 1;
                while end < n && choices[end].wants[side] == wanted {
                    end += 1;
                }
                let (choices, groups) = (&choices[start..end], &mut groups[start..end]);
                start = end;
                let key = match wanted {
                    Wants::Nothing => continue,
                    Wants::One(key) => key,
                    Wants::Several => {
                        for i in 0..choices.len() {
                            self.by_key::<V>(side, &choices[i], &mut groups[i]);
                        }
                        continue;
                    }
                };
                let blend = match side {
                    0 => Blend::All,
                    _ => Blend::Mixed(choices),
                };
                self.texture.sample_level(self.set, key, blend, groups);
            }
        }
    }

    /// Samples each level that a lane of the group needs.
    #[inline(always)]
    fn by_key<V: Vectors>(&self, side: usize, choice: &LaneChoice, group: &mut SampleGroup<'_>) {
        let keys = V::load_i(choice.keys[side]);
        let weight = V::load(&choice.weight);
        let mut left = match side {
            0 => u16::MAX,
            _ => V::mask_bits(V::lt(V::splat(0.0), weight)),
        };
        let choices = std::slice::from_ref(choice);
        while left != 0 {
            let key = choice.keys[side][left.trailing_zeros() as usize % LANES];
            left &= !V::mask_bits(V::eq_i(keys, V::splat_i(key as i32)));
            let blend = match side {
                0 => Blend::First(choices, key),
                _ => Blend::Second(choices, key),
            };
            let group = std::slice::from_mut(group);
            self.texture.sample_level(self.set, key, blend, group);
        }
    }
}
