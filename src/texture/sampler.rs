//! Sampler state, and a texture bound for a draw.
//!
//! Groups come several at a time. Where there is one level and one filter, they are one call of [`OneLevel`]; else
//! [`Levels`] makes the calls.
#![forbid(unsafe_code)]

use super::depth_texel::Depth32F;
use super::filter::{self, Sampling};
use super::image::{Image, TexelFormat};
use super::level_choice::LaneChoice;
use super::levels::{Levels, MOST_CHOICES};
use super::square::LevelView;
use super::texel::{Reader, Rgba8, Rgba32F, Srgba8};
use crate::format::TextureShape;
use crate::ir::interface::LodMode;
use crate::kernel::layout::{SampleGroup, SampleRequest, SampleResult, Sampler};
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
    /// MIRROR_CLAMP_EXT: as `Clamp`, of the coordinate's magnitude, and never next to the first texel
    MirrorClamp,
    /// MIRROR_CLAMP_TO_EDGE_EXT
    MirrorClampToEdge,
    /// MIRROR_CLAMP_TO_BORDER_EXT
    MirrorClampToBorder,
}

impl Wrap {
    /// The coordinate's magnitude is clamped (EXT_texture_mirror_clamp).
    pub(super) fn mirrors_once(self) -> bool {
        matches!(
            self,
            Wrap::MirrorClamp | Wrap::MirrorClampToEdge | Wrap::MirrorClampToBorder
        )
    }
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
    /// sRGB texels are taken as they are (EXT_texture_sRGB_decode).
    pub skip_srgb_decode: bool,
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
        skip_srgb_decode: false,
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
    /// Whether all components of samples lie in [0, 1], and are neither −0 nor NaN: those of bytes, however they are mixed.
    pub fn gives_fractions(&self) -> bool {
        matches!(self.image.format, TexelFormat::Rgba8 | TexelFormat::Srgba8)
    }

    /// Whether samples depend neither on r nor on q: those of one or two dimensions that are not compared.
    pub fn is_planar(&self) -> bool {
        let has_depth = matches!(self.image.kind, TextureShape::D3 | TextureShape::Cube);
        !has_depth && self.sampler.compare.is_none()
    }

    /// Samples groups with an instruction set, or the widest one below it that the CPU has, and leaves the swizzle out: tests
    /// compare them.
    pub fn sample_with(&self, set: InstructionSet, mode: LodMode, groups: &mut [SampleGroup<'_>]) {
        let state = &self.sampler;
        // One filter, one level: nothing to choose.
        let is_plain = state.mip.is_none()
            && state.mag == state.min
            && state.max_anisotropy <= 1.0
            && self.image.kind != TextureShape::Cube;
        if is_plain {
            return self.sample_level(set, base_key(state), Put::All, groups);
        }
        for groups in groups.chunks_mut(MOST_CHOICES) {
            let texture = self;
            let levels = Levels {
                texture,
                set,
                mode,
                groups,
            };
            run_on(set, levels);
        }
    }

    /// Samples one level of one face.
    #[inline(always)]
    pub(super) fn sample_level(
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
            TexelFormat::Srgba8 if !state.skip_srgb_decode => {
                run_on(set, OneLevel(&at, &Srgba8 { border }, groups))
            }
            TexelFormat::Rgba8 | TexelFormat::Srgba8 => {
                run_on(set, OneLevel(&at, &Rgba8 { border }, groups))
            }
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
    /// Mixed into that of all lanes that mix two levels.
    Mixed(&'a [LaneChoice]),
}

impl Put<'_> {
    /// The same for the groups from number `i` on.
    #[inline(always)]
    pub(super) fn from(self, i: usize) -> Self {
        match self {
            Put::All => Put::All,
            Put::First(choices, key) => Put::First(&choices[i..], key),
            Put::Second(choices, key) => Put::Second(&choices[i..], key),
            Put::Mixed(choices) => Put::Mixed(&choices[i..]),
        }
    }

    /// Group `i` has this sample.
    #[inline(always)]
    pub(super) fn put<V: Vectors>(self, i: usize, sample: [V::F; 4], result: &mut SampleResult) {
        let mut out = sample;
        // The one that most draws have is asked for by itself: no jump by a table.
        if let Put::All = self {
            return write::<V>(out, result);
        }
        match self {
            Put::All => {}
            Put::First(choices, key) => {
                let mask = choices[i].has_key::<V>(0, key);
                for c in 0..4 {
                    out[c] = V::select(mask, sample[c], V::load(&result[c]));
                }
            }
            Put::Second(choices, key) => {
                let has_key = choices[i].has_key::<V>(1, key);
                out = choices[i].mixed::<V>(has_key, sample, result);
            }
            Put::Mixed(choices) => {
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

/// The key of the base level.
#[inline(always)]
pub(super) fn base_key(state: &SamplerState) -> u32 {
    state.base_level << LEVEL_SHIFT | u32::from(state.mag == Filter::Linear)
}

/// Where the number of a face is in a lane's key.
pub(super) const FACE_SHIFT: u32 = 1;
pub(super) const LEVEL_SHIFT: u32 = 4;
