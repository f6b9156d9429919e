//! The configuration of a surface: which buffers it has, and their bits.

use super::accumulation::ACCUMULATION_BITS;
use crate::platform::PixelStorage;

/// The configuration of a surface. Colour planes always store 8 bits per component. Without alpha bits, destination alpha
/// reads 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Config {
    /// Whether alpha is stored.
    pub alpha: bool,
    /// Whether 24 depth and 8 stencil bits are stored.
    pub depth_stencil: bool,
    /// Whether there is an accumulation buffer. It takes no memory before its first use.
    pub accumulation: bool,
    /// Whether there is a back buffer.
    pub double_buffer: bool,
    /// Whether each pixel has [`PixelStorage::SAMPLES`] samples.
    pub multisampled: bool,
}

impl Config {
    /// The bits of the alpha component: 8 or 0.
    pub fn alpha_bits(self) -> i32 {
        if self.alpha { 8 } else { 0 }
    }

    /// The bits of a pixel's colour: 32 or 24.
    pub fn colour_bits(self) -> i32 {
        24 + self.alpha_bits()
    }

    /// The bits of depth: 24 or 0.
    pub fn depth_bits(self) -> i32 {
        if self.depth_stencil { 24 } else { 0 }
    }

    /// The bits of stencil: 8 or 0.
    pub fn stencil_bits(self) -> i32 {
        if self.depth_stencil { 8 } else { 0 }
    }

    /// The number of samples per pixel. It is 0 without multisampling.
    pub fn samples(self) -> i32 {
        if self.multisampled {
            PixelStorage::SAMPLES as i32
        } else {
            0
        }
    }

    /// The number of multisample buffers: 0 or 1.
    pub fn sample_buffers(self) -> i32 {
        i32::from(self.multisampled)
    }

    /// The bits of each component of the accumulation buffer: 16 or 0.
    pub fn accumulation_bits(self) -> i32 {
        if self.accumulation {
            ACCUMULATION_BITS
        } else {
            0
        }
    }
}
