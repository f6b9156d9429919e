//! Formats of compressed blocks: one table over the codecs, for images that are stored as blocks.
#![forbid(unsafe_code)]

use super::channel::{Channel, Values};
use super::fxt1::{self, Fxt1};
use super::s3tc::{self, S3tc};

/// How a block's bytes become texels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockFormat {
    /// EXT_texture_compression_s3tc
    S3tc(S3tc),
    /// EXT_texture_compression_rgtc and _latc: a block of values for each of some components.
    Channels(Channel, Components),
    /// 3DFX_texture_compression_FXT1
    Fxt1(Fxt1),
}

/// The components that blocks of values stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Components {
    Red,
    RedGreen,
    Luminance,
    LuminanceAlpha,
}

impl Components {
    /// The components of the second block; `None` for one component.
    fn second(self) -> Option<usize> {
        match self {
            Components::Red | Components::Luminance => None,
            Components::RedGreen => Some(1),
            Components::LuminanceAlpha => Some(3),
        }
    }
}

/// The most texels that a block has.
pub const MAX_BLOCK_TEXELS: usize = 32;

/// The texels of a block, rows bottom first; those beyond the block's size are not used.
pub type BlockTexels<T> = [T; MAX_BLOCK_TEXELS];

/// The most bytes in a block; the rest is not used.
pub const MAX_BLOCK_BYTES: usize = 16;

impl BlockFormat {
    /// Width and height of a block.
    pub fn block_size(self) -> [u32; 2] {
        match self {
            BlockFormat::Fxt1(_) => [8, 4],
            _ => [4, 4],
        }
    }

    /// Whether parts of an image may be replaced; the text of FXT1 does not relax the rule that none may (GL 1.5 section
    /// 3.8.3).
    pub fn has_parts(self) -> bool {
        !matches!(self, BlockFormat::Fxt1(_))
    }

    /// 8 or 16.
    pub fn block_bytes(self) -> usize {
        match self {
            BlockFormat::S3tc(format) => format.block_bytes(),
            BlockFormat::Channels(_, components) if components.second().is_none() => 8,
            _ => 16,
        }
    }

    /// Bytes of an image; `None` when that overflows.
    pub fn image_bytes(self, width: u32, height: u32) -> Option<usize> {
        let [across, up] = self.block_size();
        (width.div_ceil(across) as usize)
            .checked_mul(height.div_ceil(up) as usize)?
            .checked_mul(self.block_bytes())
    }

    /// Bits of red, green, blue and alpha in a block's ends; luminance is given as red.
    pub fn component_bits(self) -> [i32; 4] {
        match self {
            BlockFormat::S3tc(format) => format.component_bits(),
            BlockFormat::Channels(_, Components::Red | Components::Luminance) => [8, 0, 0, 0],
            BlockFormat::Channels(_, Components::RedGreen) => [8, 8, 0, 0],
            BlockFormat::Channels(_, Components::LuminanceAlpha) => [8, 0, 0, 8],
            BlockFormat::Fxt1(format) => format.component_bits(),
        }
    }

    /// Whether its values are in [−1, 1]: texels are floats.
    pub fn is_signed(self) -> bool {
        matches!(self, BlockFormat::Channels(Channel::Signed, _))
    }
}

/// Texels of images that are stored as blocks: bytes, or floats of signed formats.
pub trait BlockTexel: Copy + Default + bytemuck::Pod {
    /// Encodes a block; `inside` has a bit for each texel that lies in the image.
    fn encode(
        format: BlockFormat,
        texels: &BlockTexels<Self>,
        inside: u32,
    ) -> [u8; MAX_BLOCK_BYTES];
    /// The texels of a block; a slice shorter than a block counts as zeros.
    fn decode(format: BlockFormat, block: &[u8]) -> BlockTexels<Self>;
}

fn first_texels<T: Copy>(texels: &BlockTexels<T>) -> [T; 16] {
    std::array::from_fn(|i| texels[i])
}

