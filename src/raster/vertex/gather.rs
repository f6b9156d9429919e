//! A second copy of the window x and y of a chunk's vertices, in the order of their numbers.
//!
//! The vertices of neighbouring triangles have near numbers. Sixteen of them are found by permuting two registers. From the
//! rows of [`super::window`] they would be loaded one by one.
#![forbid(unsafe_code)]

use crate::simd::{LANES, Vectors};

/// The number of vertices among which sixteen are found at once.
const TABLE: usize = 2 * LANES;

/// Window x and y in subpixels, sixteen to a row. They are valid where the vertex's outcode is 0.
#[derive(Default)]
pub(crate) struct WindowPlaces {
    x: Vec<[u32; LANES]>,
    y: Vec<[u32; LANES]>,
}

impl WindowPlaces {
    /// Makes room for `n_groups` groups of vertices, and for a whole table that starts in the last one.
    pub(crate) fn make_room(&mut self, n_groups: usize) {
        let n = n_groups + TABLE / LANES;
        if self.x.len() < n {
            self.x.resize(n, [0; LANES]);
            self.y.resize(n, [0; LANES]);
        }
    }

    /// Stores the coordinates of a group.
    #[inline(always)]
    pub(crate) fn set<V: Vectors>(&mut self, group: usize, [x, y]: [V::I; 2]) {
        self.x[group] = V::store_i(x);
        self.y[group] = V::store_i(y);
    }

    /// Returns x and y of sixteen vertices, or `None` if one is not among the [`TABLE`] vertices from `first` on.
    #[inline(always)]
    pub(crate) fn near<V: Vectors>(&self, vertices: V::I, first: u32) -> Option<[V::I; 2]> {
        let numbers = vertices - V::splat_i(first as i32);
        if !V::all(V::lt_u(numbers, V::splat_i(TABLE as i32))) {
            return None;
        }
        let (x, y) = (table(&self.x, first)?, table(&self.y, first)?);
        Some([V::look_up(x, numbers), V::look_up(y, numbers)])
    }
}

/// Returns the coordinates of [`TABLE`] vertices from `first` on.
#[inline(always)]
fn table(list: &[[u32; LANES]], first: u32) -> Option<&[u32; TABLE]> {
    list.as_flattened().get(first as usize..)?.first_chunk()
}
