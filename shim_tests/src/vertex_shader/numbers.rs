//! The numbers that commands read for a symbol, by their type (EXT_vertex_shader 2.14, GL 1.2 table 2.6).

/// BYTE to DOUBLE, without the types 2_BYTES to 4_BYTES.
pub const NUMBER_TYPES: [u32; 8] = [
    0x1400, 0x1401, 0x1402, 0x1403, 0x1404, 0x1405, 0x1406, 0x140A,
];

/// Whether data of symbols may have this type.
pub fn is_type(ty: u32) -> bool {
    NUMBER_TYPES.contains(&ty)
}

/// Bits of an integer type, and whether it is signed.
fn integer(ty: u32) -> Option<(i32, bool)> {
    let index = ty.checked_sub(0x1400)?;
    (index < 6).then(|| (8 << (index / 2), index % 2 == 0))
}

/// A number as the type stores it.
fn held(ty: u32, x: f64) -> f64 {
    match integer(ty) {
        Some((bits, true)) => x
            .trunc()
            .clamp(-(2f64.powi(bits - 1)), 2f64.powi(bits - 1) - 1.0),
        Some((bits, false)) => x.trunc().clamp(0.0, 2f64.powi(bits) - 1.0),
        None if ty == 0x1406 => f64::from(x as f32),
        None => x,
    }
}

/// The bytes that an application passes for these numbers.
pub fn bytes(ty: u32, data: &[f64; 16]) -> Vec<u8> {
    let each = |x: &f64| {
        let x = held(ty, *x);
        match integer(ty) {
            Some((bits, _)) => (x as i64).to_le_bytes()[..bits as usize / 8].to_vec(),
            None if ty == 0x1406 => (x as f32).to_le_bytes().to_vec(),
            None => x.to_le_bytes().to_vec(),
        }
    };
    data.iter().flat_map(each).collect()
}

/// The values that a symbol then has. In NORMALIZED_RANGE_EXT, table 2.6 maps integers, and floats are clamped to [−1, 1].
/// Otherwise they are the numbers themselves.
pub fn numbers(ty: u32, data: &[f64; 16], normalized: bool) -> [f32; 16] {
    data.map(|x| {
        let x = held(ty, x);
        let value = match (normalized, integer(ty)) {
            (false, _) => x,
            (true, Some((bits, true))) => (2.0 * x + 1.0) / (2f64.powi(bits) - 1.0),
            (true, Some((bits, false))) => x / (2f64.powi(bits) - 1.0),
            (true, None) => x.clamp(-1.0, 1.0),
        };
        value as f32
    })
}
