//! The oracle of the driver's samplers: a scalar sampler in f64, written from GL 1.5 sections 3.8.6 to 3.8.9 and
//! 3.8.14.
//!
//! Anisotropic filtering follows EXT_texture_filter_anisotropic with the choices that `texture::lod` documents.
//!
//! Besides the colour it reports the distance to the next place where the result jumps. That is a texel edge under
//! nearest filtering, or a change of level or face. There f32 and f64 may differ correctly.

use super::footprint::{Footprint, footprint, major_face, on_face};
use trilobite::format::TextureShape;
use trilobite::ir::interface::LodMode;
use trilobite::texture::{
    CompareFunc, DepthMode, Filter, MAX_LOD_BIAS, SamplerState, TexelFormat, Texture, Wrap,
};

/// One oracle sample.
#[derive(Debug, Clone, Copy)]
pub struct Sampled {
    /// r, g, b, a
    pub color: [f64; 4],
    /// Distance to the next discontinuity, in texels or levels.
    pub margin: f64,
}

/// The coordinates of the four fragments of a quad: s, t, r and depth reference each. Lanes 0 and 1 are neighbours in
/// x, lanes 0 and 2 in y.
pub type Quad = [[f64; 4]; 4];

/// Samples lane `lane` of a quad. `lod` is the bias or level that `mode` needs.
pub fn sample(texture: &Texture, quad: &Quad, lane: usize, mode: LodMode, lod: f64) -> Sampled {
    let mut margin = f64::INFINITY;
    let state = &texture.sampler;
    let image = &*texture.image;
    let base_number = state.base_level as usize;
    let Some(base) = &image.faces[0][base_number] else {
        return Sampled {
            color: [0.0, 0.0, 0.0, 1.0],
            margin,
        };
    };

    let size = [base.width, base.height, base.depth];
    let covered = footprint(image, quad, lane, size, &mut margin);
    let taps = taps(state, &covered, mode, &mut margin);
    let lambda = biased(state, mode, lod, (covered.longer / taps).log2());
    let lambda = lambda.max(state.min_lod as f64).min(state.max_lod as f64);

    let largest = base.width.max(base.height).max(base.depth) as f64;
    let q = (largest.log2().floor() as u32 + state.base_level).min(state.max_level) as f64
        - state.base_level as f64;
    let c = if state.mag == Filter::Linear && state.min == Filter::Nearest && state.mip.is_some() {
        0.5
    } else {
        0.0
    };
    let single = state.mip.is_none() && state.mag == state.min;
    if taps > 1.0 {
        // The longer derivative decides where the taps are.
        margin = margin.min((covered.longer / covered.shorter - 1.0).abs());
    }
    if !single {
        margin = margin.min((lambda - c).abs());
    }
    let mut at = |level: f64, filter: Filter| {
        let mut sum = [0.0; 4];
        for i in 1..=taps as u32 {
            let mut p = quad[lane];
            if taps > 1.0 {
                let along = f64::from(i) / (taps + 1.0) - 0.5;
                (0..3).for_each(|axis| p[axis] += covered.axis[axis] * along);
            }
            let number = base_number + level as usize;
            let tap = sample_level(texture, number, filter, &p, &mut margin);
            (0..4).for_each(|c| sum[c] += tap[c] / taps);
        }
        sum
    };
    let color = if single || lambda <= c {
        at(0.0, state.mag)
    } else {
        match state.mip {
            None => at(0.0, state.min),
            Some(Filter::Nearest) => {
                let level = if lambda <= 0.5 {
                    0.0
                } else {
                    ((lambda + 0.5).ceil() - 1.0).min(q)
                };
                let color = at(level, state.min);
                margin = margin.min((lambda + 0.5 - (lambda + 0.5).round()).abs());
                color
            }
            Some(Filter::Linear) if lambda >= q => at(q, state.min),
            Some(Filter::Linear) => {
                let (first, second) = (
                    at(lambda.floor(), state.min),
                    at(lambda.floor() + 1.0, state.min),
                );
                mix(first, second, lambda.fract())
            }
        }
    };
    Sampled { color, margin }
}

/// The level of detail before its limits.
fn biased(state: &SamplerState, mode: LodMode, lod: f64, rho_log: f64) -> f64 {
    let bias = match mode {
        LodMode::Explicit => return lod,
        LodMode::Implicit => state.lod_bias as f64,
        LodMode::Bias => state.lod_bias as f64 + lod,
    };
    rho_log + bias.clamp(-MAX_LOD_BIAS as f64, MAX_LOD_BIAS as f64)
}

