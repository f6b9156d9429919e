//! Sampler state, and a texture bound for a draw.
//!
//! Lanes may want different levels, faces and filters. The group is worked off by *key*: all lanes that share one
//! (filter, face, level) are sampled together, sixteen wide, and blended in under their mask. Nearly all groups have one
//! key, or two when they mix two levels.
#![forbid(unsafe_code)]

use super::address::Faces;
use super::filter::{self, LevelView};
use super::image::{Image, ImageKind, Level, TexelFormat};
use super::lod;
use super::texel::{Depth32F, Reader, Rgba8, Rgba32F, Srgba8, Texel};
use crate::kernel::layout::{SampleRequest, SampleResult, Sampler};
use crate::simd::{InstructionSet, LANES, PerWidth, Vectors, run_on};
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
}

impl Sampler for Texture {
    fn sample(&self, request: &SampleRequest, result: &mut SampleResult) {
        self.sample_with(InstructionSet::of_process(), request, result);
        if self.sampler.swizzle != SwizzleSource::IDENTITY {
            let sampled = *result;
            *result = self.sampler.swizzle.map(|source| match source {
                SwizzleSource::Component(component) => sampled[usize::from(component % 4)],
                SwizzleSource::Zero => [0.0; LANES],
                SwizzleSource::One => [1.0; LANES],
            });
        }
    }
}

impl Texture {
    /// Samples a group with an instruction set, or the widest one below it that the CPU has: tests compare them.
    #[inline(always)]
    pub fn sample_with(
        &self,
        set: InstructionSet,
        request: &SampleRequest,
        result: &mut SampleResult,
    ) {
        let (state, border) = (&self.sampler, &self.sampler.border);
        let reference = &request.coords[3];
        match self.image.format {
            TexelFormat::Rgba8 => self.read::<_, 4>(set, Rgba8 { border }, request, result),
            TexelFormat::Srgba8 => self.read(set, Srgba8 { border }, request, result),
            TexelFormat::Rgba32F => self.read(set, Rgba32F { border }, request, result),
            TexelFormat::Depth32F => {
                self.read(set, Depth32F { state, reference }, request, result);
            }
        }
    }

    #[inline(always)]
    fn read<R: Reader<C>, const C: usize>(
        &self,
        set: InstructionSet,
        reader: R,
        request: &SampleRequest,
        result: &mut SampleResult,
    ) {
        let state = &self.sampler;
        // One filter, one level: nothing to choose.
        let is_plain = state.mip.is_none()
            && state.mag == state.min
            && state.max_anisotropy <= 1.0
            && self.image.kind != ImageKind::Cube;
        let mut group = Group {
            texture: self,
            request,
            result,
            reader,
        };
        match is_plain {
            true => run_on(set, Plain(&mut group)),
            false => run_on(set, Levels(&mut group)),
        }
    }
}

/// One sampling operation.
struct Group<'a, R, const C: usize> {
    texture: &'a Texture,
    request: &'a SampleRequest,
    result: &'a mut SampleResult,
    reader: R,
}

/// A group with one level and one filter for all lanes.
struct Plain<'a, 'g, R, const C: usize>(&'a mut Group<'g, R, C>);

/// A group whose lanes choose among levels, faces and filters.
struct Levels<'a, 'g, R, const C: usize>(&'a mut Group<'g, R, C>);

impl<R: Reader<C>, const C: usize> PerWidth for Plain<'_, '_, R, C> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let Plain(group) = self;
        let (state, image) = (&group.texture.sampler, &*group.texture.image);
        let texel = match LevelView::new(image, 0, state.base_level) {
            Some(view) => {
                let linear = state.mag == Filter::Linear;
                let coords = coordinates::<V>(group.request);
                filter::sample_level(state, &view, linear, &coords, &group.reader)
            }
            None => group.reader.missing::<V>(),
        };
        write::<V>(group.reader.finish(texel), group.result);
    }
}

impl<R: Reader<C>, const C: usize> PerWidth for Levels<'_, '_, R, C> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let Levels(group) = self;
        let (state, image) = (&group.texture.sampler, &*group.texture.image);
        let base = image.faces.first().and_then(|levels| {
            let level = levels.get(state.base_level as usize)?;
            level.as_ref()
        });
        let sample = match base {
            Some(base) => group.sample::<V>(base),
            None => group.reader.finish(group.reader.missing::<V>()),
        };
        write::<V>(sample, group.result);
    }
}

#[inline(always)]
fn coordinates<V: Vectors>(request: &SampleRequest) -> [V::F; 4] {
    let [s, t, r, q] = &request.coords;
    [V::load(s), V::load(t), V::load(r), V::load(q)]
}

#[inline(always)]
fn write<V: Vectors>(sample: [V::F; 4], result: &mut SampleResult) {
    let [r, g, b, a] = result;
    V::write(sample[0], r);
    V::write(sample[1], g);
    V::write(sample[2], b);
    V::write(sample[3], a);
}

