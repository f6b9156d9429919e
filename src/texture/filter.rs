//! Texels → one filtered value per lane, inside one level (GL 1.5 sections 3.8.8, 3.8.14).
//!
//! Rounding: texels of 8 bits are weighted as the integers 0 to 255 in f32, a + (b − a) · w per axis (s, then t, then r),
//! and multiplied by 1/255 at the end; float texels are weighted as they are. With depth comparison each texel is
//! compared first, and the results 0 and 1 are weighted. sRGB texels are decoded first; the border colour is linear.
#![forbid(unsafe_code)]

use super::address::{Axis, axis};
use super::fetch;
use super::image::{Image, ImageKind, TexelFormat};
use super::sampler::{CompareFunc, DepthMode, Filter, SamplerState};
use super::srgb::TO_LINEAR;
use crate::kernel::layout::SampleResult;
use crate::simd::{LANES, LanesF32};

/// One level of one face, ready for loads.
#[derive(Debug, Clone, Copy)]
pub(super) struct LevelView<'a> {
    /// Texels; at least `stored texels × bytes`.
    pub(super) texels: &'a [u8],
    pub(super) format: TexelFormat,
    pub(super) kind: ImageKind,
    /// Texels without border along s, t, r.
    pub(super) size: [i32; 3],
    /// Border along s, t, r.
    pub(super) border: [i32; 3],
    /// Texels from row to row, from image to image.
    pub(super) stride: [i32; 2],
}

impl<'a> LevelView<'a> {
    /// The view, or `None` for a level that is missing or shorter than it says.
    #[inline(always)]
    pub(super) fn new(image: &'a Image, face: u8, level: u32) -> Option<LevelView<'a>> {
        let level = image
            .faces
            .get(face as usize)?
            .get(level as usize)?
            .as_ref()?;
        let stored = level.stored_size(image.kind);
        let enough = level
            .stored_bytes(image.kind, image.format)
            .is_some_and(|n| n <= level.texels.len());
        let texels = stored
            .iter()
            .try_fold(1i32, |n, size| n.checked_mul((*size).try_into().ok()?))?;
        if !enough || texels == 0 || level.width == 0 {
            return None;
        }
        let border = level.border as i32;
        let (size, border) = match image.kind {
            ImageKind::D1 => ([level.width, 1, 1], [border, 0, 0]),
            ImageKind::D3 => ([level.width, level.height, level.depth], [border; 3]),
            _ => ([level.width, level.height, 1], [border, border, 0]),
        };
        Some(LevelView {
            texels: &level.texels,
            format: image.format,
            kind: image.kind,
            size: size.map(|n| n as i32),
            border,
            stride: [stored[0] as i32, (stored[0] * stored[1]) as i32],
        })
    }

    /// Texel numbers of these indices, and −1 (outside) where the border colour counts.
    #[inline(always)]
    pub(super) fn texel_numbers(&self, indices: [&[i32; LANES]; 3], axes: usize) -> [i32; LANES] {
        let mut out = [0; LANES];
        for lane in 0..LANES {
            let mut number = 0;
            let mut inside = true;
            for axis in 0..axes {
                let index = indices[axis][lane] + self.border[axis];
                inside &= index >= 0 && index < self.size[axis] + 2 * self.border[axis];
                number += index * if axis == 0 { 1 } else { self.stride[axis - 1] };
            }
            out[lane] = if inside { number } else { -1 };
        }
        out
    }
}

/// Samples one level with one filter; `coords` are s, t, r, and the depth reference.
#[inline(always)]
pub(super) fn sample_level(
    state: &SamplerState,
    view: &LevelView<'_>,
    filter: Filter,
    coords: &[LanesF32; 4],
) -> SampleResult {
    let linear = filter == Filter::Linear;
    let n = match view.kind {
        ImageKind::D1 => 1,
        ImageKind::D3 => 3,
        _ => 2,
    };
    let mut axes = [Axis::NONE; 3];
    for (i, along) in axes.iter_mut().enumerate().take(n) {
        let normalized = view.kind != ImageKind::Rectangle;
        *along = axis(state.wrap[i], &coords[i], view.size[i], normalized, linear);
    }
    match view.format {
        TexelFormat::Rgba8 => {
            let border = u32::from_le_bytes(crate::format::rgba8(state.border));
            let mut out = weighted(&Bytes { view, border }, &axes, n, linear);
            for component in &mut out {
                for lane in 0..LANES {
                    component[lane] *= 1.0 / 255.0;
                }
            }
            out
        }
        TexelFormat::Srgba8 | TexelFormat::Rgba32F => {
            let border = state.border;
            weighted(&Floats { view, border }, &axes, n, linear)
        }
        TexelFormat::Depth32F => {
            let depths = Depths {
                view,
                border: state.border[0].max(0.0).min(1.0).to_bits(),
                compare: state.compare,
                reference: &coords[3],
            };
            let [depth] = weighted(&depths, &axes, n, linear);
            expand_depth(state.depth_mode, &depth)
        }
    }
}

/// Loads the texels at some indices along s, t, r as what is then mixed. The methods must be inlined into the
/// function of each instruction set; closures would not be.
trait Texels<const C: usize> {
    /// The number of axes is `n`.
    fn load(&self, indices: [&[i32; LANES]; 3], n: usize) -> [LanesF32; C];
}

/// r, g, b, a of 0 to 255.
struct Bytes<'v> {
    view: &'v LevelView<'v>,
    border: u32,
}

