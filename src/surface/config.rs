//! What a surface stores.

use super::accumulation::ACCUMULATION_BITS;
use crate::platform::PixelStorage;

/// Bits of a framebuffer configuration. Colour planes always store 8 bits per component; without alpha bits,
/// destination alpha reads 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Config {
    /// Alpha is stored.
    pub alpha: bool,
    /// 24 depth and 8 stencil bits are stored.
    pub depth_stencil: bool,
    /// There is an accumulation buffer; it takes memory when it is used.
    pub accumulation: bool,
    /// There is a back buffer.
    pub double_buffer: bool,
    /// Each pixel has [`PixelStorage::SAMPLES`] samples.
    pub multisampled: bool,
}

impl Config {
    /// Bits of the alpha component.
    pub fn alpha_bits(self) -> i32 {
        if self.alpha { 8 } else { 0 }
    }

    /// Bits of a pixel's colour.
    pub fn colour_bits(self) -> i32 {
        24 + self.alpha_bits()
    }

    /// Bits of depth.
    pub fn depth_bits(self) -> i32 {
        if self.depth_stencil { 24 } else { 0 }
    }

    /// Bits of stencil.
    pub fn stencil_bits(self) -> i32 {
        if self.depth_stencil { 8 } else { 0 }
    }

    /// Samples per pixel; 0 without multisampling.
    pub fn samples(self) -> i32 {
        if self.multisampled {
            PixelStorage::SAMPLES as i32
        } else {
            0
        }
    }

    /// Multisample buffers: 0 or 1.
    pub fn sample_buffers(self) -> i32 {
        i32::from(self.multisampled)
    }

    /// Bits of each component of the accumulation buffer.
    pub fn accumulation_bits(self) -> i32 {
        if self.accumulation {
            ACCUMULATION_BITS
        } else {
            0
        }
    }
}
