//! Places are compared with the tiles of single pixels.

use crate::random_for_tests::Random;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::setup::tile_place::{MANY_TILES, place_of, places_of, tiles_of};
use crate::simd::{InstructionSet, LANES, PerWidth, Vectors, run_on};

/// The places of sixteen rectangles of pixels: x0, y0, and the last pixels.
struct Places<'a>([[u32; LANES]; 4], &'a mut [u32; LANES]);

impl PerWidth for Places<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let [x0, y0, x1, y1] = self.0;
        let first = [V::load_i(x0), V::load_i(y0)];
        let last = [V::load_i(x1), V::load_i(y1)];
        *self.1 = V::store_i(places_of::<V>(first, last));
    }
}

#[test]
fn places_name_the_tiles_that_pixels_lie_in() {
    InstructionSet::ALL.into_iter().for_each(places_name_tiles);
}

fn places_name_tiles(set: InstructionSet) {
    let mut numbers = Random::new(5);
    let mut random = |n: u32| numbers.below(n);
    let mut counts = [0; 5];
    for round in 0..300 {
        let size = [9, 70, 200][round % 3];
        let mut starts = || std::array::from_fn(|_| random(16384 - 200));
        let (x0, y0): ([u32; LANES], [u32; LANES]) = (starts(), starts());
        let mut ends = |from: [u32; LANES]| from.map(|start| start + random(size));
        let pixels = [x0, y0, ends(x0), ends(y0)];
        let mut places = [0; LANES];
        run_on(set, Places(pixels, &mut places));
        for (l, place) in places.into_iter().enumerate() {
            let [x0, y0, x1, y1] = pixels.map(|c| c[l] as i32);
            let (x1, y1) = (x1 + 1, y1 + 1);
            assert_eq!(place, place_of(PixelRect { x0, y0, x1, y1 }));
            let rows = y0 as usize / 64..=(y1 - 1) as usize / 64;
            let columns = x0 as usize / 64..=(x1 - 1) as usize / 64;
            let in_rows = |row| columns.clone().map(move |column| [column, row]);
            let all: Vec<_> = rows.clone().flat_map(in_rows).collect();
            if rows.count() > 2 || columns.clone().count() > 2 {
                assert_eq!(place, MANY_TILES);
                counts[0] += 1;
            } else {
                assert_eq!(tiles_of(place).collect::<Vec<_>>(), all);
                counts[all.len()] += 1;
            }
        }
    }
    assert!([0, 1, 2, 4].iter().all(|n| counts[*n] > 100), "{counts:?}");
    let empty = PixelRect {
        x0: 70,
        y0: 3,
        x1: 60,
        y1: 9,
    };
    assert_eq!(
        place_of(empty),
        MANY_TILES,
        "for those who ask whether it is empty"
    );
}
