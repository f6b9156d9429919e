//! Measures the texture sampler alone, on one thread: pixels per second by filter and format.
//!
//! A window of 4×4 blocks is drawn over a texture of 256 × 256, at about one texel a pixel, rotated a little.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::sync::Arc;
use trilobite::format::TextureShape;
use trilobite::ir::interface::LodMode;
use trilobite::kernel::layout::{SampleGroup, SampleRequest, SampleResult};
use trilobite::simd::{InstructionSet, LANE_OFFSET, LANES};
use trilobite::texture::{
    CompareFunc, Filter, Image, Level, PADDING_BYTES, SamplerState, TexelFormat, Texture, Wrap,
};

const SIZE: u32 = 256;
/// Groups that are sampled together.
const GROUPS: usize = 8;
/// Blocks per side of the window.
const BLOCKS: u32 = 16;

fn image(kind: TextureShape, format: TexelFormat) -> Image {
    let size = if kind == TextureShape::D3 { 64 } else { SIZE };
    let level = |number: u32| {
        let side = size >> number;
        let mut level = Level {
            width: side,
            height: side,
            depth: if kind == TextureShape::D3 { side } else { 1 },
            border: 0,
            texels: Arc::default(),
        };
        let bytes = level.stored_bytes(kind, format).expect("a small image");
        let mut texels: Vec<u8> = match format {
            TexelFormat::Rgba8 | TexelFormat::Srgba8 | TexelFormat::Rgba8Snorm => {
                (0..bytes).map(|i| (i * 7) as u8).collect()
            }
            // As floats, what f16 holds: no infinities.
            TexelFormat::Rgba16Snorm => (0..bytes).map(|i| (i * 7) as u8).collect(),
            TexelFormat::Rg11B10F => (0..bytes / 4)
                .flat_map(|i| (0x6030_0600 + (i % 251) as u32 * 0x0040_0801).to_le_bytes())
                .collect(),
            TexelFormat::Rgb9E5 => (0..bytes / 4)
                .flat_map(|i| (0x7801_0100 + (i % 251) as u32 * 0x0004_0201).to_le_bytes())
                .collect(),
            TexelFormat::Rgba16F => (0..bytes / 2)
                .flat_map(|i| (0x3000 + (i % 251) as u16).to_le_bytes())
                .collect(),
            TexelFormat::Rgba32F | TexelFormat::Depth32F => (0..bytes / 4)
                .flat_map(|i| ((i % 251) as f32 / 251.0).to_ne_bytes())
                .collect(),
        };
        texels.resize(bytes + PADDING_BYTES, 0);
        level.texels = Arc::new(texels);
        Some(level)
    };
    let faces = if kind == TextureShape::Cube { 6 } else { 1 };
    Image {
        kind,
        format,
        faces: (0..faces)
            .map(|_| (0..=size.ilog2()).map(level).collect())
            .collect(),
    }
}

/// Requests of a window whose pixels are `texels` texels apart.
fn requests(kind: TextureShape, texels: f32) -> Vec<SampleRequest> {
    let block = |block: u32| {
        let mut request = SampleRequest {
            coords: [[0.0; LANES]; 4],
            lod: [0.0; LANES],
            mode: LodMode::Implicit,
        };
        for (lane, offset) in LANE_OFFSET.into_iter().enumerate() {
            let x = (4 * (block % BLOCKS)) as f32 + f32::from(offset.0);
            let y = (4 * (block / BLOCKS)) as f32 + f32::from(offset.1);
            let step = texels / SIZE as f32;
            let (s, t) = ((x + 0.1 * y) * step, (y - 0.1 * x) * step + 0.3);
            let coords = match kind {
                TextureShape::Cube => [s - 0.5, 1.0, t - 0.5, 0.0],
                _ => [s, t, 0.5 * s, 0.5],
            };
            for (axis, coord) in coords.into_iter().enumerate() {
                request.coords[axis][lane] = coord;
            }
        }
        request
    };
    (0..BLOCKS * BLOCKS).map(block).collect()
}

