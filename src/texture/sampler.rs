//! Sampler state, and a texture bound for a draw.
//!
//! Groups come several at a time. Where there is one level and one filter, they are one call of [`OneLevel`]. Else lanes may
//! want different levels, faces and filters, and groups are worked off by *key*: all lanes that share one (filter, face,
//! level) are sampled together, sixteen wide, and blended in under their mask. Nearly all groups have one key, or two when
//! they mix two levels, and neighbours have the same ones and share the call.
#![forbid(unsafe_code)]

use super::address::Faces;
use super::filter::{self, LevelView, Sampling, load};
use super::image::{Image, ImageKind, Level, TexelFormat};
use super::lod;
use super::texel::{Depth32F, Reader, Rgba8, Rgba32F, Srgba8};
use crate::ir::interface::LodMode;
use crate::kernel::layout::{SampleGroup, SampleRequest, SampleResult, Sampler};
use crate::simd::{InstructionSet, LANES, LanesF32, PerWidth, Vectors, run_on};
use std::sync::Arc;

/// Wrap mode of one coordinate (GL 1.5 section 3.8.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// REPEAT
    Repeat,
    /// CLAMP: to [0, 1], so that linear filtering mixes in the border
    Clamp,
    /// CLAMP_TO_EDGE
    ClampToEdge,
    /// CLAMP_TO_BORDER
    ClampToBorder,
    /// MIRRORED_REPEAT
    MirroredRepeat,
}

/// Filter inside a level, or between levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest texel or level.
    Nearest,
    /// Weighted.
    Linear,
}

/// Depth comparison: reference against texel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CompareFunc {
    Never,
    Less,
    LessEqual,
    Equal,
    GreaterEqual,
    Greater,
    NotEqual,
    Always,
}

/// What a depth texture's value, or the comparison's result D, becomes (DEPTH_TEXTURE_MODE).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DepthMode {
    /// (D, D, D, 1)
    Luminance,
    /// (D, D, D, D)
    Intensity,
    /// (0, 0, 0, D)
    Alpha,
    /// (D, 0, 0, 1)
    Red,
}

/// What a component of a sample comes from (EXT_texture_swizzle).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SwizzleSource {
    /// The sample's red, green, blue or alpha by number.
    Component(u8),
    /// 0
    Zero,
    /// 1
    One,
}

impl SwizzleSource {
    /// Red, green, blue and alpha from themselves.
    pub const IDENTITY: [SwizzleSource; 4] = [
        SwizzleSource::Component(0),
        SwizzleSource::Component(1),
        SwizzleSource::Component(2),
        SwizzleSource::Component(3),
    ];
}

/// How a texture is sampled.
#[derive(Debug, Clone, PartialEq)]
pub struct SamplerState {
    /// Wrap modes of s, t, r.
    pub wrap: [Wrap; 3],
    /// Filter when magnified.
    pub mag: Filter,
    /// Filter inside a level when minified.
    pub min: Filter,
    /// Filter between levels; `None` samples the base level only.
    pub mip: Option<Filter>,
    /// Added to the level of detail: object bias plus unit bias, already clamped.
    pub lod_bias: f32,
    /// Clamp of the level of detail.
    pub min_lod: f32,
    /// Clamp of the level of detail.
    pub max_lod: f32,
    /// First level used.
    pub base_level: u32,
    /// Last level used.
    pub max_level: u32,
    /// Border colour r, g, b, a; clamped to [0, 1] unless texels are floats.
    pub border: [f32; 4],
    /// Depth comparison; `None` samples the depth itself.
    pub compare: Option<CompareFunc>,
    /// How depth textures expand to four components.
    pub depth_mode: DepthMode,
    /// Greatest anisotropy, 1 = isotropic.
    pub max_anisotropy: f32,
    /// What red, green, blue and alpha of the sample come from.
    pub swizzle: [SwizzleSource; 4],
}

/// A complete texture bound for a draw: implements [`crate::kernel::layout::Sampler`].
#[derive(Debug, Clone)]
pub struct Texture {
    /// The images.
    pub image: Arc<Image>,
    /// How they are sampled.
    pub sampler: SamplerState,
}

impl SamplerState {
    /// REPEAT, nearest, no mipmaps: what internal images (pixel rectangles) start from.
    pub const NEAREST: SamplerState = SamplerState {
        wrap: [Wrap::Repeat; 3],
        mag: Filter::Nearest,
        min: Filter::Nearest,
        mip: None,
        lod_bias: 0.0,
        min_lod: -1000.0,
        max_lod: 1000.0,
        base_level: 0,
        max_level: 1000,
        border: [0.0; 4],
        compare: None,
        depth_mode: DepthMode::Luminance,
        max_anisotropy: 1.0,
        swizzle: SwizzleSource::IDENTITY,
    };

