//! Random numbers from a seed. They are the same on every machine and in every run.
#![forbid(unsafe_code)]

/// A small generator of numbers (xorshift64*).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Numbers that depend on the seed alone.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// 32 random bits.
    pub fn bits(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    /// A number in `0..n`.
    pub fn below(&mut self, n: u32) -> u32 {
        self.bits() % n
    }

    /// A number in `low..high`.
    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        low + ((u64::from(self.bits()) * (i64::from(high) - i64::from(low)) as u64) >> 32) as i32
    }

    /// A number from 0 up to 1.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / (1 << 24) as f32
    }

    /// A number from `low` up to `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// An element of a list.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u32) as usize]
    }

    /// An f32: mostly small numbers, sometimes a special value.
    pub fn f32(&mut self) -> f32 {
        const SPECIAL: [f32; 10] = [
            0.0,
            -0.0,
            1.0,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            1e-40,
            -3e-39,
            f32::MAX,
            2147483648.0,
        ];
        if self.one_in(6) {
            self.pick(&SPECIAL)
        } else {
            self.below(4001) as f32 / 500.0 - 4.0
        }
    }
}
