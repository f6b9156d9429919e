//! Level of detail (GL 1.5 sections 3.8.8 and 3.8.9), and how many taps anisotropic filtering takes along which axis.
//!
//! The exact formula ρ = max(|∂(u,v,w)/∂x|, |∂(u,v,w)/∂y|), with differences between the quad's lanes 0, 1 and 2 as
//! derivatives; λ = log2 ρ + bias, clamped. One value per quad; for cube maps one per lane, on the lane's own face: the
//! derivatives are those of the direction, which knows no faces, and the quotient rule carries them to s and t.
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

use super::address::{face_axes, face_of};
use super::image::{Image, ImageKind};
use super::sampler::{Filter, SamplerState};
use crate::ir::interface::LodMode;
use crate::kernel::layout::SampleRequest;
use crate::simd::{LANES, LanesF32};

/// MAX_TEXTURE_LOD_BIAS
pub const MAX_LOD_BIAS: f32 = 16.0;

/// log2 of a positive number to about 1e-7 (absolute), exact for powers of two; 0 and denormals give −127 or so,
/// infinity and NaN 128. Written out, so that every machine gives the same bits.
#[inline(always)]
fn log2(x: f32) -> f32 {
    let bits = x.to_bits() & 0x7fff_ffff;
    // Exponent and mantissa with the mantissa in [√½, √2).
    let shifted = bits.wrapping_sub(0x3f35_04f3);
    let exponent = (shifted as i32 >> 23) as f32;
    let mantissa = f32::from_bits((shifted & 0x007f_ffff).wrapping_add(0x3f35_04f3));
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let t2 = t * t;
    // 2 / ln 2 · artanh t
    let series = 1.0 + t2 * (1.0 / 3.0 + t2 * (0.2 + t2 * (1.0 / 7.0 + t2 * (1.0 / 9.0))));
    exponent + 2.885_39 * t * series
}

/// What a group of fragments covers of a texture.
pub(super) struct Footprint {
    /// Level of detail, biased and clamped to [min_lod, max_lod].
    pub(super) lambda: LanesF32,
    /// Number of taps, at least 1.
    pub(super) taps: LanesF32,
    /// The longer derivative of s, t, r; 0 where there is one tap.
    pub(super) axis: [LanesF32; 3],
}

impl Footprint {
    /// One tap on level 0.
    const POINT: Footprint = Footprint {
        lambda: [0.0; LANES],
        taps: [1.0; LANES],
        axis: [[0.0; LANES]; 3],
    };

    /// The greatest number of taps of a lane.
    #[inline(always)]
    pub(super) fn most_taps(&self) -> u32 {
        let mut most = 1.0f32;
        for lane in 0..LANES {
            most = most.max(self.taps[lane]);
        }
        most as u32
    }

    /// Coordinates of tap `i`, from 1 on.
    #[inline(always)]
    pub(super) fn tap(&self, coords: &[LanesF32; 4], i: u32) -> [LanesF32; 4] {
        let mut out = *coords;
        for (out, axis) in out.iter_mut().zip(&self.axis) {
            for lane in 0..LANES {
                out[lane] += axis[lane] * (i as f32 / (self.taps[lane] + 1.0) - 0.5);
            }
        }
        out
    }
}

/// Whether this request is filtered anisotropically. Nearest filtering is left alone: who asks for it wants texels.
#[inline(always)]
pub(super) fn is_anisotropic(state: &SamplerState, request: &SampleRequest) -> bool {
    let has_derivatives = request.mode != LodMode::Explicit;
    state.max_anisotropy > 1.0 && state.min == Filter::Linear && has_derivatives
}

/// Levels of detail, and taps.
#[inline(always)]
pub(super) fn footprint(state: &SamplerState, image: &Image, request: &SampleRequest) -> Footprint {
    let mut out = Footprint::POINT;
    let one_level = state.mip.is_none() && state.mag == state.min;
    if one_level && !is_anisotropic(state, request) {
        return out;
    }
    match request.mode {
        LodMode::Explicit => out.lambda = request.lod,
        LodMode::Implicit | LodMode::Bias => implicit(state, image, request, &mut out),
    }
    let bias = |lane: usize| match request.mode {
        LodMode::Explicit => 0.0,
        LodMode::Implicit => state.lod_bias.clamp(-MAX_LOD_BIAS, MAX_LOD_BIAS),
        LodMode::Bias => (state.lod_bias + request.lod[lane])
            .max(-MAX_LOD_BIAS)
            .min(MAX_LOD_BIAS),
    };
    for (lane, lambda) in out.lambda.iter_mut().enumerate() {
        // `max` and `min` answer the limit for NaN; the order makes max_lod win when the limits cross.
        *lambda = (*lambda + bias(lane)).max(state.min_lod).min(state.max_lod);
    }
    out
}

