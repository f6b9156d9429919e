//! Level of detail (GL 1.5 sections 3.8.8 and 3.8.9).
//!
//! One value per quad from the exact formula ρ = max(|∂(u,v,w)/∂x|, |∂(u,v,w)/∂y|), with differences between the quad's
//! lanes 0, 1 and 2 as derivatives; λ = log2 ρ + bias, clamped. Cube maps project all four lanes on the face of lane 0.
#![forbid(unsafe_code)]

use super::address::{face_of, project};
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

/// log2 ρ, the same in all lanes of a quad.
#[inline(always)]
fn implicit(state: &SamplerState, image: &Image, request: &SampleRequest) -> LanesF32 {
    let mut lambda = [0.0; LANES];
    let base = image
        .faces
        .first()
        .and_then(|levels| levels.get(state.base_level as usize)?.as_ref());
    let Some(base) = base else { return lambda };
    let size = match image.kind {
        ImageKind::D1 => [base.width as f32, 0.0, 0.0],
        ImageKind::D2 | ImageKind::Cube => [base.width as f32, base.height as f32, 0.0],
        ImageKind::D3 => [base.width as f32, base.height as f32, base.depth as f32],
        ImageKind::Rectangle => [1.0, 1.0, 0.0],
    };
    for quad in 0..LANES / 4 {
        let lane = 4 * quad;
        let at = |lane: usize| {
            [
                request.coords[0][lane],
                request.coords[1][lane],
                request.coords[2][lane],
            ]
        };
        let corners = match image.kind {
            ImageKind::Cube => {
                let face = face_of(at(lane));
                [at(lane), at(lane + 1), at(lane + 2)].map(|direction| {
                    let [s, t] = project(direction, face);
                    [s, t, 0.0]
                })
            }
            _ => [at(lane), at(lane + 1), at(lane + 2)],
        };
        let square = |from: [f32; 3], to: [f32; 3]| {
            let mut sum = 0.0;
            for axis in 0..3 {
                // An axis that the kind lacks has size 0 and does not count, whatever its coordinate.
                let difference = if size[axis] > 0.0 {
                    (to[axis] - from[axis]) * size[axis]
                } else {
                    0.0
                };
                sum += difference * difference;
            }
            sum
        };
        let rho2 = square(corners[0], corners[1]).max(square(corners[0], corners[2]));
        lambda[lane..lane + 4].fill(0.5 * log2(rho2));
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
