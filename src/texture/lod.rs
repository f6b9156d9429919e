//! Level of detail (GL 1.5 sections 3.8.8 and 3.8.9), and the number and axis of the taps of anisotropic filtering.
//!
//! The exact formula ρ = max(|∂(u,v,w)/∂x|, |∂(u,v,w)/∂y|), with differences between the quad's lanes 0, 1 and 2 as
//! derivatives; λ = log2 ρ + bias, clamped. There is one value per quad. Cube maps have one per lane, on the lane's
//! own face: the derivatives are those of the direction, and the quotient rule gives those of s and t.
//!
//! Anisotropic filtering is the scheme of EXT_texture_filter_anisotropic: with the lengths P of both derivatives,
//!
//! ```text
//! N = min(⌈Pmax / Pmin⌉, max anisotropy)    λ = log2(Pmax / N)
//!      ┌───────────────────┐
//!  Pmin│  ·   ·   ·   ·    │  tap i of N = 4 at i/(N+1) − ½ of the longer derivative
//!      └───────────────────┘
//!             Pmax
//! ```
//! Pmin counts as at least one texel: taps less than a texel apart would read the same texels.
#![forbid(unsafe_code)]

use super::address::Faces;
use super::image::Level;
use super::sampler_state::{Filter, SamplerState};
use crate::format::TextureShape;
use crate::ir::interface::LodMode;
use crate::simd::Vectors;

/// The greatest bias of the level of detail (MAX_TEXTURE_LOD_BIAS).
pub const MAX_LOD_BIAS: f32 = 16.0;

/// log2(1 + z) / z on [√½ − 1, √2 − 1], by powers of z.
const LOG2: [f32; 8] = [
    std::f32::consts::LOG2_E,
    -0.72135293,
    0.4809167,
    -0.36022517,
    0.28728887,
    -0.24927182,
    0.23265257,
    -0.14275974,
];

/// log2 of a positive number to about 2e-7 (absolute), exact for powers of two; 0 and denormals give −127 or so,
/// infinity and NaN 128. Written out, so that every machine gives the same bits.
#[inline(always)]
pub(super) fn log2<V: Vectors>(x: V::F) -> V::F {
    let bits = V::bits(x) & V::splat_i(0x7fff_ffff);
    // Exponent and mantissa with the mantissa in [√½, √2).
    let root = V::splat_i(0x3f35_04f3);
    let shifted = bits - root;
    let exponent = V::to_f(V::sar(shifted, 23));
    let mantissa = V::from_bits((shifted & V::splat_i(0x007f_ffff)) + root);
    let z = mantissa - V::splat(1.0);
    // Pairs first, then pairs of pairs: the texels' places wait for this result.
    let (z2, pair) = (z * z, |i: usize| {
        V::splat(LOG2[i]) + V::splat(LOG2[i + 1]) * z
    });
    let (low, high) = (pair(0) + pair(2) * z2, pair(4) + pair(6) * z2);
    exponent + z * (low + high * (z2 * z2))
}

/// The footprint of a group of fragments in a texture.
pub(super) struct Footprint<V: Vectors> {
    /// Level of detail, biased and clamped to [min_lod, max_lod].
    pub(super) lambda: V::F,
    /// Number of taps, at least 1.
    pub(super) taps: V::F,
    /// The longer derivative of s, t, r. It is 0 where there is one tap.
    pub(super) axis: [V::F; 3],
}

impl<V: Vectors> Footprint<V> {
    /// The footprint of a filter that takes one tap.
    #[inline(always)]
    pub(super) fn isotropic(lambda: V::F) -> Footprint<V> {
        Footprint {
            lambda,
            taps: V::splat(1.0),
            axis: [V::splat(0.0); 3],
        }
    }

    /// The greatest number of taps of a lane.
    #[inline(always)]
    pub(super) fn most_taps(&self) -> u32 {
        let mut most = 1.0f32;
        for taps in V::store(self.taps) {
            most = most.max(taps);
        }
        most as u32
    }

    /// Coordinates of tap `i`, from 1 on.
    #[inline(always)]
    pub(super) fn tap(&self, coords: &[V::F; 4], i: u32) -> [V::F; 4] {
        let along = V::splat(i as f32) / (self.taps + V::splat(1.0)) - V::splat(0.5);
        let mut out = *coords;
        for axis in 0..3 {
            out[axis] = out[axis] + self.axis[axis] * along;
        }
        out
    }
}

