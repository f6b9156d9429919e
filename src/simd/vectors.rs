//! Sixteen lanes in the registers of one instruction set.
//!
//! Code that is generic over [`Vectors`] is written once. It is inlined as a whole (`#[inline(always)]`) into the
//! function that [`super::run_on`] compiles for each instruction set. It gives the same bits on all of them, since
//! every operation here has one exact result, and nothing is contracted.
#![forbid(unsafe_code)]

use super::lanes::{LANES, LanesF32};
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Sub};

/// An instruction set's registers.
pub(crate) trait Vectors: Copy + 'static {
    /// Sixteen f32.
    type F: Copy
        + Add<Output = Self::F>
        + Sub<Output = Self::F>
        + Mul<Output = Self::F>
        + Div<Output = Self::F>;
    /// Sixteen i32, or 32 numbers of 16 bits; sums and products wrap.
    type I: Copy
        + Add<Output = Self::I>
        + Sub<Output = Self::I>
        + Mul<Output = Self::I>
        + BitAnd<Output = Self::I>
        + BitOr<Output = Self::I>;
    /// Sixteen f64.
    type D: Copy
        + Add<Output = Self::D>
        + Sub<Output = Self::D>
        + Mul<Output = Self::D>
        + Div<Output = Self::D>;
    /// One truth value per lane.
    type M: Copy + BitAnd<Output = Self::M> + BitOr<Output = Self::M>;
    /// Where lanes find their words in a [window](Vectors::window).
    type Window: Copy;

    /// The same number in all lanes.
    fn splat(x: f32) -> Self::F;
    /// The same number in all lanes.
    fn splat_i(x: i32) -> Self::I;
    /// Lanes from memory.
    fn load(x: &LanesF32) -> Self::F;
    /// Lanes to memory.
    fn store(x: Self::F) -> LanesF32;
    /// Lanes to memory, in place.
    fn write(x: Self::F, out: &mut LanesF32);
    /// Lanes from memory.
    fn load_i(x: [u32; LANES]) -> Self::I;
    /// Lanes to memory.
    fn store_i(x: Self::I) -> [u32; LANES];

    /// Word `number` of 32 bits of the bytes, for each lane. Numbers after the end read the last one.
    fn load_words(bytes: &[u8], numbers: Self::I) -> Self::I;
    /// The words at the places in `slot`, as [pairs](Vectors::interleave), row after row. One load of 64 bits gives a pair,
    /// and gathers are slower than loads lane by lane (DESIGN 5).
    fn load_pairs(rows: &PairRows<'_>, slot: usize) -> [[Self::I; 2]; 2];
    /// The four words of each pair of a slot, by row.
    fn load_doubles(rows: &DoubleRows<'_>, slot: usize) -> [[Self::I; 4]; 2];
    /// A window over the words with these numbers, and over those after them and in the second row. It has eight
    /// words for each row of four lanes of a block of fragments. Its starts go to `slot`. It holds the words of the
    /// lanes that come with it: all, unless those of a row lie further apart. `None` where the rows are too short, or
    /// the instruction set has no windows.
    fn window(
        rows: &mut PairRows<'_>,
        slot: usize,
        numbers: Self::I,
    ) -> Option<(Self::Window, Self::M)>;
    /// Bytes 0 to 3 of each lane's word, in both rows: that of the word itself and that of the next one, as numbers of 16
    /// bits.
    fn load_window(rows: &PairRows<'_>, slot: usize, window: Self::Window) -> [[Self::I; 4]; 2];
    /// Pairs: a and b of a lane side by side, those of a quad's lanes 0 and 1 in the first vector, of 2 and 3 in the
    /// second.
    fn interleave(a: Self::I, b: Self::I) -> [Self::I; 2];
    /// The first and the second of each pair.
    fn separate(pairs: [Self::I; 2]) -> [Self::I; 2];
    /// Bytes 0, 4, 1, 5 of each pair's eight, as numbers of 16 bits.
    fn widen_low(pairs: Self::I) -> Self::I;
    /// Bytes 2, 6, 3, 7 of each pair's eight, as numbers of 16 bits.
    fn widen_high(pairs: Self::I) -> Self::I;
    /// Lane `l` of result `c` is component `c` of element `l`.
    fn transpose(rows: [[f32; 4]; LANES]) -> [Self::F; 4];
    /// The inverse: row `l * stride`, which there is, gets the components that lane `l` of the columns holds.
    fn write_rows(columns: [Self::F; 4], rows: &mut [[f32; 4]], stride: usize);
    /// Entry `number % 32` of a table for each lane.
    fn look_up(table: &[u32; 2 * LANES], numbers: Self::I) -> Self::I;
    /// The row, four times.
    fn repeat_row(row: &[f32; 4]) -> Self::F;
    /// Takes four rows and four words of 16 bits, both from the lowest on. Writes the rows and words whose word is
    /// not 0 one after the other, and returns their number. What is written after them may be anything.
    #[inline(always)]
    fn write_chosen(
        rows: Self::F,
        words: u64,
        out_rows: &mut [[f32; 4]; 4],
        out_words: &mut [u16; 4],
    ) -> usize {
        let rows: [[f32; 4]; 4] = bytemuck::cast(Self::store(rows));
        let mut n = 0;
        for (i, row) in rows.into_iter().enumerate() {
            let word = (words >> (16 * i)) as u16;
            // There is room: this spares the question.
            (out_rows[n % 4], out_words[n % 4]) = (row, word);
            n += usize::from(word != 0);
        }
        n
    }
    /// The elements `indices`, transposed; `None` when one of them is not there.
    fn columns(elements: &Elements<'_>, indices: &[u32; LANES]) -> Option<[Self::F; 4]>;
    /// The next elements of a run, transposed; `None` when one of them is not there.
    fn columns_of_run(run: &mut ElementRun<'_>) -> Option<[Self::F; 4]>;

    /// The smaller one; `b` where either is NaN.
    fn min(a: Self::F, b: Self::F) -> Self::F;
    /// The greater one; `b` where either is NaN.
    fn max(a: Self::F, b: Self::F) -> Self::F;
    /// The next integer below.
    fn floor(x: Self::F) -> Self::F;
    /// The next integer above.
    fn ceil(x: Self::F) -> Self::F;
    /// Square root.
    fn sqrt(x: Self::F) -> Self::F;
    /// a < b; false for NaN.
    fn lt(a: Self::F, b: Self::F) -> Self::M;
    /// a ≤ b; false for NaN.
    fn le(a: Self::F, b: Self::F) -> Self::M;
    /// a = b; false for NaN.
    fn eq(a: Self::F, b: Self::F) -> Self::M;
    /// `a` where the mask holds, else `b`.
    fn select(mask: Self::M, a: Self::F, b: Self::F) -> Self::F;
    /// Lane `N` of each quad in all four lanes of the quad.
    fn quad_lane<const N: usize>(x: Self::F) -> Self::F;

    /// Truncates; i32::MIN for NaN and out of range.
    fn to_i(x: Self::F) -> Self::I;
    /// The nearest f32 of a signed integer.
    fn to_f(x: Self::I) -> Self::F;
    /// The bits of an f32.
    fn bits(x: Self::F) -> Self::I;
    /// The f32 of these bits.
    fn from_bits(x: Self::I) -> Self::F;

    /// The same number in all lanes.
    fn splat_d(x: f64) -> Self::D;
    /// The same numbers.
    fn widen_i(x: Self::I) -> Self::D;
    /// The same numbers.
    fn widen(x: Self::F) -> Self::D;
    /// The nearest f32s.
    fn narrow(x: Self::D) -> Self::F;
    /// The nearest integers, of two the even one; anything where they do not fit.
    fn round_i(x: Self::D) -> Self::I;
    /// The low and the high halves of the bits.
    fn halves(x: Self::D) -> [Self::I; 2];
    /// The f64s of these halves.
    fn doubles(halves: [Self::I; 2]) -> Self::D;
    /// a < b; false for NaN.
    fn lt_d(a: Self::D, b: Self::D) -> Self::M;

    /// `x << n` in 32 bits, n < 32.
    fn shl(x: Self::I, n: u32) -> Self::I;
    /// `x << n` in 32 bits, each lane by a number of its own; 0 where that is not in 0..32.
    fn shl_each(x: Self::I, n: Self::I) -> Self::I;
    /// `x >> n` in 32 bits without sign, n < 32.
    fn shr(x: Self::I, n: u32) -> Self::I;
    /// `x >> n` in 32 bits with sign, n < 32.
    fn sar(x: Self::I, n: u32) -> Self::I;
    /// The smaller one, signed.
    fn min_i(a: Self::I, b: Self::I) -> Self::I;
    /// The greater one, signed.
    fn max_i(a: Self::I, b: Self::I) -> Self::I;
    /// The smaller one, unsigned.
    fn min_u(a: Self::I, b: Self::I) -> Self::I;
    /// a < b, unsigned.
    fn lt_u(a: Self::I, b: Self::I) -> Self::M;
    /// Equality.
    fn eq_i(a: Self::I, b: Self::I) -> Self::M;
    /// `a` where the mask holds, else `b`.
    fn select_i(mask: Self::M, a: Self::I, b: Self::I) -> Self::I;

    /// a · b + c, rounded once.
    fn mul_add(a: Self::F, b: Self::F, c: Self::F) -> Self::F;
    /// The sum of the two products of numbers of 16 bits, signed, in 32 bits.
    fn dot16(a: Self::I, b: Self::I) -> Self::I;
    /// The same, and `sum`.
    fn add_dot16(sum: Self::I, a: Self::I, b: Self::I) -> Self::I;
    /// (a · b + 2¹⁴) >> 15 of signed numbers of 16 bits.
    fn mul_round16(a: Self::I, b: Self::I) -> Self::I;

    /// Bit `l` is lane `l`.
    fn mask_bits(mask: Self::M) -> u16;
    /// Whether the mask holds in all lanes.
    fn all(mask: Self::M) -> bool;
}

/// Places of pairs of words in two rows, one per lane, in two slots. They are in memory, from where the loads take them one by
/// one.
pub(crate) struct PairRows<'a> {
    bytes: &'a [u8],
    /// Bytes from the first row to the second.
    row: usize,
    /// From this word on, and a row after it, there are the bytes of a pair.
    last: i32,
    /// The same of [`WINDOW`] words; below 0 if there is no such word.
    last_window: i32,
    /// At most `last`.
    slots: [Numbers; 2],
}

/// Words in a row of a window.
pub(super) const WINDOW: usize = 8;

/// Numbers on one line of the cache: a store over two lines costs the loads after it a detour.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Numbers([u32; LANES]);

impl<'a> PairRows<'a> {
    /// Words of these bytes, in rows that are `row` words apart; zeros if there is no room for a pair in each.
    #[inline(always)]
    pub(crate) fn new(bytes: &'a [u8], row: u32) -> PairRows<'a> {
        Self::of_words(bytes, row, 2)
    }

    /// The same where each lane takes `n` words of each row, at most four.
    #[inline(always)]
    fn of_words(bytes: &'a [u8], row: u32, n: usize) -> PairRows<'a> {
        let slots = [Numbers([0; LANES]); 2];
        let row = 4 * row as usize;
        match last_word(bytes, row + 4 * n) {
            Some(last) => PairRows {
                bytes,
                row,
                last,
                last_window: last_word(bytes, row + 4 * WINDOW).unwrap_or(-1),
                slots,
            },
            None => PairRows {
                bytes: &[0; 16],
                row: 0,
                last: 0,
                last_window: -1,
                slots,
            },
        }
    }

    /// The slot becomes words `number` and `number + 1`, and those in the second row; numbers after the end become the
    /// last one.
    #[inline(always)]
    pub(crate) fn place<V: Vectors>(&mut self, slot: usize, numbers: V::I) {
        let numbers = V::min_u(numbers, V::splat_i(self.last));
        self.slots[slot % 2] = Numbers(V::store_i(numbers));
    }

    /// The slot becomes starts of rows of a window, moved in front of the end, which are returned; `None` if the rows are too
    /// short.
    #[inline(always)]
    pub(super) fn place_starts<V: Vectors>(&mut self, slot: usize, starts: V::I) -> Option<V::I> {
        if self.last_window < 0 {
            return None;
        }
        let starts = V::min_u(starts, V::splat_i(self.last_window));
        self.slots[slot % 2] = Numbers(V::store_i(starts));
        Some(starts)
    }

    /// The bytes, the distance of the rows, and the words' numbers, which are inside.
    #[inline(always)]
    pub(super) fn parts(&self, slot: usize) -> (&'a [u8], usize, &[u32; LANES]) {
        (self.bytes, self.row, &self.slots[slot % 2].0)
    }
}

/// The same for pairs of texels of 64 bits.
pub(crate) struct DoubleRows<'a>(PairRows<'a>);

impl<'a> DoubleRows<'a> {
    /// Texels of these bytes, in rows that are `row` texels apart; zeros if there is no room for a pair in each.
    #[inline(always)]
    pub(crate) fn new(bytes: &'a [u8], row: u32) -> DoubleRows<'a> {
        DoubleRows(PairRows::of_words(bytes, row.saturating_mul(2), 4))
    }

    /// The slot becomes texels `number` and `number + 1`, and those in the second row; numbers after the end become the
    /// last one.
    #[inline(always)]
    pub(crate) fn place<V: Vectors>(&mut self, slot: usize, numbers: V::I) {
        self.0.place::<V>(slot, numbers + numbers);
    }

    /// The bytes, the distance of the rows, and the numbers of words from which on there are sixteen bytes.
    #[inline(always)]
    pub(super) fn parts(&self, slot: usize) -> (&'a [u8], usize, &[u32; LANES]) {
        self.0.parts(slot)
    }
}

/// Elements of four f32 each, at any alignment, a stride in bytes apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Elements<'a> {
    bytes: &'a [u8],
    stride: u32,
    /// 16 bytes from `last * stride` on, which is no more than u32::MAX, lie in `bytes`.
    last: u32,
}

impl<'a> Elements<'a> {
    /// Those from byte `offset` on; `None` when there is not even one, or
    /// they lie far apart.
    pub(crate) fn new(bytes: &'a [u8], offset: usize, stride: usize) -> Option<Elements<'a>> {
        let bytes = bytes.get(offset..)?;
        let room = bytes.len().checked_sub(size_of::<[f32; 4]>())?;
        let room = u32::try_from(room).unwrap_or(u32::MAX);
        let stride = u32::try_from(stride).ok()?;
        Some(Elements {
            bytes,
            stride,
            last: room.checked_div(stride).unwrap_or(u32::MAX),
        })
    }

    /// Elements `first`, `first + 1` and so on.
    #[inline(always)]
    pub(crate) fn run(&self, first: u32) -> ElementRun<'a> {
        let stride = self.stride as usize;
        let start = (first as usize).checked_mul(stride);
        ElementRun {
            bytes: start
                .and_then(|start| self.bytes.get(start..))
                .unwrap_or_default(),
            stride,
        }
    }

    /// Where the elements start, as long as all are there.
    #[inline(always)]
    pub(super) fn starts<V: Vectors>(
        &self,
        indices: &[u32; LANES],
    ) -> Option<(&'a [u8], [u32; LANES])> {
        let indices = V::load_i(*indices);
        if V::mask_bits(V::lt_u(V::splat_i(self.last as i32), indices)) != 0 {
            return None;
        }
        let starts = indices * V::splat_i(self.stride as i32);
        Some((self.bytes, V::store_i(starts)))
    }
}

/// Elements one after the other, of which each call takes the next sixteen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ElementRun<'a> {
    /// From the next one on.
    bytes: &'a [u8],
    stride: usize,
}

impl<'a> ElementRun<'a> {
    /// The bytes from the next sixteen elements on, and their stride, as long as all are there.
    #[inline(always)]
    pub(super) fn take(&mut self) -> Option<(&'a [u8], usize)> {
        let (bytes, stride) = (self.bytes, self.stride);
        self.bytes = bytes.get(LANES * stride..).unwrap_or_default();
        let size = (LANES - 1) * stride + size_of::<[f32; 4]>();
        (size <= bytes.len()).then_some((bytes, stride))
    }
}

/// The greatest number of a word with `size` bytes inside, at least 4, from its start on.
#[inline(always)]
pub(super) fn last_word(bytes: &[u8], size: usize) -> Option<i32> {
    let room = bytes.len().checked_sub(size)?;
    Some(i32::try_from(room / 4).unwrap_or(i32::MAX))
}