/// λ before bias and clamps, taps and axis of every lane, from derivatives.
#[inline(always)]
fn implicit(state: &SamplerState, image: &Image, request: &SampleRequest, out: &mut Footprint) {
    let base = image
        .faces
        .first()
        .and_then(|levels| levels.get(state.base_level as usize)?.as_ref());
    let Some(base) = base else { return };
    let most = if is_anisotropic(state, request) {
        state.max_anisotropy.floor()
    } else {
        1.0
    };
    let size = [base.width as f32, base.height as f32, base.depth as f32];
    let size = match image.kind {
        ImageKind::D1 => [size[0], 0.0, 0.0],
        ImageKind::D2 => [size[0], size[1], 0.0],
        ImageKind::D3 => size,
        ImageKind::Rectangle => [1.0, 1.0, 0.0],
        ImageKind::Cube => return implicit_cube(size[0], most, request, out),
    };
    for quad in 0..LANES / 4 {
        let [_, dx, dy] = origin_and_differences(request, quad);
        let covered = Covered::new(size, dx, dy, most);
        for lane in 4 * quad..4 * quad + 4 {
            covered.store(out, lane, [dx, dy]);
        }
    }
}

/// Coordinates s, t, r of a quad's lane 0, and how they change to its neighbours in x and y.
#[inline(always)]
fn origin_and_differences(request: &SampleRequest, quad: usize) -> [[f32; 3]; 3] {
    let at = |lane: usize| [0, 1, 2].map(|axis| request.coords[axis][4 * quad + lane]);
    let (origin, x, y) = (at(0), at(1), at(2));
    let from_origin = |to: [f32; 3]| [0, 1, 2].map(|axis| to[axis] - origin[axis]);
    [origin, from_origin(x), from_origin(y)]
}

/// λ and taps of two derivatives.
struct Covered {
    lambda: f32,
    taps: f32,
    /// The derivative in x is the longer one.
    along_x: bool,
}

impl Covered {
    /// Of differences in texels: with one tap at `most`, λ is log2 of the longer one. An axis that the kind lacks has
    /// size 0 and does not count, whatever its coordinate.
    #[inline(always)]
    fn new(size: [f32; 3], dx: [f32; 3], dy: [f32; 3], most: f32) -> Covered {
        let square = |difference: [f32; 3]| {
            let mut sum = 0.0;
            for axis in (0..3).filter(|axis| size[*axis] > 0.0) {
                let texels = difference[axis] * size[axis];
                sum += texels * texels;
            }
            sum
        };
        let (x, y) = (square(dx), square(dy));
        let longer = x.max(y);
        let mut covered = Covered {
            lambda: 0.5 * log2(longer),
            taps: 1.0,
            along_x: x > y,
        };
        if most > 1.0 {
            let ratio = (longer / x.min(y).max(1.0)).sqrt();
            covered.taps = ratio.ceil().max(1.0).min(most);
            covered.lambda -= log2(covered.taps);
        }
        covered
    }

    /// Notes it for a lane whose coordinates change by `steps` in x and y.
    #[inline(always)]
    fn store(&self, out: &mut Footprint, lane: usize, steps: [[f32; 3]; 2]) {
        out.lambda[lane] = self.lambda;
        out.taps[lane] = self.taps;
        if self.taps > 1.0 {
            let step = steps[usize::from(!self.along_x)];
            for (axis, step) in out.axis.iter_mut().zip(step) {
                axis[lane] = step;
            }
        }
    }
}

/// λ, taps and axis for a cube map with faces of `size` texels.
///
/// s = (sc/|ma| + 1)/2 (GL 1.5 table 3.21), so ∂s = ½ (∂sc − (sc/|ma|) ∂|ma|) / |ma|, and t likewise. Projecting the
/// neighbours instead would measure them on a face that they need not lie on: where a quad's lane 0 is outside the
/// primitive, beyond an edge, the length grows by up to √2.
#[inline(always)]
fn implicit_cube(size: f32, most: f32, request: &SampleRequest, out: &mut Footprint) {
    for quad in 0..LANES / 4 {
        let [_, dx, dy] = origin_and_differences(request, quad);
        for lane in 4 * quad..4 * quad + 4 {
            let direction = [0, 1, 2].map(|axis| request.coords[axis][lane]);
            let face = face_of(direction);
            let [sc, tc, ma] = face_axes(direction, face);
            let on_face = |difference: [f32; 3]| {
                let [dsc, dtc, dma] = face_axes(difference, face);
                let ds = (dsc - sc / ma * dma) * 0.5 / ma;
                let dt = (dtc - tc / ma * dma) * 0.5 / ma;
                [ds, dt, 0.0]
            };
            let covered = Covered::new([size, size, 0.0], on_face(dx), on_face(dy), most);
            covered.store(out, lane, [dx, dy]);
        }
    }
}

/// Which lanes use the magnification filter: λ ≤ c.
#[inline(always)]
pub(super) fn is_magnified(state: &SamplerState, lambda: &LanesF32) -> [bool; LANES] {
    let wide = state.mag == Filter::Linear && state.min == Filter::Nearest && state.mip.is_some();
    let c = if wide { 0.5 } else { 0.0 };
    lambda.map(|lambda| lambda <= c)
}

/// The levels of a minified lane, counted from the base level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Levels {
    pub(super) first: u32,
    pub(super) second: u32,
    /// Weight of the second; 0 for one level.
    pub(super) weight: f32,
}

