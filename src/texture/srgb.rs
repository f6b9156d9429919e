//! The sRGB transfer function of bytes (EXT_texture_sRGB, "sRGB Texture Color Conversion").
#![forbid(unsafe_code)]

use std::sync::LazyLock;

/// Linear values of all bytes, each the f32 nearest to the formula in f64.
pub static TO_LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|byte| to_linear(byte as f64 / 255.0) as f32));

/// For each byte but 0 the least linear value that is nearer to it than to the byte before.
static LEAST_LINEAR: LazyLock<[f64; 255]> =
    LazyLock::new(|| std::array::from_fn(|i| to_linear((i as f64 + 0.5) / 255.0)));

/// The formula, for an encoded value in 0 to 1.
fn to_linear(encoded: f64) -> f64 {
    match encoded {
        ..=0.040_45 => encoded / 12.92,
        _ => power_12_fifths((encoded + 0.055) / 1.055),
    }
}

/// x^2.4 for x in 0.05 to 1: the fifth root of x^12 by Newton's method. (The C library's powers are in a library that takes
/// a third of a megabyte when it is loaded.)
pub(super) fn power_12_fifths(x: f64) -> f64 {
    let power = x.powi(12);
    let first = x * x * x.sqrt();
    (0..8).fold(first, |root, _| (4.0 * root + power / root.powi(4)) / 5.0)
}

/// The byte whose linear value is nearest to `linear` as the formula's inverse measures it; limits hold, NaN gives 0.
pub fn from_linear(linear: f64) -> u8 {
    LEAST_LINEAR.partition_point(|least| *least <= linear) as u8
}
