//! Sampler state, and a texture bound for a draw.
//!
//! Lanes may want different levels, faces and filters. The group is worked off by *plan*: all lanes that share one
//! (filter, face, level) are sampled together, sixteen wide, and blended in under their mask. Nearly all groups have one
//! plan, or two when they mix two levels.
#![forbid(unsafe_code)]

use super::address::{CubeCoord, cube_face};
use super::filter::{self, LevelView};
use super::image::{Image, ImageKind};
use super::{fetch, lod};
use crate::ir::interface::LodMode;
use crate::kernel::layout::{SampleRequest, SampleResult, Sampler};
use crate::simd::{LANES, LanesF32};
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
        if lod::is_anisotropic(&self.sampler, request) {
            sample_anisotropic(self, request, result);
        } else {
            fetch::sample_with_best_instructions(self, request, result);
        }
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

/// The mean of the taps in each lane's footprint, each sampled at the footprint's level of detail. Apart from the sampler
/// that is compiled for several instruction sets, so that this stays small.
fn sample_anisotropic(texture: &Texture, request: &SampleRequest, result: &mut SampleResult) {
    let footprint = lod::footprint(&texture.sampler, &texture.image, request);
    let mut sum = [[0.0; LANES]; 4];
    for i in 1..=footprint.most_taps() {
        let tap = SampleRequest {
            coords: footprint.tap(&request.coords, i),
            lod: footprint.lambda,
            mode: LodMode::Explicit,
        };
        fetch::sample_with_best_instructions(texture, &tap, result);
        for (sum, value) in sum.iter_mut().zip(result.iter()) {
            for lane in 0..LANES {
                if i as f32 <= footprint.taps[lane] {
                    sum[lane] += value[lane];
                }
            }
        }
    }
    for (out, sum) in result.iter_mut().zip(&sum) {
        for lane in 0..LANES {
            out[lane] = sum[lane] / footprint.taps[lane];
        }
    }
}

/// What one lane reads: a filter, a face, a level.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Plan {
    filter: Filter,
    face: u8,
    level: u32,
}

/// Samples a group; inlined into one function per instruction set.
#[inline(always)]
pub(super) fn sample_group(texture: &Texture, request: &SampleRequest, result: &mut SampleResult) {
    let (state, image) = (&texture.sampler, &*texture.image);
    *result = [[0.0; LANES], [0.0; LANES], [0.0; LANES], [1.0; LANES]];
    let Some(last_level) = last_level(state, image) else {
        return;
    };

    if state.mip.is_none() && state.mag == state.min && image.kind != ImageKind::Cube {
        // One filter, one level: nothing to choose.
        if let Some(view) = LevelView::new(image, 0, state.base_level) {
            *result = filter::sample_level(state, &view, state.mag, &request.coords);
        }
        return;
    }

    let mut coords = request.coords;
    let mut faces = [0; LANES];
    let cube = (image.kind == ImageKind::Cube).then(|| cube_face(&request.coords));
    if let Some(CubeCoord { face, s, t }) = &cube {
        (coords[0], coords[1], faces) = (*s, *t, *face);
    }

    let lambda = lod::footprint(state, image, request).lambda;
    let magnified = lod::is_magnified(state, &lambda);
    let mut plans = [Plan {
        filter: state.mag,
        face: 0,
        level: state.base_level,
    }; LANES];
    let mut second = plans;
    let mut weight = [0.0; LANES];
    for lane in 0..LANES {
        let (filter, levels) = match magnified[lane] {
            true => (state.mag, lod::Levels::BASE),
            false => (
                state.min,
                lod::choose_levels(state, lambda[lane], last_level),
            ),
        };
        let plan = Plan {
            filter,
            face: faces[lane],
            level: state.base_level + levels.first,
        };
        (plans[lane], second[lane]) = (
            plan,
            Plan {
                level: state.base_level + levels.second,
                ..plan
            },
        );
        weight[lane] = levels.weight;
    }

    run_plans(texture, &coords, &plans, u16::MAX, result);
    let mixed = (0..LANES).fold(0, |mask, lane| mask | u16::from(weight[lane] > 0.0) << lane);
    if mixed != 0 {
        let mut next = *result;
        run_plans(texture, &coords, &second, mixed, &mut next);
        for (out, next) in result.iter_mut().zip(&next) {
            for lane in 0..LANES {
                out[lane] += (next[lane] - out[lane]) * weight[lane];
            }
        }
    }
}

/// Number of the last level, counted from the base level (q − base of GL 1.5 section 3.8.8); `None` without a base.
#[inline(always)]
fn last_level(state: &SamplerState, image: &Image) -> Option<u32> {
    let base = image
        .faces
        .first()?
        .get(state.base_level as usize)?
        .as_ref()?;
    let size = base.width.max(base.height).max(base.depth).max(1);
    Some(
        size.ilog2()
            .min(state.max_level.saturating_sub(state.base_level)),
    )
}

/// Samples the lanes of `mask`, each by its plan.
#[inline(always)]
fn run_plans(
    texture: &Texture,
    coords: &[LanesF32; 4],
    plans: &[Plan; LANES],
    mask: u16,
    result: &mut SampleResult,
) {
    let mut left = mask;
    while left != 0 {
        let plan = plans[left.trailing_zeros() as usize % LANES];
        let same = (0..LANES).fold(0, |mask, lane| {
            mask | u16::from(plans[lane] == plan) << lane
        }) & left;
        left &= !same;
        let Some(view) = LevelView::new(&texture.image, plan.face, plan.level) else {
            continue;
        };
        let sampled = filter::sample_level(&texture.sampler, &view, plan.filter, coords);
        if same == u16::MAX {
            *result = sampled;
            return;
        }
        for (out, sampled) in result.iter_mut().zip(&sampled) {
            for lane in 0..LANES {
                out[lane] = if same >> lane & 1 != 0 {
                    sampled[lane]
                } else {
                    out[lane]
                };
            }
        }
    }
}
