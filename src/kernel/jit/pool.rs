//! Constants behind the code.
#![forbid(unsafe_code)]

use super::lir::{Base, Isa, Place, Shape};
use rustc_hash::FxHashMap;

/// Collects constants, each once.
#[derive(Debug, Default)]
pub(super) struct Pool {
    bytes: Vec<u8>,
    places: FxHashMap<u32, Place>,
}

impl Pool {
    /// The place of these bits for all lanes.
    pub(super) fn constant(&mut self, isa: Isa, bits: u32) -> Place {
        *self.places.entry(bits).or_insert_with(|| {
            let offset = self.bytes.len() as i32;
            // VEX operands cannot broadcast: a whole vector.
            let (n, shape) = match isa {
                Isa::Avx512 => (1, Shape::Splat),
                Isa::Avx2 => (8, Shape::Row),
            };
            (0..n).for_each(|_| self.bytes.extend(bits.to_le_bytes()));
            Place {
                base: Base::Pool,
                offset,
                shape,
            }
        })
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
