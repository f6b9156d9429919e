//! Random numbers for unit tests. A seed gives the same numbers on every machine and in every run.
#![forbid(unsafe_code)]

/// A linear congruential generator (Numerical Recipes, `ranqd1`).
pub(crate) struct Random(u32);

impl Random {
    pub(crate) fn new(seed: u32) -> Random {
        Random(seed)
    }

    /// 32 bits. The low ones repeat after few numbers.
    pub(crate) fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0
    }

    /// A number in `0..n`, for `n` up to 2^24.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        (self.word() >> 8) % n
    }
}
