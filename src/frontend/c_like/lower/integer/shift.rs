//! Lowers shifts and rotations: of lanes, and of a vector as one number of 128 bits, with component x lowest.

use crate::frontend::c_like::lower::{Lowering, by_width};
use crate::frontend::c_like::tree::ShiftKind;
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Op, ValueId};

/// A constant count, or a computed one.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like::lower) enum Count {
    Known(u32),
    Value(ValueId),
}

impl Lowering<'_> {
    /// Shifts one lane by an i32 count, read as unsigned. From the lane's width on a shift leaves only the sign of an
    /// arithmetic one, while rotations wrap.
    pub(in crate::frontend::c_like::lower) fn shift_lane(
        &mut self,
        kind: ShiftKind,
        x: ValueId,
        n: ValueId,
        scalar: Scalar,
    ) -> ValueId {
        let (left, right) = (
            by_width(scalar, Op::IShl, Op::LShl),
            by_width(scalar, Op::IShrU, Op::LShrU),
        );
        let (first, second) = match kind {
            ShiftKind::Left => return self.b.emit1(left, &[x, n]),
            ShiftKind::Right => return self.b.emit1(right, &[x, n]),
            ShiftKind::ArithmeticRight => {
                return self
                    .b
                    .emit1(by_width(scalar, Op::IShrS, Op::LShrS), &[x, n]);
            }
            ShiftKind::RotateLeft => (left, right),
            ShiftKind::RotateRight => (right, left),
        };
        let width = if scalar.is_wide() { 64 } else { 32 };
        let (all, mask) = (self.b.i32(width), self.b.i32(width - 1));
        let n = self.b.emit1(Op::IAnd, &[n, mask]);
        let back = self.b.emit1(Op::ISub, &[all, n]);
        let [x, y] = [(first, n), (second, back)].map(|(op, n)| self.b.emit1(op, &[x, n]));
        self.b.emit1(by_width(scalar, Op::IOr, Op::LOr), &[x, y])
    }

    /// All 128 bits of four i32.
    pub(in crate::frontend::c_like::lower) fn shift_whole(
        &mut self,
        kind: ShiftKind,
        x: [ValueId; 4],
        count: Count,
    ) -> [ValueId; 4] {
        let fill = match kind {
            ShiftKind::ArithmeticRight => {
                let last = self.b.i32(31);
                self.b.emit1(Op::IShrS, &[x[3], last])
            }
            _ => self.b.i32(0),
        };
        let (is_left, is_round) = match kind {
            ShiftKind::Left => (true, false),
            ShiftKind::Right | ShiftKind::ArithmeticRight => (false, false),
            ShiftKind::RotateLeft => (true, true),
            ShiftKind::RotateRight => (false, true),
        };
        // The word at that distance below (for a shift to the left) or above.
        let word = |x: [ValueId; 4], i: usize, by: usize| {
            let from = if is_left {
                i as isize - by as isize
            } else {
                (i + by) as isize
            };
            match usize::try_from(from) {
                Ok(from) if from < 4 => x[from],
                _ if is_round => x[from.rem_euclid(4) as usize],
                _ => fill,
            }
        };
        if let (Count::Known(n @ 128..), false) = (count, is_round) {
            let _ = n;
            return [fill; 4];
        }
        let mut x = x;
        for (bit, words) in [(32, 1), (64, 2)] {
            let moved: [ValueId; 4] = std::array::from_fn(|i| word(x, i, words));
            x = match count {
                Count::Known(n) if n & bit != 0 => moved,
                Count::Known(_) => x,
                Count::Value(n) => {
                    let (bit, zero) = (self.b.i32(bit as i32), self.b.i32(0));
                    let n = self.b.emit1(Op::IAnd, &[n, bit]);
                    let stays = self.b.emit1(Op::IEq, &[n, zero]);
                    std::array::from_fn(|i| self.b.emit1(Op::SelectI, &[stays, x[i], moved[i]]))
                }
            };
        }
        let x = self.shift_bits(is_left, x, count, word);
        match count {
            Count::Value(n) if !is_round => {
                let all = self.b.i32(128);
                let is_inside = self.b.emit1(Op::IULt, &[n, all]);
                x.map(|x| self.b.emit1(Op::SelectI, &[is_inside, x, fill]))
            }
            _ => x,
        }
    }

    /// The part of a shift that is less than a word: each word takes in bits of its neighbour.
    fn shift_bits(
        &mut self,
        is_left: bool,
        x: [ValueId; 4],
        count: Count,
        word: impl Fn([ValueId; 4], usize, usize) -> ValueId,
    ) -> [ValueId; 4] {
        let (n, back) = match count {
            Count::Known(n) if n & 31 == 0 => return x,
            Count::Known(n) => (
                self.b.i32((n & 31) as i32),
                self.b.i32(32 - (n & 31) as i32),
            ),
            Count::Value(n) => {
                let (mask, all) = (self.b.i32(31), self.b.i32(32));
                let n = self.b.emit1(Op::IAnd, &[n, mask]);
                (n, self.b.emit1(Op::ISub, &[all, n]))
            }
        };
        let (own, other) = if is_left {
            (Op::IShl, Op::IShrU)
        } else {
            (Op::IShrU, Op::IShl)
        };
        std::array::from_fn(|i| {
            let kept = self.b.emit1(own, &[x[i], n]);
            let taken = self.b.emit1(other, &[word(x, i, 1), back]);
            self.b.emit1(Op::IOr, &[kept, taken])
        })
    }
}
