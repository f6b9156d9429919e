//! Sampler state, and a texture bound for a draw.
//!
//! Where there is one level and one filter, a group is one call of [`OneLevel`]. Else lanes may want different levels, faces
//! and filters, and the group is worked off by *key*: all lanes that share one (filter, face, level) are sampled together,
//! sixteen wide, and blended in under their mask. Nearly all groups have one key, or two when they mix two levels.
#![forbid(unsafe_code)]

use super::address::Faces;
use super::filter::{self, LevelView};
use super::image::{Image, ImageKind, Level, TexelFormat};
use super::lod;
use super::texel::{Depth32F, Reader, Rgba8, Rgba32F, Srgba8};
use crate::ir::interface::LodMode;
use crate::kernel::layout::{SampleRequest, SampleResult, Sampler};
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
        self.sample_with(InstructionSet::of_process(), request, result);
        if !self.sampler.is_unswizzled() {
            self.sampler.swizzled(result);
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
        let state = &self.sampler;
        // One filter, one level: nothing to choose.
        let is_plain = state.mip.is_none()
            && state.mag == state.min
            && state.max_anisotropy <= 1.0
            && self.image.kind != ImageKind::Cube;
        if is_plain {
            return self.sample_level(set, base_key(state), &request.coords, result);
        }
        let mut group = Group {
            texture: self,
            set,
            request,
            result,
        };
        run_on(set, Levels(&mut group));
    }

    /// Samples one level of one face for all lanes.
    #[inline(always)]
    fn sample_level(
        &self,
        set: InstructionSet,
        key: u32,
        coords: &[LanesF32; 4],
        result: &mut SampleResult,
    ) {
        let (state, border) = (&self.sampler, &self.sampler.border);
        let at = At {
            texture: self,
            key,
            coords,
        };
        match self.image.format {
            TexelFormat::Rgba8 => run_on(set, OneLevel(&at, &Rgba8 { border }, result)),
            TexelFormat::Srgba8 => run_on(set, OneLevel(&at, &Srgba8 { border }, result)),
            TexelFormat::Rgba32F => run_on(set, OneLevel(&at, &Rgba32F { border }, result)),
            TexelFormat::Depth32F => {
                let reference = &coords[3];
                run_on(set, OneLevel(&at, &Depth32F { state, reference }, result));
            }
        }
    }
}

/// Where one level is sampled.
struct At<'a> {
    texture: &'a Texture,
    /// Filter, face and level.
    key: u32,
    coords: &'a [LanesF32; 4],
}

/// One level of one face, for all lanes.
struct OneLevel<'a, R, const C: usize>(&'a At<'a>, &'a R, &'a mut SampleResult);

impl<R: Reader<C>, const C: usize> PerWidth for OneLevel<'_, R, C> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let OneLevel(at, reader, result) = self;
        let Texture { image, sampler } = at.texture;
        let (linear, face, level) = (
            at.key & 1 == 1,
            at.key >> FACE_SHIFT & 7,
            at.key >> LEVEL_SHIFT,
        );
        let texel = match LevelView::new(image, face, level) {
            Some(view) => {
                let coords = load::<V>(at.coords);
                filter::sample_level(sampler, &view, linear, &coords, reader)
            }
            None => reader.missing::<V>(),
        };
        write::<V>(reader.finish(texel), result);
    }
}

#[inline(always)]
fn load<V: Vectors>([a, b, c, d]: &[LanesF32; 4]) -> [V::F; 4] {
    [V::load(a), V::load(b), V::load(c), V::load(d)]
}

#[inline(always)]
fn write<V: Vectors>(sample: [V::F; 4], result: &mut SampleResult) {
    let [r, g, b, a] = result;
    V::write(sample[0], r);
    V::write(sample[1], g);
    V::write(sample[2], b);
    V::write(sample[3], a);
}

/// One sampling operation.
struct Group<'a> {
    texture: &'a Texture,
    set: InstructionSet,
    request: &'a SampleRequest,
    result: &'a mut SampleResult,
}

/// A group whose lanes choose among levels, faces and filters. Each level is a call of the function that samples one level,
/// since texels of all formats are mixed as f32.
struct Levels<'a, 'g>(&'a mut Group<'g>);

