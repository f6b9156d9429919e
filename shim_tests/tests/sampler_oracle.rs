//! Compares the samplers with the scalar f64 sampler, on random images, states and coordinates.

use shim_tests::random::Random;
use shim_tests::scalar::sampler::{Quad, sample};
use std::sync::Arc;
use trilobite::format::TextureShape;
use trilobite::ir::interface::LodMode;
use trilobite::kernel::layout::{SampleGroup, SampleRequest, SampleResult, Sampler};
use trilobite::simd::InstructionSet;
use trilobite::texture::{
    CompareFunc, DepthMode, Filter, Image, Level, PADDING_BYTES, SamplerState, SwizzleSource,
    TexelFormat, Texture, Wrap,
};

fn random_level(
    random: &mut Random,
    kind: TextureShape,
    format: TexelFormat,
    size: [u32; 3],
    border: u32,
) -> Level {
    let mut level = Level {
        width: size[0],
        height: size[1],
        depth: size[2],
        border,
        texels: Arc::default(),
    };
    let bytes = level.stored_bytes(kind, format).unwrap();
    let mut texels: Vec<u8> = match format {
        TexelFormat::Rgba8 | TexelFormat::Srgba8 => {
            (0..bytes).map(|_| random.bits() as u8).collect()
        }
        TexelFormat::Rgba32F => (0..bytes / 4)
            .flat_map(|_| random.between(-2.0, 2.0).to_ne_bytes())
            .collect(),
        // Up to 2 in size, denormals and zeros among them.
        TexelFormat::Rgba16F => (0..bytes / 2)
            .flat_map(|_| {
                let bits = (random.below(0x4001) | random.below(2) << 15) as u16;
                bits.to_le_bytes()
            })
            .collect(),
        TexelFormat::Depth32F => (0..bytes / 4)
            .flat_map(|_| random.unit().to_ne_bytes())
            .collect(),
    };
    texels.resize(bytes + PADDING_BYTES, 0);
    level.texels = Arc::new(texels);
    level
}

fn random_texture(random: &mut Random) -> Texture {
    let kind = random.pick(&[
        TextureShape::D1,
        TextureShape::D2,
        TextureShape::D2,
        TextureShape::D3,
        TextureShape::Cube,
        TextureShape::Rectangle,
    ]);
    let flat = matches!(
        kind,
        TextureShape::D1 | TextureShape::D2 | TextureShape::Rectangle
    );
    let flat_or_cube = flat || kind == TextureShape::Cube;
    let format = match random.below(6) {
        0 => TexelFormat::Rgba32F,
        5 => TexelFormat::Rgba16F,
        4 => TexelFormat::Srgba8,
        1 if flat_or_cube => TexelFormat::Depth32F,
        _ => TexelFormat::Rgba8,
    };
    // Every second size is a power of two, because those take a separate path.
    let [mut width, mut height, mut depth] = [0; 3].map(|_| match random.below(2) {
        0 => 1 + random.below(20),
        _ => 1 << random.below(6),
    });
    match kind {
        TextureShape::D1 => (height, depth) = (1, 1),
        TextureShape::Cube => (height, depth) = (width, 1),
        TextureShape::D3 => width = width.min(12),
        _ => depth = 1,
    }
    let border = if kind == TextureShape::Rectangle {
        0
    } else {
        random.below(4) / 3
    };
    let last = width.max(height).max(depth).ilog2();
    let levels = if kind == TextureShape::Rectangle {
        1
    } else {
        last + 1
    };
    let faces = if kind == TextureShape::Cube { 6 } else { 1 };
    let base_level = if levels > 1 && random.below(4) == 0 {
        random.below(levels)
    } else {
        0
    };
    let mut level = |number: u32| {
        let size = [width, height, depth].map(|n| (n >> number).max(1));
        Some(random_level(random, kind, format, size, border))
    };
    let faces = (0..faces)
        .map(|_| (0..levels).map(&mut level).collect())
        .collect();
    let image = Arc::new(Image {
        kind,
        format,
        faces,
    });
    Texture {
        image,
        sampler: random_state(random, kind, base_level),
    }
}