/// The number of taps of anisotropic filtering, 1 without.
fn taps(state: &SamplerState, covered: &Footprint, mode: LodMode, margin: &mut f64) -> f64 {
    let anisotropic =
        state.max_anisotropy > 1.0 && state.min == Filter::Linear && mode != LodMode::Explicit;
    if !anisotropic {
        return 1.0;
    }
    let ratio = covered.longer / covered.shorter.max(1.0);
    let most = state.max_anisotropy.floor() as f64;
    if ratio < most + 0.1 {
        *margin = margin
            .min((ratio - ratio.round()).abs())
            .min((ratio - 1.0).abs());
    }
    ratio.ceil().clamp(1.0, most)
}

fn mix(a: [f64; 4], b: [f64; 4], w: f64) -> [f64; 4] {
    std::array::from_fn(|i| (1.0 - w) * a[i] + w * b[i])
}

/// The texel coordinate of the wrapped coordinate, and whether indices repeat.
fn wrap(mode: Wrap, s: f64, n: f64, rectangle: bool) -> f64 {
    let u = if rectangle { s } else { s * n };
    match mode {
        Wrap::Repeat => (s - s.floor()) * n,
        Wrap::Clamp => u.clamp(0.0, n),
        Wrap::ClampToEdge => u.clamp(0.5, n - 0.5),
        Wrap::ClampToBorder => u.clamp(-0.5, n + 0.5),
        // EXT_texture_mirror_clamp 3.8.7, times N.
        Wrap::MirrorClamp => u.abs().clamp(0.5, n),
        Wrap::MirrorClampToEdge => u.abs().clamp(0.5, n - 0.5),
        Wrap::MirrorClampToBorder => u.abs().clamp(0.5, n + 0.5),
        Wrap::MirroredRepeat => {
            let fraction = s - s.floor();
            let mirrored = if (s.floor() as i64).rem_euclid(2) == 0 {
                fraction
            } else {
                1.0 - fraction
            };
            (mirrored * n).clamp(0.5, n - 0.5)
        }
    }
}

fn sample_level(
    texture: &Texture,
    level: usize,
    filter: Filter,
    p: &[f64; 4],
    margin: &mut f64,
) -> [f64; 4] {
    let image = &*texture.image;
    let (face, p) = match image.kind {
        TextureShape::Cube => {
            let face = major_face(p, margin);
            (face, on_face(p, face))
        }
        _ => (0, *p),
    };
    let Some(stored) = &image.faces[face][level] else {
        return [0.0, 0.0, 0.0, 1.0];
    };
    // Find the texels of each axis, with their weights.
    let size = [
        stored.width as i64,
        stored.height as i64,
        stored.depth as i64,
    ];
    let axes = match image.kind {
        TextureShape::D1 => 1,
        TextureShape::D3 => 3,
        _ => 2,
    };
    let mut choices = [[(0, 1.0), (0, 0.0)]; 3];
    for axis in 0..axes {
        let mode = texture.sampler.wrap[axis];
        let n = size[axis];
        let u = wrap(
            mode,
            p[axis],
            n as f64,
            image.kind == TextureShape::Rectangle,
        );
        let in_range = |i: i64| match mode {
            Wrap::Repeat => i.rem_euclid(n),
            Wrap::ClampToEdge | Wrap::MirroredRepeat | Wrap::MirrorClampToEdge => i.clamp(0, n - 1),
            _ => i,
        };
        choices[axis] = if filter == Filter::Nearest {
            let outermost = match mode {
                Wrap::Clamp | Wrap::MirrorClamp => n - 1,
                _ => n,
            };
            *margin = margin.min((u - u.round()).abs());
            [(in_range((u.floor() as i64).min(outermost)), 1.0), (0, 0.0)]
        } else {
            let first = (u - 0.5).floor();
            let weight = u - 0.5 - first;
            [
                (in_range(first as i64), 1.0 - weight),
                (in_range(first as i64 + 1), weight),
            ]
        };
    }
    // Add the texels of all combinations.
    let mut sum = [0.0; 4];
    for (k, wk) in choices[2] {
        for (j, wj) in choices[1] {
            for (i, wi) in choices[0] {
                if wi * wj * wk > 0.0 {
                    let texel = texel(texture, face, level, [i, j, k], axes, p[3], margin);
                    (0..4).for_each(|c| sum[c] += wi * wj * wk * texel[c]);
                }
            }
        }
    }
    sum
}

