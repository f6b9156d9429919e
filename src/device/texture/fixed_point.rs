//! Fixed-point numbers of textures that are stored as floats (NV_texture_shader table 3.16).

// `max(low).min(high)` returns a limit for NaN, where `clamp` would return the NaN.
#![allow(clippy::manual_clamp)]

use crate::format::BaseFormat;

/// The fixed-point numbers of NV_texture_shader's formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed {
    /// The bits of each component, 8 or 16.
    pub bits: u32,
    /// Whether each component is signed, in the order of R, G, B and A.
    pub signed: [bool; 4],
}

impl Fixed {
    /// Makes a format whose components are all alike.
    pub const fn new(bits: u32, signed: bool) -> Fixed {
        Fixed {
            bits,
            signed: [signed; 4],
        }
    }

    /// Rounds a value to one that component `i` can hold. NaN becomes the least value.
    ///
    /// A signed component holds an integer from −2^(bits − 1) on, divided by 2^(bits − 1). So 0 is exact, as in
    /// NVIDIA's hardware (NV_texture_shader, issue on the range of signed numbers). A value that the component holds
    /// stays as it is. So floats that were read from a texture give the same texture. Other values give the c that
    /// the client's signed integers (2c + 1) ÷ (2^bits − 1) stand for. With 16 bits, near 1, some floats are both:
    /// the integers win.
    pub fn round(self, i: usize, value: f32) -> f32 {
        let max = ((1u32 << self.bits) - 1) as f32;
        if !self.signed[i] {
            return (value.max(0.0).min(1.0) * max).round_ties_even() / max;
        }
        let half = (1u32 << (self.bits - 1)) as f32;
        let (c, steps) = ((value * max / 2.0).floor(), value * half);
        let is_an_integers = value == (2.0 * c + 1.0) / max;
        let c = if steps == steps.floor() && !is_an_integers {
            steps
        } else {
            c
        };
        c.max(-half).min(half - 1.0) / half
    }

    /// Rounds a value between two that component `i` can hold to the nearer one.
    pub fn settle(self, i: usize, value: f32) -> f32 {
        let half = (1u32 << (self.bits - 1)) as f32;
        if self.signed[i] {
            (value * half).round_ties_even() / half
        } else {
            self.round(i, value)
        }
    }

    /// Converts a stored value of component `i` to what a query in integers returns: signed ones follow table 2.9.
    pub fn returned(self, base: BaseFormat, i: usize, value: f32) -> f32 {
        let exists = base.expand([2.0; 4])[i] == 2.0;
        let (half, max) = (1u32 << (self.bits - 1), (1u32 << self.bits) - 1);
        if self.signed[i] && exists {
            (2.0 * (value * half as f32) + 1.0) / max as f32
        } else {
            value
        }
    }

    /// Clamps a border value to the range of texels.
    pub fn clamped(self, values: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| values[i].clamp(if self.signed[i] { -1.0 } else { 0.0 }, 1.0))
    }
}
