//! Texel loads, and the choice of instruction set: the one file of `texture` with unsafe code.
//!
//! Loads take texel numbers that [`LevelView::texel_numbers`] has made: −1 for the border colour, else inside the level
//! by construction. They are checked once more here by one comparison per lane, which also selects the border.

use super::filter::LevelView;
use super::image::TexelFormat;
use super::sampler::{Texture, sample_group};
use crate::kernel::layout::{SampleRequest, SampleResult};
use crate::simd::{LANES, LanesF32};

/// One 32-bit texel per lane; `border` where the number is out of the level.
#[inline(always)]
pub(super) fn load_u32(view: &LevelView<'_>, numbers: &[i32; LANES], border: u32) -> [u32; LANES] {
    debug_assert!(view.format != TexelFormat::Rgba32F, "texels of 32 bits");
    let limit = view.texels.len() / 4;
    let base = view.texels.as_ptr().cast::<u32>();
    let mut out = [border; LANES];
    for lane in 0..LANES {
        let number = numbers[lane] as u32 as usize;
        if number < limit {
            // SAFETY: `number` is less than the number of whole u32 in the slice; unaligned reads need no alignment.
            out[lane] = unsafe { base.add(number).read_unaligned() };
        }
    }
    out
}

/// One texel of four f32 per lane; `border` where the number is out of the level.
#[inline(always)]
pub(super) fn load_rgba32f(
    view: &LevelView<'_>,
    numbers: &[i32; LANES],
    border: [f32; 4],
) -> [LanesF32; 4] {
    debug_assert!(view.format == TexelFormat::Rgba32F, "texels of four f32");
    let limit = view.texels.len() / 16;
    let base = view.texels.as_ptr().cast::<[f32; 4]>();
    let mut out = [[0.0; LANES]; 4];
    for lane in 0..LANES {
        let number = numbers[lane] as u32 as usize;
        let texel = if number < limit {
            // SAFETY: `number` is less than the number of whole texels in the slice; unaligned reads need no alignment.
            unsafe { base.add(number).read_unaligned() }
        } else {
            border
        };
        for component in 0..4 {
            out[component][lane] = texel[component];
        }
    }
    out
}

/// Samples a group with the widest instructions that the machine has. All variants are the same Rust code without
/// contraction, so all give the same bits.
#[inline]
pub(super) fn sample_with_best_instructions(
    texture: &Texture,
    request: &SampleRequest,
    result: &mut SampleResult,
) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the machine has these instructions.
            return unsafe { sample_avx512(texture, request, result) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has these instructions.
            return unsafe { sample_avx2(texture, request, result) };
        }
    }
    sample_group(texture, request, result);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi2")]
fn sample_avx512(texture: &Texture, request: &SampleRequest, result: &mut SampleResult) {
    sample_group(texture, request, result);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sample_avx2(texture: &Texture, request: &SampleRequest, result: &mut SampleResult) {
    sample_group(texture, request, result);
}