/// Whether this request is filtered anisotropically. Nearest filtering is never: a program that chooses it expects
/// texels.
#[inline(always)]
pub(super) fn is_anisotropic(state: &SamplerState, mode: LodMode) -> bool {
    let has_derivatives = mode != LodMode::Explicit;
    state.max_anisotropy > 1.0 && state.min == Filter::Linear && has_derivatives
}

/// Whether all lanes magnify one level, by squared [`lengths`] in texels: λ ≤ 0 without a logarithm.
#[inline(always)]
pub(super) fn all_magnified<V: Vectors>(
    state: &SamplerState,
    mode: LodMode,
    [x, y]: [V::F; 2],
) -> bool {
    mode == LodMode::Implicit
        && state.lod_bias <= 0.0
        && state.min_lod <= 0.0
        && V::all(V::le(V::max(x, y), V::splat(1.0)))
}

/// Levels of detail, and taps, by squared [`lengths`].
#[inline(always)]
pub(super) fn footprint<V: Vectors>(
    state: &SamplerState,
    mode: LodMode,
    lod: V::F,
    lengths: [V::F; 2],
    coords: &[V::F; 4],
) -> Footprint<V> {
    let mut out = match mode {
        LodMode::Explicit => Footprint::isotropic(lod),
        LodMode::Implicit | LodMode::Bias => {
            let most = if is_anisotropic(state, mode) {
                state.max_anisotropy.floor()
            } else {
                1.0
            };
            covered(lengths, most, coords)
        }
    };
    let bias = match mode {
        LodMode::Explicit => V::splat(0.0),
        LodMode::Implicit => V::splat(state.lod_bias.clamp(-MAX_LOD_BIAS, MAX_LOD_BIAS)),
        LodMode::Bias => {
            let sum = V::splat(state.lod_bias) + lod;
            limited::<V>(sum, -MAX_LOD_BIAS, MAX_LOD_BIAS)
        }
    };
    out.lambda = limited::<V>(out.lambda + bias, state.min_lod, state.max_lod);
    out
}

/// NaN gives the lower limit; where the limits cross, the higher wins.
#[inline(always)]
fn limited<V: Vectors>(x: V::F, low: f32, high: f32) -> V::F {
    V::min(V::max(x, V::splat(low)), V::splat(high))
}

/// The squared lengths in texels of the derivatives along x and y.
#[inline(always)]
pub(super) fn lengths<V: Vectors>(
    kind: TextureShape,
    base: &Level,
    coords: &[V::F; 4],
) -> [V::F; 2] {
    let (width, height, depth) = (base.width as f32, base.height as f32, base.depth as f32);
    let (size, axes) = match kind {
        TextureShape::D1 | TextureShape::D1Array => ([width, 0.0, 0.0], 1),
        TextureShape::D2 | TextureShape::D2Array => ([width, height, 0.0], 2),
        TextureShape::D3 => ([width, height, depth], 3),
        TextureShape::Rectangle => ([1.0, 1.0, 0.0], 2),
        TextureShape::Cube => return lengths_cube::<V>(width, coords),
    };
    let (mut x, mut y) = (V::splat(0.0), V::splat(0.0));
    for axis in 0..3 {
        if axis < axes {
            let [dx, dy] = differences::<V>(coords[axis]);
            let size = V::splat(size[axis]);
            x = x + square::<V>(dx * size);
            y = y + square::<V>(dy * size);
        }
    }
    [x, y]
}

#[inline(always)]
fn square<V: Vectors>(x: V::F) -> V::F {
    x * x
}

/// The change of a coordinate from each quad's lane 0 to its neighbours in x and y.
#[inline(always)]
fn differences<V: Vectors>(x: V::F) -> [V::F; 2] {
    let origin = V::quad_lane::<0>(x);
    [V::quad_lane::<1>(x) - origin, V::quad_lane::<2>(x) - origin]
}