impl<R: Reader<C>, const C: usize> Group<'_, R, C> {
    /// Once at the level of detail, or the mean of the taps in each lane's footprint.
    #[inline(always)]
    fn sample<V: Vectors>(&self, base: &Level) -> [V::F; 4] {
        let (texture, request) = (self.texture, self.request);
        let state = &texture.sampler;
        let coords = coordinates::<V>(request);
        let anisotropic = lod::is_anisotropic(state, request);
        let footprint = lod::footprint::<V>(state, texture.image.kind, base, request, &coords);
        let choice = Choice::<V>::of(state, footprint.lambda, last_level(state, base));
        let mut sum = [V::splat(0.0); 4];
        let mut i = 1;
        loop {
            let tap = match anisotropic {
                true => footprint.tap(&coords, i),
                false => coords,
            };
            let value = self.reader.finish(self.tap(tap, &choice));
            if !anisotropic {
                return value;
            }
            let counts = V::le(V::splat(i as f32), footprint.taps);
            for c in 0..4 {
                sum[c] = V::select(counts, sum[c] + value[c], sum[c]);
            }
            i += 1;
            if i > footprint.most_taps() {
                break;
            }
        }
        for sum in &mut sum {
            *sum = *sum / footprint.taps;
        }
        sum
    }

    /// Samples one level, or two that are mixed.
    #[inline(always)]
    fn tap<V: Vectors>(&self, mut coords: [V::F; 4], choice: &Choice<V>) -> Texel<V, C> {
        let (image, state) = (&*self.texture.image, &self.texture.sampler);
        let mut faces = V::splat_i(0);
        if image.kind == ImageKind::Cube {
            let direction = [coords[0], coords[1], coords[2]];
            let on = Faces::<V>::of(direction);
            [coords[0], coords[1]] = on.project(direction);
            faces = V::shl(on.numbers(), FACE_SHIFT);
        }
        let mixed = V::lt(V::splat(0.0), choice.weight);
        let mut keys = choice.keys[0] + faces;
        let mut left = u16::MAX;
        let mut first = None;
        let mut texel = self.reader.missing();
        // Once for the first level and once for the second, so that the code for a level is there once.
        loop {
            while left != 0 {
                let key = V::store_i(keys)[left.trailing_zeros() as usize % LANES];
                let same = V::eq_i(keys, V::splat_i(key as i32));
                let (filter, face, level) = (key & 1, key >> FACE_SHIFT & 7, key >> LEVEL_SHIFT);
                left &= !V::mask_bits(same);
                let Some(view) = LevelView::new(image, face, level) else {
                    continue;
                };
                let sampled =
                    filter::sample_level(state, &view, filter == 1, &coords, &self.reader);
                texel = Texel::select(same, sampled, texel);
            }
            if let Some(first) = first {
                let mix = Texel::mix(first, texel, choice.weight);
                return Texel::select(mixed, mix, first);
            }
            left = V::mask_bits(mixed);
            if left == 0 {
                return texel;
            }
            first = Some(texel);
            keys = choice.keys[1] + faces;
        }
    }
}

/// Number of the last level, counted from the base level (q − base of GL 1.5 section 3.8.8).
#[inline(always)]
fn last_level(state: &SamplerState, base: &Level) -> u32 {
    let size = base.width.max(base.height).max(base.depth).max(1);
    size.ilog2()
        .min(state.max_level.saturating_sub(state.base_level))
}

/// The filter and the levels of each lane.
struct Choice<V: Vectors> {
    /// Of the first level and the second: 1 for linear filtering, and 16 times the level's number.
    keys: [V::I; 2],
    /// Of the second level; 0 for one level.
    weight: V::F,
}

/// Where the number of a face is in a lane's key.
const FACE_SHIFT: u32 = 1;
const LEVEL_SHIFT: u32 = 4;

impl<V: Vectors> Choice<V> {
    /// By level of detail; `last` is the number of the last level, counted from the base level.
    #[inline(always)]
    fn of(state: &SamplerState, lambda: V::F, last: u32) -> Choice<V> {
        let magnified = lod::is_magnified::<V>(state, lambda);
        let levels = lod::choose_levels::<V>(state.mip, lambda, last);
        let min = V::splat_i(i32::from(state.min == Filter::Linear));
        let mag = V::splat_i(i32::from(state.mag == Filter::Linear));
        let base = V::splat_i((state.base_level << LEVEL_SHIFT) as i32);
        let first = V::shl(levels.first, LEVEL_SHIFT) + min;
        let second = V::shl(levels.second, LEVEL_SHIFT) + min;
        Choice {
            keys: [
                V::select_i(magnified, mag, first) + base,
                V::select_i(magnified, mag, second) + base,
            ],
            weight: V::select(magnified, V::splat(0.0), levels.weight),
        }
    }
}