impl Levels {
    /// The base level only.
    pub(super) const BASE: Levels = Levels {
        first: 0,
        second: 0,
        weight: 0.0,
    };
}

/// The levels for λ when minified; `last` is the greatest level.
#[inline(always)]
pub(super) fn choose_levels(state: &SamplerState, lambda: f32, last: u32) -> Levels {
    match state.mip {
        None => Levels::BASE,
        // ⌈λ + ½⌉ − 1: the nearest, halves go down.
        Some(Filter::Nearest) => {
            let level = ((lambda + 0.5).ceil() - 1.0).max(0.0).min(last as f32) as u32;
            Levels {
                first: level,
                second: level,
                weight: 0.0,
            }
        }
        Some(Filter::Linear) => {
            let clamped = lambda.max(0.0).min(last as f32);
            let first = clamped.floor();
            let level = first as u32;
            Levels {
                first: level,
                second: (level + 1).min(last),
                weight: clamped - first,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log2_is_close_and_exact_for_powers() {
        for e in -100..100 {
            assert_eq!(log2(2f32.powi(e)), e as f32);
        }
        for i in 1..20_000 {
            let x = i as f32 * 0.37;
            assert!((log2(x) as f64 - (x as f64).log2()).abs() < 1e-6, "{x}");
        }
        assert!(log2(0.0) < -100.0 && log2(f32::INFINITY) >= 127.0);
    }

    /// A face of a cube map drawn texel for pixel in a window: the fragments inside have λ = 0, whether or not lane 0 of
    /// their quad lies beyond an edge of the face (GL 1.5 sections 3.8.6 and 3.8.8).
    #[test]
    fn cube_maps_take_derivatives_of_the_direction() {
        let size = 7.0;
        let mut request = SampleRequest {
            coords: [[0.0; LANES]; 4],
            lod: [0.0; LANES],
            mode: LodMode::Implicit,
        };
        for quad in 0..4 {
            for corner in 0..4 {
                // Quads begin at −1, 1, 3, 5: the first straddles the left and the lower edge.
                let at = |axis: usize| (2 * quad + (corner >> axis & 1)) as f32 - 0.5;
                let [s, t] = [0, 1].map(|axis| 2.0 * at(axis) / size - 1.0);
                let direction = [1.0, -t, -s];
                for (axis, x) in direction.into_iter().enumerate() {
                    request.coords[axis][4 * quad + corner] = x;
                }
            }
        }
        let mut footprint = Footprint::POINT;
        implicit_cube(size, 1.0, &request, &mut footprint);
        let lambda = footprint.lambda;
        for lane in 0..LANES {
            let direction = [0, 1, 2].map(|axis| request.coords[axis][lane]);
            if face_of(direction) == 0 {
                assert!(lambda[lane].abs() < 1e-5, "lane {lane}: {}", lambda[lane]);
            }
        }
        assert!(lambda[0].abs() > 0.1, "lane 0 lies on another face");
    }

    /// EXT_texture_filter_anisotropic's N and λ; a shorter derivative below a texel counts as one.
    #[test]
    fn taps_follow_the_ratio_of_the_derivatives() {
        let covered = |x: f32, y: f32, most: f32| {
            let covered = Covered::new(
                [64.0, 64.0, 0.0],
                [x / 64.0, 0.0, 0.0],
                [0.0, y / 64.0, 0.0],
                most,
            );
            (covered.taps, covered.lambda, covered.along_x)
        };
        assert_eq!(covered(8.0, 2.0, 1.0), (1.0, 3.0, true));
        assert_eq!(covered(8.0, 2.0, 16.0), (4.0, 1.0, true));
        assert_eq!(covered(8.0, 2.0, 2.0), (2.0, 2.0, true));
        assert_eq!(covered(2.0, 16.0, 16.0), (8.0, 1.0, false));
        assert_eq!(covered(0.25, 4.0, 16.0), (4.0, 0.0, false));
        assert_eq!(covered(0.25, 0.5, 16.0), (1.0, -1.0, false));
        assert_eq!(covered(1.0, f32::INFINITY, 16.0).0, 16.0);
        assert_eq!(covered(f32::NAN, f32::INFINITY, 16.0).0, 1.0);
    }

    #[test]
    fn nearest_levels_round_halves_down() {
        let state = SamplerState {
            mip: Some(Filter::Nearest),
            ..SamplerState::NEAREST
        };
        let level = |lambda| choose_levels(&state, lambda, 5).first;
        assert_eq!(
            [0.5, 0.51, 1.5, 1.6, 5.2, 99.0].map(level),
            [0, 1, 1, 2, 5, 5]
        );
        let linear = SamplerState {
            mip: Some(Filter::Linear),
            ..SamplerState::NEAREST
        };
        assert_eq!(
            choose_levels(&linear, 1.25, 5),
            Levels {
                first: 1,
                second: 2,
                weight: 0.25
            }
        );
        assert_eq!(
            choose_levels(&linear, 9.0, 5),
            Levels {
                first: 5,
                second: 5,
                weight: 0.0
            }
        );
    }
}