    /// Whether the swizzle is [`SwizzleSource::IDENTITY`]; as a pattern, since equality of arrays is a call.
    #[inline(always)]
    fn is_unswizzled(&self) -> bool {
        use SwizzleSource::Component;
        matches!(
            self.swizzle,
            [Component(0), Component(1), Component(2), Component(3)]
        )
    }

    #[cold]
    fn swizzled(&self, result: &mut SampleResult) {
        let sampled = *result;
        *result = self.swizzle.map(|source| match source {
            SwizzleSource::Component(component) => sampled[usize::from(component % 4)],
            SwizzleSource::Zero => [0.0; LANES],
            SwizzleSource::One => [1.0; LANES],
        });
    }
}

impl Sampler for Texture {
    fn sample(&self, request: &SampleRequest, result: &mut SampleResult) {
        let group = SampleGroup::of(request, result);
        self.sample_groups(request.mode, &mut [group]);
    }

    fn sample_groups(&self, mode: LodMode, groups: &mut [SampleGroup<'_>]) {
        self.sample_with(InstructionSet::of_process(), mode, groups);
        if !self.sampler.is_unswizzled() {
            for group in groups {
                self.sampler.swizzled(group.result);
            }
        }
    }
}

impl Texture {
    /// Samples groups with an instruction set, or the widest one below it that the CPU has, and leaves the swizzle out: tests
    /// compare them.
    pub fn sample_with(&self, set: InstructionSet, mode: LodMode, groups: &mut [SampleGroup<'_>]) {
        let state = &self.sampler;
        // One filter, one level: nothing to choose.
        let is_plain = state.mip.is_none()
            && state.mag == state.min
            && state.max_anisotropy <= 1.0
            && self.image.kind != ImageKind::Cube;
        if is_plain {
            return self.sample_level(set, base_key(state), Put::All, groups);
        }
        for groups in groups.chunks_mut(MOST_CHOICES) {
            let texture = self;
            run_on(
                set,
                Levels {
                    texture,
                    set,
                    mode,
                    groups,
                },
            );
        }
    }

    /// Samples one level of one face.
    #[inline(always)]
    fn sample_level(
        &self,
        set: InstructionSet,
        key: u32,
        put: Put<'_>,
        groups: &mut [SampleGroup<'_>],
    ) {
        let (state, border) = (&self.sampler, &self.sampler.border);
        let at = At {
            texture: self,
            set,
            key,
            put,
        };
        match self.image.format {
            TexelFormat::Rgba8 => run_on(set, OneLevel(&at, &Rgba8 { border }, groups)),
            TexelFormat::Srgba8 => run_on(set, OneLevel(&at, &Srgba8 { border }, groups)),
            TexelFormat::Rgba32F => run_on(set, OneLevel(&at, &Rgba32F { border }, groups)),
            TexelFormat::Depth32F => run_on(set, OneLevel(&at, &Depth32F { state }, groups)),
        }
    }
}

/// What is sampled of a texture, and what becomes of it.
struct At<'a> {
    texture: &'a Texture,
    set: InstructionSet,
    /// Filter, face and level.
    key: u32,
    put: Put<'a>,
}

/// One level of one face.
struct OneLevel<'a, 'g, R, const C: usize>(&'a At<'a>, &'a R, &'a mut [SampleGroup<'g>]);

impl<R: Reader<C>, const C: usize> PerWidth for OneLevel<'_, '_, R, C> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let OneLevel(at, reader, groups) = self;
        let Texture { image, sampler } = at.texture;
        let (face, level) = (at.key >> FACE_SHIFT & 7, at.key >> LEVEL_SHIFT);
        match LevelView::new(image, face, level) {
            Some(view) => {
                let sampling = Sampling {
                    state: sampler,
                    view,
                    linear: at.key & 1 == 1,
                    set: at.set,
                    put: at.put,
                };
                filter::sample::<V, R, C>(&sampling, reader, groups);
            }
            None => {
                let missing = reader.finish(reader.missing::<V>());
                for i in 0..groups.len() {
                    at.put.put::<V>(i, missing, groups[i].result);
                }
            }
        }
    }
}

/// What the samples of a level become.
#[derive(Clone, Copy)]
pub(super) enum Put<'a> {
    /// The result of all lanes.
    All,
    /// That of the lanes whose first level has this key.
    First(&'a [LaneChoice], u32),
    /// Mixed into that of the lanes whose second level has this key.
    Second(&'a [LaneChoice], u32),
}

impl Put<'_> {
    /// The same for the groups from number `i` on.
    #[inline(always)]
    pub(super) fn from(self, i: usize) -> Self {
        match self {
            Put::All => Put::All,
            Put::First(choices, key) => Put::First(&choices[i..], key),
            Put::Second(choices, key) => Put::Second(&choices[i..], key),
        }
    }

    /// Group `i` has this sample.
    #[inline(always)]
    pub(super) fn put<V: Vectors>(self, i: usize, sample: [V::F; 4], result: &mut SampleResult) {
        let mut out = sample;
        match self {
            Put::All => {}
            Put::First(choices, key) => {
                let mask = choices[i].has_key::<V>(0, key);
                for c in 0..4 {
                    out[c] = V::select(mask, sample[c], V::load(&result[c]));
                }
            }
            Put::Second(choices, key) => {
                let weight = V::load(&choices[i].weight);
                let mask = choices[i].has_key::<V>(1, key) & V::lt(V::splat(0.0), weight);
                for c in 0..4 {
                    let first = V::load(&result[c]);
                    let mixed = first + (sample[c] - first) * weight;
                    out[c] = V::select(mask, mixed, first);
                }
            }
        }
        write::<V>(out, result);
    }
}

#[inline(always)]
fn write<V: Vectors>(sample: [V::F; 4], result: &mut SampleResult) {
    let [r, g, b, a] = result;
    V::write(sample[0], r);
    V::write(sample[1], g);
    V::write(sample[2], b);
    V::write(sample[3], a);
}

/// The most groups whose levels are chosen before they are sampled.
const MOST_CHOICES: usize = 8;

/// Groups whose lanes choose among levels, faces and filters. Each level is a call of the function that samples one level,
/// for as many groups as want it; texels of all formats are mixed as f32.
struct Levels<'a, 'g> {
    texture: &'a Texture,
    set: InstructionSet,
    mode: LodMode,
    groups: &'a mut [SampleGroup<'g>],
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
        let base = match image.faces.first() {
            Some(levels) => levels.get(sampler.base_level as usize),
            None => None,
        };
        let Some(Some(base)) = base else {
            return texture.sample_level(set, base_key(sampler), Put::All, groups);
        };
        let several = Several {
            texture,
            set,
            mode,
            base,
        };
        if image.kind == ImageKind::Cube || lod::is_anisotropic(sampler, mode) {
            for group in groups {
                several.one_by_one::<V>(group);
            }
            return;
        }
        let mut choices = [LaneChoice::NONE; MOST_CHOICES];
        for i in 0..groups.len() {
            choices[i % MOST_CHOICES] = several.choose::<V>(&groups[i]);
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
    /// The levels of a group, on one face and with one tap.
    #[inline(always)]
    fn choose<V: Vectors>(&self, group: &SampleGroup<'_>) -> LaneChoice {
        let state = &self.texture.sampler;
        let coords = load::<V>(group.coords);
        let lengths = self.lengths::<V>(&coords);
        if lod::all_magnified::<V>(state, self.mode, lengths) {
            return LaneChoice::one(base_key(state));
        }
        let footprint =
            lod::footprint::<V>(state, self.mode, V::load(group.lod), lengths, &coords);
        LaneChoice::of::<V>(state, footprint.lambda, last_level(state, self.base))
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
        let coords = load::<V>(group.coords);
        let lengths = self.lengths::<V>(&coords);
        let footprint =
            lod::footprint::<V>(state, self.mode, V::load(group.lod), lengths, &coords);
        let choice = LaneChoice::of::<V>(state, footprint.lambda, last_level(state, self.base));
        if !lod::is_anisotropic(state, self.mode) {
            return self.tap::<V>(group, choice);
        }
        let mut sum = [V::splat(0.0); 4];
        for i in 1..=footprint.most_taps() {
            let [s, t, r, q] = footprint.tap(&coords, i);
            let moved = [V::store(s), V::store(t), V::store(r), V::store(q)];
            let [s, t, r, q] = &moved;
            let mut tap = SampleGroup {
                coords: [s, t, r, q],
                lod: group.lod,
                result: &mut *group.result,
            };
            self.tap::<V>(&mut tap, choice);
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

    /// Samples one tap of a group: at its coordinates, or where they are on the faces of a cube.
    #[inline(always)]
    fn tap<V: Vectors>(&self, group: &mut SampleGroup<'_>, mut choice: LaneChoice) {
        if self.texture.image.kind != ImageKind::Cube {
            return self.levels::<V>(&[choice], std::slice::from_mut(group));
        }
        let [s, t, r, _] = load::<V>(group.coords);
        let on = Faces::<V>::of([s, t, r]);
        let [s, t] = on.project([s, t, r]);
        let (s, t) = (V::store(s), V::store(t));
        choice.on_faces::<V>(V::shl(on.numbers(), FACE_SHIFT));
        let mut projected = [SampleGroup {
            coords: [&s, &t, group.coords[2], group.coords[3]],
            lod: group.lod,
            result: &mut *group.result,
        }];
        self.levels::<V>(&[choice], &mut projected);
    }

    /// Samples the first levels, then the second ones: neighbours that want the same together.
    #[inline(always)]
    fn levels<V: Vectors>(&self, choices: &[LaneChoice], groups: &mut [SampleGroup<'_>]) {
        let n = groups.len().min(choices.len());
        for side in 0..2 {
            let mut start = 0;
            while start < n {
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
                let put = match side {
                    0 => Put::All,
                    _ => Put::Second(choices, key),
                };
                self.texture.sample_level(self.set, key, put, groups);
            }
        }
    }

    /// Samples each level that a lane of the group wants.
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
            let put = match side {
                0 => Put::First(choices, key),
                _ => Put::Second(choices, key),
            };
            let group = std::slice::from_mut(group);
            self.texture.sample_level(self.set, key, put, group);
        }
    }
}

/// The key of the base level.
#[inline(always)]
fn base_key(state: &SamplerState) -> u32 {
    state.base_level << LEVEL_SHIFT | u32::from(state.mag == Filter::Linear)
}

/// Number of the last level, counted from the base level (q − base of GL 1.5 section 3.8.8).
#[inline(always)]
fn last_level(state: &SamplerState, base: &Level) -> u32 {
    let size = base.width.max(base.height).max(base.depth).max(1);
    size.ilog2()
        .min(state.max_level.saturating_sub(state.base_level))
}

/// Where the number of a face is in a lane's key.
const FACE_SHIFT: u32 = 1;
const LEVEL_SHIFT: u32 = 4;

/// Filters and levels that the lanes of a group want.
#[derive(Clone, Copy, PartialEq)]
enum Wants {
    /// No lane wants any.
    Nothing,
    /// All lanes that want any want those of this key.
    One(u32),
    /// Lanes want different ones.
    Several,
}

/// The filter and the levels of each lane of a group; each row on one line of the cache.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct LaneChoice {
    /// Of the first level and the second: 1 for linear filtering, and 16 times the level's number.
    keys: [[u32; LANES]; 2],
    /// Of the second level; 0 for one level.
    weight: LanesF32,
    wants: [Wants; 2],
}

impl LaneChoice {
    const NONE: LaneChoice = LaneChoice::one(0);

