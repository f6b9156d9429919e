//! Random textures, sampler states and requests.

use shim_tests::random::Random;
use std::sync::Arc;
use trilobite::format::TextureShape;
use trilobite::ir::interface::LodMode;
use trilobite::kernel::layout::SampleRequest;
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
        TexelFormat::Rgba8 | TexelFormat::Srgba8 | TexelFormat::Rgba16Snorm => {
            (0..bytes).map(|_| random.bits() as u8).collect()
        }
        TexelFormat::Rgba8Snorm => (0..bytes).map(|_| random.below(255) as u8).collect(),
        // Up to 2 in size, denormals and zeros among them.
        TexelFormat::Rg11B10F => (0..bytes / 4)
            .flat_map(|_| {
                let [r, g, b] = [0x401, 0x401, 0x201].map(|n| random.below(n));
                (r | g << 11 | b << 22).to_le_bytes()
            })
            .collect(),
        TexelFormat::Rgb9E5 => (0..bytes / 4)
            .flat_map(|_| (random.bits() & 0x7ff_ffff | random.below(17) << 27).to_le_bytes())
            .collect(),
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

pub(crate) fn random_texture(random: &mut Random) -> Texture {
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
    let format = match random.below(10) {
        0 => TexelFormat::Rgba32F,
        6 => TexelFormat::Rgba8Snorm,
        7 => TexelFormat::Rgba16Snorm,
        8 => TexelFormat::Rg11B10F,
        9 => TexelFormat::Rgb9E5,
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
    let mut sampler = random_state(random, kind, base_level);
    // These have no alpha, and so GL gives their borders an alpha of 1.
    if matches!(format, TexelFormat::Rg11B10F | TexelFormat::Rgb9E5) {
        sampler.border[3] = 1.0;
    }
    Texture { image, sampler }
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

pub(crate) fn random_request(random: &mut Random, texture: &Texture) -> SampleRequest {
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
