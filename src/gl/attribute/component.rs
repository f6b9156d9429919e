//! Components of attributes as floats: plain numbers, fractions (GL 1.5 table 2.6), halves (NV_half_float).
#![forbid(unsafe_code)]

/// A number that converts to the nearest f32.
pub trait Plain {
    fn plain(self) -> f32;
}

macro_rules! plain {
    ($($ty:ty)*) => {$(
        impl Plain for $ty {
            #[inline(always)]
            fn plain(self) -> f32 {
                self as f32
            }
        }
    )*};
}

plain!(i8 u8 i16 u16 i32 u32 f32 f64);

/// Converts the sixteen bits of a half.
pub(crate) fn from_half(bits: u16) -> f32 {
    half::f16::from_bits(bits).to_f32()
}

/// Completes an attribute from its first components; the missing ones come from (0, 0, 0, 1). `N` is at most 4.
#[inline(always)]
pub(crate) fn widen<const N: usize>(given: [f32; N]) -> [f32; 4] {
    let mut whole = [0.0, 0.0, 0.0, 1.0];
    whole[..N].copy_from_slice(&given);
    whole
}

/// Converts a component of a colour, normal or attribute to a fraction. Floats are fractions already. Unsigned integers map
/// to
/// [0, 1] by c / (2^b − 1), signed ones to [-1, 1] by (2c + 1) / (2^b − 1). The result is the f32 nearest to the exact
/// quotient.
pub trait Normalized {
    fn normalized(self) -> f32;
}

macro_rules! normalized {
    ($($signed:ty, $unsigned:ty);*) => {$(
        impl Normalized for $unsigned {
            #[inline]
            fn normalized(self) -> f32 {
                (self as f64 / <$unsigned>::MAX as f64) as f32
            }
        }
        impl Normalized for $signed {
            #[inline]
            fn normalized(self) -> f32 {
                ((2.0 * self as f64 + 1.0) / <$unsigned>::MAX as f64) as f32
            }
        }
    )*};
}

normalized!(i8, u8; i16, u16; i32, u32);

macro_rules! fraction_already {
    ($($ty:ty)*) => {$(
        impl Normalized for $ty {
            #[inline(always)]
            fn normalized(self) -> f32 {
                self as f32
            }
        }
    )*};
}

fraction_already!(f32 f64);

/// Clamps to [0, 1]; NaN becomes 0.
pub(crate) fn clamp_unit(value: f64) -> f64 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}
