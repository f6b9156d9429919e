//! Three floats without a sign in a word of 32 bits: with an exponent each (EXT_packed_float 2.1.A, 2.1.B), or with one that
//! all share (EXT_texture_shared_exponent 3.8.1).

/// The places of R, G and B in a word of EXT_packed_float: the first bit, and the number of bits of the mantissa.
const FIELDS: [(u32, u32); 3] = [(0, 6), (11, 6), (22, 5)];
/// The exponent of infinity and NaN.
const MAX_EXPONENT: u32 = 31;

/// Returns the float with a mantissa of `m` bits that is nearest to a value. Values below 0 become 0, finite ones above the
/// greatest become the greatest; infinity and NaN stay what they are.
fn small_float(value: f32, m: u32) -> u32 {
    if value.is_nan() {
        return MAX_EXPONENT << m | 1 << (m - 1);
    }
    if value <= 0.0 {
        return 0;
    }
    if value.is_infinite() {
        return MAX_EXPONENT << m;
    }
    // Below the least normal number, 2⁻¹⁴, all steps are alike.
    if value < 2.0f32.powi(-14) {
        return (value * 2.0f32.powi(14 + m as i32)).round_ties_even() as u32;
    }
    // The exponents' biases differ by 112. A mantissa that is rounded up may carry into the exponent.
    let (bits, lost) = (value.to_bits() - (112 << 23), 23 - m);
    let to_even = (1 << (lost - 1)) - 1 + (bits >> lost & 1);
    ((bits + to_even) >> lost).min((MAX_EXPONENT << m) - 1)
}

/// The value of a float with a mantissa of `m` bits.
fn small_value(bits: u32, m: u32) -> f32 {
    let (exponent, mantissa) = (bits >> m, bits & ((1 << m) - 1));
    match exponent {
        0 => mantissa as f32 * 2.0f32.powi(-14 - m as i32),
        MAX_EXPONENT if mantissa == 0 => f32::INFINITY,
        MAX_EXPONENT => f32::NAN,
        _ => f32::from_bits((exponent + 112) << 23 | mantissa << (23 - m)),
    }
}

/// Packs R, G and B as floats of 11, 11 and 10 bits.
pub(crate) fn pack_11_11_10([r, g, b]: [f32; 3]) -> u32 {
    let colors = FIELDS.into_iter().zip([r, g, b]);
    colors.fold(0, |word, ((first, m), value)| {
        word | small_float(value, m) << first
    })
}

/// The values of a word that [`pack_11_11_10`] gives.
pub(crate) fn unpack_11_11_10(word: u32) -> [f32; 3] {
    FIELDS.map(|(first, m)| small_value(word >> first & ((1 << (m + 5)) - 1), m))
}

/// The bits of a mantissa that has no exponent of its own.
const SHARED_MANTISSA: i32 = 9;
/// What is subtracted from the shared exponent.
const SHARED_BIAS: i32 = 15;
/// The greatest number: all bits of the mantissa with the greatest exponent.
const SHARED_MAX: f32 = 65408.0;

/// Packs R, G and B as mantissas of 9 bits and the exponent that suits the greatest of them. NaN becomes 0.
pub(crate) fn pack_9_9_9_5(color: [f32; 3]) -> u32 {
    let clamped = color.map(|c| f64::from(if c > 0.0 { c.min(SHARED_MAX) } else { 0.0 }));
    let greatest = clamped[0].max(clamped[1]).max(clamped[2]);
    // The logarithm of f32 denormals does not matter: the least exponent is far above it.
    let log2 = ((greatest as f32).to_bits() >> 23) as i32 - 127;
    let mut exponent = log2.max(-SHARED_BIAS - 1) + 1 + SHARED_BIAS;
    let rounded = |value: f64, exponent: i32| {
        (value * 2.0f64.powi(SHARED_BIAS + SHARED_MANTISSA - exponent) + 0.5).floor() as u32
    };
    if rounded(greatest, exponent) == 1 << SHARED_MANTISSA {
        exponent += 1;
    }
    let [r, g, b] = clamped.map(|value| rounded(value, exponent));
    r | g << 9 | b << 18 | (exponent as u32) << 27
}

/// The values of a word that [`pack_9_9_9_5`] gives.
pub(crate) fn unpack_9_9_9_5(word: u32) -> [f32; 3] {
    let step = 2.0f32.powi((word >> 27) as i32 - SHARED_BIAS - SHARED_MANTISSA);
    [0, 9, 18].map(|first| (word >> first & 0x1ff) as f32 * step)
}
