//! A set of register scalars.

/// One scalar of a register: a number below `Layout::len`.
pub(crate) type Scalar = usize;

/// Numbers below a bound, one bit each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ScalarSet(Vec<u64>);

impl ScalarSet {
    /// The empty set of numbers below `n`.
    pub(super) fn new(n: usize) -> ScalarSet {
        ScalarSet(vec![0; n.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, scalar: Scalar) {
        self.0[scalar / 64] |= 1 << (scalar % 64);
    }

    pub(super) fn contains(&self, scalar: Scalar) -> bool {
        self.0[scalar / 64] >> (scalar % 64) & 1 != 0
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Adds all of `other`; returns whether that changed the set.
    pub(super) fn merge(&mut self, other: &ScalarSet) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *other & !*word != 0;
            *word |= other;
        }
        changed
    }

    /// Adds the numbers that are in `other` and not in `but`; returns whether that changed the set.
    pub(super) fn merge_except(&mut self, other: &ScalarSet, but: &ScalarSet) -> bool {
        let mut changed = false;
        for ((word, other), but) in self.0.iter_mut().zip(&other.0).zip(&but.0) {
            let new = other & !but;
            changed |= new & !*word != 0;
            *word |= new;
        }
        changed
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Scalar> + '_ {
        (0..64 * self.0.len()).filter(|scalar| self.contains(*scalar))
    }
}