fn bench(c: &mut Criterion) {
    use Filter::{Linear, Nearest};
    use TexelFormat::{
        Depth32F, Rg11B10F, Rgb9E5, Rgba8, Rgba8Snorm, Rgba16F, Rgba16Snorm, Rgba32F, Srgba8,
    };
    use TextureShape::{Cube, D2, D3};
    let state = SamplerState {
        wrap: [Wrap::Repeat; 3],
        ..SamplerState::NEAREST
    };
    let linear = SamplerState {
        mag: Linear,
        min: Linear,
        ..state.clone()
    };
    let trilinear = SamplerState {
        mip: Some(Linear),
        ..linear.clone()
    };
    let clamped = SamplerState {
        wrap: [Wrap::ClampToEdge; 3],
        ..linear.clone()
    };
    let mip_nearest = SamplerState {
        mip: Some(Nearest),
        ..linear.clone()
    };
    let anisotropic = SamplerState {
        max_anisotropy: 8.0,
        ..trilinear.clone()
    };
    let shadow = SamplerState {
        compare: Some(CompareFunc::LessEqual),
        ..clamped.clone()
    };
    let cases = [
        ("nearest", D2, Rgba8, &state, 1.0),
        ("bilinear", D2, Rgba8, &linear, 1.0),
        ("bilinear, clamped", D2, Rgba8, &clamped, 1.0),
        (
            "bilinear of the nearest level",
            D2,
            Rgba8,
            &mip_nearest,
            1.5,
        ),
        ("trilinear, magnified", D2, Rgba8, &trilinear, 0.6),
        ("trilinear", D2, Rgba8, &trilinear, 1.5),
        ("anisotropic", D2, Rgba8, &anisotropic, 3.0),
        ("bilinear cube", Cube, Rgba8, &clamped, 1.0),
        ("trilinear cube", Cube, Rgba8, &trilinear, 1.5),
        ("linear 3D", D3, Rgba8, &linear, 1.0),
        ("bilinear f32", D2, Rgba32F, &linear, 1.0),
        ("bilinear f16", D2, Rgba16F, &linear, 1.0),
        ("bilinear snorm 8", D2, Rgba8Snorm, &linear, 1.0),
        ("bilinear snorm 16", D2, Rgba16Snorm, &linear, 1.0),
        ("bilinear 11_11_10", D2, Rg11B10F, &linear, 1.0),
        ("bilinear 9_9_9_5", D2, Rgb9E5, &linear, 1.0),
        ("bilinear sRGB", D2, Srgba8, &linear, 1.0),
        ("shadow", D2, Depth32F, &shadow, 1.0),
    ];
    for (set, name) in [
        (InstructionSet::Avx512, "sampler, AVX-512"),
        (InstructionSet::Avx2, "sampler, AVX2"),
    ] {
        if set > InstructionSet::widest() {
            continue;
        }
        let mut group = c.benchmark_group(name);
        for (name, kind, format, sampler, texels) in &cases {
            let texture = Texture {
                image: Arc::new(image(*kind, *format)),
                sampler: (*sampler).clone(),
            };
            let requests = requests(*kind, *texels);
            group.throughput(Throughput::Elements((requests.len() * LANES) as u64));
            group.bench_function(*name, |b| {
                let mut results: [SampleResult; GROUPS] = Default::default();
                b.iter(|| {
                    for requests in requests.as_chunks::<GROUPS>().0 {
                        let mut results = results.each_mut().into_iter();
                        let mut groups = requests.each_ref().map(|request| {
                            let result = results.next().expect("as many results");
                            SampleGroup::of(request, result)
                        });
                        texture.sample_with(set, LodMode::Implicit, &mut groups);
                    }
                    std::hint::black_box(&results);
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