/// λ before bias and clamps, taps and axis, for derivatives with the squared lengths x and y in texels. An axis that
/// the kind lacks is ignored, with any coordinate.
#[inline(always)]
pub(super) fn covered<V: Vectors>(
    [x, y]: [V::F; 2],
    most: f32,
    coords: &[V::F; 4],
) -> Footprint<V> {
    let longer = V::max(x, y);
    let mut out = Footprint::<V>::isotropic(V::splat(0.5) * log2::<V>(longer));
    if most > 1.0 {
        let one = V::splat(1.0);
        let ratio = V::sqrt(longer / V::max(V::min(x, y), one));
        out.taps = limited::<V>(V::ceil(ratio), 1.0, most);
        out.lambda = out.lambda - log2::<V>(out.taps);
        let (several, along_x) = (V::lt(one, out.taps), V::lt(y, x));
        for axis in 0..3 {
            let [dx, dy] = differences::<V>(coords[axis]);
            let step = V::select(along_x, dx, dy);
            out.axis[axis] = V::select(several, step, V::splat(0.0));
        }
    }
    out
}

/// [`lengths`] for a cube map with faces of `size` texels.
///
/// s = (sc/|ma| + 1)/2 (GL 1.5 table 3.21), so ∂s = ½ (∂sc − (sc/|ma|) ∂|ma|) / |ma|, and t likewise. Projecting the
/// neighbours instead would measure them on a face that they need not lie on. Where a quad's lane 0 lies beyond an
/// edge of the face, the length would grow by up to √2.
#[inline(always)]
pub(super) fn lengths_cube<V: Vectors>(size: f32, coords: &[V::F; 4]) -> [V::F; 2] {
    let direction = [coords[0], coords[1], coords[2]];
    let faces = Faces::<V>::of(direction);
    let on_faces = faces.axes(direction);
    let [s, t, r] = [
        differences::<V>(coords[0]),
        differences::<V>(coords[1]),
        differences::<V>(coords[2]),
    ];
    [
        length_on_face::<V>(on_faces, faces.axes([s[0], t[0], r[0]]), size),
        length_on_face::<V>(on_faces, faces.axes([s[1], t[1], r[1]]), size),
    ]
}

/// The squared length in texels of a step from a direction, both given as (sc, tc, |ma|).
#[inline(always)]
fn length_on_face<V: Vectors>(
    [sc, tc, ma]: [V::F; 3],
    [dsc, dtc, dma]: [V::F; 3],
    size: f32,
) -> V::F {
    let (half, size) = (V::splat(0.5), V::splat(size));
    let ds = (dsc - sc / ma * dma) * half / ma;
    let dt = (dtc - tc / ma * dma) * half / ma;
    square::<V>(ds * size) + square::<V>(dt * size)
}

/// Which lanes use the magnification filter: λ ≤ c.
#[inline(always)]
pub(super) fn is_magnified<V: Vectors>(state: &SamplerState, lambda: V::F) -> V::M {
    let wide = state.mag == Filter::Linear && state.min == Filter::Nearest && state.mip.is_some();
    V::le(lambda, V::splat(if wide { 0.5 } else { 0.0 }))
}

/// The levels of minified lanes, counted from the base level.
pub(super) struct Levels<V: Vectors> {
    pub(super) first: V::I,
    pub(super) second: V::I,
    /// Weight of the second; 0 for one level.
    pub(super) weight: V::F,
}

/// The levels for λ when minified; `last` is the greatest level.
#[inline(always)]
pub(super) fn choose_levels<V: Vectors>(mip: Option<Filter>, lambda: V::F, last: u32) -> Levels<V> {
    let zero = V::splat(0.0);
    match mip {
        None => Levels {
            first: V::splat_i(0),
            second: V::splat_i(0),
            weight: zero,
        },
        // ⌈λ + ½⌉ − 1: the nearest, halves go down.
        Some(Filter::Nearest) => {
            let nearest = V::ceil(lambda + V::splat(0.5)) - V::splat(1.0);
            let level = V::to_i(limited::<V>(nearest, 0.0, last as f32));
            Levels {
                first: level,
                second: level,
                weight: zero,
            }
        }
        Some(Filter::Linear) => {
            let clamped = limited::<V>(lambda, 0.0, last as f32);
            let floor = V::floor(clamped);
            let first = V::to_i(floor);
            Levels {
                first,
                second: V::min_u(first + V::splat_i(1), V::splat_i(last as i32)),
                weight: clamped - floor,
            }
        }
    }
}
