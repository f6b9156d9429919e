//! The constants of generated code, which lie before it.
#![forbid(unsafe_code)]

use super::region::{Base, Isa, Place, Shape};
use rustc_hash::FxHashMap;

/// Collects constants, each once.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    bytes: Vec<u8>,
    places: FxHashMap<u32, Place>,
    wide: FxHashMap<u64, Place>,
    rows: FxHashMap<[u64; 8], Place>,
}

impl Pool {
    /// The place of these bits for all lanes.
    pub(crate) fn constant(&mut self, isa: Isa, bits: u32) -> Place {
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

    /// The place of these 64 bits for all lanes.
    pub(crate) fn wide_constant(&mut self, isa: Isa, bits: u64) -> Place {
        *self.wide.entry(bits).or_insert_with(|| {
            let (n, shape) = match isa {
                Isa::Avx512 => (1, Shape::SplatWide),
                Isa::Avx2 => (4, Shape::Row),
            };
            let words = std::iter::repeat_n(bits, n);
            append(&mut self.bytes, words, shape)
        })
    }

    /// The place of eight lanes of 64 bits, of which code for 8 lanes takes four.
    pub(crate) fn row(&mut self, lanes: [u64; 8]) -> Place {
        *self
            .rows
            .entry(lanes)
            .or_insert_with(|| append(&mut self.bytes, lanes.into_iter(), Shape::Row))
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// The place of these words after the others, at a multiple of 8 bytes.
fn append(bytes: &mut Vec<u8>, words: impl Iterator<Item = u64>, shape: Shape) -> Place {
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    let offset = bytes.len() as i32;
    words.for_each(|word| bytes.extend(word.to_le_bytes()));
    Place {
        base: Base::Pool,
        offset,
        shape,
    }
}