impl PerWidth for Levels<'_, '_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let Levels(group) = self;
        let Texture { image, sampler } = group.texture;
        let base = match image.faces.first() {
            Some(levels) => levels.get(sampler.base_level as usize),
            None => None,
        };
        match base {
            Some(Some(base)) => group.sample::<V>(base),
            _ => {
                let (texture, request) = (group.texture, group.request);
                let key = base_key(sampler);
                texture.sample_level(group.set, key, &request.coords, group.result);
            }
        }
    }
}

impl Group<'_> {
    /// Once at the level of detail, or the mean of the taps in each lane's footprint.
    #[inline(always)]
    fn sample<V: Vectors>(&mut self, base: &Level) {
        let (texture, request) = (self.texture, self.request);
        let state = &texture.sampler;
        let coords = load::<V>(&request.coords);
        let anisotropic = lod::is_anisotropic(state, request);
        let kind = texture.image.kind;
        let lengths = match request.mode {
            LodMode::Explicit => [V::splat(0.0); 2],
            _ => lod::lengths::<V>(kind, base, &coords),
        };
        let one_face = kind != ImageKind::Cube;
        if one_face && !anisotropic && lod::all_magnified::<V>(state, request, lengths) {
            return texture.sample_level(self.set, base_key(state), &request.coords, self.result);
        }
        let footprint = lod::footprint::<V>(state, request, lengths, &coords);
        let choice = Choice::<V>::of(state, footprint.lambda, last_level(state, base));
        let mut sum = [V::splat(0.0); 4];
        let mut i = 1;
        loop {
            let moved;
            let mut at = &request.coords;
            if anisotropic {
                let [s, t, r, q] = footprint.tap(&coords, i);
                moved = [V::store(s), V::store(t), V::store(r), V::store(q)];
                at = &moved;
            }
            self.tap::<V>(at, &choice);
            if !anisotropic {
                return;
            }
            let value = load::<V>(self.result);
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
        write::<V>(sum, self.result);
    }

    /// Samples one level, or two that are mixed.
    #[inline(always)]
    fn tap<V: Vectors>(&mut self, coords: &[LanesF32; 4], choice: &Choice<V>) {
        let projected;
        let (mut at, mut faces) = (coords, V::splat_i(0));
        if self.texture.image.kind == ImageKind::Cube {
            let [s, t, r, _] = load::<V>(coords);
            let on = Faces::<V>::of([s, t, r]);
            let [s, t] = on.project([s, t, r]);
            projected = [V::store(s), V::store(t), coords[2], coords[3]];
            (at, faces) = (&projected, V::shl(on.numbers(), FACE_SHIFT));
        }
        let mixed = V::lt(V::splat(0.0), choice.weight);
        let sides = [u16::MAX, V::mask_bits(mixed)];
        let mut second = [[0.0; LANES]; 4];
        // The first level, then the second, so that the code is there once.
        for side in 0..2 {
            let (texture, set) = (self.texture, self.set);
            let out = match side {
                0 => &mut *self.result,
                _ => &mut second,
            };
            by_key::<V>(
                texture,
                set,
                choice.keys[side] + faces,
                sides[side],
                at,
                out,
            );
        }
        if sides[1] != 0 {
            let (a, b) = (load::<V>(self.result), load::<V>(&second));
            let mut mix = a;
            for c in 0..4 {
                let both = a[c] + (b[c] - a[c]) * choice.weight;
                mix[c] = V::select(mixed, both, a[c]);
            }
            write::<V>(mix, self.result);
        }
    }
}

/// Samples the level of each wanted lane.
#[inline(always)]
fn by_key<V: Vectors>(
    texture: &Texture,
    set: InstructionSet,
    keys: V::I,
    wanted: u16,
    at: &[LanesF32; 4],
    out: &mut SampleResult,
) {
    let numbers = V::store_i(keys);
    let mut left = wanted;
    while left != 0 {
        let key = numbers[left.trailing_zeros() as usize % LANES];
        let same = V::eq_i(keys, V::splat_i(key as i32));
        left &= !V::mask_bits(same);
        if wanted & !V::mask_bits(same) == 0 {
            return texture.sample_level(set, key, at, out);
        }
        let mut level = [[0.0; LANES]; 4];
        texture.sample_level(set, key, at, &mut level);
        for c in 0..4 {
            let sample = V::select(same, V::load(&level[c]), V::load(&out[c]));
            V::write(sample, &mut out[c]);
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
