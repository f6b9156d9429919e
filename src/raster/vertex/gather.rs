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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{InstructionSet, LANE_NUMBERS, PerWidth, run_on};

    /// Finds the places of some vertices, where vertex `i` lies at (i, -i): the vertices, the first one of the table, the result.
    struct Near<'a>([u32; LANES], u32, &'a mut Option<[[u32; LANES]; 2]>);

    impl PerWidth for Near<'_> {
        #[inline(always)]
        fn run<V: Vectors>(self) {
            let mut places = WindowPlaces::default();
            places.make_room(3);
            for group in 0..3 {
                let x = V::splat_i((group * LANES) as i32) + V::load_i(LANE_NUMBERS);
                places.set::<V>(group, [x, V::splat_i(0) - x]);
            }
            if let Some([x, y]) = places.near::<V>(V::load_i(self.0), self.1) {
                *self.2 = Some([V::store_i(x), V::store_i(y)]);
            }
        }
    }

    /// Runs [`Near`] on every instruction set, which must agree.
    fn near(vertices: [u32; LANES], first: u32) -> Option<[[u32; LANES]; 2]> {
        let [portable, avx2, avx512] = InstructionSet::ALL.map(|set| {
            let mut out = None;
            run_on(set, Near(vertices, first, &mut out));
            out
        });
        assert_eq!([avx2, avx512], [portable; 2]);
        portable
    }

    #[test]
    fn vertices_in_one_table_are_found() {
        for first in [0, 5, 16, 47] {
            let vertices = LANE_NUMBERS.map(|l| (first + l * 13 % 32).min(47));
            let expected = [vertices, vertices.map(u32::wrapping_neg)];
            assert_eq!(near(vertices, first), Some(expected));
        }
        let (mut before, mut after) = ([20; LANES], [20; LANES]);
        (before[3], after[15]) = (9, 42);
        assert_eq!((near(before, 10), near(after, 10)), (None, None));
        assert_eq!(near([0; LANES], 1000), None);
        assert_eq!(
            near([1000; LANES], 1000),
            None,
            "there are no such vertices"
        );
    }
}
