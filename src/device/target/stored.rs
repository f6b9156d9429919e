//! What a target stores: numbers of bits.

/// The number of bits of each component that a target stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredBits {
    /// The bits of red, green, blue, alpha, depth, stencil.
    pub bits: [i32; 6],
    /// Whether a colour plane of the target holds floats.
    pub float: bool,
}

impl StoredBits {
    /// Whether there is a depth buffer.
    pub fn depth(self) -> bool {
        self.bits[4] > 0
    }

    /// Whether there is a stencil buffer.
    pub fn stencil(self) -> bool {
        self.bits[5] > 0
    }
}
