//! Partial blocks count, and values reach their components.

use crate::texture::block_format::{BlockFormat, BlockTexel, Components};
use crate::texture::channel::Channel;
use crate::texture::fxt1::Fxt1;
use crate::texture::s3tc::S3tc;

#[test]
fn sizes_count_partial_blocks() {
    let bytes = |format: BlockFormat, w, h| format.image_bytes(w, h);
    assert_eq!(bytes(BlockFormat::S3tc(S3tc::Dxt1Rgb), 5, 1), Some(16));
    assert_eq!(
        bytes(BlockFormat::S3tc(S3tc::Dxt5), 70, 50),
        Some(18 * 13 * 16)
    );
    assert_eq!(bytes(BlockFormat::S3tc(S3tc::Dxt3), 0, 4), Some(0));
    let red = BlockFormat::Channels(Channel::Unsigned, Components::Red);
    assert_eq!(bytes(red, 4, 8), Some(16));
    assert_eq!(bytes(BlockFormat::Fxt1(Fxt1::Rgb), 9, 5), Some(2 * 2 * 16));
}

/// The value of a block of values in each format.
#[test]
fn values_go_to_their_components() {
    let block: Vec<u8> = [[51, 0, 0, 0, 0, 0, 0, 0], [102, 0, 0, 0, 0, 0, 0, 0]].concat();
    let texel = |components| {
        <[u8; 4]>::decode(BlockFormat::Channels(Channel::Unsigned, components), &block)[0]
    };
    assert_eq!(texel(Components::Red), [51, 0, 0, 255]);
    assert_eq!(texel(Components::RedGreen), [51, 102, 0, 255]);
    assert_eq!(texel(Components::Luminance), [51, 51, 51, 255]);
    assert_eq!(texel(Components::LuminanceAlpha), [51, 51, 51, 102]);
    let signed = BlockFormat::Channels(Channel::Signed, Components::RedGreen);
    let block: Vec<u8> = [[0x80, 0x80, 0, 0, 0, 0, 0, 0], [0, 127, 1, 0, 0, 0, 0, 0]].concat();
    assert_eq!(<[f32; 4]>::decode(signed, &block)[0], [-1.0, 1.0, 0.0, 1.0]);
}
