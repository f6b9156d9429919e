//! Values of 64 bits in the builder: constants, and how they come from and go to memory, whose words have 32 bits.
//!
//! Memory moves bits: inputs, uniforms and lane slots are read and written as they are, whatever the type of the value. Only
//! `store.output` makes all NaN equal; `store.output.i` does not.

use super::builder::Builder;
use super::opcode::Op;
use super::types::ValueId;

impl Builder {
    /// An f64 constant.
    pub fn f64(&mut self, x: f64) -> ValueId {
        self.append1(Op::ConstF64, &[], words(x.to_bits()))
    }

    /// An i64 constant.
    pub fn i64(&mut self, x: i64) -> ValueId {
        self.append1(Op::ConstI64, &[], words(x as u64))
    }

    /// The i64 of two words.
    pub fn i64_of_parts(&mut self, low: ValueId, high: ValueId) -> ValueId {
        self.emit1(Op::I64OfParts, &[low, high])
    }

    /// Input slot `slot` as bits.
    pub fn load_input_i(&mut self, slot: u32) -> ValueId {
        let x = self.load_input(slot);
        self.emit1(Op::BitsOfF32, &[x])
    }

    /// The input slots `slot` and `slot + 1` as low and high word.
    pub fn load_input_i64(&mut self, slot: u32) -> ValueId {
        let [low, high] = [slot, slot + 1].map(|slot| self.load_input_i(slot));
        self.i64_of_parts(low, high)
    }

    /// [`Builder::load_input_i64`] as an f64.
    pub fn load_input_f64(&mut self, slot: u32) -> ValueId {
        let bits = self.load_input_i64(slot);
        self.emit1(Op::F64OfBits, &[bits])
    }

    /// The uniforms `index` and `index + 1` as low and high word.
    pub fn load_uniform_i64(&mut self, index: u32) -> ValueId {
        let [low, high] = [index, index + 1].map(|index| self.load_uniform_i(index));
        self.i64_of_parts(low, high)
    }

    /// [`Builder::load_uniform_i64`] as an f64.
    pub fn load_uniform_f64(&mut self, index: u32) -> ValueId {
        let bits = self.load_uniform_i64(index);
        self.emit1(Op::F64OfBits, &[bits])
    }

    /// Stores bits to output slot `slot`.
    pub fn store_output_i(&mut self, slot: u32, bits: ValueId) {
        self.n_outputs = self.n_outputs.max(slot + 1);
        self.emit(Op::StoreOutputI, &[bits], [slot, 0]);
    }

    /// Stores the low and the high word of an i64 to the output slots `slot` and `slot + 1`.
    pub fn store_output_i64(&mut self, slot: u32, value: ValueId) {
        for (i, op) in [Op::I64Lo, Op::I64Hi].into_iter().enumerate() {
            let word = self.emit1(op, &[value]);
            self.store_output_i(slot + i as u32, word);
        }
    }

    /// Stores an f64 as it is. The bits of a NaN made by arithmetic differ from engine to engine:
    /// [`Builder::canonical_f64`] first, where they are to be seen.
    pub fn store_output_f64(&mut self, slot: u32, value: ValueId) {
        let bits = self.emit1(Op::BitsOfF64, &[value]);
        self.store_output_i64(slot, bits);
    }

    /// The value, or the NaN 0x7ff8000000000000 for any NaN.
    pub fn canonical_f64(&mut self, value: ValueId) -> ValueId {
        let nan = self.f64(f64::from_bits(0x7ff8 << 48));
        let is_nan = self.emit1(Op::DNe, &[value, value]);
        self.emit1(Op::SelectD, &[is_nan, nan, value])
    }

    /// a ÷ b of i32, truncated; x ÷ 0 is 0, and i32::MIN ÷ −1 wraps to i32::MIN.
    ///
    /// The quotient in f64 is exact enough. It is either an integer, or differs from the next one by more than 2^-32
    /// of itself, so rounding it to 53 bits keeps its integer part. The conversion gives i32::MIN for 2^31, and for x
    /// ÷ 0, which a select replaces.
    pub fn divide_i32(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let [x, y] = [a, b].map(|v| self.emit1(Op::I32ToF64, &[v]));
        let quotient = self.emit1(Op::DDiv, &[x, y]);
        let quotient = self.emit1(Op::F64ToI32, &[quotient]);
        let zero = self.i32(0);
        let by_zero = self.emit1(Op::IEq, &[b, zero]);
        self.emit1(Op::SelectI, &[by_zero, zero, quotient])
    }
}

fn words(bits: u64) -> [u32; 2] {
    [bits as u32, (bits >> 32) as u32]
}