fn random_state(random: &mut Random, kind: TextureShape, base_level: u32) -> SamplerState {
    let all = [
        Wrap::ClampToEdge,
        Wrap::Clamp,
        Wrap::ClampToBorder,
        Wrap::Repeat,
        Wrap::MirroredRepeat,
        Wrap::MirrorClamp,
        Wrap::MirrorClampToEdge,
        Wrap::MirrorClampToBorder,
    ];
    let wraps = if kind == TextureShape::Rectangle {
        &all[..3]
    } else {
        &all[..]
    };
    let filters = [Filter::Nearest, Filter::Linear];
    let compare = [
        CompareFunc::Less,
        CompareFunc::LessEqual,
        CompareFunc::Greater,
        CompareFunc::GreaterEqual,
        CompareFunc::Always,
        CompareFunc::Never,
        CompareFunc::NotEqual,
        CompareFunc::Equal,
    ];
    let mip =
        (kind != TextureShape::Rectangle && random.below(4) > 0).then(|| random.pick(&filters));
    SamplerState {
        wrap: [random.pick(wraps), random.pick(wraps), random.pick(wraps)],
        mag: random.pick(&filters),
        min: random.pick(&filters),
        mip,
        lod_bias: if random.below(3) == 0 {
            random.between(-3.0, 3.0)
        } else {
            0.0
        },
        min_lod: if random.below(4) == 0 {
            random.between(-1.0, 3.0)
        } else {
            -1000.0
        },
        max_lod: if random.below(4) == 0 {
            random.between(0.0, 4.0)
        } else {
            1000.0
        },
        base_level,
        max_level: if random.below(4) == 0 {
            base_level + random.below(3)
        } else {
            1000
        },
        // 8-bit images round it to 8 bits.
        border: [0; 4].map(|_| random.below(256) as f32 / 255.0),
        compare: (random.below(2) == 0).then(|| random.pick(&compare)),
        depth_mode: random.pick(&[
            DepthMode::Luminance,
            DepthMode::Intensity,
            DepthMode::Alpha,
            DepthMode::Red,
        ]),
        max_anisotropy: random.pick(&[1.0, 1.0, 2.0, 3.5, 16.0]),
        swizzle: SwizzleSource::IDENTITY,
        skip_srgb_decode: false,
    }
}

fn random_request(random: &mut Random, texture: &Texture) -> SampleRequest {
    let mode = random.pick(&[
        LodMode::Implicit,
        LodMode::Implicit,
        LodMode::Bias,
        LodMode::Explicit,
    ]);
    let mut request = SampleRequest {
        coords: [[0.0; 16]; 4],
        lod: [0.0; 16],
        mode,
    };
    let scale = if texture.image.kind == TextureShape::Rectangle {
        20.0
    } else {
        1.0
    };
    let step = scale * 2f32.powf(random.between(-9.0, 0.0));
    for quad in 0..4 {
        let origin = [0; 3].map(|_| random.between(-2.0 * scale, 2.0 * scale));
        let (dx, dy) = (
            [0; 3].map(|_| random.between(-step, step)),
            [0; 3].map(|_| random.between(-step, step)),
        );
        for corner in 0..4 {
            let lane = 4 * quad + corner;
            for axis in 0..3 {
                let x = if corner % 2 == 1 { dx[axis] } else { 0.0 };
                let y = if corner / 2 == 1 { dy[axis] } else { 0.0 };
                request.coords[axis][lane] = origin[axis] + x + y;
            }
            request.coords[3][lane] = random.between(-0.2, 1.2);
            request.lod[lane] = random.between(-2.0, 5.0);
        }
    }
    request
}

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
            // Fixed point has 15 bits for weights, and 7 fraction bits for a byte. In f32 the coordinates are rounded
            // as well, which texels that differ by up to 4 magnify.
            let bound = match texture.image.format {
                TexelFormat::Rgba8 => 0.06 / 255.0,
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