impl Texels<4> for Bytes<'_> {
    #[inline(always)]
    fn load(&self, indices: [&[i32; LANES]; 3], n: usize) -> [LanesF32; 4] {
        let numbers = self.view.texel_numbers(indices, n);
        unpack_bytes(&fetch::load_u32(self.view, &numbers, self.border))
    }
}

/// r, g, b, a as they are, or decoded from sRGB: one test per load instead of all code twice.
struct Floats<'v> {
    view: &'v LevelView<'v>,
    border: [f32; 4],
}

impl Texels<4> for Floats<'_> {
    #[inline(always)]
    fn load(&self, indices: [&[i32; LANES]; 3], n: usize) -> [LanesF32; 4] {
        let numbers = self.view.texel_numbers(indices, n);
        if self.view.format == TexelFormat::Srgba8 {
            let texels = fetch::load_u32(self.view, &numbers, 0);
            return decode_srgb(&texels, &numbers, &self.border);
        }
        fetch::load_rgba32f(self.view, &numbers, self.border)
    }
}

/// The depth, or what its comparison gives.
struct Depths<'v> {
    view: &'v LevelView<'v>,
    border: u32,
    compare: Option<CompareFunc>,
    reference: &'v LanesF32,
}

impl Texels<1> for Depths<'_> {
    #[inline(always)]
    fn load(&self, indices: [&[i32; LANES]; 3], n: usize) -> [LanesF32; 1] {
        let numbers = self.view.texel_numbers(indices, n);
        let bits = fetch::load_u32(self.view, &numbers, self.border);
        let mut texels = [0.0; LANES];
        for lane in 0..LANES {
            texels[lane] = f32::from_bits(bits[lane]);
        }
        [match self.compare {
            None => texels,
            Some(func) => compare(func, self.reference, &texels),
        }]
    }
}

/// Loads one texel per lane, or two per axis and mixes them.
#[inline(always)]
fn weighted<const C: usize>(
    texels: &impl Texels<C>,
    axes: &[Axis; 3],
    n: usize,
    linear: bool,
) -> [LanesF32; C] {
    let [s, t, r] = axes;
    if !linear {
        return texels.load([&s.first, &t.first, &r.first], n);
    }
    let first = along_t(texels, s, t, &r.first, n);
    if n < 3 {
        return first;
    }
    mix(first, &along_t(texels, s, t, &r.second, n), &r.weight)
}

