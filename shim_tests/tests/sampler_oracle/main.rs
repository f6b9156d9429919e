//! Compares the samplers with the scalar f64 sampler, on random images, states and coordinates.

mod random;

use random::{random_request, random_texture};
use shim_tests::random::Random;
use shim_tests::scalar::sampler::{Quad, sample};
use std::sync::Arc;
use trilobite::kernel::layout::{SampleGroup, SampleRequest, SampleResult, Sampler};
use trilobite::simd::InstructionSet;
use trilobite::texture::TexelFormat;
#[test]
fn samplers_agree_with_the_scalar_sampler() {
    let seed = 0x1234_5678_9abc_def1;
    let mut random = Random::new(seed);
    let (mut compared, mut skipped) = (0, 0);
    for round in 0..4_000 {
        let texture = random_texture(&mut random);
        let request = random_request(&mut random, &texture);
        let mut result = [[9.0; 16]; 4];
        texture.sample(&request, &mut result);
        for set in [InstructionSet::Portable, InstructionSet::Avx2] {
            let bits = |result: &SampleResult| result.map(|row| row.map(f32::to_bits));
            let mut other = [[9.0; 16]; 4];
            let group = SampleGroup::of(&request, &mut other);
            texture.sample_with(set, request.mode, &mut [group]);
            assert_eq!(
                bits(&other),
                bits(&result),
                "{set:?}, seed {seed:#x} round {round}: {:?}",
                texture.sampler
            );
        }
        for lane in 0..16 {
            let quad: Quad = std::array::from_fn(|corner| {
                std::array::from_fn(|c| request.coords[c][lane / 4 * 4 + corner] as f64)
            });
            let expected = sample(
                &texture,
                &quad,
                lane % 4,
                request.mode,
                request.lod[lane] as f64,
            );
            if expected.margin < 1e-3 {
                skipped += 1;
                continue;
            }
            compared += 1;
            // Fixed point has 14 and 15 bits for weights: bytes and signed numbers of 16 bits are weighted so. In f32 the coordinates are rounded
            // as well, which texels that differ by up to 4 magnify.
            let bound = match texture.image.format {
                TexelFormat::Rgba8 => 0.06 / 255.0,
                TexelFormat::Rgba8Snorm | TexelFormat::Rgba16Snorm => 0.06 / 127.0,
                _ => 2f64.powi(-17),
            };
            for (c, component) in result.iter().enumerate() {
                let difference = (component[lane] as f64 - expected.color[c]).abs();
                assert!(
                    difference <= bound,
                    "seed {seed:#x} round {round} lane {lane} component {c}: {} instead of {}\n{:?}\n{:?} {:?} at {:?}",
                    component[lane],
                    expected.color[c],
                    texture.sampler,
                    texture.image.kind,
                    texture.image.format,
                    quad[lane % 4],
                );
            }
        }
    }
    assert!(
        compared > 4 * skipped,
        "{compared} compared, {skipped} too near to a discontinuity"
    );
}

#[test]
fn any_coordinates_give_a_colour() {
    let mut random = Random::new(77);
    let odd = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN,
        f32::MIN_POSITIVE,
        1e-42,
        0.0,
        -0.0,
        1e20,
        -3e9,
    ];
    for _ in 0..4_000 {
        let texture = random_texture(&mut random);
        let mut request = random_request(&mut random, &texture);
        for value in request.coords.iter_mut().flatten().chain(&mut request.lod) {
            *value = random.pick(&odd);
        }
        let mut result = [[0.0; 16]; 4];
        texture.sample(&request, &mut result);
        for value in result.iter().flatten() {
            assert!(
                value.is_finite() && value.abs() <= 2.0,
                "{value} from {:?}",
                texture.sampler
            );
        }
    }
}

/// `gives_fractions` is right for each filter, wrap mode, border and swizzle. Most texels are the least or the greatest
/// number.
#[test]
fn samples_of_bytes_are_fractions() {
    let mut random = Random::new(0xf4ac);
    let mut n_fractions = 0;
    for _ in 0..4_000 {
        let mut texture = random_texture(&mut random);
        if !texture.gives_fractions() {
            continue;
        }
        n_fractions += 1;
        let image = Arc::make_mut(&mut texture.image);
        for level in image.faces.iter_mut().flatten().flatten() {
            for texel in Arc::make_mut(&mut level.texels) {
                *texel = random.pick(&[0, 0, 255, 255, *texel]);
            }
        }
        let request = random_request(&mut random, &texture);
        let mut result = [[9.0; 16]; 4];
        texture.sample(&request, &mut result);
        for value in result.iter().flatten() {
            let is_fraction = (0.0..=1.0).contains(value) && value.is_sign_positive();
            assert!(is_fraction, "{value} from {:?}", texture.sampler);
        }
    }
    assert!(n_fractions > 1_000, "{n_fractions}");
}

/// If `is_planar` says so, other r and q give the same samples.
#[test]
fn planar_samples_read_neither_r_nor_q() {
    let mut random = Random::new(0x91a7);
    let mut n_planar = 0;
    for _ in 0..2_000 {
        let texture = random_texture(&mut random);
        if !texture.is_planar() {
            continue;
        }
        n_planar += 1;
        let request = random_request(&mut random, &texture);
        let mut zeros = request.clone();
        zeros.coords[2..].fill([0.0; 16]);
        let sample = |request: &SampleRequest| {
            let mut result = [[9.0; 16]; 4];
            texture.sample(request, &mut result);
            result.map(|row| row.map(f32::to_bits))
        };
        assert_eq!(sample(&request), sample(&zeros), "{:?}", texture.sampler);
    }
    assert!(n_planar > 500, "{n_planar}");
}

/// Groups that are sampled together have the same results as each alone.
#[test]
fn several_groups_have_their_own_samples() {
    let seed = 0x6a09_e667_f3bc_c908;
    let mut random = Random::new(seed);
    for round in 0..600 {
        let texture = random_texture(&mut random);
        let first = random_request(&mut random, &texture);
        let requests: Vec<SampleRequest> = (0..1 + random.below(20))
            .map(|_| SampleRequest {
                mode: first.mode,
                ..match random.below(4) {
                    0 => random_request(&mut random, &texture),
                    _ => first.clone(),
                }
            })
            .collect();
        for set in [
            InstructionSet::Portable,
            InstructionSet::Avx2,
            InstructionSet::Avx512,
        ] {
            let mut results = vec![[[9.0; 16]; 4]; requests.len()];
            let mut groups: Vec<SampleGroup<'_>> = requests
                .iter()
                .zip(&mut results)
                .map(|(request, result)| SampleGroup::of(request, result))
                .collect();
            texture.sample_with(set, first.mode, &mut groups);
            for (i, (request, result)) in requests.iter().zip(&results).enumerate() {
                let mut alone = [[7.0; 16]; 4];
                texture.sample(request, &mut alone);
                let bits = |result: &SampleResult| result.map(|row| row.map(f32::to_bits));
                assert_eq!(
                    bits(result),
                    bits(&alone),
                    "{set:?}, seed {seed:#x} round {round} group {i}: {:?}",
                    texture.sampler
                );
            }
        }
    }
}
