//! Level of detail (GL 1.5 sections 3.8.8 and 3.8.9).
//!
//! The exact formula ρ = max(|∂(u,v,w)/∂x|, |∂(u,v,w)/∂y|), with differences between the quad's lanes 0, 1 and 2 as
//! derivatives; λ = log2 ρ + bias, clamped. One value per quad; for cube maps one per lane, on the lane's own face: the
//! derivatives are those of the direction, which knows no faces, and the quotient rule carries them to s and t.
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

/// λ of every lane, biased and clamped to [min_lod, max_lod].
#[inline(always)]
pub(super) fn level_of_detail(
    state: &SamplerState,
    image: &Image,
    request: &SampleRequest,
) -> LanesF32 {
    if state.mip.is_none() && state.mag == state.min {
        return [0.0; LANES];
    }
    let mut lambda = match request.mode {
        LodMode::Explicit => request.lod,
        LodMode::Implicit | LodMode::Bias => implicit(state, image, request),
    };
    let bias = |lane: usize| match request.mode {
        LodMode::Explicit => 0.0,
        LodMode::Implicit => state.lod_bias.clamp(-MAX_LOD_BIAS, MAX_LOD_BIAS),
        LodMode::Bias => (state.lod_bias + request.lod[lane])
            .max(-MAX_LOD_BIAS)
            .min(MAX_LOD_BIAS),
    };
    for (lane, lambda) in lambda.iter_mut().enumerate() {
        // `max` and `min` answer the limit for NaN; the order makes max_lod win when the limits cross.
        *lambda = (*lambda + bias(lane)).max(state.min_lod).min(state.max_lod);
    }
    lambda
}

/// log2 ρ of every lane.
#[inline(always)]
fn implicit(state: &SamplerState, image: &Image, request: &SampleRequest) -> LanesF32 {
    let mut lambda = [0.0; LANES];
    let base = image
        .faces
        .first()
        .and_then(|levels| levels.get(state.base_level as usize)?.as_ref());
    let Some(base) = base else { return lambda };
    let size = [base.width as f32, base.height as f32, base.depth as f32];
    let size = match image.kind {
        ImageKind::D1 => [size[0], 0.0, 0.0],
        ImageKind::D2 => [size[0], size[1], 0.0],
        ImageKind::D3 => size,
        ImageKind::Rectangle => [1.0, 1.0, 0.0],
        ImageKind::Cube => return implicit_cube(size[0], request),
    };
    for quad in 0..LANES / 4 {
        let [_, dx, dy] = origin_and_differences(request, quad);
        lambda[4 * quad..4 * quad + 4].fill(log2_rho(size, dx, dy));
    }
    lambda
}

/// Coordinates s, t, r of a quad's lane 0, and how they change to its neighbours in x and y.
#[inline(always)]
fn origin_and_differences(request: &SampleRequest, quad: usize) -> [[f32; 3]; 3] {
    let at = |lane: usize| [0, 1, 2].map(|axis| request.coords[axis][4 * quad + lane]);
    let (origin, x, y) = (at(0), at(1), at(2));
    let from_origin = |to: [f32; 3]| [0, 1, 2].map(|axis| to[axis] - origin[axis]);
    [origin, from_origin(x), from_origin(y)]
}

/// log2 of the longer of two differences in texels. An axis that the kind lacks has size 0 and does not count, whatever
/// its coordinate.
#[inline(always)]
fn log2_rho(size: [f32; 3], dx: [f32; 3], dy: [f32; 3]) -> f32 {
    let square = |difference: [f32; 3]| {
        let mut sum = 0.0;
        for axis in (0..3).filter(|axis| size[*axis] > 0.0) {
            let texels = difference[axis] * size[axis];
            sum += texels * texels;
        }
        sum
    };
    0.5 * log2(square(dx).max(square(dy)))
}

/// log2 ρ of a cube map with faces of `size` texels.
///
/// s = (sc/|ma| + 1)/2 (GL 1.5 table 3.21), so ∂s = ½ (∂sc − (sc/|ma|) ∂|ma|) / |ma|, and t likewise. Projecting the
/// neighbours instead would measure them on a face that they need not lie on: where a quad's lane 0 is outside the
/// primitive, beyond an edge, the length grows by up to √2.
#[inline(always)]
fn implicit_cube(size: f32, request: &SampleRequest) -> LanesF32 {
    let mut lambda = [0.0; LANES];
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
            lambda[lane] = log2_rho([size, size, 0.0], on_face(dx), on_face(dy));
        }
    }
    lambda
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
        let lambda = implicit_cube(size, &request);
        for lane in 0..LANES {
            let direction = [0, 1, 2].map(|axis| request.coords[axis][lane]);
            if face_of(direction) == 0 {
                assert!(lambda[lane].abs() < 1e-5, "lane {lane}: {}", lambda[lane]);
            }
        }
        assert!(lambda[0].abs() > 0.1, "lane 0 lies on another face");
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
