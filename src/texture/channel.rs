//! Blocks of 4×4 values of one component: two ends and 3 bits per texel, 8 bytes. The alphas of DXT5, and the components
//! of RGTC and LATC (EXT_texture_compression_rgtc and _latc, appendices), signed or not.
//!
//! Values count in steps of the stored bytes: 0 to 255, or −127 to 127.
#![forbid(unsafe_code)]

/// How the ends are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Bytes from 0 to 255.
    Unsigned,
    /// Two's complement; −128 counts as −127.
    Signed,
}

/// The values of a block.
pub type Values = [f32; 16];

impl Channel {
    /// The least and the greatest value.
    pub(super) fn limits(self) -> [f32; 2] {
        match self {
            Channel::Unsigned => [0.0, 255.0],
            Channel::Signed => [-127.0, 127.0],
        }
    }

    pub(super) fn stored(self, byte: u8) -> i32 {
        match self {
            Channel::Unsigned => byte.into(),
            Channel::Signed => i32::from(byte as i8),
        }
    }

    /// The values of the eight codes: mixtures of the ends, and the limits when the first end is not the greater one.
    fn palette(self, ends: [i32; 2]) -> [f32; 8] {
        let [low, high] = self.limits();
        let [a, b] = ends.map(|end| (end as f32).max(low));
        let steps = if ends[0] > ends[1] { 7 } else { 5 };
        let mut palette = [a, b, 0.0, 0.0, 0.0, 0.0, low, high];
        for i in 1..steps {
            let (first, second) = ((steps - i) as f32, i as f32);
            palette[i as usize + 1] = (first * a + second * b) / steps as f32;
        }
        palette
    }

    /// The 16 values of a block, row by row.
    pub fn decode(self, block: u64) -> Values {
        let [a, b, ..] = block.to_le_bytes();
        let palette = self.palette([a, b].map(|byte| self.stored(byte)));
        std::array::from_fn(|i| palette[(block >> (16 + 3 * i) & 7) as usize])
    }

    /// Encodes a block; bit i of `inside` says whether texel i counts. It takes the better of two encodings: eight
    /// steps between the extremes, or six steps between the extremes without the limits, which have codes of their own.
    pub fn encode(self, values: &Values, inside: u16) -> u64 {
        let [low, high] = self.limits();
        // NaN becomes the lower limit.
        let values = values.map(|v| v.max(low).min(high));
        let counted = || (0..16).filter(|i| inside >> i & 1 != 0);
        let ends = |skip_limits: bool| {
            let counts = |v: &f32| !skip_limits || low < *v && *v < high;
            let of = counted().map(|i| values[i]).filter(counts);
            let [from, to] = of.fold([high, low], |[from, to], v| [v.min(from), v.max(to)]);
            // Rounding outwards would lose nothing, but the nearest steps lie closer to values at both ends.
            [from.min(to), to].map(|end| end.round() as i32)
        };
        let fit = |ends: [i32; 2]| {
            let palette = self.palette(ends);
            let [a, b] = ends.map(|end| u64::from(end as u8));
            let (mut bits, mut total) = (a | b << 8, 0.0);
            for i in counted() {
                let error = |code: usize| (palette[code] - values[i]).powi(2);
                let best = (0..8).min_by(|a, b| error(*a).total_cmp(&error(*b)));
                let code = best.unwrap_or(0);
                total += error(code);
                bits |= (code as u64) << (16 + 3 * i);
            }
            (total, bits)
        };
        let ([low, high], inner) = (ends(false), ends(true));
        let (eight, six) = (fit([high, low]), fit(inner));
        if six.0 < eight.0 { six.1 } else { eight.1 }
    }
}
