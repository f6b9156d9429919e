//! Textures of the caller's texels: what samplers of functions over arrays read.
#![forbid(unsafe_code)]

use crate::format::TextureShape;
use crate::platform::reserve::from_system;
use crate::texture::{Image, Level, PADDING_BYTES, SamplerState, TexelFormat, Texture};
use std::sync::Arc;

/// The greatest size of a level along one axis.
const MAX_SIZE: u32 = 1 << 14;

/// What a texture is.
#[derive(Debug, Clone)]
pub struct TextureInfo {
    /// Its dimensions.
    pub shape: TextureShape,
    /// How each texel lies in memory.
    pub format: TexelFormat,
    /// Width, height and depth of the base level. A shape with fewer dimensions does not read the others.
    pub size: [u32; 3],
    /// The number of levels. Each is half as large as the one before, and at least one texel.
    pub levels: u32,
    /// How it is sampled.
    pub sampler: SamplerState,
}

/// Why there is no texture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum TexelError {
    #[error("the texture's size is {0} x {1} x {2}: each is 1 to 16384")]
    Size(u32, u32, u32),
    #[error("a cube's faces are squares; these have {0} x {1} texels")]
    Face(u32, u32),
    #[error("{0} levels are more than a texture of this size has")]
    Levels(u32),
    #[error("the levels have {wanted} bytes; {given} are given")]
    Bytes { wanted: u64, given: usize },
    #[error("a texture with layers")]
    Layers,
    #[error("a comparison needs texels of depths")]
    Compare,
    #[error("out of memory for a copy of the texels")]
    OutOfMemory,
}

/// A texture of texels: level after level; a cube's level has the faces +x, -x, +y, -y, +z, -z, and other levels rows, the one
/// at t = 0 first, in images, the one at r = 0 first.
pub fn texture(info: &TextureInfo, texels: &[u8]) -> Result<Texture, TexelError> {
    let size = check(info)?;
    let n_faces = if info.shape == TextureShape::Cube {
        6
    } else {
        1
    };
    // The bytes of a face of each level.
    let sizes = (0..info.levels).map(|level| size.map(|n| (n >> level).max(1)));
    let sizes: Vec<[u32; 3]> = sizes.collect();
    let bytes = |s: &[u32; 3]| {
        s.iter().map(|n| u64::from(*n)).product::<u64>() * info.format.bytes() as u64
    };
    let wanted = sizes.iter().map(bytes).sum::<u64>() * n_faces as u64;
    if wanted != texels.len() as u64 {
        let given = texels.len();
        return Err(TexelError::Bytes { wanted, given });
    }
    let mut faces = vec![Vec::new(); n_faces];
    let mut rest = texels;
    for size in &sizes {
        for face in &mut faces {
            let (own, others) = rest.split_at(bytes(size) as usize);
            rest = others;
            face.push(Some(level(*size, own)?));
        }
    }
    let image = Image {
        kind: info.shape,
        format: info.format,
        faces,
    };
    let last = info.levels - 1;
    Ok(Texture {
        image: Arc::new(image),
        sampler: SamplerState {
            max_level: last,
            mip: info.sampler.mip.filter(|_| last != 0),
            ..info.sampler.clone()
        },
    })
}

/// Checks what the bytes do not say. Returns the size, with 1 in the dimensions that the shape does not have.
fn check(info: &TextureInfo) -> Result<[u32; 3], TexelError> {
    let [width, height, depth] = info.size;
    let size = match info.shape {
        TextureShape::D1 => [width, 1, 1],
        TextureShape::D3 => [width, height, depth],
        TextureShape::D2 | TextureShape::Rectangle | TextureShape::Cube => [width, height, 1],
        TextureShape::D1Array | TextureShape::D2Array => return Err(TexelError::Layers),
    };
    if size.iter().any(|n| !(1..=MAX_SIZE).contains(n)) {
        return Err(TexelError::Size(size[0], size[1], size[2]));
    }
    if info.shape == TextureShape::Cube && width != height {
        return Err(TexelError::Face(width, height));
    }
    let largest = size.into_iter().max().unwrap_or(1);
    let most = match info.shape {
        TextureShape::Rectangle => 1,
        _ => largest.ilog2() + 1,
    };
    if !(1..=most).contains(&info.levels) {
        return Err(TexelError::Levels(info.levels));
    }
    if info.sampler.compare.is_some() && info.format != TexelFormat::Depth32F {
        return Err(TexelError::Compare);
    }
    Ok(size)
}

fn level([width, height, depth]: [u32; 3], texels: &[u8]) -> Result<Level, TexelError> {
    let mut own = Vec::new();
    from_system(|| own.try_reserve_exact(texels.len() + PADDING_BYTES))
        .map_err(|_| TexelError::OutOfMemory)?;
    own.extend_from_slice(texels);
    own.extend_from_slice(&[0; PADDING_BYTES]);
    Ok(Level {
        width,
        height,
        depth,
        border: 0,
        texels: Arc::new(own),
    })
}

/// What code reads of a texture beside texels: those in a unit of s, t and r of the base level, and the bias of the level of
/// detail.
pub fn state(texture: &Texture) -> [f32; 4] {
    let base = texture
        .image
        .faces
        .first()
        .and_then(|levels| levels.first());
    let Some(Some(base)) = base else {
        return [0.0; 4];
    };
    let [width, height, depth] = [base.width, base.height, base.depth].map(|n| n as f32);
    let [s, t, r] = match texture.image.kind {
        TextureShape::D1 | TextureShape::D1Array => [width, 0.0, 0.0],
        TextureShape::D2 | TextureShape::D2Array => [width, height, 0.0],
        TextureShape::D3 => [width, height, depth],
        TextureShape::Rectangle => [1.0, 1.0, 0.0],
        // Directions go from -1 to 1.
        TextureShape::Cube => [width / 2.0; 3],
    };
    [s, t, r, texture.sampler.lod_bias]
}