fn padded<T: Copy + Default>(texels: [T; 16]) -> BlockTexels<T> {
    std::array::from_fn(|i| texels.get(i).copied().unwrap_or_default())
}

/// Encodes the components of a block of values.
fn encode_channels(
    channel: Channel,
    components: Components,
    inside: u32,
    values: impl Fn(usize) -> Values,
) -> [u8; MAX_BLOCK_BYTES] {
    let mut out = [0; MAX_BLOCK_BYTES];
    for (half, component) in [Some(0), components.second()].into_iter().enumerate() {
        if let Some(component) = component {
            let block = channel.encode(&values(component), inside as u16);
            out[8 * half..8 * half + 8].copy_from_slice(&block.to_le_bytes());
        }
    }
    out
}

/// The values of a block as red, green, blue and alpha; `one` is 1 in their steps.
fn decode_channels(
    channel: Channel,
    components: Components,
    block: &[u8],
    one: f32,
) -> [[f32; 4]; 16] {
    let half = |at: usize| {
        let byte = |i: usize| block.get(at + i).copied().unwrap_or(0);
        channel.decode(u64::from_le_bytes(std::array::from_fn(byte)))
    };
    let (first, second) = (half(0), half(8));
    std::array::from_fn(|i| match components {
        Components::Red => [first[i], 0.0, 0.0, one],
        Components::RedGreen => [first[i], second[i], 0.0, one],
        Components::Luminance => [first[i], first[i], first[i], one],
        Components::LuminanceAlpha => [first[i], first[i], first[i], second[i]],
    })
}

impl BlockTexel for [u8; 4] {
    fn encode(
        format: BlockFormat,
        texels: &BlockTexels<[u8; 4]>,
        inside: u32,
    ) -> [u8; MAX_BLOCK_BYTES] {
        match format {
            BlockFormat::S3tc(format) => {
                s3tc::encode_block(format, &first_texels(texels), inside as u16)
            }
            BlockFormat::Channels(channel, components) => {
                encode_channels(channel, components, inside, |c| {
                    std::array::from_fn(|i| texels[i][c].into())
                })
            }
            BlockFormat::Fxt1(format) => fxt1::encode_block(format, texels, inside),
        }
    }

    fn decode(format: BlockFormat, block: &[u8]) -> BlockTexels<[u8; 4]> {
        match format {
            BlockFormat::S3tc(format) => padded(s3tc::decode_block(format, block)),
            BlockFormat::Channels(channel, components) => {
                let values = decode_channels(channel, components, block, 255.0);
                padded(values.map(|texel| texel.map(|v| (v + 0.5) as u8)))
            }
            BlockFormat::Fxt1(format) => fxt1::decode_block(format, block),
        }
    }
}

/// Signed formats; others, which are never stored as floats, in [0, 1].
impl BlockTexel for [f32; 4] {
    fn encode(
        format: BlockFormat,
        texels: &BlockTexels<[f32; 4]>,
        inside: u32,
    ) -> [u8; MAX_BLOCK_BYTES] {
        match format {
            BlockFormat::Channels(Channel::Signed, components) => {
                encode_channels(Channel::Signed, components, inside, |c| {
                    std::array::from_fn(|i| texels[i][c] * 127.0)
                })
            }
            _ => <[u8; 4]>::encode(format, &texels.map(crate::format::rgba8), inside),
        }
    }

    fn decode(format: BlockFormat, block: &[u8]) -> BlockTexels<[f32; 4]> {
        match format {
            BlockFormat::Channels(Channel::Signed, components) => {
                let values = decode_channels(Channel::Signed, components, block, 127.0);
                padded(values.map(|texel| texel.map(|v| v / 127.0)))
            }
            _ => <[u8; 4]>::decode(format, block).map(|texel| texel.map(|c| c as f32 / 255.0)),
        }
    }
}