fn texel(
    texture: &Texture,
    face: usize,
    level: usize,
    at: [i64; 3],
    axes: usize,
    reference: f64,
    margin: &mut f64,
) -> [f64; 4] {
    let image = &*texture.image;
    let stored = image.faces[face][level].as_ref().unwrap();
    // Find the texel in the stored image, whose border comes first.
    let full = stored.stored_size(image.kind).map(i64::from);
    let border = [
        stored.border as i64,
        if axes > 1 { stored.border as i64 } else { 0 },
        if axes > 2 { stored.border as i64 } else { 0 },
    ];
    let place: [i64; 3] = std::array::from_fn(|axis| at[axis] + border[axis]);
    let outside = (0..3).any(|axis| place[axis] < 0 || place[axis] >= full[axis]);
    let number = ((place[2] * full[1] + place[1]) * full[0] + place[0]) as usize;
    let float = |offset: usize| {
        f32::from_ne_bytes(stored.texels[offset..offset + 4].try_into().unwrap()) as f64
    };
    let border_color = texture.sampler.border.map(f64::from);
    match image.format {
        // Formats of whole numbers hold the border's colour as they hold texels.
        TexelFormat::Rgba8Snorm if outside => border_color.map(|c| (c * 127.0).round() / 127.0),
        TexelFormat::Rgba16Snorm if outside => {
            border_color.map(|c| (c * 32767.0).round() / 32767.0)
        }
        _ if outside && image.format != TexelFormat::Depth32F => border_color,
        TexelFormat::Rgba8 => std::array::from_fn(|c| stored.texels[4 * number + c] as f64 / 255.0),
        TexelFormat::Rgba8Snorm => {
            std::array::from_fn(|c| (f64::from(stored.texels[4 * number + c]) - 127.0) / 127.0)
        }
        TexelFormat::Rgba16Snorm => std::array::from_fn(|c| {
            let at = 8 * number + 2 * c;
            let bytes = [stored.texels[at], stored.texels[at + 1]];
            f64::from(i16::from_le_bytes(bytes)) / 32767.0
        }),
        TexelFormat::Rg11B10F => {
            let word = word(&stored.texels, number);
            // An f16 has four or five bits more at the end of its mantissa.
            let fields = [word & 0x7ff, word >> 11 & 0x7ff, word >> 22];
            let half = |c: usize| half_value((fields[c] << [4, 4, 5][c]) as u16);
            [half(0), half(1), half(2), 1.0]
        }
        TexelFormat::Rgb9E5 => {
            let word = word(&stored.texels, number);
            let step = 2f64.powi((word >> 27) as i32 - 24);
            let value = |first: u32| f64::from(word >> first & 0x1ff) * step;
            [value(0), value(9), value(18), 1.0]
        }
        TexelFormat::Srgba8 => std::array::from_fn(|c| {
            let encoded = stored.texels[4 * number + c] as f64 / 255.0;
            match c {
                3 => encoded,
                _ if encoded <= 0.04045 => encoded / 12.92,
                _ => ((encoded + 0.055) / 1.055).powf(2.4),
            }
        }),
        TexelFormat::Rgba32F => std::array::from_fn(|c| float(16 * number + 4 * c)),
        TexelFormat::Rgba16F => std::array::from_fn(|c| {
            let at = 8 * number + 2 * c;
            half_value(u16::from_le_bytes([
                stored.texels[at],
                stored.texels[at + 1],
            ]))
        }),
        TexelFormat::Depth32F => {
            let depth = if outside {
                border_color[0]
            } else {
                float(4 * number)
            };
            let value = compared(texture, depth, reference, margin);
            match texture.sampler.depth_mode {
                DepthMode::Luminance => [value, value, value, 1.0],
                DepthMode::Intensity => [value; 4],
                DepthMode::Alpha => [0.0, 0.0, 0.0, value],
                DepthMode::Red => [value, 0.0, 0.0, 1.0],
            }
        }
    }
}

/// A texel of one word.
fn word(texels: &[u8], number: usize) -> u32 {
    u32::from_le_bytes(texels[4 * number..][..4].try_into().unwrap())
}

/// The value of a finite half float (ARB_half_float_pixel 2.1.2).
fn half_value(bits: u16) -> f64 {
    let (exponent, mantissa) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    let size = match exponent {
        0 => mantissa * 2f64.powi(-24),
        _ => (1024.0 + mantissa) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}

fn compared(texture: &Texture, depth: f64, reference: f64, margin: &mut f64) -> f64 {
    let Some(func) = texture.sampler.compare else {
        return depth;
    };
    let reference = reference.clamp(0.0, 1.0);
    *margin = margin.min(1000.0 * (reference - depth).abs());
    let passes = match func {
        CompareFunc::Never => false,
        CompareFunc::Less => reference < depth,
        CompareFunc::LessEqual => reference <= depth,
        CompareFunc::Equal => reference == depth,
        CompareFunc::GreaterEqual => reference >= depth,
        CompareFunc::Greater => reference > depth,
        CompareFunc::NotEqual => reference != depth,
        CompareFunc::Always => true,
    };
    f64::from(u8::from(passes))
}
