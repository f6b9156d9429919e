//! The formats of texels in memory: one row of facts each.
//!
//! All code that depends on a format asks for its facts, but for two places that must know how its texels lie in memory:
//! `texel` loads them for kernels, and `device::texture::codec` packs and unpacks them. docs/ADDING.md names the steps for a
//! new format.
#![forbid(unsafe_code)]

/// What texels of a format are handled as. Planes that draws write, mipmaps and component types follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TexelKind {
    /// Fractions in [0, 1] as bytes R, G, B, A. They are written, averaged and drawn as bytes. Samples of them lie in [0, 1]
    /// and are neither −0 nor NaN.
    Bytes,
    /// Colours that are weighted as f32 and drawn as four f32, whatever their own precision is.
    Floats,
    /// One depth in [0, 1]. Draws write it as a depth of 24 bits.
    Depths,
}

/// The values that components of a format can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TexelRange {
    /// Fixed-point numbers in [0, 1].
    Unsigned,
    /// Fixed-point numbers in [−1, 1] (EXT_texture_snorm).
    Signed,
    /// Floats.
    Float,
    /// Floats without a sign (EXT_packed_float, EXT_texture_shared_exponent).
    UnsignedFloat,
}

/// The facts of a format.
#[derive(Debug)]
pub struct TexelFacts {
    /// Bytes per texel.
    pub bytes: usize,
    /// What texels are handled as.
    pub kind: TexelKind,
    /// The precision of R, G, B and A in bits, as queries return it. Other components have that of R.
    pub bits: [u8; 4],
    /// The bits of an exponent that R, G and B share, beside their own.
    pub shared_bits: u8,
    /// What values components can have.
    pub range: TexelRange,
    /// Whether R, G and B are encoded as sRGB.
    pub is_srgb: bool,
}

/// Makes the enum and its facts from the table.
macro_rules! texel_formats {
    ($($(#[$doc:meta])* $name:ident $facts:tt)*) => {
        /// The layout of texels in memory. Base formats (luminance, alpha, intensity) are expanded to RGBA when stored.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum TexelFormat { $($(#[$doc])* $name,)* }

        impl TexelFormat {
            /// All formats, in table order.
            #[cfg(test)]
            pub(crate) const ALL: &[TexelFormat] = &[$(TexelFormat::$name),*];

            /// The format's row of the table.
            #[inline]
            pub const fn facts(self) -> &'static TexelFacts {
                match self { $(TexelFormat::$name => &TexelFacts $facts,)* }
            }
        }
    };
}

texel_formats! {
    /// Bytes R, G, B, A.
    Rgba8 {
        bytes: 4, kind: TexelKind::Bytes, bits: [8; 4], shared_bits: 0,
        range: TexelRange::Unsigned, is_srgb: false,
    }
    /// The same; R, G, B are encoded as sRGB and decoded before they are filtered.
    Srgba8 {
        bytes: 4, kind: TexelKind::Bytes, bits: [8; 4], shared_bits: 0,
        range: TexelRange::Unsigned, is_srgb: true,
    }
    /// Four signed numbers as bytes, each as its sum with 127: −127 stands for −1, and 127 for 1.
    Rgba8Snorm {
        bytes: 4, kind: TexelKind::Floats, bits: [8; 4], shared_bits: 0,
        range: TexelRange::Signed, is_srgb: false,
    }
    /// Four i16 from −32767, which stands for −1, to 32767.
    Rgba16Snorm {
        bytes: 8, kind: TexelKind::Floats, bits: [16; 4], shared_bits: 0,
        range: TexelRange::Signed, is_srgb: false,
    }
    /// Four f32.
    Rgba32F {
        bytes: 16, kind: TexelKind::Floats, bits: [32; 4], shared_bits: 0,
        range: TexelRange::Float, is_srgb: false,
    }
    /// Four f16.
    Rgba16F {
        bytes: 8, kind: TexelKind::Floats, bits: [16; 4], shared_bits: 0,
        range: TexelRange::Float, is_srgb: false,
    }
    /// A word of three floats without a sign: R in 11 bits, the lowest, G in 11, B in 10.
    Rg11B10F {
        bytes: 4, kind: TexelKind::Floats, bits: [11, 11, 10, 0], shared_bits: 0,
        range: TexelRange::UnsignedFloat, is_srgb: false,
    }
    /// A word of R, G and B with 9 bits each, R in the lowest ones, and of the exponent that they share.
    Rgb9E5 {
        bytes: 4, kind: TexelKind::Floats, bits: [9, 9, 9, 0], shared_bits: 5,
        range: TexelRange::UnsignedFloat, is_srgb: false,
    }
    /// One f32: depth. It holds 24 bits of a depth.
    Depth32F {
        bytes: 4, kind: TexelKind::Depths, bits: [24; 4], shared_bits: 0,
        range: TexelRange::Unsigned, is_srgb: false,
    }
}

impl TexelFormat {
    /// Bytes per texel.
    #[inline]
    pub const fn bytes(self) -> usize {
        self.facts().bytes
    }

    /// What texels are handled as.
    #[inline]
    pub const fn kind(self) -> TexelKind {
        self.facts().kind
    }

    /// Whether R, G and B are encoded as sRGB.
    #[inline]
    pub const fn is_srgb(self) -> bool {
        self.facts().is_srgb
    }
}