#[inline(always)]
fn along_t<const C: usize>(
    texels: &impl Texels<C>,
    s: &Axis,
    t: &Axis,
    r_index: &[i32; LANES],
    n: usize,
) -> [LanesF32; C] {
    let first = along_s(texels, s, &t.first, r_index, n);
    if n == 1 {
        return first;
    }
    mix(first, &along_s(texels, s, &t.second, r_index, n), &t.weight)
}

#[inline(always)]
fn along_s<const C: usize>(
    texels: &impl Texels<C>,
    s: &Axis,
    t_index: &[i32; LANES],
    r_index: &[i32; LANES],
    n: usize,
) -> [LanesF32; C] {
    let first = texels.load([&s.first, t_index, r_index], n);
    mix(
        first,
        &texels.load([&s.second, t_index, r_index], n),
        &s.weight,
    )
}

#[inline(always)]
fn mix<const C: usize>(
    mut first: [LanesF32; C],
    second: &[LanesF32; C],
    weight: &LanesF32,
) -> [LanesF32; C] {
    for (a, b) in first.iter_mut().zip(second) {
        for lane in 0..LANES {
            a[lane] += (b[lane] - a[lane]) * weight[lane];
        }
    }
    first
}

#[inline(always)]
fn unpack_bytes(texels: &[u32; LANES]) -> [LanesF32; 4] {
    let mut out = [[0.0; LANES]; 4];
    for (component, out) in out.iter_mut().enumerate() {
        for lane in 0..LANES {
            out[lane] = (texels[lane] >> (8 * component) & 0xff) as i32 as f32;
        }
    }
    out
}

/// Linear colours of sRGB texels, and the border colour where a number is −1.
#[inline(always)]
fn decode_srgb(texels: &[u32; LANES], numbers: &[i32; LANES], border: &[f32; 4]) -> [LanesF32; 4] {
    let table = &*TO_LINEAR;
    let mut out = unpack_bytes(texels);
    for lane in 0..LANES {
        for component in 0..4 {
            let value = &mut out[component][lane];
            *value = match component {
                _ if numbers[lane] < 0 => border[component].max(0.0).min(1.0),
                3 => *value / 255.0,
                _ => table[(texels[lane] >> (8 * component) & 0xff) as usize],
            };
        }
    }
    out
}

/// 1 where the reference, clamped to [0, 1], compares true with the texel.
#[inline(always)]
fn compare(func: CompareFunc, reference: &LanesF32, texels: &LanesF32) -> LanesF32 {
    #[inline(always)]
    fn each(reference: &LanesF32, texels: &LanesF32, test: impl Fn(f32, f32) -> bool) -> LanesF32 {
        let mut out = [0.0; LANES];
        for lane in 0..LANES {
            out[lane] = if test(reference[lane].max(0.0).min(1.0), texels[lane]) {
                1.0
            } else {
                0.0
            };
        }
        out
    }
    match func {
        CompareFunc::Never => [0.0; LANES],
        CompareFunc::Less => each(reference, texels, |r, d| r < d),
        CompareFunc::LessEqual => each(reference, texels, |r, d| r <= d),
        CompareFunc::Equal => each(reference, texels, |r, d| r == d),
        CompareFunc::GreaterEqual => each(reference, texels, |r, d| r >= d),
        CompareFunc::Greater => each(reference, texels, |r, d| r > d),
        CompareFunc::NotEqual => each(reference, texels, |r, d| r != d),
        CompareFunc::Always => [1.0; LANES],
    }
}

#[inline(always)]
fn expand_depth(mode: DepthMode, depth: &LanesF32) -> SampleResult {
    match mode {
        DepthMode::Luminance => [*depth, *depth, *depth, [1.0; LANES]],
        DepthMode::Intensity => [*depth; 4],
        DepthMode::Alpha => [[0.0; LANES], [0.0; LANES], [0.0; LANES], *depth],
        DepthMode::Red => [*depth, [0.0; LANES], [0.0; LANES], [1.0; LANES]],
    }
}
