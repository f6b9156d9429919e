//! The gathered x and y are those of the vertices.

use crate::raster::vertex::gather::WindowPlaces;
use crate::simd::{InstructionSet, LANE_NUMBERS, LANES, PerWidth, Vectors, run_on};

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
