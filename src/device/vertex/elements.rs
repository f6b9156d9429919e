//! The elements of its arrays that a draw uses.

use std::sync::Arc;

/// The vertices of a draw, by number.
#[derive(Debug, Clone)]
pub enum Elements {
    /// `count` vertices from `first` on. Both numbers are at most `i32::MAX`.
    Range {
        /// The first vertex.
        first: u32,
        /// The number of vertices.
        count: u32,
    },
    /// The vertices with these numbers, in this order.
    Indices(Arc<Vec<u32>>),
}

impl Elements {
    /// The number of elements.
    pub fn count(&self) -> usize {
        match self {
            Elements::Range { count, .. } => *count as usize,
            Elements::Indices(indices) => indices.len(),
        }
    }

    /// Returns the number of the element at a place below the count.
    #[inline]
    pub fn at(&self, place: usize) -> u32 {
        match self {
            Elements::Range { first, .. } => first.wrapping_add(place as u32),
            Elements::Indices(indices) => indices[place],
        }
    }
}
