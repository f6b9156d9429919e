//! Products and conversions of 64 bits where AVX2 has no instruction for them.
#![forbid(unsafe_code)]

use super::selector::Selector;
use super::wide::SIGN;
use crate::kernel::jit::lir::region::{Class, MachineOp, VReg, predicate, rounding};

impl Selector<'_> {
    /// The low 64 bits of a product, from products of words: a_low b_low + (a_high b_low + a_low b_high) 2³². The product of
    /// the high words has no bit below 2⁶⁴.
    pub(super) fn multiply(&mut self, a: VReg, b: VReg) -> VReg {
        let [high_a, high_b] =
            [a, b].map(|x| self.node(MachineOp::LShrUBy, 32, &[x], Class::Vector));
        let first = self.vector(MachineOp::MulWords, &[high_a, b]);
        let second = self.vector(MachineOp::MulWords, &[a, high_b]);
        let high = self.vector(MachineOp::LAdd, &[first, second]);
        let high = self.node(MachineOp::LShlBy, 32, &[high], Class::Vector);
        let low = self.vector(MachineOp::MulWords, &[a, b]);
        self.vector(MachineOp::LAdd, &[high, low])
    }

    /// i64 → f64 without an instruction for it: x = h 2⁴⁸ + l, with a signed h of 16 bits and an unsigned l of 48.
    ///
    /// Either part becomes a float by integer operations on the mantissa of a great number, exactly:
    ///
    /// ```text
    /// bits(2⁵²) | l                      = 2⁵² + l            (the last bit of 2⁵² stands for 1)
    /// bits(3·2⁶⁷) + (h << 32)            = 3·2⁶⁷ + h 2⁴⁸      (its last bit stands for 2¹⁶; 3, not 2, so that h may be negative)
    /// (3·2⁶⁷ + h 2⁴⁸) − (3·2⁶⁷ + 2⁵²)    = h 2⁴⁸ − 2⁵²        (exact: a multiple of 2⁴⁸ below 2⁶⁴)
    /// (h 2⁴⁸ − 2⁵²) + (2⁵² + l)          = x                  (the one operation that rounds)
    /// ```
    pub(super) fn double_of(&mut self, x: VReg) -> VReg {
        let great_low = (1u64 << 52) as f64;
        let great_high = 3.0 * (1u128 << 67) as f64;
        let [low_bits, exponent, high_word, offset] = [
            (1 << 48) - 1,
            great_low.to_bits(),
            0xffff_ffff << 32,
            great_high.to_bits(),
        ]
        .map(|bits| self.wide_constant(bits));
        let both = self.wide_constant((great_high + great_low).to_bits());
        let low = self.vector(MachineOp::LAnd, &[x, low_bits]);
        let low = self.vector(MachineOp::LOr, &[low, exponent]);
        // The shift is one of 32-bit words: it leaves h, with its sign, in the upper word.
        let high = self.node(MachineOp::ShrSBy, 16, &[x], Class::Vector);
        let high = self.vector(MachineOp::LAnd, &[high, high_word]);
        let high = self.vector(MachineOp::LAdd, &[high, offset]);
        let high = self.vector(MachineOp::DSub, &[high, both]);
        self.vector(MachineOp::DAdd, &[high, low])
    }

    /// f64 → i64 without an instruction for it: the truncated number w is h 2³² + l, with a signed h and l in [0, 2³²).
    ///
    /// ```text
    /// h = ⌊w 2⁻³²⌋,  l = w − h 2³²       (one fused operation, exact)
    /// bits(2⁵² + l)       low word: l     (the last bit stands for 1)
    /// bits(1.5·2⁵² + h)   low word: h     (in two's complement: 1.5, not 1, so that h may be negative)
    /// ```
    ///
    /// NaN, and numbers of magnitude 2⁶³ and more, give i64::MIN as the instruction does; −2⁶³ is that anyway.
    pub(super) fn long_of(&mut self, x: VReg) -> VReg {
        let power = |n: i32| 2f64.powi(n).to_bits();
        let [
            down,
            minus_up,
            great,
            great_signed,
            low_word,
            out,
            limit,
            magnitude,
        ] = [
            power(-32),
            (-(2f64.powi(32))).to_bits(),
            power(52),
            (1.5 * 2f64.powi(52)).to_bits(),
            0xffff_ffff,
            SIGN,
            power(63),
            !SIGN,
        ]
        .map(|bits| self.wide_constant(bits));
        // The parts h and l of the drawing, then their words joined.
        let whole = self.node(MachineOp::DRound, rounding::TO_ZERO, &[x], Class::Vector);
        let high = self.vector(MachineOp::DMul, &[whole, down]);
        let high = self.node(MachineOp::DRound, rounding::DOWN, &[high], Class::Vector);
        let low = self.vector(MachineOp::DFma, &[high, minus_up, whole]);
        let low = self.vector(MachineOp::DAdd, &[low, great]);
        let low = self.vector(MachineOp::LAnd, &[low, low_word]);
        let high = self.vector(MachineOp::DAdd, &[high, great_signed]);
        let high = self.node(MachineOp::LShlBy, 32, &[high], Class::Vector);
        let bits = self.vector(MachineOp::LOr, &[high, low]);
        // What does not fit gives i64::MIN.
        let size = self.vector(MachineOp::LAnd, &[x, magnitude]);
        let fits = self.compare(MachineOp::DCmp, predicate::LT, size, limit);
        self.vector(MachineOp::DSelect, &[fits, bits, out])
    }
}