    /// The same level in all lanes.
    #[inline(always)]
    const fn one(key: u32) -> LaneChoice {
        LaneChoice {
            keys: [[key; LANES]; 2],
            weight: [0.0; LANES],
            wants: [Wants::One(key), Wants::Nothing],
        }
    }

    /// By level of detail; `last` is the number of the last level, counted from the base level.
    #[inline(always)]
    fn of<V: Vectors>(state: &SamplerState, lambda: V::F, last: u32) -> LaneChoice {
        let magnified = lod::is_magnified::<V>(state, lambda);
        let levels = lod::choose_levels::<V>(state.mip, lambda, last);
        let min = V::splat_i(i32::from(state.min == Filter::Linear));
        let mag = V::splat_i(i32::from(state.mag == Filter::Linear));
        let base = V::splat_i((state.base_level << LEVEL_SHIFT) as i32);
        let first = V::shl(levels.first, LEVEL_SHIFT) + min;
        let second = V::shl(levels.second, LEVEL_SHIFT) + min;
        let keys = [
            V::select_i(magnified, mag, first) + base,
            V::select_i(magnified, mag, second) + base,
        ];
        let weight = V::select(magnified, V::splat(0.0), levels.weight);
        LaneChoice::new::<V>(keys, weight)
    }

    #[inline(always)]
    fn new<V: Vectors>(keys: [V::I; 2], weight: V::F) -> LaneChoice {
        let mut choice = LaneChoice {
            keys: [V::store_i(keys[0]), V::store_i(keys[1])],
            weight: V::store(weight),
            wants: [Wants::Nothing; 2],
        };
        let wanted = [
            u16::MAX,
            V::mask_bits(V::lt(V::splat(0.0), weight)),
        ];
        for side in 0..2 {
            if wanted[side] != 0 {
                let lane = wanted[side].trailing_zeros() as usize % LANES;
                let key = choice.keys[side][lane];
                let same = V::mask_bits(V::eq_i(keys[side], V::splat_i(key as i32)));
                choice.wants[side] = match wanted[side] & !same {
                    0 => Wants::One(key),
                    _ => Wants::Several,
                };
            }
        }
        choice
    }

    /// The same levels of these faces, which keys hold.
    #[inline(always)]
    fn on_faces<V: Vectors>(&mut self, faces: V::I) {
        let keys = [
            V::load_i(self.keys[0]) + faces,
            V::load_i(self.keys[1]) + faces,
        ];
        *self = LaneChoice::new::<V>(keys, V::load(&self.weight));
    }

    /// The lanes with this key.
    #[inline(always)]
    fn has_key<V: Vectors>(&self, side: usize, key: u32) -> V::M {
        V::eq_i(V::load_i(self.keys[side]), V::splat_i(key as i32))
    }
}
